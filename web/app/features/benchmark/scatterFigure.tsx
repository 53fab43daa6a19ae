import { groupedText } from 'iklab/format';
import css from '../study/figures/figures.module.css';
import { EDGE, Plot } from '../study/figures/plotFrame.tsx';
import { logarithmic } from '../study/figures/plotScale.ts';
import { costEnds, type FigureProps, membersOf } from './benchmarkFigures.ts';

const LEFT = 44;
const TALL = 260;
const LOST = 16; // Pixels beyond the axis for unsolved problems.
const MOST = 2000;
const NEAR = 8; // Pixels.

interface ScatterProps extends FigureProps {
  readonly pair: readonly [number, number];
  readonly open: (index: number) => void;
}

/** Updates of two methods on the same problems; unsolved ones are beyond the axes. */
export function ScatterFigure({ all, some, width, brush, pair, open }: ScatterProps) {
  const [a, b] = pair;
  const ends = costEnds(all, 'updates');
  const [bottom, right] = [TALL - EDGE.bottom, width - EDGE.right];
  const x = logarithmic(ends, [LEFT, right - LOST], groupedText);
  const y = logarithmic(ends, [bottom, EDGE.top + LOST], groupedText);
  const [ofA, ofB] = [all.drawn(a, 'updates'), all.drawn(b, 'updates')];
  const places = Array.from(all.indices.keys()).slice(0, MOST);
  const px = (i: number) => (ofA[i] === Number.POSITIVE_INFINITY ? right - 4 : x.at(ofA[i] ?? 0));
  const py = (i: number) =>
    ofB[i] === Number.POSITIVE_INFINITY ? EDGE.top + 4 : y.at(ofB[i] ?? 0);
  const lit = some === all ? null : new Set(some.indices);
  const nearest = ([u, v]: readonly [number, number]): number | null => {
    const off = (i: number) => (px(i) - u) ** 2 + (py(i) - v) ** 2;
    const best = places.reduce((least, i) => (off(i) < off(least) ? i : least), places[0] ?? 0);
    return off(best) <= NEAR * NEAR ? (all.indices[best] ?? null) : null;
  };
  const names = membersOf(all);
  const beyond = (at: number, end: number, value: number): number =>
    at > end ? Number.POSITIVE_INFINITY : value;
  return (
    <Plot
      free
      name={`Updates of ${names[a]?.name} and ${names[b]?.name} on the same problems`}
      words={`${places.length} of ${all.count} problems.`}
      {...{
        width,
        height: TALL,
        x,
        y,
        left: LEFT,
        across: `updates of ${names[a]?.name}`,
        upward: `updates of ${names[b]?.name}`,
      }}
      brushed={({ from, to }) =>
        brush([
          {
            cell: a,
            field: 'updates',
            low: beyond(from[0], right - LOST, x.value(from[0])),
            high: beyond(to[0], right - LOST, x.value(to[0])),
          },
          {
            cell: b,
            field: 'updates',
            low: beyond(-to[1], -EDGE.top - LOST, y.value(to[1])),
            high: beyond(-from[1], -EDGE.top - LOST, y.value(from[1])),
          },
        ])
      }
      pressed={(at) => {
        const index = nearest(at);
        if (index === null) brush([]);
        else open(index);
      }}
    >
      <line
        class={css.axis}
        x1={x.at(ends[0])}
        y1={y.at(ends[0])}
        x2={x.at(ends[1])}
        y2={y.at(ends[1])}
      />
      <line
        class={css.axis}
        x1={right - LOST + 5}
        x2={right - LOST + 5}
        y1={EDGE.top}
        y2={bottom}
      />
      <line
        class={css.axis}
        x1={LEFT}
        x2={right}
        y1={EDGE.top + LOST - 5}
        y2={EDGE.top + LOST - 5}
      />
      {places.map((i) => (
        <circle
          key={i}
          class={lit && !lit.has(all.indices[i] ?? -1) ? `${css.point} ${css.faded}` : css.point}
          cx={px(i)}
          cy={py(i)}
          r={2.5}
        />
      ))}
    </Plot>
  );
}
