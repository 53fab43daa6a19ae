/** What each curve says at the cursor: its value behind its mark, below each other where they would touch. */
import type { Curves } from './curves.ts';
import type { Methods } from './ends.ts';
import { font, type Ink } from './ink.ts';
import { stack } from './place.ts';
import type { Frame } from './plot.ts';
import type { Range } from './scale.ts';
import { mark, write } from './sketch.ts';

const ASIDE = 9; // px from the cursor
const BADGE = 10;

interface Picture {
  readonly curves: Curves;
  readonly methods: Methods;
  readonly range: Range;
  /** The point under the cursor. */
  readonly at: number;
  /** Per curve. */
  readonly said: readonly string[];
}

export function drawValues(frame: Frame, ink: Ink, picture: Picture): void {
  const { pen, left, right, top, bottom } = frame;
  const { curves, methods, range, at, said } = picture;
  const values = methods.flatMap(({ slot }, i) => {
    const y = curves.ys[i]?.[at];
    if (y == null) return [];
    const inside = Math.max(range[0], Math.min(range[1], y));
    return [{ slot, text: said[i] ?? '', y: frame.y(inside) }];
  });
  values.sort((a, b) => a.y - b.y);
  pen.font = font(ink, 500);
  const widest = Math.max(...values.map(({ text }) => pen.measureText(text).width)) + BADGE;
  const x = frame.x(curves.xs[at] as number);
  const after = x + ASIDE + widest < right || x - ASIDE - widest < left;
  const from = after ? x + ASIDE : x - ASIDE - widest;
  const middles = stack(
    values.map(({ y }) => y),
    [top + 12, bottom - 6],
  );
  values.forEach(({ slot, text }, i) => {
    const y = middles[i] as number;
    write(pen, ink, text, from + BADGE, y, { color: ink.ink, weight: 500, halo: true });
    mark(pen, ink, slot, [from + 3, y], 3.2);
  });
}
