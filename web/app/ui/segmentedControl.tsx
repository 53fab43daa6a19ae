import { useUniqueId } from './useUniqueId.ts';

interface SegmentsProps<T extends string> {
  readonly name: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly choose: (value: T) => void;
}

const MAX_CHARACTERS = 26; // Characters that fit beside a name.

export const canShowAsSegments = (options: readonly (readonly [string, string])[]): boolean =>
  options.length <= 3 && options.reduce((sum, [, text]) => sum + text.length, 0) <= MAX_CHARACTERS;

export function SegmentedControl<T extends string>({
  name,
  value,
  options,
  choose,
}: SegmentsProps<T>) {
  const group = useUniqueId();
  return (
    <span class="segments" role="radiogroup" aria-label={name}>
      {options.map(([id, text]) => (
        <label key={id}>
          <input type="radio" name={group} checked={id === value} onChange={() => choose(id)} />
          <span>{text}</span>
        </label>
      ))}
    </span>
  );
}
