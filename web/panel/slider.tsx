import { useId, useState } from 'preact/hooks';
import type { Fault } from '../scenario/types.ts';
import { type DialSpan, dial, PLACES } from '../session/dial.ts';
import { NumberField } from './number.tsx';
import { Subscripts } from './subscripts.tsx';

export interface SliderProps {
  readonly label: string;
  readonly help: string;
  readonly span: DialSpan;
  readonly value: number;
  /** `gesture`: the hand is still on it. */
  readonly set: (value: number, gesture: boolean) => readonly Fault[];
  /** The gesture is over. */
  readonly done: () => void;
}

/** A number: slider with a tick at its default, field, and a dot that resets it. */
export function Slider({ label, help, span, value, set, done }: SliderProps) {
  const id = useId();
  const [fault, say] = useState('');
  const turned = dial(span);
  const at = turned.place(value);
  const put = (to: number, gesture: boolean): readonly Fault[] => {
    const faults = set(to, gesture);
    say(faults[0]?.reason ?? '');
    return faults;
  };
  return (
    <div class="param">
      <Name label={label} help={help} id={id} />
      <span class="slide">
        <i class="fill" style={{ width: `${at / 10}%` }} />
        <i class="default" style={{ left: `${turned.place(span.initial) / 10}%` }} />
        <input
          type="range"
          min="0"
          max={PLACES}
          value={at}
          aria-label={label}
          aria-valuetext={`${turned.text(value)} ${turned.unit}`.trim()}
          onInput={(event) => put(turned.value(Number(event.currentTarget.value)), true)}
          onChange={done}
        />
      </span>
      <Reset name={label} shown={value !== span.initial} press={() => put(span.initial, false)} />
      <NumberField
        name={`${label}, value`}
        dial={turned}
        value={value}
        set={(to) => put(to, false)}
        fault={say}
      />
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The name of a parameter: pressed, it tells what the parameter does. */
export function Name({ label, help, id }: { label: string; help: string; id: string }) {
  const [told, tell] = useState(false);
  if (!help)
    return (
      <span class="name">
        <Subscripts text={label} />
      </span>
    );
  return (
    <>
      <button
        type="button"
        class="name"
        title={help}
        aria-expanded={told}
        aria-controls={told ? id : undefined}
        onClick={() => tell(!told)}
      >
        <span>
          <Subscripts text={label} />
        </span>
      </button>
      {told && (
        <p class="help" id={id}>
          {help}
        </p>
      )}
    </>
  );
}

/** The accent dot of a changed value. */
export function Reset({ name, shown, press }: { name: string; shown: boolean; press: () => void }) {
  return (
    <span class="reset-slot">
      {shown && (
        <button
          type="button"
          class="reset"
          aria-label={`Reset ${name}`}
          title="Back to the default"
          onClick={press}
        />
      )}
    </span>
  );
}
