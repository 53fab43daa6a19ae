import {
  type JointSliderRange,
  jointSliderRange,
  jointValueAfterKey,
  jointValueNotation,
  snapJointValue,
} from '@iklab/core/format';
import { jointLimitFaultText } from '@iklab/core/format/words';
import type { Fault, Joint } from '@iklab/core/scenario';
import { halfTypicalLinkLength, isIndependentJoint, jointValues } from '@iklab/core/scenario/robot';
import { useEffect, useRef } from 'preact/hooks';
import { NumberField } from '../../ui/numberField.tsx';
import { ResetButton } from '../../ui/slider.tsx';
import css from './jointRows.module.css';
import type { PoseEditorProps } from './poseEditorProps.ts';

interface RowsProps extends PoseEditorProps {
  readonly rest: readonly number[];
}

/** Shows a row per joint that is not fixed, including mimic joints, in document order. */
export function JointRows(props: RowsProps) {
  const { scene, current, units } = props;
  const { joints } = scene.tree;
  const movingJoints = joints.filter(isIndependentJoint);
  const all = jointValues(joints, current.values);
  const list = useRef<HTMLUListElement>(null);
  // Scrolls to a joint that is dragged in the picture.
  useEffect(() => {
    list.current?.querySelector('[data-held=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current.joint]);
  return (
    <ul class={css.jointRows} ref={list}>
      {joints.map((joint, i) => {
        const index = movingJoints.indexOf(joint);
        if (index >= 0) return <JointRow key={joint.id} {...props} joint={joint} index={index} />;
        if (!joint.mimic) return null;
        return (
          <li key={joint.id} class={css.follows}>
            <span class="one-line" title={joint.id}>
              {joint.id}
            </span>
            <small>follows {joint.mimic.joint}</small>
            <span class="value">{jointValueNotation(joint, units).textWithUnit(all[i] ?? 0)}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface RowProps extends RowsProps {
  readonly joint: Joint;
  /** Index of the joint among the independent joints of the mechanism. */
  readonly index: number;
}

function JointRow({ scene, current, units, set, rest, joint, index }: RowProps) {
  const quantity = jointValueNotation(joint, units);
  const [value = 0, home = 0] = [current.values[index], rest[index]];
  const span = jointSliderRange(joint, [value, home], 4 * halfTypicalLinkLength(scene.tree), units);
  const put = (next: number): void =>
    set(
      current.values.map((old, i) => (i === index ? next : old)),
      index,
    );
  const type = (next: number): readonly Fault[] => {
    const wrong = isOutsideLimits(next, joint, scene.scenario.limitPolicy === 'ignore');
    if (wrong)
      return [{ path: '', reason: jointLimitFaultText(joint, next, units).replace(/\.$/, '') }];
    put(next);
    return [];
  };
  return (
    <li
      data-held={current.joint === index}
      onFocusCapture={() => {
        if (current.joint !== index) set(current.values, index);
      }}
    >
      <span class={css.jointNumber}>{index + 1}</span>
      <span class="one-line" title={joint.id}>
        {joint.id}
      </span>
      <ResetButton name={joint.id} to="rest" visible={value !== home} press={() => put(home)} />
      <NumberField name={`${joint.id}, value`} quantity={quantity} value={value} set={type} />
      <JointSlider
        joint={joint}
        span={span}
        rest={home}
        value={value}
        valueText={quantity.textWithUnit(value)}
        setValue={(next) =>
          // The rest value may be between two steps of the slider.
          put(
            Math.abs(next - home) < span.fine / 2 ? home : snapJointValue(next, joint, span, units),
          )
        }
      />
      <LimitEnds joint={joint} format={quantity.textWithUnit} />
    </li>
  );
}

const isOutsideLimits = (value: number, { limits }: Joint, ignored: boolean): boolean =>
  !ignored && limits !== null && (value < limits[0] || value > limits[1]);

interface SliderProps {
  readonly joint: Joint;
  readonly span: JointSliderRange;
  readonly rest: number;
  readonly value: number;
  readonly valueText: string;
  readonly setValue: (value: number) => void;
}

/**
 * Slider of a joint value that shows the joint's limits and rest value. Arrow keys change the value
 * by a step, with Shift by a tenth of a step.
 */
function JointSlider({ joint, span, rest, value, valueText, setValue }: SliderProps) {
  const { least, most } = span;
  const toPercent = (position: number): number => (100 * (position - least)) / (most - least || 1);
  const percent = (position: number): string => `${toPercent(position).toFixed(3)}%`;
  const [from, to] = value < rest ? [value, rest] : [rest, value];
  const band = joint.limits ?? null;
  return (
    <span class={css.jointSlide}>
      {band && (
        <i
          class={css.band}
          style={{ left: percent(band[0]), right: `${100 - toPercent(band[1])}%` }}
        />
      )}
      <i
        class="fill"
        style={{ left: percent(from), width: `${toPercent(to) - toPercent(from)}%` }}
      />
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
          const next = jointValueAfterKey(event.key, event.shiftKey, value, span);
          if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          setValue(next);
        }}
      />
    </span>
  );
}

const signed = (value: number, format: (value: number) => string): string =>
  value > 0 ? `+${format(value)}` : format(value).replace('-', '−');

function LimitEnds({
  joint: { limits },
  format,
}: {
  joint: Joint;
  format: (value: number) => string;
}) {
  if (!limits)
    return (
      <span class={css.limitEnds}>
        <span>no limits</span>
      </span>
    );
  return (
    <span class={css.limitEnds}>
      <span>{signed(limits[0], format)}</span>
      <span>{signed(limits[1], format)}</span>
    </span>
  );
}
