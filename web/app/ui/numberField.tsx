import { formatTypedValue, type Quantity } from '@iklab/core/format';
import type { Fault } from '@iklab/core/scenario';
import { violatedBoundText } from '@iklab/core/scenario/checks';
import { COORDINATE_AXES } from '@iklab/core/scenario/targets';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useUniqueId } from './useUniqueId.ts';

interface NumberFieldProps {
  readonly name: string;
  readonly quantity: Quantity;
  readonly value: number;
  /** Prefix of the error message in a row of several fields: x, y, z. */
  readonly short?: string;
  /** Applies the number. Returns the faults of a refused number. */
  readonly set: (value: number) => readonly Fault[];
}

/** Typed text in place of the shown value `over`. A change of that value discards the text. */
interface FieldDraft {
  readonly text: string;
  readonly over: string;
  /** Reason for refusing the text; '' if the text is accepted. */
  readonly fault: string;
}

export function NumberField({ name, quantity, value, short = '', set }: NumberFieldProps) {
  const id = useUniqueId();
  const [draft, setDraft] = useState<FieldDraft | null>(null);
  const displayed = quantity.text(value);
  const current = draft?.over === displayed ? draft : null;
  const fault = current?.fault ?? '';
  const commit = (text: string): void => {
    const reason = text === displayed ? '' : refusal(text, quantity, set);
    setDraft(reason ? { text, over: displayed, fault: reason } : null);
  };
  return (
    <>
      <span class="field">
        <input
          type="text"
          inputMode="text"
          size={Math.max(1, (current?.text ?? displayed).length)}
          aria-label={name}
          aria-invalid={fault !== ''}
          aria-describedby={fault ? id : undefined}
          value={current?.text ?? displayed}
          onInput={({ currentTarget: { value: text } }) =>
            setDraft({ text, over: displayed, fault: '' })
          }
          onBlur={(event) => commit(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(event.currentTarget.value);
            if (event.key !== 'Escape' || current === null) return;
            event.stopPropagation();
            setDraft(null);
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
  readonly label: ComponentChildren;
  readonly title?: string;
}

export const NumberFieldRow = ({ label, title, ...field }: RowProps) => (
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

export const NumberFieldTriple = ({ label, named, quantity, value, set }: TripleProps) => (
  <div class="axes">
    <span>{quantity.unit ? `${label}, ${quantity.unit}` : label}</span>
    {COORDINATE_AXES.map((axis, i) => (
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

/** Applies a text. Returns the reason for a refusal, in the unit of the field, or ''. */
function refusal(text: string, quantity: Quantity, set: NumberFieldProps['set']): string {
  const number = quantity.read(text);
  if (typeof number === 'string') return number;
  const [fault] = set(number);
  return fault?.bound
    ? violatedBoundText(
        fault.bound,
        quantity.textWithUnit,
        formatTypedValue(text, number, quantity),
      )
    : (fault?.reason ?? '');
}
