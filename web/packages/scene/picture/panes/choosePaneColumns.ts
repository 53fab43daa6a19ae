import { NARROW_PANE_WIDTH } from './paneInsets.ts';

const MIN_PANE = { width: 170, height: 100 }; // Smallest pane with room for its title, px.
const NO_TAGS_FACTOR = 0.8; // Factor for the robot's size if a pane has no room for distance labels.
const PREFERENCE_FACTOR = 1.1; // Factor by which another grid must be better than the squarest.

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the number of columns with the largest pane contents. `displayedSize` returns the content
 * size in a pane.
 */
export function choosePaneColumns(
  stage: Size,
  count: number,
  displayedSize: (pane: Size) => number,
): number {
  const square = Math.ceil(Math.sqrt(count));
  const worth = (columns: number): number => {
    const width = stage.width / columns;
    const height = stage.height / Math.ceil(count / columns);
    const hasRoom = width >= MIN_PANE.width && height >= MIN_PANE.height;
    if (!hasRoom && columns !== square) return 0;
    const size =
      displayedSize({ width, height }) * (width < NARROW_PANE_WIDTH ? NO_TAGS_FACTOR : 1);
    return columns === square ? PREFERENCE_FACTOR * size : size;
  };
  const all = Array.from({ length: count }, (_, i) => i + 1).filter(
    (columns) => columns === 1 || Math.ceil(count / columns) < Math.ceil(count / (columns - 1)),
  );
  const worths = all.map(worth);
  return all[worths.indexOf(Math.max(...worths))] ?? square;
}

/**
 * Returns the number of CSS grid tracks, in total and per pane. The last row is as wide as the
 * others.
 */
export function gridTracks(
  count: number,
  columns: number,
): { readonly tracks: number; readonly spans: readonly number[] } {
  const last = count % columns;
  if (last === 0) return { tracks: columns, spans: Array(count).fill(1) };
  const spans = Array.from({ length: count }, (_, i) => (i < count - last ? last : columns));
  return { tracks: columns * last, spans };
}
