import { SLOT_DASH_PATTERNS } from '@iklab/core/format';
import type { RecordedMethodRun } from '@iklab/study/published';
import { MethodSlotMark } from '../../study/figures/methodSlotMark.tsx';
import type { DrawingPlaneId } from './drawingPlane.ts';

export interface DrawingProps {
  readonly run: RecordedMethodRun;
  readonly plane: DrawingPlaneId;
  readonly width: number;
}

export const DRAWING_LEFT_MARGIN = 40;
export const DRAWING_HEIGHT = 340;

export const getSlotDashArray = (slot: number): string =>
  (SLOT_DASH_PATTERNS[slot - 1] ?? []).join(' ');

const LETTER = 7; // Pixels.
const MARK = 22;
const LINE = 18;

interface KeyEntry {
  readonly slot: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

function layoutKey(names: readonly string[], width: number): KeyEntry[] {
  let [x, y] = [0, 0];
  return names.map((name, i) => {
    const wide = MARK + name.length * LETTER + 10;
    if (x > 0 && x + wide > width) [x, y] = [0, y + LINE];
    const entry = { slot: i + 1, name, x, y };
    x += wide;
    return entry;
  });
}

export const curveLegendHeight = (names: readonly string[], width: number): number =>
  LINE + Math.max(0, ...layoutKey(names, width).map(({ y }) => y));

interface KeyProps {
  readonly names: readonly string[];
  readonly width: number;
  readonly x: number;
  readonly y: number;
}

/** Legend of curves inside the figure, so that exported files contain the legend. */
export function CurveLegend({ names, width, x, y }: KeyProps) {
  return (
    <>
      {layoutKey(names, width).map((entry) => (
        <g key={entry.name} class={`slot-${entry.slot}`}>
          <MethodSlotMark slot={entry.slot} x={x + entry.x + 6} y={y + entry.y + 8} />
          <text class="tick" x={x + entry.x + MARK - 6} y={y + entry.y + 12}>
            {entry.name}
          </text>
        </g>
      ))}
    </>
  );
}
