/** Haviland & Corke: a UR5 reaches random poses, 500 updates from one start, or 30 from each of up to 100. */
import { type Engine, openBatch } from 'iklab/engine';
import { BATCH_CAPACITY } from 'iklab/engine/protocol';
import { shareInterval } from '../shareInterval.ts';
import { mean as meanOfAll, medianInterval, quantile, sortedNumbers } from '../statistics.ts';
import file from './printed/havilandCorke.json' with { type: 'json' };
import { printedIn } from './printedNumbers.ts';
import { type Figure, type Part, type PublishedTable, splitRuns } from './publishedTable.ts';
import { caseOf, meanWithInterval, rowsOf, sceneOf } from './scenes.ts';

const { about, grids } = printedIn(file, ['once', 'many']);

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
    methods: grids.once.map(({ name, method }) => ({
      label: name,
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
  quantile(sortedNumbers(column(results, m, 'updates')), 0.5);

/** Mean and median updates, and failures in %. */
function figuresOnce(results: readonly Solved[], m: number): Figure[] {
  const updates = column(results, m, 'updates');
  const failed = updates.filter((value) => Number.isNaN(value)).length;
  const { low, high } = shareInterval(failed, updates.length);
  const ours = [
    meanWithInterval(
      updates.filter((value) => !Number.isNaN(value)),
      ENDS.maxUpdates + 1,
    ),
    { ours: medianOf(results, m), ...medianInterval(sortedNumbers(updates)) },
    { ours: (100 * failed) / updates.length, low: 100 * low, high: 100 * high },
  ];
  const opens = results[0]?.opens ?? {};
  return (grids.once[m]?.numbers ?? []).map(({ row, ...number }, i) => ({
    ...{ row, sample: updates.length, opens, ...number },
    ...(ours[i] as (typeof ours)[number]),
  }));
}

/** Mean and median updates, and mean starts. */
function figuresMany(results: readonly Solved[], m: number): Figure[] {
  const sample = column(results, m, 'updates').length;
  const ours = [
    (some: readonly Solved[]) => meanOf(some, m, 'updates'),
    (some: readonly Solved[]) => medianOf(some, m),
    (some: readonly Solved[]) => meanOf(some, m, 'starts'),
  ];
  const opens = results[0]?.opens ?? {};
  return (grids.many[m]?.numbers ?? []).map(({ row, unit, ...number }, i) => {
    const of = ours[i] as (typeof ours)[number];
    return { row, unit, sample, opens, ...number, ours: of(results), ...overDraws(results, of) };
  });
}

const figures = (variant: string, results: readonly unknown[]): Figure[] =>
  grids.once.flatMap((_, m) =>
    variant === '500x1' ? figuresOnce(results as Solved[], m) : figuresMany(results as Solved[], m),
  );

export const havilandCorke: PublishedTable = {
  ...about,
  parts: (variant, sample) => splitRuns(variant, sample, 100),
  work,
  figures,
};
