/** Draws the parts of a filter chart: τ(σ) of each method and the components of e, log-log. */
import { numberText, SLOT_DASH_PATTERNS } from '@iklab/core/format';
import {
  countSingularDirections,
  type InstanceSpectrum,
  logSpacedSamples,
} from '@iklab/core/measure';
import { type AxisRange, listDecades } from './axisRange.ts';
import { type CanvasPoint, type Painter, pixelCentre } from './painter.ts';
import { type AxisTick, PlotArea, tickLabelsMargin } from './plotArea.ts';
import { shortenNamesToFit } from './shortenNamesToFit.ts';

const LEFT = 40;
const MAX_ROW_LABELS = 4; // With more rows, every second one is labelled.
const NARROW_RIGHT = 12;
const NAME_DISTANCE = 23; // Distance from the curves to their names, px.
const FACTS_WIDTH = 84; // Width of the facts about a direction that replace the names, px.
const FACTS_DISTANCE = 14;
const LINE = 17;
const MIN_WIDE = 300; // Below this width in px, only the cards identify the marks.
const STEMS = 0.22; // Height of the largest α relative to the plot.
const MARK = 3.2;

export function spectrumPlotArea(
  painter: Painter,
  labels: readonly string[],
  across: AxisRange,
  upward: AxisRange,
): PlotArea {
  const widest = Math.max(FACTS_WIDTH, ...labels.map((label) => painter.textWidth(label)));
  const legend = Math.min(NAME_DISTANCE + 2 + widest, 0.32 * painter.width);
  const left = tickLabelsMargin(painter, decadeTicks(upward, MAX_ROW_LABELS), LEFT);
  const margins = { left, right: isSpectrumChartWide(painter) ? legend : NARROW_RIGHT };
  return new PlotArea(painter, margins, across, upward);
}

export const isSpectrumChartWide = ({ width }: Painter): boolean => width >= MIN_WIDE;

export function drawFilterChartAxes(
  area: PlotArea,
  [left, right]: AxisRange,
  [low, high]: AxisRange,
): void {
  const { painter, bottom, x, y } = area;
  const { theme } = painter;
  const faint = { color: theme.faint, align: 'right' } as const;
  area.drawRows(decadeTicks([low, high], MAX_ROW_LABELS));
  area.drawColumns(decadeTicks([left, right], Number.POSITIVE_INFINITY));
  painter.line(theme.axis, [area.left, pixelCentre(bottom), area.right, pixelCentre(bottom)]);
  if (isSpectrumChartWide(painter)) area.drawUnit('σ', 'right');
  else painter.text('σ', [area.right - 4, bottom - 9], faint);
  const inverse = [left, right].map((power): CanvasPoint => [x(power), y(-power)]);
  painter.path(inverse, { color: theme.axis, width: 1.5 });
}

function decadeTicks([low, high]: AxisRange, most: number): AxisTick[] {
  const powers = listDecades([Math.ceil(low), Math.floor(high)]);
  return powers.map((power) => ({
    value: power,
    text: powers.length > most && power % 2 !== 0 ? null : numberText(10 ** power),
  }));
}

export function drawClippedToPlot(
  { painter, left, top, right, bottom }: PlotArea,
  draw: () => void,
): void {
  painter.clipTo([left, top - 4, right + 4, bottom], draw);
}

export function drawErrorComponents(
  { painter, top, bottom, x }: PlotArea,
  { found }: InstanceSpectrum,
): void {
  const sizes = [...found.alpha.slice(0, countSingularDirections(found))].map(Math.abs);
  const most = Math.max(...sizes, 1e-12);
  const tallest = STEMS * (bottom - top);
  sizes.forEach((size, i) => {
    const at = pixelCentre(x(Math.log10(found.sigma[i] as number)) - 0.5);
    painter.line(painter.theme.axis, [at, bottom, at, bottom - (size / most) * tallest], 3);
  });
}

export function drawFilterCurve(
  area: PlotArea,
  across: AxisRange,
  { slot, filter }: InstanceSpectrum,
): void {
  if (!filter) return;
  const { painter } = area;
  const style = {
    color: painter.color(slot),
    width: 1.75,
    dash: SLOT_DASH_PATTERNS[slot - 1] ?? [],
  };
  painter.path(filterCurvePoints(area, logSpacedSamples(across), filter), style);
}

