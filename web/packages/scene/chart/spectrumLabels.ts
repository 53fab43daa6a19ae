import { type InstanceSpectrum, logSpacedSamples } from '@iklab/core/measure';
import { countBoxCrossings } from '../dom/screenBox.ts';
import type { AxisRange } from './axisRange.ts';
import type { CanvasPoint } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import { filterCurvePoints } from './spectrumDrawing.ts';

const LABEL_HEIGHT = 14; // Height of a label, px.
const LABEL_MARGIN = 3; // Horizontal margin, px.
const POSITION_SHARES = [0, 0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84];

export function drawSpectrumLabels(
  area: PlotArea,
  [left, right]: AxisRange,
  spectra: readonly InstanceSpectrum[],
): void {
  const { painter, top, x, y } = area;
  const lines = [...curveSegments(area, [left, right], spectra)];
  const put = (text: string, candidates: readonly CanvasPoint[]): void => {
    const width = painter.textWidth(text, 400);
    const boxes = candidates.map(([at, middle]) => ({
      x: at - LABEL_MARGIN,
      y: middle - LABEL_HEIGHT / 2,
      width: width + 2 * LABEL_MARGIN,
      height: LABEL_HEIGHT,
    }));
    const covered = boxes.map((box) => countBoxCrossings(box, lines));
    const best = candidates[covered.indexOf(Math.min(...covered))] as CanvasPoint;
    painter.text(text, best, { color: painter.theme.faint, halo: true });
    lines.push(...best, best[0] + width, best[1]); // Keeps the next label clear of this one.
  };
  const last = area.right - 4 - painter.textWidth('τ(σ)', 400);
  const upper = POSITION_SHARES.map(
    (share): CanvasPoint => [last - share * (last - area.left - 4), top + 6],
  );
  put('τ(σ)', [...upper, ...upper.map(([u, v]): CanvasPoint => [u, v + LABEL_HEIGHT])]);
  const candidatePowers = POSITION_SHARES.map(
    (share) => left + (0.3 + 0.6 * share) * (right - left),
  );
  put(
    '1/σ',
    [8, 14, 20].flatMap((above) =>
      candidatePowers.map((at): CanvasPoint => [x(at) + 6, y(-at) - above]),
    ),
  );
}

/** Yields segments of the line 1/σ and of the filter curves: x and y of both ends, px. */
function* curveSegments(
  area: PlotArea,
  across: AxisRange,
  spectra: readonly InstanceSpectrum[],
): Generator<number> {
  const { x, y } = area;
  const [left, right] = across;
  yield* [x(left), y(-left), x(right), y(-right)];
  for (const { filter } of spectra) {
    let before: CanvasPoint | null = null;
    for (const point of filter ? filterCurvePoints(area, logSpacedSamples(across), filter) : []) {
      if (before && point) yield* [...before, ...point];
      before = point;
    }
  }
}
