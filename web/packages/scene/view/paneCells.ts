import type { PanePoint } from './pointDrag.ts';

/** Part of the canvas, pixels of the style sheet, y down. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Each pane in its element, all in one picture, or one alone. */
export interface Layout {
  readonly kind: 'grid' | 'overlay' | 'one';
  /** Per pane; what is missing is visible. */
  readonly visible: readonly boolean[];
  /** The one that is alone, or solid where all share a picture. */
  readonly one: number;
}

/** A cell in larger pixels, each so many of its own. */
export const inPixels = ({ x, y, width, height }: Cell, pixel: number): Cell => ({
  x: x / pixel,
  y: y / pixel,
  width: width / pixel,
  height: height / pixel,
});

/** Where the name of a pane ends and rings may stand, pixels of the style sheets; in a narrow one its second line too. */
export const titleOf = ({ width, height }: Pick<Cell, 'width' | 'height'>): number =>
  width < 300 && height >= 220 ? 44 : 28;

export const GRID: Layout = { kind: 'grid', visible: [], one: 0 };

/** Where each pane is drawn; null: nowhere. `elements`: the places that the page holds for them. */
export function cellsOf(
  { kind, visible, one }: Layout,
  elements: readonly Cell[],
  canvas: Cell,
): (Cell | null)[] {
  return elements.map((element, i) => {
    const shown = kind === 'one' ? i === one : (visible[i] ?? true);
    const box = kind === 'overlay' ? canvas : element;
    if (!shown || box.width < 1 || box.height < 1) return null;
    return { x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height };
  });
}

/** The pane under a place of the canvas, and the place in it. */
export function paneAt(
  cells: readonly (Cell | null)[],
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

/** The nearest of the places (xy each, NaN: not to be seen) within a reach; −1: none. */
export function nearest(places: ArrayLike<number>, { x, y }: PanePoint, reach: number): number {
  let found = -1;
  let least = reach;
  for (let i = 0; i < places.length / 2; i++) {
    const away = Math.hypot((places[2 * i] as number) - x, (places[2 * i + 1] as number) - y);
    if (away <= least) [found, least] = [i, away];
  }
  return found;
}