/** Yields the points of a filter curve. The curve drops to the bottom of the plot at a cutoff. */
export function* filterCurvePoints(
  { bottom, x, y }: PlotArea,
  sigmas: ArrayLike<number>,
  filter: Float64Array,
): Generator<CanvasPoint | null> {
  let before = 0;
  for (let i = 0; i < filter.length; i++) {
    const [at, tau] = [x(Math.log10(sigmas[i] as number)), filter[i] as number];
    if (tau > 0 && !(before > 0) && i > 0) yield* [null, [at, bottom] as const];
    if (tau > 0) yield [at, y(Math.log10(tau))];
    else if (before > 0) yield [at, bottom];
    before = tau;
  }
}

/**
 * Draws a mark at τ of each singular direction. With `stems`, draws a line from 1/σ to each mark.
 */
export function drawSingularDirectionResponses(
  area: PlotArea,
  { slot, filter, found }: InstanceSpectrum,
  stems: boolean,
): void {
  const { painter } = area;
  const count = countSingularDirections(found);
  for (let i = 0; i < count; i++) {
    const [sigma, response] = [found.sigma[i] as number, found.response[i] as number];
    if (!(response > 0)) continue;
    const [x, full, y] = [
      area.x(Math.log10(sigma)),
      area.y(-Math.log10(sigma)),
      responseY(area, response),
    ];
    if (stems && !filter)
      painter.withAlpha(0.6, () => painter.line(painter.color(slot), [x, full, x, y]));
    painter.mark(slot, [x, y], MARK);
  }
}

const responseY = (area: PlotArea, value: number): number => area.y(Math.log10(value));

/** `facts` are texts that are written beside the line of the direction. */
export function drawSingularDirection(
  area: PlotArea,
  { found, slot }: InstanceSpectrum,
  direction: number,
  facts: readonly string[],
): void {
  const { painter, top, bottom } = area;
  const x = pixelCentre(area.x(Math.log10(found.sigma[direction] as number)) - 0.5);
  painter.line(painter.theme.accent, [x, top - 4, x, bottom]);
  const response = found.response[direction] as number;
  if (response > 0) painter.ring([x, responseY(area, response)], 6, painter.color(slot), 1.5);
  if (!isSpectrumChartWide(painter)) drawFactsPlate(area, facts, x);
}

function drawFactsPlate(
  { painter, left, right, bottom }: PlotArea,
  facts: readonly string[],
  x: number,
) {
  const { context, theme } = painter;
  const flip = x > (left + right) / 2;
  const lines = [facts.slice(0, 2), facts.slice(2, 4), facts.slice(4)].map((two) => two.join(', '));
  const weight = (i: number): number => (i === 0 ? 700 : 400);
  const width = Math.max(...lines.map((text, i) => painter.textWidth(text, weight(i)))) + 8;
  painter.withAlpha(0.9, () => {
    context.fillStyle = theme.surface;
    context.fillRect(flip ? x - 3 - width : x + 3, bottom - 48, width, 44);
  });
  lines.forEach((text, i) => {
    const color = i === 0 ? theme.accent : theme.ink;
    const style = { color, weight: weight(i), align: flip ? 'right' : 'left' } as const;
    painter.text(text, [flip ? x - 7 : x + 7, bottom - 40 + 14 * i], style);
  });
}

export function drawSpectrumFacts(
  { painter, right, top }: PlotArea,
  facts: readonly string[],
): void {
  const { accent, ink } = painter.theme;
  facts.forEach((text, i) => {
    const style = i === 0 ? { color: accent, weight: 700 } : { color: ink };
    painter.text(text, [right + FACTS_DISTANCE, top + 4 + LINE * i], style);
  });
}

export function drawFilterChartLegend(
  { painter, right, top }: PlotArea,
  spectra: readonly InstanceSpectrum[],
): void {
  const width = painter.width - right - NAME_DISTANCE;
  const names = spectra.map(({ label }) => label);
  const texts = shortenNamesToFit(
    painter,
    names,
    names.map(() => width),
  );
  spectra.forEach(({ slot }, i) => {
    const y = top + 4 + LINE * i;
    painter.mark(slot, [right + FACTS_DISTANCE, y], 3.4);
    const text = texts[i] as string;
    painter.text(text, [right + NAME_DISTANCE, y], { weight: 500 });
  });
}

export function drawUpdateNumber({ painter, right, top }: PlotArea, update: number): void {
  const style = { color: painter.theme.faint, align: 'right', halo: true } as const;
  painter.text(`as of update ${update}`, [right - 4, top + 22], style);
}
