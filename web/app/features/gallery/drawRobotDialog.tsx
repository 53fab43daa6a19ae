import { MAX_JOINTS } from '@iklab/core/scenario/checks';
import { clamp } from '@iklab/core/scenario/numbers';
import {
  addDrawnPoint,
  computeDrawnLinkLengths,
  makeDrawnArmScenario,
  type PlanarPoint,
} from '@iklab/robots/edit';
import { signal } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './draw.module.css';

// Size of the sheet in metres; the base is at the middle of its width.
const WIDTH = 2.4;
const ABOVE = 1.25;
const BELOW = 0.35;
const STEP = 0.05; // Metres per arrow key.

export const isDrawingRobot = memoizePerLab(() => signal(false));

/** Dialog for drawing a planar robot by a click per joint. The last point is the effector. */
export function DrawRobotDialog({ page, close }: { page: Page; close: () => void }) {
  const [points, draw] = useState<readonly PlanarPoint[]>([]);
  const [cursor, point] = useState<PlanarPoint | null>(null);
  const [fault, setFault] = useState('');
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => sheet.current?.focus(), []);
  const add = (position: PlanarPoint): void => {
    if (points.length < MAX_JOINTS) draw(addDrawnPoint(points, position));
  };
  const back = (): void => draw(points.slice(0, -1));
  const finish = (): void => {
    if (points.length === 0) return;
    const arm = makeDrawnArmScenario(points, page.doc.catalogue);
    if (!arm.ok) {
      setFault(arm.faults.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
      return;
    }
    close();
    page.doc.openScene(arm.value, { methods: false });
  };
  const keys = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key];
    const from = cursor ?? points.at(-1) ?? [0, 0];
    if (event.key === 'Enter') finish();
    else if (event.key === 'Backspace') back();
    else if (event.key === ' ' && cursor) add(cursor);
    else if (direction)
      point(clampToSheet([from[0] + STEP * direction[0], from[1] + STEP * direction[1]]));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Draw an arm" class={css.draw} close={close}>
      <p class={`${css.how} small`}>
        Click to place each joint; the last point is the end effector. Double-click or press Enter
        to finish, Backspace to undo. Arrow keys and Space also draw.
      </p>
      <div
        ref={sheet}
        class={css.sheetOfPaper}
        role="application"
        aria-label="Drawing area, 2.4 m wide, with the base in the middle"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys draw on it, too
        tabIndex={0}
        onKeyDown={keys}
      >
        <svg
          viewBox={`${-WIDTH / 2} ${-ABOVE} ${WIDTH} ${ABOVE + BELOW}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
          onClick={(event) => add(pointerPosition(event))}
          onDblClick={finish}
          onPointerMove={(event) =>
            point(event.pointerType === 'touch' ? null : pointerPosition(event))
          }
          onPointerLeave={() => point(null)}
        >
          <Grid />
          <Arm points={points} cursor={cursor} />
        </svg>
      </div>
      <footer>
        <p role="status">{summaryText(points, cursor)}</p>
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="button" class="button" disabled={points.length === 0} onClick={back}>
          <Icon name="undo" />
          Undo point
        </button>
        <button
          type="button"
          class="button primary"
          disabled={points.length === 0}
          onClick={finish}
        >
          Open as scene
        </button>
      </footer>
    </Dialog>
  );
}

const ARROWS: Readonly<Record<string, PlanarPoint>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const clampToSheet = ([x, y]: PlanarPoint): PlanarPoint => [
  clamp(x, -WIDTH / 2, WIDTH / 2),
  clamp(y, -BELOW, ABOVE),
];

/** Returns the position of the pointer in the drawing, in metres from the robot's base. */
function pointerPosition({
  currentTarget,
  clientX,
  clientY,
}: TargetedMouseEvent<SVGSVGElement>): PlanarPoint {
  const matrix = currentTarget.getScreenCTM();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return clampToSheet([x, -y]);
}

function summaryText(points: readonly PlanarPoint[], cursor: PlanarPoint | null): string {
  const lengths = computeDrawnLinkLengths(points);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const next = cursor && computeDrawnLinkLengths([...points, cursor]).at(-1);
  const links = points.length === 1 ? '1 link' : `${points.length} links`;
  const drawn = points.length === 0 ? 'Base placed' : `${links}, ${total.toFixed(2)} m`;
  return next ? `${drawn}; next link ${next.toFixed(2)} m` : drawn;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.round((to - from) / 0.1) + 1 }, (_, i) => from + 0.1 * i);

function Grid() {
  const bold = (value: number): string | undefined =>
    Math.abs(value % 0.5) < 1e-6 || Math.abs(Math.abs(value % 0.5) - 0.5) < 1e-6
      ? css.bold
      : undefined;
  return (
    <g class="grid">
      {range(-1.2, 1.2).map((x) => (
        <path key={`x ${x}`} class={bold(x)} d={`M${x} ${-ABOVE}V${BELOW}`} />
      ))}
      {range(-1.2, 0.3).map((y) => (
        <path key={`y ${y}`} class={bold(y)} d={`M${-WIDTH / 2} ${y}H${WIDTH / 2}`} />
      ))}
      <path class="bar" d="M-.7 .25h.5m0 -.02v.04m-.5 -.04v.04" />
      <text x="-.45" y=".23">
        0.5 m
      </text>
    </g>
  );
}

function Arm({ points, cursor }: { points: readonly PlanarPoint[]; cursor: PlanarPoint | null }) {
  const all: readonly PlanarPoint[] = [[0, 0], ...points];
  const line = all.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${-y}`).join('');
  const [fromX, fromY] = all.at(-1) as PlanarPoint;
  return (
    <g class={css.arm}>
      <path class="base" d="M-.09 .03h.18" />
      <path class={css.links} d={line} />
      {cursor && <path class={css.next} d={`M${fromX} ${-fromY}L${cursor[0]} ${-cursor[1]}`} />}
      {all.map(([x, y], i) => (
        <circle
          key={i}
          class={i > 0 && i === all.length - 1 ? css.tip : ''}
          cx={x}
          cy={-y}
          r={i === all.length - 1 && i > 0 ? 0.026 : 0.02}
        />
      ))}
    </g>
  );
}
