import { asTyped, type Quantity } from 'iklab/format';
import { AXES, boundText, type Fault } from 'iklab/scenario';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useUniqueId } from './useUniqueId.ts';

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
  const id = useUniqueId();
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

interface RowProps extends NumberFieldProps {
  /** What stands before the field, */
  readonly label: ComponentChildren;
  /** and says more. */
  readonly title?: string;
}

/** A number in a line of its own. */
export const NumberRow = ({ label, title, ...field }: RowProps) => (
  <div class="row">
    <span title={title}>{label}</span>
    <NumberField {...field} />
  </div>
);

interface TripleProps extends Pick<NumberFieldProps, 'quantity'> {
  readonly label: string;
  readonly named: (axis: string) => string;
  readonly value: readonly number[];
  readonly set: (axis: number, value: number) => readonly Fault[];
}

/** Along x, y and z, with their unit before them. */
export const NumberTriple = ({ label, named, quantity, value, set }: TripleProps) => (
  <div class="axes">
    <span>{quantity.unit ? `${label}, ${quantity.unit}` : label}</span>
    {AXES.map((axis, i) => (
      <NumberField
        key={axis}
        name={named(axis)}
        short={axis}
        quantity={{ ...quantity, unit: '' }}
        value={value[i] as number}
        set={(number) => set(i, number)}
      />
    ))}
  </div>
);

/** Why what was typed is refused, in the unit of its field; '': it was taken. */
function refusal(text: string, quantity: Quantity, set: NumberFieldProps['set']): string {
  const number = quantity.read(text);
  if (typeof number === 'string') return number;
  const [fault] = set(number);
  return fault?.bound
    ? boundText(fault.bound, quantity.textWithUnit, asTyped(text, number, quantity))
    : (fault?.reason ?? '');
}
