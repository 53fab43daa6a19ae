/** The ends of the curves: a mark, and the name beside it or, where there is no room, on the right. */
import type { MethodPanel } from '../scenario/types.ts';
import { type Curves, exit, lastPoint } from './curves.ts';
import { sizeOf } from './easel.ts';
import { font, type Ink } from './ink.ts';
import { beside, stack, type Wish } from './place.ts';
import type { Frame } from './plot.ts';
import type { Range } from './scale.ts';
import { mark, type Pen, shorten, write } from './sketch.ts';

export type Methods = readonly Pick<MethodPanel, 'slot' | 'label'>[];

const TOLERANCE = 'tolerance';
const GAP = 8;
const APART = 5;
const BADGE = 10; // of the mark before a name that does not stand beside its curve
const WIDEST = 100;
const LEAST = 76;

let ruler: Pen | null = null;

/** Room on the right for the longest name, a quarter of the chart at most. */
export function endsMargin(box: HTMLElement, ink: Ink, methods: Methods): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return WIDEST;
  const pen = ruler;
  pen.font = font(ink, 500);
  const names = [TOLERANCE, ...methods.map(({ label }) => label)];
  const widest = Math.max(...names.map((name) => pen.measureText(name).width)) + GAP + BADGE;
  return Math.ceil(Math.min(widest, WIDEST, Math.max(LEAST, sizeOf(box).width / 4)));
}

/** A name, and where it wants to stand. */
interface Name extends Wish {
  readonly text: string;
  /** Null: of the tolerance. */
  readonly slot: number | null;
  /** Its curve ends before the newest entry: the name stands among the curves. */
  readonly early: boolean;
  /** Where its curve ends in a mark; null: outside. */
  readonly mark: readonly [number, number] | null;
}

interface Picture {
  readonly curves: Curves;
  readonly methods: Methods;
  readonly range: Range;
  /** Where the tolerance is to have its name; null: not on the axis. */
  readonly tolerance: number | null;
}

/** `named`: else the marks alone. */
export function drawEnds(frame: Frame, ink: Ink, picture: Picture, named = true): void {
  const { pen, top, bottom } = frame;
  pen.font = font(ink, 500);
  const span = [top, bottom - 4] as const;
  const names = picture.methods.flatMap((_, panel) => endOf(frame, panel, picture));
  for (const name of names) if (name.slot && name.mark) mark(pen, ink, name.slot, name.mark, 3.8);
  if (!named) return;
  const ends = names.filter(({ early }) => !early);
  const margin = picture.tolerance === null ? [] : [toleranceName(frame, picture.tolerance)];
  for (const { name, y } of besideTheirEnds(frame, names, [...ends, ...margin], span)) {
    if (y === null) margin.push(aside(frame, name));
    else say(pen, ink, name, y, false);
  }
  const apart = ends.every(({ x, width }) => x + width < frame.right);
  for (const group of apart ? [ends, margin] : [[...ends, ...margin]])
    sayStacked(pen, ink, group, span);
}

function sayStacked(pen: Pen, ink: Ink, names: Name[], span: readonly [number, number]): void {
  names.sort((a, b) => a.y - b.y);
  const middles = stack(
    names.map(({ y }) => y),
    span,
  );
  const crowded = names.some(
    ({ early, y }, i) => !early && Math.abs((middles[i] as number) - y) > APART,
  );
  names.forEach((name, i) => {
    say(pen, ink, name, middles[i] as number, name.early || crowded);
  });
}

/** The names that stand among the curves, and where; null: there is no room at their ends. */
function besideTheirEnds(
  frame: Frame,
  names: readonly Name[],
  others: readonly Wish[],
  span: readonly [number, number],
) {
  const marks = names.flatMap(({ mark }) => (mark ? [around(mark)] : []));
  const taken = [...others, ...marks];
  const early = names.filter((name) => name.early).sort((a, b) => a.x - b.x);
  return early.map((name) => {
    const y = name.x + name.width > frame.width ? null : beside(name, taken, span);
    if (y !== null) taken.push({ ...name, y });
    return { name, y };
  });
}

const around = ([x, y]: readonly [number, number]): Wish => ({ x: x - 5, y, width: 10 });

/** `badged`: with the mark before it, since it does not stand at its curve. */
function say(pen: Pen, ink: Ink, { text, slot, x }: Name, y: number, badged: boolean): void {
  if (slot && badged) mark(pen, ink, slot, [x + 3, y], 3.2);
  const style = slot ? { color: ink.ink, weight: 500, halo: true } : { color: ink.faint };
  write(pen, ink, text, slot && badged ? x + BADGE : x, y, style);
}

/** A name that found no room at its curve, at the top of the right side. */
function aside({ pen, width, right, top }: Frame, name: Name): Name {
  const text = shorten(pen, name.text, width - right - GAP - BADGE);
  return { ...name, text, x: right + GAP, y: top };
}

function toleranceName({ pen, right }: Frame, y: number): Name {
  const width = pen.measureText(TOLERANCE).width;
  return { text: TOLERANCE, slot: null, early: false, mark: null, x: right + 6, y, width };
}

/** The name of a curve wants to stand beside the mark at its end. */
function endOf(frame: Frame, panel: number, picture: Picture): Name[] {
  const { pen } = frame;
  const { curves, range } = picture;
  const { slot, label } = picture.methods[panel] as Methods[number];
  const ys = curves.ys[panel] ?? [];
  const end = lastPoint(ys);
  if (end < 0) return [];
  const place = placeOf(curves.xs, ys, end, range);
  const below = (ys[end] as number) < range[0];
  const [x, y] = place
    ? [frame.x(place[0]), frame.y(place[1])]
    : [frame.x(curves.xs[end] as number), below ? frame.bottom : frame.top];
  const name = place ? label : `${below ? '↓' : '↑'} ${label}`;
  const early = end < ys.length - 1;
  const text = shorten(pen, name, Math.min(WIDEST, frame.width - x - GAP - BADGE));
  const width = pen.measureText(text).width;
  const at = place && x >= frame.left ? ([x, y] as const) : null;
  return [{ slot, text, early, mark: at, x: x + GAP, y: early ? y - 5 : y, width }];
}

/** The last point of a curve, or where it left the range; null: it left before the first point. */
function placeOf(
  xs: readonly number[],
  ys: readonly (number | null)[],
  end: number,
  range: Range,
): readonly [number, number] | null {
  const value = ys[end] as number;
  if (value >= range[0] && value <= range[1]) return [xs[end] as number, value];
  const left = exit(ys, end, range);
  if (!left) return null;
  const [from, to] = [xs[left.i] as number, xs[left.i + 1] as number];
  return [from + left.share * (to - from), left.edge];
}
