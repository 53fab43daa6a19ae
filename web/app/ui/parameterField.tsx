import type { Fault, LengthUnit, ParamValue } from '@iklab/core/scenario';
import {
  type DescribedParam,
  initialParamValue,
  isParamAutomaticAtZero,
} from '@iklab/core/scenario/methods';
import { ChoiceField } from './choiceField.tsx';
import { canShowAsSegments, SegmentedControl } from './segmentedControl.tsx';
import { AutomaticValueSlider, ParameterName, ResetButton, Slider } from './slider.tsx';

interface ParameterProps {
  readonly param: DescribedParam;
  readonly scene: LengthUnit;
  /** Default for this mechanism. It replaces the default of the method table. */
  readonly fittedDefault?: number | null;
  readonly value: ParamValue;
  readonly nameOf: (method: string) => string;
  /** Returns the value of the parameter after its switch “automatic” is turned off. */
  readonly fixed?: () => number;
  readonly set: (value: ParamValue, gesture: boolean) => readonly Fault[];
  readonly onDone: () => void;
}

export function ParameterField(props: ParameterProps) {
  const { param, scene, fittedDefault, value, nameOf, fixed, set, onDone } = props;
  const { label, help, scale, options } = param;
  if (typeof value === 'number' && fixed && isParamAutomaticAtZero(param))
    return (
      <AutomaticValueSlider {...{ label, help, scene, value, fixed, set, onDone }} span={param} />
    );
  if (typeof value === 'number')
    return (
      <Slider
        {...{ label, help, scene, value, set, onDone }}
        span={param}
        fittedDefault={fittedDefault}
      />
    );
  const initial = initialParamValue(param);
  if (typeof value === 'string')
    return (
      <ParameterChoice
        label={label}
        help={help}
        value={value}
        initial={String(initial)}
        options={options.map((id) => [id, scale === 'method' ? nameOf(id) : id] as const)}
        choose={(id) => set(id, false)}
      />
    );
  return (
    <div class="param row">
      <ParameterName label={label} help={help} />
      <ResetButton name={label} visible={value !== initial} press={() => set(initial, false)} />
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        onChange={(event) => set(event.currentTarget.checked, false)}
      />
    </div>
  );
}

interface PickProps<T extends string> {
  readonly label: string;
  readonly help?: string;
  readonly value: T;
  /** The value that the reset dot restores; null if there is no default. */
  readonly initial: T | null;
  readonly options: readonly (readonly [T, string])[];
  readonly choose: (value: T) => void;
}

export function ParameterChoice<T extends string>(props: PickProps<T>) {
  const { label, help = '', value, initial, options, choose } = props;
  const changed = initial !== null && value !== initial;
  return (
    <div class="param row">
      <ParameterName label={label} help={help} />
      <ResetButton
        name={label}
        visible={changed}
        press={() => initial !== null && choose(initial)}
      />
      {canShowAsSegments(options) ? (
        <SegmentedControl name={label} value={value} options={options} choose={choose} />
      ) : (
        <ChoiceField name="" label={label} value={value} options={options} choose={choose} />
      )}
    </div>
  );
}
