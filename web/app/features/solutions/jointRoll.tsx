import type { LengthUnit } from '@iklab/core/scenario';
import { toDegrees } from '@iklab/core/scenario/numbers';
import type { Session } from '@iklab/run/session';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { changeAngleByKey } from './angleAfterKey.ts';
import css from './selfMotion.module.css';
import type { RollRange, RollRow, SelfMotionRoll } from './selfMotionRoll.ts';
import type { RollCursor, SelfMotionState } from './selfMotionState.ts';
import { axisName, cursorText, jointValueText, limitsText } from './selfMotionTexts.ts';

interface JointRollProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly roll: SelfMotionRoll;
  /** Starts all methods at the pose of the cursor. */
  readonly start: () => void;
}

/** The joint values along the self-motion curve, a row per joint, with a cursor. */
export function JointRoll({ session, state, roll, start }: JointRollProps) {
  const cursor = state.cursor.value;
  const { unit } = session.scene.scenario;
  return (
    <div class={css.jointRoll} style={{ '--rows': roll.rows.length }}>
      <div class={css.rollBand} aria-hidden="true">
        {roll.within.map((range) => (
          <i key={range[0]} class={css.rollWithin} style={boxOf(range, roll)} />
        ))}
        {session.instances.map(({ slot }, i) => {
          const at = state.rollMarks.value[i] ?? null;
          return (
            at !== null && (
              <span key={slot} class={css.rollMark} style={{ left: percent(roll.shareOf(at)) }}>
                <SlotMarkIcon slot={slot} />
              </span>
            )
          );
        })}
      </div>
      {roll.rows.map((row, i) => (
        <RollRowView key={row.joint.id} {...{ row, roll, cursor, unit }} line={i + 2} />
      ))}
      <RollAxis roll={roll} />
      <RollSlider {...{ session, state, roll, cursor, start }} />
    </div>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

const boxOf = ([from, to]: RollRange, roll: SelfMotionRoll) => ({
  left: percent(roll.shareOf(from)),
  width: percent((to - from) / (roll.length || 1)),
});

interface RowProps {
  readonly row: RollRow;
  /** Row of the grid. */
  readonly line: number;
  readonly roll: SelfMotionRoll;
  readonly cursor: RollCursor | null;
  readonly unit: LengthUnit;
}

function RollRowView({ row, line, roll, cursor, unit }: RowProps) {
  const { joint, column } = row;
  const gridRow = { gridRow: line };
  const value = cursor?.solution.theta[column];
  const [low, high] = joint.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return (
    <>
      <span class={css.rollJoint} style={gridRow}>
        <span class="one-line">{joint.id}</span>
        <small>{limitsText(joint, unit)}</small>
      </span>
      <span class={css.rollPlot} style={gridRow}>
        {row.outside.map((range) => (
          <i key={range[0]} class={css.rollOutside} style={boxOf(range, roll)} />
        ))}
        <svg viewBox={roll.viewBox} preserveAspectRatio="none" aria-hidden="true">
          <path d={row.path} />
        </svg>
      </span>
      <span
        class={css.rollValue}
        style={gridRow}
        data-outside={value !== undefined && (value < low || value > high)}
      >
        {value === undefined ? '' : jointValueText(value, joint, unit)}
      </span>
    </>
  );
}

const TICK_STEPS = [5, 10, 15, 30, 45, 60, 90, 180, 360];
const MOST_TICKS = 9;
const EDGE = 0.03; // Share of the axis without tick labels at each end.

function RollAxis({ roll }: { readonly roll: SelfMotionRoll }) {
  const length = toDegrees(roll.length);
  const step = TICK_STEPS.find((each) => length / each <= MOST_TICKS) ?? 720;
  const [from, to] = [toDegrees(roll.from), toDegrees(roll.to)];
  const first = Math.ceil(from / step);
  const ticks = Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, i) => (first + i) * step,
  );
  return (
    <>
      <span class={css.rollAxisName}>{axisName(roll)}</span>
      <span class={css.rollAxis} aria-hidden="true">
        {ticks.map((tick) => {
          const share = (tick - from) / (length || 1);
          if (share < EDGE || share > 1 - EDGE) return null;
          return (
            <span key={tick} style={{ left: percent(share) }}>
              {String(tick).replace('-', '−')}°
            </span>
          );
        })}
      </span>
    </>
  );
}

interface SliderProps extends JointRollProps {
  readonly cursor: RollCursor | null;
}

/** The cursor over all rows, which arrow keys, a click or a drag move. */
function RollSlider({ session, state, roll, cursor, start }: SliderProps) {
  const position = state.chosenPosition.value ?? cursor?.position ?? null;
  const move = (next: number): void => {
    state.chosenPosition.value = roll.wrap(next);
  };
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    if (width > 0) move(pointOnAxis((clientX - left) / width, roll));
  };
  const range = { from: roll.from, to: roll.to, wraps: roll.isClosed };
  return (
    <div
      class={css.rollArea}
      role="slider"
      tabIndex={0}
      aria-label={`Position on the self-motion curve, ${axisName(roll)}`}
      aria-valuemin={toDegrees(roll.from)}
      aria-valuemax={toDegrees(roll.to)}
      aria-valuenow={toDegrees(position ?? 0)}
      aria-valuetext={cursor ? cursorText(roll, cursor, session.scene) : ''}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          start();
        } else changeAngleByKey(event, position ?? 0, range, move);
      }}
    >
      {position !== null && (
        <i class={css.rollCursor} style={{ left: percent(roll.shareOf(position)) }} />
      )}
    </div>
  );
}

const pointOnAxis = (share: number, { from, length }: SelfMotionRoll): number =>
  from + Math.max(0, Math.min(share, 1 - 1e-9)) * length;
