import { SLIDER_POSITIONS, type SliderParam, sliderScale } from '@iklab/core/format';
import type { Fault, LengthUnit } from '@iklab/core/scenario';
import { useState } from 'preact/hooks';
import { NumberField } from './numberField.tsx';
import { SubscriptedText } from './subscriptedText.tsx';
import { useUniqueId } from './useUniqueId.ts';

export interface SliderProps {
  readonly label: string;
  readonly help: string;
  readonly span: SliderParam;
  readonly scene: LengthUnit;
  readonly value: number;
  /**
   * Applies the value. Returns the faults of a refused value. `gesture` tells whether a drag
   * continues.
   */
  readonly set: (value: number, gesture: boolean) => readonly Fault[];
  readonly fittedDefault?: number | null;
  readonly onDone: () => void;
  readonly bare?: boolean;
}

export function Slider(props: SliderProps) {
  const { label, help, span, scene, value, fittedDefault, set, onDone, bare = false } = props;
  const initial = fittedDefault ?? span.initial;
  const scale = sliderScale({ ...span, initial }, scene);
  const position = scale.position(value);
  return (
    <div class="param">
      {!bare && <ParameterName label={label} help={help} />}
      <span class="slide">
        <i class="fill" style={{ width: `${position / 10}%` }} />
        {!bare && <i class="default" style={{ left: `${scale.position(initial) / 10}%` }} />}
        <input
          type="range"
          min="0"
          max={SLIDER_POSITIONS}
          value={position}
          aria-label={label}
          aria-valuetext={scale.textWithUnit(value)}
          onInput={(event) => set(scale.value(Number(event.currentTarget.value)), true)}
          onChange={onDone}
        />
      </span>
      <ResetButton
        name={label}
        to={fittedDefault ? 'the value scaled to this mechanism' : 'the default'}
        visible={!bare && value !== initial}
        press={() => set(initial, false)}
      />
      <NumberField
        name={`${label}, value`}
        quantity={scale}
        value={value}
        set={(to) => set(to, false)}
      />
      {value === fittedDefault && fittedDefault !== span.initial && (
        <p class="fits">scaled to this mechanism (default: {scale.textWithUnit(span.initial)})</p>
      )}
    </div>
  );
}

interface AutomaticProps extends Omit<SliderProps, 'fits'> {
  /** Returns the value of the parameter after its switch “automatic” is turned off. */
  readonly fixed: () => number;
}

// Up to the largest allowed value.
const DECADES = { min: 1e-4, initial: 0.1, scale: 'log' } as const;

/** Slider with a switch for an automatic value. The value 0 means automatic. */
export function AutomaticValueSlider({ fixed, ...props }: AutomaticProps) {
  const { label, help, span, value, set } = props;
  const automatic = value === 0;
  return (
    <div class="automatic">
      <div class="param row">
        <ParameterName label={label} help={help} />
        <label>
          <input
            type="checkbox"
            aria-label={`${label}: automatic`}
            checked={automatic}
            onChange={({ currentTarget: { checked } }) =>
              set(checked ? 0 : roundDigits(fixed()), false)
            }
          />
          automatic
        </label>
      </div>
      {!automatic && <Slider {...props} bare span={{ ...span, ...DECADES }} />}
    </div>
  );
}

const roundDigits = (value: number): number => Number(value.toPrecision(3));

export function ParameterName({ label, help }: { label: string; help: string }) {
  const id = useUniqueId();
  const [helpOpen, setHelpOpen] = useState(false);
  if (!help)
    return (
      <span class="name">
        <SubscriptedText text={label} />
      </span>
    );
  return (
    <>
      <button
        type="button"
        class="name"
        title={help}
        aria-expanded={helpOpen}
        aria-controls={helpOpen ? id : undefined}
        onClick={() => setHelpOpen(!helpOpen)}
      >
        <span>
          <SubscriptedText text={label} />
        </span>
      </button>
      {helpOpen && (
        <p class="help" id={id}>
          {help}
        </p>
      )}
    </>
  );
}

export function ResetButton(props: {
  name: string;
  to?: string;
  visible: boolean;
  press: () => void;
}) {
  const { name, to = 'the default', visible, press } = props;
  return (
    <span class="reset-slot">
      {visible && (
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
