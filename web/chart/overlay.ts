/** What is drawn on the curves of errors: tolerance, cursor, marks along the way, rings. */
import { type Curves, markGap, markShift } from './curves.ts';
import { type Ink, slotColor } from './ink.ts';
import type { Frame } from './plot.ts';
import type { Range } from './scale.ts';
import { crisp, line, mark, write } from './sketch.ts';

const LIFTED = 6; // px: lower than this above the axis it says nothing

/** Draws a dotted line; gives its place, or null where it is not seen. */
export function drawTolerance(
  frame: Frame,
  ink: Ink,
  value: number,
  [low, high]: Range,
): number | null {
  const { pen, left, right, bottom } = frame;
  const y = crisp(frame.y(value));
  if (value < low || value > high || bottom - y < LIFTED) return null;
  pen.setLineDash([2, 2]);
  line(pen, ink.faint, [left, y, right, y]);
  pen.setLineDash([]);
  return y;
}

export function drawCursor(frame: Frame, ink: Ink, value: number, unit: string): void {
  const { pen, top, bottom, right } = frame;
  const x = crisp(frame.x(value) - 0.5);
  line(pen, ink.accent, [x, top - 4, x, bottom]);
  const flip = x > right - 16;
  const text = unit === 's' ? `${value.toFixed(2)} s` : String(value);
  write(pen, ink, text, flip ? x - 5 : x + 5, top - 1, {
    color: ink.accent,
    weight: 700,
    align: flip ? 'right' : 'left',
    halo: true,
  });
}

/** Where a curve goes between two points that are drawn: pale, under it. */
export function drawBand(
  { pen, ...frame }: Frame,
  ink: Ink,
  slot: number,
  { xs, bands }: Curves,
  index: number,
  [low, high]: Range,
): void {
  const band = bands[index];
  if (!band) return;
  pen.fillStyle = slotColor(ink, slot);
  pen.globalAlpha = 0.22;
  xs.forEach((x, i) => {
    const [from, to] = [band.low[i], band.high[i]];
    if (from == null || to == null || to < low || from > high) return;
    const [top, bottom] = [frame.y(Math.min(to, high)), frame.y(Math.max(from, low))];
    const width = frame.x(xs[i + 1] ?? x) - frame.x(x);
    pen.fillRect(frame.x(x) - width / 2, top, Math.max(1, width), bottom - top);
  });
  pen.globalAlpha = 1;
}

/** Marks at every so many points, shifted from slot to slot so that they do not coincide. */
export function drawMarks(
  frame: Frame,
  ink: Ink,
  slot: number,
  { xs, ys }: { readonly xs: readonly number[]; readonly ys: readonly (number | null)[] },
  [low, high]: Range,
): void {
  const gap = markGap(xs.length);
  for (let i = markShift(slot, gap) % gap; i < ys.length - 1; i += gap) {
    const value = ys[i] ?? Number.NaN;
    if (!(value >= low && value <= high)) continue;
    const x = frame.x(xs[i] as number);
    if (x >= frame.left) mark(frame.pen, ink, slot, [x, frame.y(value)], 3.2);
  }
}

/** A ring on every curve at one point. */
export function drawRings(
  { pen, ...frame }: Frame,
  ink: Ink,
  { xs, ys }: Curves,
  index: number,
  [low, high]: Range,
): void {
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 1.25;
  for (const values of ys) {
    const value = values[index] ?? Number.NaN;
    if (!(value >= low && value <= high)) continue;
    pen.beginPath();
    pen.arc(frame.x(xs[index] as number), frame.y(value), 4.5, 0, 2 * Math.PI);
    pen.stroke();
  }
}
