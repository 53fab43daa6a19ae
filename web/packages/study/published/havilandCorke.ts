/** Haviland & Corke: a UR5 reaches random poses, 500 updates from one start, or 30 from each of up to 100. */
import { type Engine, openBatch } from 'iklab/engine';
import { BATCH_CAPACITY } from 'iklab/engine/protocol';
import { shareInterval } from '../shareInterval.ts';
import { mean as meanOfAll, medianInterval, quantile, sorted } from '../statistics.ts';
import { type Figure, type Part, type PublishedTable, split } from './publishedTable.ts';
import { caseOf, meanWithInterval, rowsOf, sceneOf } from './scenes.ts';

const lm = (damping: string, params: object) => ({
  id: 'levenberg-marquardt',
  params: { damping, checked: false, ...params },
});

/** Method, then 500 × 1: mean, median, failures in %, and 30 × 100: mean, median, mean starts. */
const PRINTED = [
  ['Newton-Raphson, J⁺', { id: 'pseudoinverse' }, 21.15, 16, 11.1, 30.17, 18, 1.47],
  [
    'Gauss-Newton, J⁺',
    { id: 'gauss-newton', params: { lineSearch: false } },
    21.91,
    16,
    10.73,
    30.07,
    18,
    1.47,
  ],
  ['LM Wampler, λ² 10⁻⁴', lm('wampler', { lambda: 0.01 }), 20.41, 14, 9.21, 25.16, 15, 1.35],
  ['LM Chan, k 1.0', lm('chan', { errorGain: 1 }), 16.58, 14, 10.11, 22.6, 15, 1.25],
  ['LM Chan, k 0.1', lm('chan', { errorGain: 0.1 }), 9.43, 9, 9.61, 15.33, 9, 1.2],
  ['LM Sugihara, k 10⁻³', lm('sugihara', { errorBias: 1e-3 }), 20.54, 15, 10.24, 26.49, 16, 1.35],
  ['LM Sugihara, k 10⁻⁴', lm('sugihara', { errorBias: 1e-4 }), 17.01, 14, 10.11, 23.04, 15, 1.26],
] as const;

/** Draws of the 100 shared starts: a tenth of the problems each. */
const DRAWS = 10;

const ENDS = { maxUpdates: 500, restarts: undefined };
const MANY = { maxUpdates: 30, restarts: { most: 99, seed: 1 } };

function documentOf(variant: string): object {
  const { maxUpdates, restarts } = variant === '500x1' ? ENDS : MANY;
  return {
    iklab: 1,
    name: 'Haviland & Corke, UR5',
    note: 'A random pose that the arm reaches, from a random start; ½‖e‖² < 10⁻⁶, no step limit.',
    tree: { preset: 'ur5' },
    targets: [{ effector: 'tool', position: [0.4, 0.2, 0.3], orientation: [0, 0, 0, 1] }],
    methods: PRINTED.map(([label, method]) => ({
      label,
      maxStep: null,
      targetClamp: { mode: 'off' },
      ...method,
    })),
    run: {
      mode: 'converge',
      residual: Math.sqrt(2e-6),
      minImprovement: 0,
      maxRises: 1_000_000,
      maxUpdates,
      ...(restarts && { restarts }),
    },
  };
}

/** By method: updates of those that were solved (NaN: not), and starts. */
interface Solved {
  readonly draw: number;
  /** Its first problem. */
  readonly opens: object;
  readonly updates: number[][];
  readonly starts: number[][];
}

const seedOf = (draw: number): number => 2023 + draw;

function work({ variant, index, first, count }: Part, engine: Engine): Solved {
  const scene = sceneOf(documentOf(variant), engine);
  const shared = variant === '30x100';
  const draw = shared ? index % DRAWS : 0;
  const batch = openBatch(engine, scene, {
    sampling: { kind: 'reachable', start: 'random' },
    seed: seedOf(draw),
    sharedRestarts: shared,
  });
  const panels = scene.scenario.methods;
  const solved: Solved = {
    draw,
    opens: caseOf(documentOf(variant), scene, batch, first),
    updates: panels.map(() => []),
    starts: panels.map(() => []),
  };
  try {
    for (let at = first; at < first + count; at += BATCH_CAPACITY) {
      const some = Math.min(BATCH_CAPACITY, first + count - at);
      const rows = rowsOf(batch, panels, at, some);
      panels.forEach((_, m) => {
        for (let i = 0; i < some; ++i) {
          const reached = rows(m, i, 'solved') === 1;
          // theirs counts the update at whose start arrival is seen
          solved.updates[m]?.push(reached ? rows(m, i, 'updates') + 1 : Number.NaN);
          solved.starts[m]?.push(rows(m, i, 'restarts') + 1);
        }
      });
    }
    return solved;
  } finally {
    batch.delete();
  }
}

