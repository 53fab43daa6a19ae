import type { GlossaryTermId } from './glossary.ts';
import { GlossaryTerm } from './glossaryTerm.tsx';

export function ChoiceField<T extends string>(props: {
  readonly name: string;
  readonly term?: GlossaryTermId;
  readonly label?: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly choose: (value: T) => void;
}) {
  const { name, term, label, value, options, choose } = props;
  return (
    <div class="select">
      {name && <span>{term ? <GlossaryTerm term={term}>{name}</GlossaryTerm> : name}</span>}
      <select
        aria-label={label ?? name}
        value={value}
        onChange={(event) => choose(event.currentTarget.value as T)}
      >
        {options.map(([id, text]) => (
          <option key={id} value={id} selected={id === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
