import type { DeclaredArgument } from '@iklab/robots';

interface FieldProps {
  readonly argument: DeclaredArgument;
  /** What was given; left out: its default holds. */
  readonly given: string | undefined;
  /** Said where it has neither. */
  readonly none: string;
  /** At each letter. */
  readonly type?: (value: string) => void;
  /** When it is done. */
  readonly take?: (value: string) => void;
  readonly enter?: () => void;
}

/** An argument of a xacro: a menu where the files tell what it may be. */
export function ArgumentField(props: FieldProps) {
  return props.argument.offers ? <Menu {...props} /> : <Field {...props} />;
}

function Menu({ argument, given, none, type, take }: FieldProps) {
  const { name, default: fallback, offers = [] } = argument;
  const value = given ?? fallback ?? '';
  return (
    <label>
      <code title={name}>{name}</code>
      <select
        value={value}
        data-changed={given !== undefined && given !== fallback}
        onChange={({ currentTarget }) => (type ?? take)?.(currentTarget.value)}
      >
        {!offers.includes(value) && <option value={value}>{value || none}</option>}
        {offers.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function Field({ argument, given, none, type, take, enter }: FieldProps) {
  const { name, default: fallback } = argument;
  const value = given ?? fallback ?? '';
  return (
    <label>
      <code title={name}>{name}</code>
      <input
        type="text"
        value={value}
        placeholder={fallback === null ? none : ''}
        title={value}
        data-changed={given !== undefined && given !== fallback}
        onInput={({ currentTarget }) => type?.(currentTarget.value)}
        onChange={({ currentTarget }) => take?.(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && enter?.()}
      />
    </label>
  );
}
