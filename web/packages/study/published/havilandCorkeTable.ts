/**
 * Haviland & Corke: a UR5 and a Panda solve random poses, with 500 updates from one start, or 30
 * from each of up to 100 starts.
 */
import { type Engine, openProblemBatch } from '@iklab/core/engine';
import { BATCH_CAPACITY } from '@iklab/core/engine/protocol';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import '@iklab/core/scenario/presets/robotShelf';
import { arithmeticMean as meanOfAll, quantile, sortedNumbers } from '../results/statistics.ts';
import { parsePrintedPaper, requireTableSeed } from './parsePrintedPaper.ts';
import file from './printed/havilandCorke.json' with { type: 'json' };
import nullSpaceFile from './printed/havilandCorkeNullSpace.json' with { type: 'json' };
import {
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
  splitRunsIntoTableParts,
} from './publishedTable.ts';
import { makeBatchProblemDocument, parseTableScene, solveBatchField } from './tableScenes.ts';

const { about, grids } = parsePrintedPaper(file, ['once', 'many', 'limits']);
const nullSpace = parsePrintedPaper(nullSpaceFile, ['nullSpace']);

/** Number of random sets of starts. A tenth of the problems shares a set. */
const START_SETS = 10;

const MANY_STARTS = { maxUpdates: 30, restarts: { most: 99, seed: 1 } };

const ur5Scene = {
  tree: { preset: 'ur5' },
  targets: [{ effector: 'tool', position: [0.4, 0.2, 0.3], orientation: [0, 0, 0, 1] }],
};

/**
 * Makes the Panda scene of the paper, with a hand 0.1034 m beyond the flange and a smaller range of
 * joint 4.
 */
function pandaScene(): object {
  const { tree } = structuredClone(scenarioPreset('panda')?.document) as {
    tree: { joints: { id: string; limits: number[] }[]; effectors: { xyz: number[] }[] };
  };
  for (const joint of tree.joints)
    if (joint.id === 'panda_joint4') joint.limits = [-3.0718, -0.0698];
  for (const effector of tree.effectors) effector.xyz = [0, 0, 0.107 + 0.1034];
  return {
    tree,
    start: [0, -0.3, 0, -2.2, 0, 2, Math.PI / 4],
    targets: [{ effector: 'panda_link8', position: [0.4, 0.2, 0.3], orientation: [0, 0, 0, 1] }],
  };
}

interface Experiment {
  readonly name: string;
  readonly note: string;
  readonly rows: readonly { readonly name: string; readonly method: object }[];
  readonly printed: (typeof grids)['once'];
  readonly robot: () => object;
  readonly run: { readonly maxUpdates: number; readonly restarts?: object };
}

const NOTE = 'A random reachable pose, from a random start; ½‖e‖² < 10⁻⁶, no step limit';
const ur5Experiment = {
  name: 'Haviland & Corke, UR5',
  note: `${NOTE}.`,
  rows: grids.once,
  robot: () => ur5Scene,
};
type Experiments = Readonly<Record<string, Experiment>>;
const experiments: Experiments = {
  '500x1': { ...ur5Experiment, printed: grids.once, run: { maxUpdates: 500 } },
  '30x100': { ...ur5Experiment, printed: grids.many, run: MANY_STARTS },
  panda: {
    name: 'Haviland & Corke, Panda',
    note: `${NOTE}. A solution outside the limits is rejected.`,
    rows: grids.limits,
    printed: grids.limits,
    robot: pandaScene,
    run: { ...MANY_STARTS, restarts: { ...MANY_STARTS.restarts, outside: 'wrap' } },
  },
};
const nullSpaceExperiments: Experiments = {
  panda: {
    ...(experiments.panda as Experiment),
    name: 'Haviland & Corke, Panda, null space',
    rows: nullSpace.grids.nullSpace,
    printed: nullSpace.grids.nullSpace,
  },
};

function experimentDocument({ name, note, rows, robot, run }: Experiment): object {
  const methods = rows.map((row) => ({
    label: row.name,
    maxStep: null,
    targetClamp: { mode: 'off' },
    ...row.method,
  }));
  const stops = { mode: 'converge', residual: Math.sqrt(2e-6), minImprovement: 0 };
  return {
    ...{ iklab: 1, name, note, ...robot(), methods },
    run: { ...stops, maxRises: 1_000_000, ...run },
  };
}

/** Updates and starts of each problem, by method; NaN if unsolved. */
interface Solved {
  readonly draw: number;
  readonly opens: object;
  readonly updates: number[][];
  readonly starts: number[][];
}

