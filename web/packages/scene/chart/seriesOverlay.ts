import type { AxisRange } from './axisRange.ts';
import { type CanvasPoint, pixelCentre } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import {
  computeCurveMarkInterval,
  computeCurveMarkOffset,
  type SampledCurves,
} from './sampledCurves.ts';

const MARK = 3.2;

const isInside = (value: number, [low, high]: AxisRange): boolean => value >= low && value <= high;

export function drawToleranceLine(area: PlotArea, value: number, range: AxisRange): void {
  if (!isInside(value, range)) return;
  const { painter, left, right } = area;
  const y = pixelCentre(area.y(value));
  const ends: CanvasPoint[] = [
    [left, y],
    [right, y],
  ];
  painter.path(ends, { color: painter.theme.faint, dash: [2, 2] });
}

export function drawChartCursor(area: PlotArea, value: number, text: string): void {
  const { painter, top, bottom, right } = area;
  const { accent } = painter.theme;
  const x = pixelCentre(area.x(value) - 0.5);
  painter.line(accent, [x, top - 4, x, bottom]);
  const flip = x > right - 16;
  const style = { color: accent, weight: 700, align: flip ? 'right' : 'left', halo: true } as const;
  painter.text(text, [flip ? x - 5 : x + 5, top - 1], style);
}

/** Shades the range between the smallest and the largest value of each drawn point. */
export function drawCurveBand(
  area: PlotArea,
  slot: number,
  { xs, bands }: SampledCurves,
  index: number,
  [low, high]: AxisRange,
): void {
  const band = bands[index];
  if (!band) return;
  const { painter } = area;
  const { context } = painter;
  context.fillStyle = painter.color(slot);
  painter.withAlpha(0.22, () => {
    xs.forEach((x, i) => {
      const [from, to] = [band.low[i], band.high[i]];
      if (from == null || to == null || to < low || from > high) return;
      const [top, bottom] = [area.y(Math.min(to, high)), area.y(Math.max(from, low))];
      const width = area.x(xs[i + 1] ?? x) - area.x(x);
      context.fillRect(area.x(x) - width / 2, top, Math.max(1, width), bottom - top);
    });
  });
}

type Points = readonly (number | null)[];

export function drawCurveMarks(
  area: PlotArea,
  slot: number,
  xs: readonly number[],
  ys: Points,
  range: AxisRange,
): void {
  const gap = computeCurveMarkInterval(xs.length);
  for (let i = computeCurveMarkOffset(slot, gap) % gap; i < ys.length - 1; i += gap) {
    const value = ys[i] ?? Number.NaN;
    const x = area.x(xs[i] as number);
    if (isInside(value, range) && x >= area.left) area.painter.mark(slot, [x, area.y(value)], MARK);
  }
}

export function drawCursorRings(
  area: PlotArea,
  { xs, ys }: SampledCurves,
  index: number,
  range: AxisRange,
): void {
  const { painter } = area;
  for (const values of ys) {
    const value = values[index] ?? Number.NaN;
    if (!isInside(value, range)) continue;
    painter.ring([area.x(xs[index] as number), area.y(value)], 4.5, painter.theme.ink, 1.25);
  }
}
