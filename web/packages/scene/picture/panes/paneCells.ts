/** Point in a pane, window pixels from its upper left corner, y down. */
export interface PanePoint {
  readonly x: number;
  readonly y: number;
}

/** Part of the canvas that shows a pane, in window pixels, y down. */
export interface PaneCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Arrangement of the panes: each in its own element, all in one view, or only one pane. */
export interface PaneCellLayout {
  readonly kind: 'grid' | 'overlay' | 'one';
  /** Visibility of each pane. A pane without an entry is visible. */
  readonly visible: readonly boolean[];
  /** Index of the single pane, or of the solid mechanism in a shared view. */
  readonly one: number;
}

export const scalePaneCell = ({ x, y, width, height }: PaneCell, pixel: number): PaneCell => ({
  x: x / pixel,
  y: y / pixel,
  width: width / pixel,
  height: height / pixel,
});

/** Returns the title height in style sheet pixels: two lines in a narrow pane. */
export const paneTitleHeight = ({ width, height }: Pick<PaneCell, 'width' | 'height'>): number =>
  width < 300 && height >= 220 ? 44 : 28;

export const DEFAULT_PANE_LAYOUT: PaneCellLayout = { kind: 'grid', visible: [], one: 0 };

/**
 * Returns the cells of the panes; null for a hidden pane. `elements` are the pane boxes in the
 * page.
 */
export function layOutPaneCells(
  { kind, visible, one }: PaneCellLayout,
  elements: readonly PaneCell[],
  canvas: PaneCell,
): (PaneCell | null)[] {
  return elements.map((element, i) => {
    const isVisible = kind === 'one' ? i === one : (visible[i] ?? true);
    const box = kind === 'overlay' ? canvas : element;
    if (!isVisible || box.width < 1 || box.height < 1) return null;
    return { x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height };
  });
}

/** Returns the pane at a point of the canvas, and the point in that pane; null for no pane. */
export function findPaneAtPoint(
  cells: readonly (PaneCell | null)[],
  { x, y }: PanePoint,
): { readonly pane: number; readonly spot: PanePoint } | null {
  const pane = cells.findIndex(
    (cell) =>
      cell !== null &&
      x >= cell.x &&
      y >= cell.y &&
      x < cell.x + cell.width &&
      y < cell.y + cell.height,
  );
  const cell = cells[pane];
  return cell ? { pane, spot: { x: x - cell.x, y: y - cell.y } } : null;
}

/**
 * Returns the index of the position nearest to a point; −1 if none is within `reach`. `points` has
 * x and y each; NaN is not visible.
 */
export function findNearestPosition(
  points: ArrayLike<number>,
  { x, y }: PanePoint,
  reach: number,
): number {
  let found = -1;
  let least = reach;
  for (let i = 0; i < points.length / 2; i++) {
    const away = Math.hypot((points[2 * i] as number) - x, (points[2 * i + 1] as number) - y);
    if (away <= least) [found, least] = [i, away];
  }
  return found;
}
