/** Chooses the grid line that carries the scale of a pane. */
import { type Box, crossings, overlap } from '../dom/boxes.ts';

const FAR = 2.2; // Maximum distance of cells from the base, in units of the view.
const LEAST = 24; // Minimum length of a cell on the screen, px of the style sheets.
const STEEP = 0.6; // Maximum sine of the slope of a line.
const EDGE = 6; // Minimum distance from the border of a pane, px.
const AIR = 8; // Margin around the line and its label, px.
const ROBOT = 12; // Margin around the centre lines of limbs, px.
const RING = { beside: 84, over: 44 }; // Half extents of a ring with its tag and the drag hint, px.
const KEPT = 0.5; // Cost by which another line must be better.

/** Size of the label and its distance below the line, px of the style sheets. */
export interface Words {
  readonly width: number;
  readonly height: number;
  readonly below: number;
}

/** A pane and the obstacles in it, in pixels from its corner. */
export interface GridPane {
  readonly width: number;
  readonly height: number;
  /** Size of a style sheet pixel in window pixels. */
  readonly pixel: number;
  /** Limbs and bases as line segments, two points each. */
  readonly limbs: ArrayLike<number>;
  /** Centres of the rings, x and y each; NaN for a ring that is not visible. */
  readonly rings: ArrayLike<number>;
  /** Titles and tools. */
  readonly overlays: readonly Box[];
}

/** Grid lines of one cell length near the base, two points x, z each. */
export function gridLines(step: number, unit: number): (readonly [number, number])[] {
  const most = Math.floor((FAR * unit) / step);
  const inside = ([x, z]: readonly [number, number]): boolean => Math.hypot(x, z) <= FAR * unit;
  const found: (readonly [number, number])[] = [];
  for (let i = -most; i <= most; i++) {
    for (let k = -most; k <= most; k++) {
      const from = [i * step, k * step] as const;
      for (const to of [[(i + 1) * step, k * step] as const, [i * step, (k + 1) * step] as const])
        if (inside(from) && inside(to)) found.push(from, to);
    }
  }
  return found;
}

/**
 * Returns the index of the lowest, most level line with room for its label; `now` if that is about
 * as good; −1 if there is none.
 */
export function lineFor(
  lines: ArrayLike<number>,
  words: Words,
  sight: GridPane,
  now: number,
): number {
  const { limbs, pixel } = sight;
  const boxes = [...sight.overlays, ...tagged(sight)];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < lines.length / 4; i++) {
    const cost = costOf(lines, i, sight) - (i === now ? KEPT : 0);
    if (!(cost < least)) continue;
    const box = boxOf(lines, i, words, pixel);
    const air = wider(box, AIR * pixel);
    if (outside(box, sight) || boxes.some((other) => overlap(air, other))) continue;
    if (crossings(wider(box, ROBOT * pixel), limbs) === 0) [best, least] = [i, cost];
  }
  return best;
}

/**
 * Low and level lines cost less; infinite for lines that are too short or too steep. Called for
 * every line, so it does not allocate.
 */
function costOf(lines: ArrayLike<number>, i: number, { height, pixel }: GridPane): number {
  const y0 = lines[4 * i + 1] as number;
  const y1 = lines[4 * i + 3] as number;
  const across = (lines[4 * i + 2] as number) - (lines[4 * i] as number);
  const long = Math.hypot(across, y1 - y0);
  const steep = Math.abs(y1 - y0) / long;
  if (!(long >= LEAST * pixel && steep <= STEEP)) return Number.POSITIVE_INFINITY;
  return (4 * (height - (y0 + y1) / 2)) / height + 2 * steep;
}

const ends = (lines: ArrayLike<number>, i: number) =>
  [0, 1, 2, 3].map((k) => lines[4 * i + k] as number) as [number, number, number, number];

function boxOf(lines: ArrayLike<number>, i: number, words: Words, pixel: number): Box {
  const [x0, y0, x1, y1] = ends(lines, i);
  const half = Math.max(Math.abs(x1 - x0), words.width * pixel) / 2;
  const [top, low] = [Math.min(y0, y1), Math.max(y0, y1)];
  const bottom = Math.max(low, (y0 + y1) / 2 + (words.below + words.height) * pixel);
  return { x: (x0 + x1) / 2 - half, y: top, width: 2 * half, height: bottom - top };
}

const wider = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function outside({ x, y, width, height }: Box, sight: GridPane): boolean {
  const edge = EDGE * sight.pixel;
  return x < edge || y < edge || x + width > sight.width - edge || y + height > sight.height - edge;
}

function tagged({ rings, pixel }: GridPane): Box[] {
  const boxes: Box[] = [];
  for (let i = 0; i < rings.length; i += 2) {
    const [x, y] = [rings[i] as number, rings[i + 1] as number];
    const [beside, over] = [RING.beside * pixel, RING.over * pixel];
    if (!Number.isNaN(x))
      boxes.push({ x: x - beside, y: y - over, width: 2 * beside, height: 2 * over });
  }
  return boxes;
}
