import { findPaneAtPoint, type PaneCell, type PanePoint, paneTitleHeight } from './paneCells.ts';

/** Free margin at each side of a pane, style sheet pixels. */
export interface EdgeInsets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PaneInsets {
  readonly robot: EdgeInsets;
  readonly targets: EdgeInsets;
  /** Boxes of titles and tools over the view, pixels from the corner of the pane. */
  readonly overlays: readonly PaneCell[];
}

export const NARROW_PANE_WIDTH = 300; // A narrower pane has no tags, px.
const LIMB_MARGIN = 12; // From the edge to the centre line of a limb, px.
const RING_MARGIN = 20; // From the edge to the centre of a ring, px.
const TAG_MARGIN = 44; // From the side to the centre of a ring with a tag, px.
const OUTCOME = 170; // Maximum width of an outcome with its Why button, px.
const DIRECTIONS = Array.from({ length: 16 }, (_, i) => {
  const angle = (i * Math.PI) / 8;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/**
 * Returns the boxes over a canvas (title texts and elements with `data-over`), relative to the
 * canvas corner.
 */
export function findOverlayBoxes(canvas: HTMLElement): PaneCell[] {
  const from = canvas.getBoundingClientRect();
  const stage = canvas.closest('main');
  const words = [...(stage?.querySelectorAll('.pane > header > *') ?? [])].map((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return range;
  });
  return [...words, ...(stage?.querySelectorAll('[data-over]') ?? [])]
    .map((part) => part.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x: x - from.x, y: y - from.y, width, height }));
}

/**
 * Assigns each box to the pane that contains its centre, relative to the pane corner. A box right
 * of a title gets the width of the longest outcome text.
 */
export function assignOverlaysToPanes(
  cells: readonly (PaneCell | null)[],
  boxes: readonly PaneCell[],
): PaneCell[] {
  return boxes.flatMap(({ x, y, width, height }) => {
    const cell = cells[findPaneAtPoint(cells, { x: x + width / 2, y: y + height / 2 })?.pane ?? -1];
    if (!cell) return [];
    const [left, top, right] = [x - cell.x, y - cell.y, x - cell.x + width];
    const outcome = left > cell.width / 2 && top < cell.height / 3;
    const from = outcome ? Math.min(left, right - OUTCOME) : left;
    return [{ x: from, y: top, width: right - from, height }];
  });
}

export function makePaneInsets(cell: PaneCell, overlays: readonly PaneCell[]): PaneInsets {
  const title = paneTitleHeight(cell);
  const about = (side: number, end: number): EdgeInsets => ({
    left: side,
    right: side,
    top: title + end,
    bottom: end,
  });
  const side = cell.width < NARROW_PANE_WIDTH ? RING_MARGIN : TAG_MARGIN;
  return { robot: about(LIMB_MARGIN, LIMB_MARGIN), targets: about(side, RING_MARGIN), overlays };
}

export function addPaneInsets(
  { robot, targets, overlays }: PaneInsets,
  more: Partial<EdgeInsets>,
): PaneInsets {
  const plus = ({ left, right, top, bottom }: EdgeInsets): EdgeInsets => ({
    left: left + (more.left ?? 0),
    right: right + (more.right ?? 0),
    top: top + (more.top ?? 0),
    bottom: bottom + (more.bottom ?? 0),
  });
  return { robot: plus(robot), targets: plus(targets), overlays };
}

export function listCandidateInsets(
  { robot, overlays }: PaneInsets,
  { width, height }: PaneCell,
): Partial<EdgeInsets>[] {
  const [upper, lower] = [overlays.filter(high), overlays.filter((box) => !high(box))];
  function high({ y, height: boxHeight }: PaneCell): boolean {
    return y + boxHeight / 2 < height / 2;
  }
  const candidates = (values: number[]): number[] => [
    0,
    ...new Set(values.map(Math.ceil).filter((v) => v > 0)),
  ];
  const tops = candidates(upper.map((box) => box.y + box.height - robot.top + LIMB_MARGIN));
  const bottoms = candidates([
    Math.max(0, ...lower.map((box) => height - box.y - robot.bottom + LIMB_MARGIN)),
  ]);
  const left = upper.filter((box) => box.x + box.width < 0.6 * width);
  const lefts = candidates([
    Math.max(0, ...left.map((box) => box.x + box.width - robot.left + LIMB_MARGIN)),
  ]);
  return tops.flatMap((top) =>
    bottoms.flatMap((bottom) => lefts.map((left) => ({ top, bottom, left }))),
  );
}

/**
 * Returns whether a box with a margin is apart from the convex hull of points, along one of 16
 * directions.
 */
export function isBoxClearOfPoints(
  box: PaneCell,
  about: number,
  points: readonly PanePoint[],
): boolean {
  const [left, right] = [box.x - about, box.x + box.width + about];
  const [top, bottom] = [box.y - about, box.y + box.height + about];
  return DIRECTIONS.some(({ x, y }) => {
    const far = Math.max(left * x, right * x) + Math.max(top * y, bottom * y);
    return points.every((place) => place.x * x + place.y * y > far);
  });
}
