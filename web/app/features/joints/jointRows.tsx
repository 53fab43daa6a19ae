import {
  beyondLimits,
  type JointSpan,
  jointQuantity,
  jointSpan,
  keyedValue,
  settledValue,
} from 'iklab/format';
import {
  type Fault,
  isMovingJoint,
  type Joint,
  jointValues,
  typicalDistance,
} from 'iklab/scenario';
import { useEffect, useRef } from 'preact/hooks';
import { NumberField } from '../../ui/number.tsx';
import { Reset } from '../../ui/slider.tsx';
import type { JogProps } from './jogProps.ts';
import css from './jointRows.module.css';

interface RowsProps extends JogProps {
  readonly rest: readonly number[];
}

/** All movable joints, including mimic joints, in the order of the document. */
export function JointRows(props: RowsProps) {
  const { scene, now, units } = props;
  const { joints } = scene.tree;
  const own = joints.filter(isMovingJoint);
  const all = jointValues(joints, now.values);
  const list = useRef<HTMLUListElement>(null);
  // Scrolls to a joint that is dragged in the picture.
  useEffect(() => {
    list.current?.querySelector('[data-held=true]')?.scrollIntoView({ block: 'nearest' });
  }, [now.joint]);
  return (
    <ul class={css.jointRows} ref={list}>
      {joints.map((joint, i) => {
        const index = own.indexOf(joint);
        if (index >= 0) return <JointRow key={joint.id} {...props} joint={joint} index={index} />;
        if (!joint.mimic) return null;
        return (
          <li key={joint.id} class={css.follows}>
            <span class={css.jointId} title={joint.id}>
              {joint.id}
            </span>
            <small>follows {joint.mimic.joint}</small>
            <span class="value">{jointQuantity(joint, units).textWithUnit(all[i] ?? 0)}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface RowProps extends RowsProps {
  readonly joint: Joint;
  /** Index among the independent joints. */
  readonly index: number;
}

function JointRow({ scene, now, units, set, rest, joint, index }: RowProps) {
  const quantity = jointQuantity(joint, units);
  const [value = 0, home = 0] = [now.values[index], rest[index]];
  const span = jointSpan(joint, [value, home], 4 * typicalDistance(scene.tree), units);
  const put = (next: number): void =>
    set(
      now.values.map((old, i) => (i === index ? next : old)),
      index,
    );
  const type = (next: number): readonly Fault[] => {
    const wrong = refusal(next, joint, scene.scenario.limitPolicy === 'ignore');
    if (wrong) return [{ path: '', reason: beyondLimits(joint, next, units).replace(/\.$/, '') }];
    put(next);
    return [];
  };
  return (
    <li
      data-held={now.joint === index}
      onFocusCapture={() => {
        if (now.joint !== index) set(now.values, index);
      }}
    >
      <span class={css.jointNumber}>{index + 1}</span>
      <span class={css.jointId} title={joint.id}>
        {joint.id}
      </span>
      <Reset name={joint.id} to="rest" shown={value !== home} press={() => put(home)} />
      <NumberField name={`${joint.id}, value`} quantity={quantity} value={value} set={type} />
      <JointSlider
        joint={joint}
        span={span}
        rest={home}
        value={value}
        valueText={quantity.textWithUnit(value)}
        setValue={(next) =>
          // The rest value may be between two steps of the slider.
          put(Math.abs(next - home) < span.fine / 2 ? home : settledValue(next, joint, span, units))
        }
      />
      <Ends joint={joint} say={quantity.textWithUnit} />
    </li>
  );
}

const refusal = (value: number, { limits }: Joint, ignored: boolean): boolean =>
  !ignored && limits !== null && (value < limits[0] || value > limits[1]);

interface SliderProps {
  readonly joint: Joint;
  readonly span: JointSpan;
  readonly rest: number;
  readonly value: number;
  readonly valueText: string;
  readonly setValue: (value: number) => void;
}

/**
 * Band: limits; tick: rest; fill: from rest to the value. Arrow keys change the value, with Shift
 * by a tenth of the step.
 */
function JointSlider({ joint, span, rest, value, valueText, setValue }: SliderProps) {
  const { least, most } = span;
  const at = (place: number): number => (100 * (place - least)) / (most - least || 1);
  const percent = (place: number): string => `${at(place).toFixed(3)}%`;
  const [from, to] = value < rest ? [value, rest] : [rest, value];
  const band = joint.limits ?? null;
  return (
    <span class={css.jointSlide}>
      {band && (
        <i class={css.band} style={{ left: percent(band[0]), right: `${100 - at(band[1])}%` }} />
      )}
      <i class="fill" style={{ left: percent(from), width: `${at(to) - at(from)}%` }} />
      <i class={css.rest} style={{ left: percent(rest) }} />
      <input
        type="range"
        min={least}
        max={most}
        step="any"
        value={value}
        aria-label={joint.id}
        aria-valuetext={valueText}
        onInput={({ currentTarget }) => setValue(Number(currentTarget.value))}
        onKeyDown={(event) => {
          const next = keyedValue(event.key, event.shiftKey, value, span);
          if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          setValue(next);
        }}
      />
    </span>
  );
}

const signed = (value: number, say: (value: number) => string): string =>
  value > 0 ? `+${say(value)}` : say(value).replace('-', '−');

function Ends({ joint: { limits }, say }: { joint: Joint; say: (value: number) => string }) {
  if (!limits)
    return (
      <span class={css.limitEnds}>
        <span>no limits</span>
      </span>
    );
  return (
    <span class={css.limitEnds}>
      <span>{signed(limits[0], say)}</span>
      <span>{signed(limits[1], say)}</span>
    </span>
  );
}
