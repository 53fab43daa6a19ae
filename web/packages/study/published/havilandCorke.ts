/**
 * Haviland & Corke: a UR5 solves random poses, with 500 updates from one start, or with 30 from
 * each of up to 100 starts; so does a Panda, within its limits.
 */
import { type Engine, openBatch } from 'iklab/engine';
import { BATCH_CAPACITY } from 'iklab/engine/protocol';
import { FORMULA, scenarioPreset } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { mean as meanOfAll, quantile, sortedNumbers } from '../statistics.ts';
import file from './printed/havilandCorke.json' with { type: 'json' };
import nullSpaceFile from './printed/havilandCorkeNullSpace.json' with { type: 'json' };
import { drawSeed, printedIn } from './printedNumbers.ts';
import { type Figure, type Part, type PublishedTable, splitRuns } from './publishedTable.ts';
import { caseOf, rowsOf, sceneOf } from './scenes.ts';

const { about, grids } = printedIn(file, ['once', 'many', 'limits']);
const nullSpace = printedIn(nullSpaceFile, ['nullSpace']);

/** Number of random sets of starts; each is shared by a tenth of the problems. */
const DRAWS = 10;

const MANY = { maxUpdates: 30, restarts: { most: 99, seed: 1 } };

const ur5 = {
  tree: { preset: 'ur5' },
  targets: [{ effector: 'tool', position: [0.4, 0.2, 0.3], orientation: [0, 0, 0, 1] }],
};

/**
 * Their Panda has a hand, whose end effector is 0.1034 m beyond the flange, and a smaller range of
 * joint 4.
 */
function panda(): object {
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

interface Kind {
  readonly name: string;
  readonly note: string;
  readonly rows: readonly { readonly name: string; readonly method: object }[];
  readonly printed: (typeof grids)['once'];
  readonly robot: () => object;
  readonly run: { readonly maxUpdates: number; readonly restarts?: object };
}

const NOTE = 'A random reachable pose, from a random start; ½‖e‖² < 10⁻⁶, no step limit';
const onUr5 = {
  name: 'Haviland & Corke, UR5',
  note: `${NOTE}.`,
  rows: grids.once,
  robot: () => ur5,
};
type Kinds = Readonly<Record<string, Kind>>;
const kinds: Kinds = {
  '500x1': { ...onUr5, printed: grids.once, run: { maxUpdates: 500 } },
  '30x100': { ...onUr5, printed: grids.many, run: MANY },
  panda: {
    name: 'Haviland & Corke, Panda',
    note: `${NOTE}. A solution outside the limits is rejected.`,
    rows: grids.limits,
    printed: grids.limits,
    robot: panda,
    run: { ...MANY, restarts: { ...MANY.restarts, outside: 'wrap' } },
  },
};
const nullSpaceKinds: Kinds = {
  panda: {
    ...(kinds.panda as Kind),
    name: 'Haviland & Corke, Panda, null space',
    rows: nullSpace.grids.nullSpace,
    printed: nullSpace.grids.nullSpace,
  },
};

function documentOf({ name, note, rows, robot, run }: Kind): object {
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

/** Updates and starts of each problem by method; NaN if it is not solved. */
interface Solved {
  readonly draw: number;
  /** The first problem, as a document. */
  readonly opens: object;
  readonly updates: number[][];
  readonly starts: number[][];
}

function work(kind: Kind, seed: number, { index, first, count }: Part, engine: Engine): Solved {
  const document = documentOf(kind);
  const scene = sceneOf(document, engine);
  const draw = index % DRAWS;
  const batch = openBatch(engine, scene, {
    sampling: { kind: 'reachable', start: 'random' },
    seed: seed + draw,
    sharedRestarts: true,
  });
  const panels = scene.scenario.methods;
  const solved: Solved = {
    draw,
    opens: caseOf(document, scene, batch, first),
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

const column = (results: readonly Solved[], m: number, what: 'updates' | 'starts') =>
  Float64Array.from(results.flatMap((each) => each[what][m] ?? []));

/** Lowest and highest value of a statistic over the sets of starts. */
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

const failed = (results: readonly Solved[], m: number): number =>
  column(results, m, 'updates').filter((value) => Number.isNaN(value)).length;

/** Statistics by the columns of the tables. */
const MEASURES: Readonly<Record<string, (some: readonly Solved[], m: number) => number>> = {
  'mean updates': (some, m) => meanOf(some, m, 'updates'),
  'median updates': medianOf,
  failures: (some, m) => (100 * failed(some, m)) / column(some, m, 'updates').length,
  'mean starts': (some, m) => meanOf(some, m, 'starts'),
};

function figuresOf({ printed }: Kind, results: readonly Solved[], m: number): Figure[] {
  const sample = column(results, m, 'updates').length;
  const opens = results[0]?.opens ?? {};
  return (printed[m]?.numbers ?? []).map(({ row, unit, ...number }) => {
    const of = (some: readonly Solved[]): number =>
      MEASURES[number.column]?.(some, m) ?? Number.NaN;
    return { row, unit, sample, opens, ...number, ours: of(results), ...overDraws(results, of) };
  });
}

function tableOf(told: typeof about, of: Kinds, parts: PublishedTable['parts']): PublishedTable {
  const kindOf = (variant: string): Kind => of[variant] as Kind;
  const seed = drawSeed(told);
  return {
    ...told,
    parts,
    work: (part, engine) => work(kindOf(part.variant), seed, part, engine),
    figures: (variant, results) =>
      kindOf(variant).rows.flatMap((_, m) => figuresOf(kindOf(variant), results as Solved[], m)),
  };
}

export const havilandCorke = tableOf(about, kinds, (variant, sample) =>
  splitRuns(variant, sample, 100),
);
// Its methods are custom formulas, so the worker must load their parser.
export const havilandCorkeNullSpace = tableOf(nullSpace.about, nullSpaceKinds, (variant, sample) =>
  splitRuns(variant, sample, 20).map((part) => ({ ...part, method: { id: FORMULA } })),
);
