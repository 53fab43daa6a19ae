/** A point in a pane, pixels from its upper left corner. */
export interface PanePoint {
  readonly x: number;
  readonly y: number;
}

/** A part of the canvas in window pixels, y down. */
export interface PaneCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Arrangement of the panes: in their own elements, all in one view, or one alone. */
export interface PaneCellLayout {
  readonly kind: 'grid' | 'overlay' | 'one';
  /** Whether each pane is visible; missing entries are. */
  readonly visible: readonly boolean[];
  /** Index of the pane that is shown alone, or drawn solid in a shared view. */
  readonly one: number;
}

/** Converts a cell to pixels that are `pixel` times larger. */
export const scaleCell = ({ x, y, width, height }: PaneCell, pixel: number): PaneCell => ({
  x: x / pixel,
  y: y / pixel,
  width: width / pixel,
  height: height / pixel,
});

/**
 * Returns the height of the title of a pane, px of the style sheets; in a narrow pane it has two
 * lines.
 */
export const titleHeight = ({ width, height }: Pick<PaneCell, 'width' | 'height'>): number =>
  width < 300 && height >= 220 ? 44 : 28;

export const DEFAULT_LAYOUT: PaneCellLayout = { kind: 'grid', visible: [], one: 0 };

/**
 * Returns the cell of each pane; null for a hidden pane. `elements`: the boxes of the panes in the
 * page.
 */
export function layOutCells(
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

/** Returns the pane at a point of the canvas, and the point relative to the pane. */
export function findPane(
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
 * Returns the index of the position nearest to a point within reach; −1 if there is none. `points`:
 * x and y each, NaN for a position that is not visible.
 */
export function findNearest(points: ArrayLike<number>, { x, y }: PanePoint, reach: number): number {
  let found = -1;
  let least = reach;
  for (let i = 0; i < points.length / 2; i++) {
    const away = Math.hypot((points[2 * i] as number) - x, (points[2 * i + 1] as number) - y);
    if (away <= least) [found, least] = [i, away];
  }
  return found;
}
