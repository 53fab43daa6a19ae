/**
 * Lloyd, Irani & Ahmadi 2022 (QuIK): failures of table II and the errors of figure 3, on the KUKA
 * KR6.
 */
import { type Engine, openProblemBatch } from '@iklab/core/engine';
import { BATCH_CAPACITY } from '@iklab/core/engine/protocol';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import '@iklab/core/scenario/presets/robotShelf';
import { proportionInterval } from '../results/proportionInterval.ts';
import { medianInterval, quantile, sortedNumbers } from '../results/statistics.ts';
import { parsePrintedPaper, requireTableSeed } from './parsePrintedPaper.ts';
import file from './printed/quikTables.json' with { type: 'json' };
import {
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
  splitRunsIntoTableParts,
} from './publishedTable.ts';
import { makeBatchProblemDocument, parseTableScene, solveBatchField } from './tableScenes.ts';

const { about, grids } = parsePrintedPaper(file, ['failures', 'errors']);
const SEED = requireTableSeed(about);
const FIGURE_ROWS = [2, 0];

/**
 * Mean offset of a start joint from the solution, radians, for offsets σ r / mean ‖r‖ with the
 * Euclidean norm.
 */
const SPREAD = Math.PI / 4 / 2 / Math.SQRT2;
const FAILURE_RATIO = 1e-5; // ‖e‖ relative to the condition number of J(q*).
const HOME = [0, -90, 90, 0, 90, 0].map((angle) => (angle * Math.PI) / 180);

function quikDocument(methods: readonly number[], residual: number, maxUpdates: number): object {
  return {
    iklab: 1,
    name: 'QuIK on the KR6',
    note: 'Lloyd, Irani & Ahmadi 2022: a random pose within ±π; position and rotation vector of weight 1.',
    tree: scenarioPreset('kr6')?.document.tree,
    start: HOME,
    targets: [{ effector: 'tool', position: [0.5, 0, 0.5], orientation: [0, 0, 0, 1] }],
    methods: methods.map((m) => {
      const { name, method } = grids.failures[m] as (typeof grids.failures)[number];
      return { label: name, maxStep: null, ...method };
    }),
    run: { mode: 'converge', residual, minImprovement: 0, maxRises: 1_000_000, maxUpdates },
  };
}

interface Failures {
  readonly count: number;
  readonly failed: readonly number[];
  readonly opens: object;
}

function countFailures({ first, count }: PublishedTablePart, engine: Engine): Failures {
  const document = quikDocument([...grids.failures.keys()], 1e-8, 200);
  const scene = parseTableScene(document, engine);
  const batch = openProblemBatch(engine, scene, {
    sampling: { kind: 'reachable' },
    seed: SEED,
    conditions: true,
  });
  const panels = scene.scenario.methods;
  const failed = panels.map(() => 0);
  try {
    for (let index = first; index < first + count; index += BATCH_CAPACITY) {
      const some = Math.min(BATCH_CAPACITY, first + count - index);
      const rows = solveBatchField(batch, panels, index, some);
      panels.forEach((_, m) => {
        for (let i = 0; i < some; ++i) {
          const allowed = FAILURE_RATIO * rows(m, i, 'goalCondition');
          // NaN after a numerical failure counts as failed.
          if (!(rows(m, i, 'objective') < allowed)) failed[m] = (failed[m] ?? 0) + 1;
        }
      });
    }
    return { count, failed, opens: makeBatchProblemDocument(document, scene, batch, first) };
  } finally {
    batch.delete();
  }
}

interface Errors {
  /** Error norms ‖e‖ of all problems, by row of the figure and update. */
  readonly errors: readonly (readonly Float64Array[])[];
  readonly opens: object;
}

function computeErrors({ first, count }: PublishedTablePart, engine: Engine): Errors {
  const spec = {
    sampling: { kind: 'reachable', start: 'near', spread: SPREAD },
    seed: SEED,
  } as const;
  let opens: object = {};
  const errors = grids.errors.map(({ numbers }, r) =>
    numbers.map((_, k) => {
      const document = quikDocument([FIGURE_ROWS[r] as number], 1e-300, k + 1);
      const scene = parseTableScene(document, engine);
      const batch = openProblemBatch(engine, scene, spec);
      try {
        const rows = solveBatchField(batch, scene.scenario.methods, first, count);
        opens = makeBatchProblemDocument(
          { ...document, run: { mode: 'converge', residual: 1e-8 } },
          scene,
          batch,
          first,
        );
        return Float64Array.from({ length: count }, (_, i) => rows(0, i, 'objective'));
      } finally {
        batch.delete();
      }
    }),
  );
  return { errors, opens };
}

const work = (part: PublishedTablePart, engine: Engine): Failures | Errors =>
  part.variant === 'figure-3' ? computeErrors(part, engine) : countFailures(part, engine);

function tableTwoFigures(parts: readonly Failures[]): PublishedFigure[] {
  const n = parts.reduce((sum, { count }) => sum + count, 0);
  return grids.failures.flatMap(({ unjudged, numbers }, m) => {
    const failed = parts.reduce((sum, each) => sum + (each.failed[m] ?? 0), 0);
    const { low, high } = proportionInterval(failed, n);
    return numbers.map((number) => ({
      ...number,
      ours: (100 * failed) / n,
      low: 100 * low,
      high: 100 * high,
      unjudged,
      sample: n,
      opens: parts[0]?.opens ?? {},
    }));
  });
}

function figureThreeFigures(parts: readonly Errors[]): PublishedFigure[] {
  return grids.errors.flatMap(({ numbers }, r) =>
    numbers.map((number, k): PublishedFigure => {
      const all = sortedNumbers(
        Float64Array.from(parts.flatMap(({ errors }) => [...(errors[r]?.[k] ?? [])])),
      );
      const { low, high } = medianInterval(all);
      return {
        ...number,
        ours: Math.log10(quantile(all, 0.5)),
        low: Math.log10(low),
        high: Math.log10(high),
        sample: all.length,
        opens: parts[0]?.opens ?? {},
      };
    }),
  );
}

const figures = (variant: string, results: readonly unknown[]): PublishedFigure[] =>
  variant === 'figure-3'
    ? figureThreeFigures(results as Errors[])
    : tableTwoFigures(results as Failures[]);

export const quikTables: PublishedTable = {
  ...about,
  parts: (variant, sample) => splitRunsIntoTableParts(variant, sample, 500),
  work,
  figures,
};
