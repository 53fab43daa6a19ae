/**
 * Labels of the curves of a chart: a mark at the end of each, and a list of their names on the
 * right.
 */
import type { MethodPanel } from '@iklab/core/scenario';
import type { AxisRange } from './axisRange.ts';
import type { Painter } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import { findCurveRangeExit, findLastCurvePoint, type SampledCurves } from './sampledCurves.ts';
import { shortenNamesToFit } from './shortenNamesToFit.ts';
import { stackLabels } from './stackLabels.ts';

export interface CurveEndLabel extends Pick<MethodPanel, 'slot' | 'label'> {
  /** Value after the name of the curve; '' for no value. */
  readonly valueText: string;
}

const TOLERANCE = 'tolerance';
const GAP = 8; // Distance from the curves to the list, px.
const MARK_SIZE = 10; // Size of the mark before a name, px.
const VALUE_WIDTH = 44; // Width of the value after a name, px.
const MIN_WIDTH = 76;
const MAX_SHARE = 0.31; // Maximum share of the chart's width.
const MIN_LINE_DISTANCE = 11; // Smallest distance between two lines of text, px.

export function curveEndLabelsMargin(painter: Painter, methods: readonly CurveEndLabel[]): number {
  const names = [TOLERANCE, ...methods.map(({ label }) => label)];
  const widest =
    Math.max(...names.map((name) => painter.textWidth(name))) + GAP + MARK_SIZE + VALUE_WIDTH;
  return Math.ceil(Math.min(widest, Math.max(MIN_WIDTH, MAX_SHARE * painter.width)));
}

interface Row {
  readonly slot: number;
  readonly label: string;
  /** Arrow before the name of a curve that ends outside the axis; otherwise ''. */
  readonly arrow: string;
  readonly valueText: string;
  readonly y: number;
}

interface EndLabelsInput {
  readonly curves: SampledCurves;
  readonly methods: readonly CurveEndLabel[];
  readonly range: AxisRange;
  /** Tolerance of the error, in units of the y axis; null if the chart has none. */
  readonly tolerance: number | null;
  /** Index of the point whose values the labels show; null for the last point of each curve. */
  readonly cursor: number | null;
}

export function drawCurveEndLabels(area: PlotArea, picture: EndLabelsInput): void {
  const { painter, top, bottom } = area;
  const { curves, methods, range, cursor } = picture;
  const ends = methods.map((method, line) => ({
    method,
    line,
    end: curveEnd(area, line, picture),
  }));
  for (const { method, end } of ends) if (end?.mark) painter.mark(method.slot, end.mark, 3.8);
  const rows = ends.flatMap(({ method, line, end }): Row[] => {
    const value = cursor === null ? end?.value : curves.ys[line]?.[cursor];
    if (value == null) return [];
    const { slot, label, valueText } = method;
    return [
      {
        slot,
        valueText,
        label,
        arrow: rangeArrow(value, range),
        y: clampedPosition(area, value, range),
      },
    ];
  });
  const middles = drawList(area, rows, [top, bottom - 4]);
  if (picture.tolerance !== null) labelTolerance(area, picture.tolerance, range, middles);
}

function labelTolerance(
  area: PlotArea,
  value: number,
  range: AxisRange,
  labelPositions: readonly number[],
): void {
  const { painter, right, top, bottom } = area;
  const y = Math.max(top, Math.min(bottom - 4, clampedPosition(area, value, range)));
  const text = rangeArrow(value, range) + TOLERANCE;
  const style = { color: painter.theme.faint, halo: true };
  const free = labelPositions.every((position) => Math.abs(position - y) >= MIN_LINE_DISTANCE);
  if (free) painter.text(text, [right + GAP - 2, y], style);
  else painter.text(text, [right - 4, y - 8], { ...style, align: 'right' });
}

const rangeArrow = (value: number, [low, high]: AxisRange): string =>
  value < low ? '↓ ' : value > high ? '↑ ' : '';

const clampedPosition = ({ y }: PlotArea, value: number, [low, high]: AxisRange): number =>
  y(Math.max(low, Math.min(high, value)));

/**
 * Draws the list of names. If space is short, a number replaces the uppermost names. Returns y of
 * each text, px.
 */
function drawList(
  { painter, right }: PlotArea,
  rows: readonly Row[],
  span: readonly [number, number],
): number[] {
  const most = Math.max(1, Math.floor((span[1] - span[0]) / MIN_LINE_DISTANCE) + 1);
  const sorted = [...rows].sort((a, b) => a.y - b.y);
  const hiddenCount = rows.length > most ? rows.length - most + 1 : 0;
  const shownRows = sorted.slice(hiddenCount);
  const wished = [...(hiddenCount > 0 ? [span[0]] : []), ...shownRows.map(({ y }) => y)];
  const middles = stackLabels(wished, span);
  const x = right + GAP;
  const style = { color: painter.theme.faint };
  if (hiddenCount > 0)
    painter.text(`+ ${hiddenCount}`, [x + MARK_SIZE, middles[0] as number], style);
  const behind = shownRows.map(({ valueText }) => (valueText ? ` ${valueText}` : ''));
  const rooms = shownRows.map(
    ({ arrow }, i) => painter.width - x - MARK_SIZE - painter.textWidth(`${arrow}${behind[i]}`),
  );
  const names = shownRows.map(({ label }) => label);
  shortenNamesToFit(painter, names, rooms).forEach((name, i) => {
    const { slot, arrow } = shownRows[i] as Row;
    const y = middles[hiddenCount > 0 ? i + 1 : i] as number;
    painter.mark(slot, [x + 3, y], 3.2);
    painter.text(`${arrow}${name}${behind[i]}`, [x + MARK_SIZE, y], { weight: 500 });
  });
  return middles;
}

function curveEnd(area: PlotArea, line: number, { curves, range }: EndLabelsInput) {
  const ys = curves.ys[line] ?? [];
  const end = findLastCurvePoint(ys);
  if (end < 0) return null;
  const endPoint = markPoint(curves.xs, ys, end, range);
  const position = endPoint && ([area.x(endPoint[0]), area.y(endPoint[1])] as const);
  return { value: ys[end] as number, mark: position && position[0] >= area.left ? position : null };
}

function markPoint(
  xs: readonly number[],
  ys: readonly (number | null)[],
  end: number,
  range: AxisRange,
): readonly [number, number] | null {
  const value = ys[end] as number;
  if (value >= range[0] && value <= range[1]) return [xs[end] as number, value];
  const exitPoint = findCurveRangeExit(ys, end, range);
  if (!exitPoint) return null;
  const [from, to] = [xs[exitPoint.i] as number, xs[exitPoint.i + 1] as number];
  return [from + exitPoint.share * (to - from), exitPoint.edge];
}
