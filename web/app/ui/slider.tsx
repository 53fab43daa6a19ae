import { SLIDER_PLACES, type SliderSpan, sliderScale } from 'iklab/format';
import type { Fault, LengthUnit } from 'iklab/scenario';
import { useState } from 'preact/hooks';
import { NumberField } from './number.tsx';
import { Subscripts } from './subscripts.tsx';
import { useUniqueId } from './useUniqueId.ts';

export interface SliderProps {
  readonly label: string;
  readonly help: string;
  readonly span: SliderSpan;
  readonly scene: LengthUnit;
  readonly value: number;
  /** `gesture`: whether the value is still being dragged. */
  readonly set: (value: number, gesture: boolean) => readonly Fault[];
  /** Default computed for the mechanism, which replaces the default of the table. */
  readonly fits?: number | null;
  readonly done: () => void;
  readonly bare?: boolean;
}

/** A number: slider with a tick at its default, field, and a dot that resets it. */
export function Slider(props: SliderProps) {
  const { label, help, span, scene, value, fits, set, done, bare = false } = props;
  const initial = fits ?? span.initial;
  const turned = sliderScale({ ...span, initial }, scene);
  const at = turned.place(value);
  return (
    <div class="param">
      {!bare && <Name label={label} help={help} />}
      <span class="slide">
        <i class="fill" style={{ width: `${at / 10}%` }} />
        {!bare && <i class="default" style={{ left: `${turned.place(initial) / 10}%` }} />}
        <input
          type="range"
          min="0"
          max={SLIDER_PLACES}
          value={at}
          aria-label={label}
          aria-valuetext={turned.textWithUnit(value)}
          onInput={(event) => set(turned.value(Number(event.currentTarget.value)), true)}
          onChange={done}
        />
      </span>
      <Reset
        name={label}
        to={fits ? 'the value scaled to this mechanism' : 'the default'}
        shown={!bare && value !== initial}
        press={() => set(initial, false)}
      />
      <NumberField
        name={`${label}, value`}
        quantity={turned}
        value={value}
        set={(to) => set(to, false)}
      />
      {value === fits && fits !== span.initial && (
        <p class="fits">scaled to this mechanism (default: {turned.textWithUnit(span.initial)})</p>
      )}
    </div>
  );
}

interface AutomaticProps extends Omit<SliderProps, 'fits'> {
  /** The initial value when the switch is turned off. */
  readonly fixed: () => number;
}

// Up to the largest allowed value.
const DECADES = { min: 1e-4, initial: 0.1, scale: 'log' } as const;

/** A number with an automatic mode, stored as 0: a switch, and a slider while it is off. */
export function AutomaticSlider({ fixed, ...props }: AutomaticProps) {
  const { label, help, span, value, set } = props;
  const automatic = value === 0;
  return (
    <div class="automatic">
      <div class="param row">
        <Name label={label} help={help} />
        <label>
          <input
            type="checkbox"
            aria-label={`${label}: automatic`}
            checked={automatic}
            onChange={({ currentTarget: { checked } }) =>
              set(checked ? 0 : rounded(fixed()), false)
            }
          />
          automatic
        </label>
      </div>
      {!automatic && <Slider {...props} bare span={{ ...span, ...DECADES }} />}
    </div>
  );
}

const rounded = (value: number): number => Number(value.toPrecision(3));

export function Name({ label, help }: { label: string; help: string }) {
  const id = useUniqueId();
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

export function Reset(props: { name: string; to?: string; shown: boolean; press: () => void }) {
  const { name, to = 'the default', shown, press } = props;
  return (
    <span class="reset-slot">
      {shown && (
        <button
          type="button"
          class="reset"
          aria-label={`Reset ${name}`}
          title={`Reset to ${to}`}
          onClick={press}
        />
      )}
    </span>
  );
}