function work(
  kind: Experiment,
  seed: number,
  { index, first, count }: PublishedTablePart,
  engine: Engine,
): Solved {
  const document = experimentDocument(kind);
  const scene = parseTableScene(document, engine);
  const draw = index % START_SETS;
  const batch = openProblemBatch(engine, scene, {
    sampling: { kind: 'reachable', start: 'random' },
    seed: seed + draw,
    sharedRestarts: true,
  });
  const panels = scene.scenario.methods;
  const solved: Solved = {
    draw,
    opens: makeBatchProblemDocument(document, scene, batch, first),
    updates: panels.map(() => []),
    starts: panels.map(() => []),
  };
  try {
    for (let offset = first; offset < first + count; offset += BATCH_CAPACITY) {
      const some = Math.min(BATCH_CAPACITY, first + count - offset);
      const rows = solveBatchField(batch, panels, offset, some);
      panels.forEach((_, m) => {
        for (let i = 0; i < some; ++i) {
          const reached = rows(m, i, 'solved') === 1;
          const starts = reached ? rows(m, i, 'restarts') + 1 : Number.NaN;
          // Their count includes, for every start, the check of the final pose.
          solved.updates[m]?.push(rows(m, i, 'updates') + starts);
          solved.starts[m]?.push(starts);
        }
      });
    }
    return solved;
  } finally {
    batch.delete();
  }
}

const valuesOf = (results: readonly Solved[], m: number, quantity: 'updates' | 'starts') =>
  Float64Array.from(results.flatMap((each) => each[quantity][m] ?? []));

function rangeOverStartSets(
  results: readonly Solved[],
  statistic: (some: readonly Solved[]) => number,
) {
  const draws = Array.from({ length: START_SETS }, (_, draw) =>
    results.filter((each) => each.draw === draw),
  ).filter((some) => some.length > 0);
  const values = draws.map(statistic).filter((value) => !Number.isNaN(value));
  return { low: Math.min(...values), high: Math.max(...values) };
}

const meanOfSolved = (results: readonly Solved[], m: number, quantity: 'updates' | 'starts') =>
  meanOfAll(valuesOf(results, m, quantity).filter((value) => !Number.isNaN(value)));
const medianUpdates = (results: readonly Solved[], m: number) =>
  quantile(sortedNumbers(valuesOf(results, m, 'updates')), 0.5);

const countFailed = (results: readonly Solved[], m: number): number =>
  valuesOf(results, m, 'updates').filter((value) => Number.isNaN(value)).length;

const MEASURES: Readonly<Record<string, (some: readonly Solved[], m: number) => number>> = {
  'mean updates': (some, m) => meanOfSolved(some, m, 'updates'),
  'median updates': medianUpdates,
  failures: (some, m) => (100 * countFailed(some, m)) / valuesOf(some, m, 'updates').length,
  'mean starts': (some, m) => meanOfSolved(some, m, 'starts'),
};

function methodFigures(
  { printed }: Experiment,
  results: readonly Solved[],
  m: number,
): PublishedFigure[] {
  const sample = valuesOf(results, m, 'updates').length;
  const opens = results[0]?.opens ?? {};
  return (printed[m]?.numbers ?? []).map(({ row, unit, ...number }) => {
    const measure = (some: readonly Solved[]): number =>
      MEASURES[number.column]?.(some, m) ?? Number.NaN;
    return {
      row,
      unit,
      sample,
      opens,
      ...number,
      ours: measure(results),
      ...rangeOverStartSets(results, measure),
    };
  });
}

function makeTable(
  description: typeof about,
  byVariant: Experiments,
  parts: PublishedTable['parts'],
): PublishedTable {
  const kindOf = (variant: string): Experiment => byVariant[variant] as Experiment;
  const seed = requireTableSeed(description);
  return {
    ...description,
    parts,
    work: (part, engine) => work(kindOf(part.variant), seed, part, engine),
    figures: (variant, results) =>
      kindOf(variant).rows.flatMap((_, m) =>
        methodFigures(kindOf(variant), results as Solved[], m),
      ),
  };
}

export const havilandCorkeTable = makeTable(about, experiments, (variant, sample) =>
  splitRunsIntoTableParts(variant, sample, 100),
);
export const havilandCorkeNullSpaceTable = makeTable(
  nullSpace.about,
  nullSpaceExperiments,
  (variant, sample) => splitRunsIntoTableParts(variant, sample, 20),
);
