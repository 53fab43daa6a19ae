/** What each curve says at the cursor: its value behind its mark, below each other where they would touch. */
import type { Curves, Line } from './curves.ts';
import { stack } from './labelPlacement.ts';
import type { PlotArea } from './plotArea.ts';
import type { Range } from './scale.ts';

const ASIDE = 9; // px from the cursor
const BADGE = 10;

/** `at`: the point under the cursor; `said`: per curve. */
export function drawCursorValues(
  area: PlotArea,
  curves: Curves,
  lines: readonly Line[],
  at: number,
  range: Range,
  said: readonly string[],
): void {
  const { painter, left, right, top, bottom } = area;
  const values = lines.flatMap(({ slot }, i) => {
    const y = curves.ys[i]?.[at];
    if (y == null) return [];
    const inside = Math.max(range[0], Math.min(range[1], y));
    return [{ slot, text: said[i] ?? '', y: area.y(inside) }];
  });
  values.sort((a, b) => a.y - b.y);
  const widest = Math.max(...values.map(({ text }) => painter.textWidth(text))) + BADGE;
  const x = area.x(curves.xs[at] as number);
  const after = x + ASIDE + widest < right || x - ASIDE - widest < left;
  const from = after ? x + ASIDE : x - ASIDE - widest;
  const middles = stack(
    values.map(({ y }) => y),
    [top + 12, bottom - 6],
  );
  values.forEach(({ slot, text }, i) => {
    const y = middles[i] as number;
    painter.text(text, [from + BADGE, y], { weight: 500, halo: true });
    painter.mark(slot, [from + 3, y], 3.2);
  });
}
