/** The ends of the curves: a mark, and the name beside it or, where there is no room, on the right. */
import type { MethodPanel } from '../scenario/types.ts';
import { type Curves, exit, lastPoint } from './curves.ts';
import { beside, stack, type Wish } from './labelPlacement.ts';
import type { Painter, Point } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import type { Range } from './scale.ts';

type Methods = readonly Pick<MethodPanel, 'slot' | 'label'>[];

const TOLERANCE = 'tolerance';
const GAP = 8;
const APART = 5;
const NEAR = 24; // a name farther from its mark is known by another one
const BADGE = 10; // of the mark before a name that does not stand beside its curve
const WIDEST = 100;
const LEAST = 76;

/** Room on the right for the longest name, a quarter of the chart at most. */
export function endsMargin(painter: Painter, methods: Methods): number {
  const names = [TOLERANCE, ...methods.map(({ label }) => label)];
  const widest = Math.max(...names.map((name) => painter.textWidth(name))) + GAP + BADGE;
  return Math.ceil(Math.min(widest, WIDEST, Math.max(LEAST, painter.width / 4)));
}

/** A name, and where it wants to stand. */
interface Name extends Wish {
  readonly text: string;
  /** Null: of the tolerance. */
  readonly slot: number | null;
  /** Its curve ends before the newest entry: the name stands among the curves. */
  readonly early: boolean;
  /** Where its curve ends in a mark; null: outside. */
  readonly mark: Point | null;
}

interface Picture {
  readonly curves: Curves;
  readonly methods: Methods;
  readonly range: Range;
  /** Where the tolerance is to have its name; null: not on the axis. */
  readonly tolerance: number | null;
}

/** `named`: else the marks alone. */
export function drawEnds(area: PlotArea, picture: Picture, named = true): void {
  const { painter, top, bottom } = area;
  const span = [top, bottom - 4] as const;
  const names = picture.methods.flatMap((_, panel) => endOf(area, panel, picture));
  for (const name of names) if (name.slot && name.mark) painter.mark(name.slot, name.mark, 3.8);
  if (!named) return;
  const ends = names.filter(({ early }) => !early);
  const margin = picture.tolerance === null ? [] : [toleranceName(area, picture.tolerance)];
  for (const { name, y } of besideTheirEnds(area, names, [...ends, ...margin], span)) {
    if (y === null) margin.push(aside(area, name));
    else say(painter, name, y, Math.abs(y - name.y) > NEAR);
  }
  const apart = ends.every(({ x, width }) => x + width < area.right);
  for (const group of apart ? [ends, margin] : [[...ends, ...margin]])
    sayStacked(painter, group, span);
}

function sayStacked(painter: Painter, names: Name[], span: readonly [number, number]): void {
  names.sort((a, b) => a.y - b.y);
  const middles = stack(
    names.map(({ y }) => y),
    span,
  );
  const crowded = names.some(
    ({ early, y }, i) => !early && Math.abs((middles[i] as number) - y) > APART,
  );
  names.forEach((name, i) => {
    say(painter, name, middles[i] as number, name.early || crowded);
  });
}

/** The names that stand among the curves, and where; null: there is no room at their ends. */
function besideTheirEnds(
  area: PlotArea,
  names: readonly Name[],
  others: readonly Wish[],
  span: readonly [number, number],
) {
  const marks = names.flatMap(({ mark }) => (mark ? [around(mark)] : []));
  const taken = [...others, ...marks];
  const early = names.filter((name) => name.early).sort((a, b) => a.x - b.x);
  return early.map((name) => {
    const y = name.x + name.width > area.painter.width ? null : beside(name, taken, span);
    if (y !== null) taken.push({ ...name, y });
    return { name, y };
  });
}

const around = ([x, y]: Point): Wish => ({ x: x - 5, y, width: 10 });

/** `badged`: with the mark before it, since it does not stand at its curve. */
function say(painter: Painter, { text, slot, x }: Name, y: number, badged: boolean): void {
  if (slot && badged) painter.mark(slot, [x + 3, y], 3.2);
  const style = slot ? { weight: 500, halo: true } : { color: painter.theme.faint };
  painter.text(text, [slot && badged ? x + BADGE : x, y], style);
}

/** A name that found no room at its curve, at the top of the right side. */
function aside({ painter, right, top }: PlotArea, name: Name): Name {
  const text = painter.shorten(name.text, painter.width - right - GAP - BADGE);
  return { ...name, text, x: right + GAP, y: top };
}

function toleranceName({ painter, right }: PlotArea, y: number): Name {
  const width = painter.textWidth(TOLERANCE, 400);
  return { text: TOLERANCE, slot: null, early: false, mark: null, x: right + 6, y, width };
}

/** The name of a curve wants to stand beside the mark at its end. */
function endOf(area: PlotArea, panel: number, picture: Picture): Name[] {
  const { painter } = area;
  const { curves, range } = picture;
  const { slot, label } = picture.methods[panel] as Methods[number];
  const ys = curves.ys[panel] ?? [];
  const end = lastPoint(ys);
  if (end < 0) return [];
  const place = placeOf(curves.xs, ys, end, range);
  const below = (ys[end] as number) < range[0];
  const [x, y] = place
    ? [area.x(place[0]), area.y(place[1])]
    : [area.x(curves.xs[end] as number), below ? area.bottom : area.top];
  const name = place ? label : `${below ? '↓' : '↑'} ${label}`;
  const early = end < ys.length - 1;
  const text = painter.shorten(name, Math.min(WIDEST, painter.width - x - GAP - BADGE));
  const width = painter.textWidth(text);
  const at = place && x >= area.left ? ([x, y] as const) : null;
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