const column = (results: readonly Solved[], m: number, what: 'updates' | 'starts') =>
  Float64Array.from(results.flatMap((each) => each[what][m] ?? []));

/** Lowest and highest of a statistic over the draws of the shared starts. */
function overDraws(results: readonly Solved[], of: (some: readonly Solved[]) => number) {
  const draws = Array.from({ length: DRAWS }, (_, draw) =>
    results.filter((each) => each.draw === draw),
  ).filter((some) => some.length > 0);
  const values = draws.map(of).filter((value) => !Number.isNaN(value));
  return { low: Math.min(...values), high: Math.max(...values) };
}

const meanOf = (results: readonly Solved[], m: number, what: 'updates' | 'starts') =>
  meanOfAll(column(results, m, what).filter((value) => !Number.isNaN(value)));
const medianOf = (results: readonly Solved[], m: number) =>
  quantile(sorted(column(results, m, 'updates')), 0.5);

function figuresOnce(results: readonly Solved[], m: number): Figure[] {
  const [row, , mean, median, failures] = PRINTED[m] as (typeof PRINTED)[number];
  const updates = column(results, m, 'updates');
  const failed = updates.filter((value) => Number.isNaN(value)).length;
  const { low, high } = shareInterval(failed, updates.length);
  const common = { row, sample: updates.length, opens: results[0]?.opens ?? {} };
  return [
    {
      ...common,
      column: 'mean updates',
      unit: '',
      decimals: 2,
      paper: mean,
      ...meanWithInterval(
        updates.filter((value) => !Number.isNaN(value)),
        ENDS.maxUpdates + 1,
      ),
    },
    {
      ...common,
      column: 'median updates',
      unit: '',
      decimals: 0,
      paper: median,
      ours: medianOf(results, m),
      ...medianInterval(sorted(updates)),
    },
    {
      ...common,
      column: 'failures',
      unit: '%',
      decimals: 2,
      paper: failures,
      ours: (100 * failed) / updates.length,
      low: 100 * low,
      high: 100 * high,
    },
  ];
}

function figuresMany(results: readonly Solved[], m: number): Figure[] {
  const [row, , , , , mean, median, starts] = PRINTED[m] as (typeof PRINTED)[number];
  const sample = column(results, m, 'updates').length;
  const common = { row, unit: '', sample, opens: results[0]?.opens ?? {} };
  const figure = (
    name: string,
    decimals: number,
    paper: number,
    of: (some: readonly Solved[]) => number,
  ): Figure => ({
    ...common,
    column: name,
    decimals,
    paper,
    ours: of(results),
    ...overDraws(results, of),
  });
  return [
    figure('mean updates', 2, mean, (some) => meanOf(some, m, 'updates')),
    figure('median updates', 0, median, (some) => medianOf(some, m)),
    figure('mean starts', 2, starts, (some) => meanOf(some, m, 'starts')),
  ];
}

const figures = (variant: string, results: readonly unknown[]): Figure[] =>
  PRINTED.flatMap((_, m) =>
    variant === '500x1' ? figuresOnce(results as Solved[], m) : figuresMany(results as Solved[], m),
  );

export const havilandCorke: PublishedTable = {
  id: 'haviland-corke-ur5',
  title: 'Haviland & Corke, UR5',
  source: {
    type: 'article',
    author: 'Haviland, J. and Corke, P.',
    title: 'Manipulator differential kinematics',
    journal: 'IEEE Robotics & Automation Magazine',
    year: 2023,
  },
  about:
    'Updates and failures of seven solvers on a UR5 that shall reach random poses: 500 updates from one start, or up to 100 starts of 30 updates.',
  known: [
    'error by angle and axis, ½ eᵀe < 10⁻⁶, no step limit, no joint limits',
    '10 000 random poses that the arm reaches; the 100 starts are the same for all of them',
    'a count includes the update at whose start arrival is seen',
    'Chan: λ² = k E; Sugihara: λ² = E + k; E = ½ eᵀe',
  ],
  recovered: [],
  assumed: ['poses and starts are drawn uniformly within ±π by another generator than theirs'],
  lost: [],
  slips: [],
  spread: 'one start: 95 % interval; 100 starts: lowest to highest of 10 draws of the starts',
  variants: [
    { id: '500x1', label: '500 × 1', about: 'One start, at most 500 updates.' },
    {
      id: '30x100',
      label: '30 × 100',
      about:
        'Up to 100 starts of 30 updates. Other draws of the starts move a mean, as the spread shows.',
    },
  ],
  sample: { full: 10_000, quick: 1000 },
  seconds: 1,
  parts: (variant, sample) => split(variant, sample, 100),
  work,
  figures,
};
