import {
  type DescribedParam,
  type Fault,
  initialValue,
  isAutomaticAtZero,
  type LengthUnit,
  type ParamValue,
} from 'iklab/scenario';
import { Choice } from './choiceField.tsx';
import { few, Segments } from './segmentedControl.tsx';
import { AutomaticSlider, Name, Reset, Slider } from './slider.tsx';

interface ParameterProps {
  readonly param: DescribedParam;
  readonly scene: LengthUnit;
  /** Default computed for the mechanism, which replaces the default of the table. */
  readonly fits?: number | null;
  readonly value: ParamValue;
  readonly nameOf: (method: string) => string;
  /** The initial value of an automatic parameter when its switch is turned off. */
  readonly fixed?: () => number;
  readonly set: (value: ParamValue, gesture: boolean) => readonly Fault[];
  readonly done: () => void;
}

/** A parameter of the method table as slider, switch, segments or list, depending on its scale. */
export function Parameter(props: ParameterProps) {
  const { param, scene, fits, value, nameOf, fixed, set, done } = props;
  const { label, help, scale, options } = param;
  if (typeof value === 'number' && fixed && isAutomaticAtZero(param))
    return <AutomaticSlider {...{ label, help, scene, value, fixed, set, done }} span={param} />;
  if (typeof value === 'number')
    return <Slider {...{ label, help, scene, value, set, done }} span={param} fits={fits} />;
  const initial = initialValue(param);
  if (typeof value === 'string')
    return (
      <Pick
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
      <Name label={label} help={help} />
      <Reset name={label} shown={value !== initial} press={() => set(initial, false)} />
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

export function Pick<T extends string>(props: PickProps<T>) {
  const { label, help = '', value, initial, options, choose } = props;
  const changed = initial !== null && value !== initial;
  return (
    <div class="param row">
      <Name label={label} help={help} />
      <Reset name={label} shown={changed} press={() => initial !== null && choose(initial)} />
      {few(options) ? (
        <Segments name={label} value={value} options={options} choose={choose} />
      ) : (
        <Choice name="" label={label} value={value} options={options} choose={choose} />
      )}
    </div>
  );
}
