import { asTyped, type Quantity } from 'iklab/format';
import { boundText, type Fault } from 'iklab/scenario';
import { useId, useState } from 'preact/hooks';

interface NumberFieldProps {
  readonly name: string;
  readonly quantity: Quantity;
  readonly value: number;
  /** What stands before the reason where several fields share a row: x, y, z. */
  readonly short?: string;
  /** Faults: the number is refused, and says why. */
  readonly set: (value: number) => readonly Fault[];
}

/** What was typed over the number that was shown then; another number makes it void. */
interface Typed {
  readonly text: string;
  readonly over: string;
  /** Why it is refused; '' where it is not. */
  readonly fault: string;
}

/**
 * A number as it is typed, with a unit of its own if one likes: taken at Enter or on leaving, given
 * back by Escape. What is wrong with it stands below it.
 */
export function NumberField({ name, quantity, value, short = '', set }: NumberFieldProps) {
  const id = useId();
  const [typed, type] = useState<Typed | null>(null);
  const shown = quantity.text(value);
  const now = typed?.over === shown ? typed : null;
  const fault = now?.fault ?? '';
  const take = (text: string): void => {
    const reason = text === shown ? '' : refusal(text, quantity, set);
    type(reason ? { text, over: shown, fault: reason } : null);
  };
  return (
    <>
      <span class="field">
        <input
          type="text"
          inputMode="text"
          size={Math.max(1, (now?.text ?? shown).length)}
          aria-label={name}
          aria-invalid={fault !== ''}
          aria-describedby={fault ? id : undefined}
          value={now?.text ?? shown}
          onInput={({ currentTarget: { value: text } }) => type({ text, over: shown, fault: '' })}
          onBlur={(event) => take(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(event.currentTarget.value);
            if (event.key !== 'Escape' || now === null) return;
            event.stopPropagation();
            type(null);
          }}
        />
        {quantity.unit && <span>{quantity.unit}</span>}
      </span>
      {fault && (
        <span class="fault" role="alert" id={id}>
          {short ? `${short} ${fault}` : fault}
        </span>
      )}
    </>
  );
}

/** Why what was typed is refused, in the unit of its field; '': it was taken. */
function refusal(text: string, quantity: Quantity, set: NumberFieldProps['set']): string {
  const number = quantity.read(text);
  if (typeof number === 'string') return number;
  const [fault] = set(number);
  return fault?.bound
    ? boundText(fault.bound, quantity.say, asTyped(text, number, quantity))
    : (fault?.reason ?? '');
}
