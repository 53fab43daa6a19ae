/** Labels of the vertical axis and of 1/σ in a filter chart. */

import { logSamples, type Spectral } from 'iklab/measure';
import { crossings } from '../dom/boxes.ts';
import type { Point } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import type { Range } from './scale.ts';
import { curve } from './spectrumDrawing.ts';

const NAME = 14; // Height of a label, px.
const AIR = 3; // Horizontal margin, px.
/** Positions along an edge, in the order of preference. */
const PLACES = [0, 0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84];

/** Places τ(σ) at the upper edge and 1/σ above its line, where they cover no curve. */
export function drawNames(
  area: PlotArea,
  [left, right]: Range,
  spectra: readonly Spectral[],
): void {
  const { painter, top, x, y } = area;
  const lines = [...linesOf(area, [left, right], spectra)];
  const put = (text: string, places: readonly Point[]): void => {
    const width = painter.textWidth(text, 400);
    const boxes = places.map(([at, middle]) => ({
      x: at - AIR,
      y: middle - NAME / 2,
      width: width + 2 * AIR,
      height: NAME,
    }));
    const covered = boxes.map((box) => crossings(box, lines));
    const at = places[covered.indexOf(Math.min(...covered))] as Point;
    painter.text(text, at, { color: painter.theme.faint, halo: true });
    lines.push(...at, at[0] + width, at[1]); // Keeps the next label clear of this one.
  };
  const last = area.right - 4 - painter.textWidth('τ(σ)', 400);
  const upper = PLACES.map((share): Point => [last - share * (last - area.left - 4), top + 6]);
  put('τ(σ)', [...upper, ...upper.map(([u, v]): Point => [u, v + NAME])]);
  const beside = PLACES.map((share) => left + (0.3 + 0.6 * share) * (right - left));
  put(
    '1/σ',
    [8, 14, 20].flatMap((above) => beside.map((at): Point => [x(at) + 6, y(-at) - above])),
  );
}

/** 1/σ and the filters as line segments, two points each. */
function* linesOf(area: PlotArea, across: Range, spectra: readonly Spectral[]): Generator<number> {
  const { x, y } = area;
  const [left, right] = across;
  yield* [x(left), y(-left), x(right), y(-right)];
  for (const { filter } of spectra) {
    let before: Point | null = null;
    for (const point of filter ? curve(area, logSamples(across), filter) : []) {
      if (before && point) yield* [...before, ...point];
      before = point;
    }
  }
}
