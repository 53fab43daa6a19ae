import { RADIANS_PER_DEGREE, toDegrees } from '@iklab/core/scenario/numbers';
import type { Session } from '@iklab/run/session';
import { ResetButton } from '../../ui/slider.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { type AngleRange, changeAngleByKey } from './angleAfterKey.ts';
import { parameterName, tenthsText } from './parameterTexts.ts';
import css from './selfMotion.module.css';
import type { SelfMotionState } from './selfMotionState.ts';
import type { ShownParameter } from './solutionsState.ts';

interface ParameterSliderProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly parameter: ShownParameter;
}

/** Slider of the parameter of a redundant arm, with a mark for the pose of each method. */
export function ParameterSlider({ session, state, parameter }: ParameterSliderProps) {
  const value = state.chosenParameter.value ?? parameter.value;
  const range = rangeOf(parameter, value);
  const set = (next: number): void => {
    state.chosenParameter.value = next;
  };
  const percent = (angle: number) => `${(100 * (angle - range.from)) / (range.to - range.from)}%`;
  const name = parameterName(parameter);
  return (
    <div class={css.parameterSlider}>
      <span class="one-line">{name}</span>
      <span class={css.parameterEnd}>{tenthsText(range.from)}</span>
      <span class={`slide ${css.parameterTrack}`}>
        {session.instances.map(({ slot }, i) => {
          const at = state.reachedParameters.value[i] ?? null;
          return (
            at !== null && (
              <span key={slot} class={css.methodMark} style={{ left: percent(at) }}>
                <SlotMarkIcon slot={slot} />
              </span>
            )
          );
        })}
        <input
          type="range"
          min={toDegrees(range.from)}
          max={toDegrees(range.to)}
          step="any"
          value={toDegrees(value)}
          aria-label={name}
          aria-valuetext={tenthsText(value)}
          onInput={({ currentTarget }) => set(Number(currentTarget.value) * RADIANS_PER_DEGREE)}
          onKeyDown={(event) => changeAngleByKey(event, value, range, set)}
        />
      </span>
      <span class={css.parameterEnd}>{tenthsText(range.to)}</span>
      <b>{tenthsText(value)}</b>
      <ResetButton
        name={name}
        to="the pose that a method reached, or the start"
        visible={state.chosenParameter.value !== null}
        press={() => {
          state.chosenParameter.value = null;
        }}
      />
    </div>
  );
}

/** Returns the limits of the joint, or a full turn, extended to a value outside. */
function rangeOf({ joint }: ShownParameter, value: number): AngleRange {
  const [from, to] = joint?.limits ?? [-Math.PI, Math.PI];
  return { from: Math.min(from, value), to: Math.max(to, value), wraps: !joint?.limits };
}
