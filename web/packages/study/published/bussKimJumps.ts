/** Buss & Kim 2004, figure 4: 10 000 jumps of the targets, five methods, until each improves no more. */

import { shareInterval } from '../shareInterval.ts';
import { type Interval, Z95 } from '../statistics.ts';
import { type Jumped, LEVELS, METHODS, merge, PRINTED, type Sums, work } from './jumpRuns.ts';
import { type Figure, type PublishedTable, split } from './publishedTable.ts';

const JUMPS = 10_000;
/** Where the targets jump to is not printed. */
const unjudged = true;

/** A jump of the group. */
const openOf = (parts: readonly Jumped[], group: number): object => {
  const part = parts.find(({ groups }) => groups[group]?.first !== null) ?? parts[0];
  return part?.cases[group] as object;
};

/** Those of a number as it is written: 2.362 beside 0.00015. */
const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

interface Estimate extends Interval {
  readonly ours: number;
}

/** Mean of a column and its 95 % interval. */
function meanOf(sum: number, squares: number, n: number): Estimate {
  const mean = sum / n;
  const half = Z95 * Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
  return { ours: mean, low: mean - half, high: mean + half };
}

/** So many of so many, in parts of `whole`. */
function shareOf(some: number, n: number, whole: number): Estimate {
  const { low, high } = shareInterval(some, n);
  return { ours: (whole * some) / n, low: whole * low, high: whole * high };
}

/** Mean updates to the last level over those of the method before, on the same jumps. */
function ratioOf({ within, squares, crosses, jumps }: Sums, m: number): Estimate {
  const mean = (k: number) => (within[k]?.[3] as number) / jumps;
  const [a, b] = [mean(m), mean(m - 1)];
  const spread = (k: number) => (squares[k]?.[3] as number) / jumps / mean(k) ** 2 - 1;
  const shared = (crosses[m] as number) / jumps / (a * b) - 1;
  const variance = Math.max(0, spread(m) + spread(m - 1) - 2 * shared) / jumps;
  const half = (a / b) * Z95 * Math.sqrt(variance);
  return { ours: a / b, low: a / b - half, high: a / b + half };
}

function figuresOf(group: number, parts: readonly Jumped[]): Figure[] {
  const [name, printed] = PRINTED[group] as (typeof PRINTED)[number];
  const sums = merge(parts, group);
  const all = PRINTED.reduce((jumps, _, each) => jumps + merge(parts, each).jumps, 0);
  const opens = openOf(parts, group);
  return METHODS.flatMap(([label], m): Figure[] => {
    const [wins, excess, ...updates] = printed[m] ?? [null, null, null, null, null, null];
    const common = { row: `${name}, ${label}`, unjudged, sample: sums.jumps, opens };
    return [
      {
        ...common,
        column: 'wins of 10 000',
        unit: '',
        decimals: 0,
        paper: wins,
        ...shareOf(sums.wins[m] as number, all, JUMPS),
      },
      {
        ...common,
        column: 'mean excess',
        unit: 'm',
        decimals: 5,
        paper: excess,
        printed: decimalsOf(excess ?? 0),
        ...meanOf(sums.excess[m] as number, sums.excessSquares[m] as number, sums.jumps),
      },
      ...LEVELS.map((level, l): Figure => {
        const mean = meanOf(
          sums.within[m]?.[l] as number,
          sums.squares[m]?.[l] as number,
          sums.jumps,
        );
        return {
          ...common,
          column: `updates to ${level}`,
          unit: '',
          decimals: 1,
          paper: updates[l] ?? null,
          ...mean,
        };
      }),
    ];
  });
}

/** What does not hang on the unknown targets: orders and shares. */
function ordersOf(parts: readonly Jumped[]): Figure[] {
  const [reached, missed] = [merge(parts, 0), merge(parts, 1)];
  const common = { unit: '', sample: reached.jumps, opens: openOf(parts, 0) };
  const share = ({ wins }: Sums, m: number) =>
    shareOf(
      wins[m] as number,
      wins.reduce((sum, each) => sum + each, 0),
      100,
    );
  return [
    {
      ...common,
      row: 'reached',
      column: 'share of the wins, SDLS',
      unit: '%',
      decimals: 1,
      paper: 100,
      ...share(reached, 0),
    },
    {
      ...common,
      row: 'both',
      column: 'wins of Jᵀ',
      decimals: 0,
      paper: 0,
      ours: (reached.wins[4] as number) + (missed.wins[4] as number),
    },
    {
      ...common,
      row: 'reached',
      column: 'updates to 0.0001, DLS over SDLS',
      decimals: 1,
      paper: 635.2 / 53.5,
      ...ratioOf(reached, 1),
      unjudged,
    },
    {
      ...common,
      row: 'reached',
      column: 'updates to 0.0001, DLS′ over DLS',
      decimals: 2,
      paper: 327.2 / 635.2,
      ...ratioOf(reached, 2),
      unjudged,
    },
    {
      ...common,
      row: 'not reached',
      column: 'share of the wins, DLS′',
      unit: '%',
      decimals: 1,
      paper: (100 * 6097) / (940 + 52 + 6097),
      ...share(missed, 2),
      unjudged,
    },
  ];
}

const figures = (_variant: string, results: readonly unknown[]): Figure[] => {
  const parts = results as Jumped[];
  return [...ordersOf(parts), ...figuresOf(0, parts), ...figuresOf(1, parts)];
};

export const bussKimJumps: PublishedTable = {
  id: 'buss-kim-figure-4',
  title: 'Buss & Kim, figure 4',
  source: 'bussKim2005',
  about:
    'Targets jump 10 000 times and stand still; five methods go on until they improve no more. Who comes nearest, and how many updates it takes to within 0.1 to 0.0001 m of each method’s own best.',
  known: [
    'λ 1.1 (DLS, DLS*) and 0.7 (DLS′); joints turn by at most 30° (Jᵀ) and 45° an update',
    'stop at the third update that raises the distance, and at 4 000',
  ],
  recovered: [
    'an update that improves by less than 10⁻⁶ ends a run; the printed 10⁻⁵ contradicts the paper’s own counts: DLS spends 539 updates on its last 0.0009 m',
  ],
  assumed: [
    'where the targets jump to is not printed: the paths of figure 3 with amplitudes × 0.7, 3 (1 + √5) of time apart',
    'every jump starts at the zero pose; reached: a total distance below 0.001 m',
    'so orders and shares are compared, and absolute counts are shown without a verdict',
  ],
  lost: ['DLS* and Jᵀ where targets were not reached, and one number of DLS′'],
  slips: [
    'the wins that are legible add to 10 061 of 10 000 jumps',
    'the printed bound on an improvement, 10⁻⁵, contradicts the counts beside it',
  ],
  spread: '95 % interval',
  variants: [
    { id: 'paper', label: 'Paper', about: 'Clamps as the text prints them.' },
    { id: 'published', label: 'Published', about: 'Clamps of the authors’ program.' },
  ],
  sample: { full: JUMPS, quick: 400 },
  seconds: 4,
  form: 2,
  parts: (variant, sample) => split(variant, sample, 40),
  work,
  figures,
};
