import type { DeclaredXacroArgument } from '@iklab/robots';

interface FieldProps {
  readonly argument: DeclaredXacroArgument;
  readonly explicitValue: string | undefined;
  readonly none: string;
  /** Called at each change of the text. */
  readonly type?: (value: string) => void;
  /** Called with the value when editing is complete. */
  readonly take?: (value: string) => void;
  readonly enter?: () => void;
}

export function XacroArgumentField(props: FieldProps) {
  return props.argument.offers ? <ArgumentMenu {...props} /> : <ArgumentInput {...props} />;
}

function ArgumentMenu({ argument, explicitValue, none, type, take }: FieldProps) {
  const { name, default: fallback, offers = [] } = argument;
  const value = explicitValue ?? fallback ?? '';
  return (
    <label>
      <code title={name}>{name}</code>
      <select
        value={value}
        data-changed={explicitValue !== undefined && explicitValue !== fallback}
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

function ArgumentInput({ argument, explicitValue, none, type, take, enter }: FieldProps) {
  const { name, default: fallback } = argument;
  const value = explicitValue ?? fallback ?? '';
  return (
    <label>
      <code title={name}>{name}</code>
      <input
        type="text"
        value={value}
        placeholder={fallback === null ? none : ''}
        title={value}
        data-changed={explicitValue !== undefined && explicitValue !== fallback}
        onInput={({ currentTarget }) => type?.(currentTarget.value)}
        onChange={({ currentTarget }) => take?.(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && enter?.()}
      />
    </label>
  );
}
