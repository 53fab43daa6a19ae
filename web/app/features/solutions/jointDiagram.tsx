import type { LengthUnit } from '@iklab/core/scenario';
import { toDegrees } from '@iklab/core/scenario/numbers';
import type { Session } from '@iklab/run/session';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { changeAngleByKey } from './angleAfterKey.ts';
import css from './selfMotion.module.css';
import type { DiagramRange, DiagramRow, SelfMotionDiagram } from './selfMotionDiagram.ts';
import type { CurveCursor, SelfMotionState } from './selfMotionState.ts';
import { axisName, cursorText, jointValueText, limitsText } from './selfMotionTexts.ts';

interface JointDiagramProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly diagram: SelfMotionDiagram;
  /** Starts all methods at the pose of the cursor. */
  readonly start: () => void;
}

/** The joint values along the self-motion curve, a row per joint, with a cursor. */
export function JointDiagram({ session, state, diagram, start }: JointDiagramProps) {
  const cursor = state.cursor.value;
  const { unit } = session.scene.scenario;
  return (
    <div class={css.jointDiagram} style={{ '--rows': diagram.rows.length }}>
      <div class={css.diagramBand} aria-hidden="true">
        {diagram.within.map((range) => (
          <i key={range[0]} class={css.diagramWithin} style={boxOf(range, diagram)} />
        ))}
        {session.instances.map(({ slot }, i) => {
          const at = state.reachedCurvePositions.value[i] ?? null;
          return (
            at !== null && (
              <span
                key={slot}
                class={css.methodMark}
                style={{ left: percent(diagram.shareOf(at)) }}
              >
                <SlotMarkIcon slot={slot} />
              </span>
            )
          );
        })}
      </div>
      {diagram.rows.map((row, i) => (
        <DiagramRowView key={row.joint.id} {...{ row, diagram, cursor, unit }} line={i + 2} />
      ))}
      <DiagramAxis diagram={diagram} />
      <DiagramSlider {...{ session, state, diagram, cursor, start }} />
    </div>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

const boxOf = ([from, to]: DiagramRange, diagram: SelfMotionDiagram) => ({
  left: percent(diagram.shareOf(from)),
  width: percent((to - from) / (diagram.length || 1)),
});

interface RowProps {
  readonly row: DiagramRow;
  /** Row of the grid. */
  readonly line: number;
  readonly diagram: SelfMotionDiagram;
  readonly cursor: CurveCursor | null;
  readonly unit: LengthUnit;
}

function DiagramRowView({ row, line, diagram, cursor, unit }: RowProps) {
  const { joint, column } = row;
  const gridRow = { gridRow: line };
  const value = cursor?.solution.theta[column];
  const [low, high] = joint.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return (
    <>
      <span class={css.diagramJoint} style={gridRow}>
        <span class="one-line">{joint.id}</span>
        <small>{limitsText(joint, unit)}</small>
      </span>
      <span class={css.diagramPlot} style={gridRow}>
        {row.outside.map((range) => (
          <i key={range[0]} class={css.diagramOutside} style={boxOf(range, diagram)} />
        ))}
        <svg viewBox={diagram.viewBox} preserveAspectRatio="none" aria-hidden="true">
          <path d={row.path} />
        </svg>
      </span>
      <span
        class={css.diagramValue}
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

function DiagramAxis({ diagram }: { readonly diagram: SelfMotionDiagram }) {
  const length = toDegrees(diagram.length);
  const step = TICK_STEPS.find((each) => length / each <= MOST_TICKS) ?? 720;
  const [from, to] = [toDegrees(diagram.from), toDegrees(diagram.to)];
  const first = Math.ceil(from / step);
  const ticks = Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, i) => (first + i) * step,
  );
  return (
    <>
      <span class={css.diagramAxisName}>{axisName(diagram)}</span>
      <span class={css.diagramAxis} aria-hidden="true">
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

interface SliderProps extends JointDiagramProps {
  readonly cursor: CurveCursor | null;
}

/** The cursor over all rows, which arrow keys, a click or a drag move. */
function DiagramSlider({ session, state, diagram, cursor, start }: SliderProps) {
  const position = state.chosenPosition.value ?? cursor?.position ?? null;
  const move = (next: number): void => {
    state.chosenPosition.value = diagram.wrap(next);
  };
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    if (width > 0) move(pointOnAxis((clientX - left) / width, diagram));
  };
  const range = { from: diagram.from, to: diagram.to, wraps: diagram.isClosed };
  return (
    <div
      class={css.diagramArea}
      role="slider"
      tabIndex={0}
      aria-label={`Position on the self-motion curve, ${axisName(diagram)}`}
      aria-valuemin={toDegrees(diagram.from)}
      aria-valuemax={toDegrees(diagram.to)}
      aria-valuenow={toDegrees(position ?? 0)}
      aria-valuetext={cursor ? cursorText(diagram, cursor, session.scene) : ''}
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
        <i class={css.diagramCursor} style={{ left: percent(diagram.shareOf(position)) }} />
      )}
    </div>
  );
}

const pointOnAxis = (share: number, { from, length }: SelfMotionDiagram): number =>
  from + Math.max(0, Math.min(share, 1 - 1e-9)) * length;
