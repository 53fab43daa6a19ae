import { useState } from 'preact/hooks';
import type { Fault } from '../scenario/types.ts';
import type { Dial } from '../session/dial.ts';

interface NumberFieldProps {
  readonly name: string;
  readonly dial: Pick<Dial, 'unit' | 'text' | 'read'>;
  readonly value: number;
  /** Faults: the number is refused, and says why. */
  readonly set: (value: number) => readonly Fault[];
  readonly fault: (reason: string) => void;
}

/** What was typed over the number that was shown then; another number makes it void. */
interface Typed {
  readonly text: string;
  readonly over: string;
  readonly wrong: boolean;
}

/** A number as it is typed: taken at Enter or on leaving, given back by Escape. */
export function NumberField({ name, dial, value, set, fault }: NumberFieldProps) {
  const [typed, type] = useState<Typed | null>(null);
  const shown = dial.text(value);
  const now = typed?.over === shown ? typed : null;
  const take = (text: string): void => {
    const number = dial.read(text);
    const reason = number === null ? 'must be a number' : refusal(text, number);
    fault(reason);
    type(reason ? { text, over: shown, wrong: true } : null);
  };
  const refusal = (text: string, number: number): string =>
    text === shown ? '' : (set(number)[0]?.reason ?? '');
  return (
    <span class="field">
      <input
        type="text"
        inputMode="decimal"
        aria-label={name}
        aria-invalid={now?.wrong ?? false}
        value={now?.text ?? shown}
        onInput={({ currentTarget: { value: text } }) => type({ text, over: shown, wrong: false })}
        onBlur={(event) => take(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
          if (event.key !== 'Escape' || now === null) return;
          event.stopPropagation();
          type(null);
          fault('');
        }}
      />
      {dial.unit && <span>{dial.unit}</span>}
    </span>
  );
}
