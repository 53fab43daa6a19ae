import { countBoxCrossings, doBoxesOverlap, type ScreenBox } from '../../dom/screenBox.ts';

const MAX_GRID_DISTANCE = 2.2; // Maximum distance of cells from the base, in units of the view.
const MIN_LINE_LENGTH = 24; // Minimum length of a cell on the screen, px of the style sheets.
const MAX_SLOPE = 0.6; // Maximum sine of the slope of a line.
const EDGE = 6; // Minimum distance from the border of a pane, px.
const LABEL_MARGIN = 8; // Margin around the line and its label, px.
const LIMB_MARGIN = 12; // Margin around the centre lines of limbs, px.
const RING_EXTENT = { beside: 84, over: 44 }; // Half extents of a ring with its tag and the drag hint, px.
const SWITCH_COST = 0.5; // Cost by which another line must be better.

/** Size of a grid line label, and its distance below the line, style sheet pixels. */
export interface GridLabelSize {
  readonly width: number;
  readonly height: number;
  readonly below: number;
}

/**
 * Pane with the objects that a grid label should not cover, in window pixels from the upper left
 * corner of the pane.
 */
export interface GridLabelPane {
  readonly width: number;
  readonly height: number;
  readonly pixel: number;
  /** Limbs and bases of the mechanism as line segments, x and y of both ends each. */
  readonly limbs: ArrayLike<number>;
  /** Centres of the target rings, x and y each; NaN for a ring that is not visible. */
  readonly rings: ArrayLike<number>;
  readonly overlays: readonly ScreenBox[];
}

/** Returns the grid lines of the ground: two points x, z per line. */
export function makeGroundGridLines(step: number, unit: number): (readonly [number, number])[] {
  const most = Math.floor((MAX_GRID_DISTANCE * unit) / step);
  const inside = ([x, z]: readonly [number, number]): boolean =>
    Math.hypot(x, z) <= MAX_GRID_DISTANCE * unit;
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
 * Returns the index of the lowest, most level grid line with space for a label; −1 for none.
 * `current` is kept if about as good.
 */
export function chooseLabelledGridLine(
  lines: ArrayLike<number>,
  words: GridLabelSize,
  sight: GridLabelPane,
  current: number,
): number {
  const { limbs, pixel } = sight;
  const boxes = [...sight.overlays, ...ringBoxes(sight)];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < lines.length / 4; i++) {
    const cost = lineCost(lines, i, sight) - (i === current ? SWITCH_COST : 0);
    if (!(cost < least)) continue;
    const box = labelBox(lines, i, words, pixel);
    const air = growBox(box, LABEL_MARGIN * pixel);
    if (isOutside(box, sight) || boxes.some((obstacle) => doBoxesOverlap(air, obstacle))) continue;
    if (countBoxCrossings(growBox(box, LIMB_MARGIN * pixel), limbs) === 0)
      [best, least] = [i, cost];
  }
  return best;
}

/**
 * Returns the cost of a grid line: small for low and level lines, infinite for too short or too
 * steep ones.
 */
function lineCost(lines: ArrayLike<number>, i: number, { height, pixel }: GridLabelPane): number {
  const y0 = lines[4 * i + 1] as number;
  const y1 = lines[4 * i + 3] as number;
  const across = (lines[4 * i + 2] as number) - (lines[4 * i] as number);
  const long = Math.hypot(across, y1 - y0);
  const steep = Math.abs(y1 - y0) / long;
  if (!(long >= MIN_LINE_LENGTH * pixel && steep <= MAX_SLOPE)) return Number.POSITIVE_INFINITY;
  return (4 * (height - (y0 + y1) / 2)) / height + 2 * steep;
}

const lineEnds = (lines: ArrayLike<number>, i: number) =>
  [0, 1, 2, 3].map((k) => lines[4 * i + k] as number) as [number, number, number, number];

function labelBox(
  lines: ArrayLike<number>,
  i: number,
  words: GridLabelSize,
  pixel: number,
): ScreenBox {
  const [x0, y0, x1, y1] = lineEnds(lines, i);
  const half = Math.max(Math.abs(x1 - x0), words.width * pixel) / 2;
  const [top, low] = [Math.min(y0, y1), Math.max(y0, y1)];
  const bottom = Math.max(low, (y0 + y1) / 2 + (words.below + words.height) * pixel);
  return { x: (x0 + x1) / 2 - half, y: top, width: 2 * half, height: bottom - top };
}

const growBox = ({ x, y, width, height }: ScreenBox, margin: number): ScreenBox => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

function isOutside({ x, y, width, height }: ScreenBox, sight: GridLabelPane): boolean {
  const edge = EDGE * sight.pixel;
  return x < edge || y < edge || x + width > sight.width - edge || y + height > sight.height - edge;
}

function ringBoxes({ rings, pixel }: GridLabelPane): ScreenBox[] {
  const boxes: ScreenBox[] = [];
  for (let i = 0; i < rings.length; i += 2) {
    const [x, y] = [rings[i] as number, rings[i + 1] as number];
    const [halfWidth, over] = [RING_EXTENT.beside * pixel, RING_EXTENT.over * pixel];
    if (!Number.isNaN(x))
      boxes.push({ x: x - halfWidth, y: y - over, width: 2 * halfWidth, height: 2 * over });
  }
  return boxes;
}
