/** Lloyd, Irani & Ahmadi 2022 (QuIK): failures of table II and the errors of figure 3, on the KUKA KR6. */
import { type Engine, openBatch } from 'iklab/engine';
import { BATCH_CAPACITY } from 'iklab/engine/protocol';
import { scenarioPreset } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { shareInterval } from '../shareInterval.ts';
import { medianInterval, quantile, sorted } from '../statistics.ts';
import { type Figure, type Part, type PublishedTable, split } from './publishedTable.ts';
import { caseOf, rowsOf, sceneOf } from './scenes.ts';

const QUIK = { mode: 'fixed', distance: 0.34, angle: 1 };
const NEWTON = { mode: 'fixed', distance: 0.14, angle: 0.86 };

/** Failures in %, their decimals, and whether it is another program's, shown alone. */
const TABLE = [
  ['QuIK', { id: 'halley', targetClamp: QUIK }, 0.13, 2, false],
  [
    'DQuIK',
    { id: 'halley', params: { lambda: Math.sqrt(1e-7) }, targetClamp: QUIK },
    0.24,
    2,
    false,
  ],
  [
    'Newton-Raphson',
    { id: 'halley', params: { form: 'newton' }, targetClamp: NEWTON },
    1,
    0,
    false,
  ],
  ['BFGS', { id: 'bfgs' }, 61, 0, true],
] as const;

/** Medians of log₁₀ ‖e‖ after the first updates, as read off the figure. */
const FIGURE = [
  ['Newton-Raphson', 2, [-0.5, -0.8, -1.2, -2, -3.4, -6.1]],
  ['QuIK', 0, [-0.9, -2.4, -6.5, -15.4]],
] as const;

/** Of a joint on average, where σ r / mean ‖r‖ is the way to the start and ‖r‖ the Euclidean norm. */
const SPREAD = Math.PI / 4 / 2 / Math.SQRT2;
const FAILED = 1e-5; // ‖e‖ over the condition of J(q*)
const HOME = [0, -90, 90, 0, 90, 0].map((angle) => (angle * Math.PI) / 180);

function documentOf(methods: readonly number[], residual: number, maxUpdates: number): object {
  return {
    iklab: 1,
    name: 'QuIK on the KR6',
    note: 'Lloyd, Irani & Ahmadi 2022: a random pose within ±π; position and rotation vector of weight 1.',
    tree: scenarioPreset('kr6')?.document.tree,
    start: HOME,
    targets: [{ effector: 'tool', position: [0.5, 0, 0.5], orientation: [0, 0, 0, 1] }],
    methods: methods.map((m) => {
      const [label, method] = TABLE[m] as (typeof TABLE)[number];
      return { label, maxStep: null, ...method };
    }),
    run: { mode: 'converge', residual, minImprovement: 0, maxRises: 1_000_000, maxUpdates },
  };
}

interface Failures {
  readonly count: number;
  readonly failed: readonly number[];
  readonly opens: object;
}

function failuresOf({ first, count }: Part, engine: Engine): Failures {
  const document = documentOf([...TABLE.keys()], 1e-8, 200);
  const scene = sceneOf(document, engine);
  const batch = openBatch(engine, scene, {
    sampling: { kind: 'reachable' },
    seed: 2022,
    conditions: true,
  });
  const panels = scene.scenario.methods;
  const failed = panels.map(() => 0);
  try {
    for (let at = first; at < first + count; at += BATCH_CAPACITY) {
      const some = Math.min(BATCH_CAPACITY, first + count - at);
      const rows = rowsOf(batch, panels, at, some);
      panels.forEach((_, m) => {
        for (let i = 0; i < some; ++i) {
          const allowed = FAILED * rows(m, i, 'goalCondition');
          // what broke down has no number
          if (!(rows(m, i, 'objective') < allowed)) failed[m] = (failed[m] ?? 0) + 1;
        }
      });
    }
    return { count, failed, opens: caseOf(document, scene, batch, first) };
  } finally {
    batch.delete();
  }
}

interface Errors {
  /** ‖e‖ by row of the figure and update. */
  readonly errors: readonly (readonly Float64Array[])[];
  readonly opens: object;
}

function errorsOf({ first, count }: Part, engine: Engine): Errors {
  const spec = {
    sampling: { kind: 'reachable', start: 'near', spread: SPREAD },
    seed: 2022,
  } as const;
  let opens: object = {};
  const errors = FIGURE.map(([, method, printed]) =>
    printed.map((_, k) => {
      const document = documentOf([method], 1e-300, k + 1);
      const scene = sceneOf(document, engine);
      const batch = openBatch(engine, scene, spec);
      try {
        const rows = rowsOf(batch, scene.scenario.methods, first, count);
        opens = caseOf(
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

const work = (part: Part, engine: Engine): Failures | Errors =>
  part.variant === 'figure-3' ? errorsOf(part, engine) : failuresOf(part, engine);

function tableFigures(parts: readonly Failures[]): Figure[] {
  const n = parts.reduce((sum, { count }) => sum + count, 0);
  return TABLE.map(([row, , paper, printed, unjudged], m) => {
    const failed = parts.reduce((sum, each) => sum + (each.failed[m] ?? 0), 0);
    const { low, high } = shareInterval(failed, n);
    return {
      row,
      column: 'failures',
      unit: '%',
      decimals: 2,
      paper,
      printed,
      ours: (100 * failed) / n,
      low: 100 * low,
      high: 100 * high,
      unjudged,
      sample: n,
      opens: parts[0]?.opens ?? {},
    };
  });
}

/** log₁₀ of the median and of its interval's ends. */
function figureFigures(parts: readonly Errors[]): Figure[] {
  return FIGURE.flatMap(([row, , printed], r) =>
    printed.map((paper, k): Figure => {
      const all = sorted(
        Float64Array.from(parts.flatMap(({ errors }) => [...(errors[r]?.[k] ?? [])])),
      );
      const { low, high } = medianInterval(all);
      return {
        row,
        column: `log₁₀ of the median ‖e‖, update ${k + 1}`,
        unit: '',
        decimals: 1,
        paper,
        ours: Math.log10(quantile(all, 0.5)),
        low: Math.log10(low),
        high: Math.log10(high),
        sample: all.length,
        opens: parts[0]?.opens ?? {},
      };
    }),
  );
}

const figures = (variant: string, results: readonly unknown[]): Figure[] =>
  variant === 'figure-3' ? figureFigures(results as Errors[]) : tableFigures(results as Failures[]);

export const quikTables: PublishedTable = {
  id: 'quik-kr6',
  title: 'Lloyd, Irani & Ahmadi, KR6',
  source: 'lloyd2022',
  about:
    'How often Halley’s method and Newton-Raphson fail on a KUKA KR6 from one start, and how their error falls update by update from starts near a solution.',
  known: [
    'the arm with its bent tool; position and rotation vector of weight 1; ‖e‖ < 10⁻⁸, at most 200 updates',
    'linear and angular part saturate apart: 0.14 m and 0.86 rad (Newton-Raphson), 0.34 m and 1.00 rad (QuIK)',
    'failed: ‖e‖ ≥ 10⁻⁵ times the condition of J at the pose that the target was made from; no limits; DQuIK: λ² = 10⁻⁷',
    'figure 3 starts at q* + σ r / mean|r|, r uniform in ±1, σ = π/4',
  ],
  recovered: [
    '|r| there is the Euclidean norm: so a joint is off by 16° on average, and all ten medians come out from the first update on; with a mean of 45° a joint none does',
  ],
  assumed: [
    'the home pose is not printed: (0, −90, 90, 0, 90, 0)° here',
    'figure 3 is read off to a tenth of a decade',
  ],
  lost: [
    'the BFGS there is another program’s: shown, not judged',
    'KDL’s two solvers (5.3 and 3.5 % failures) and the times (21 to 38 µs a solve on an i7 of 3.2 GHz) are of other programs and another machine: not made anew',
  ],
  slips: [],
  spread: '95 % interval',
  variants: [
    { id: 'table-2', label: 'Table II', about: 'Failures from the home pose to random targets.' },
    { id: 'figure-3', label: 'Figure 3', about: 'Error by update from starts near a solution.' },
  ],
  sample: { full: 100_000, quick: 20_000 },
  seconds: 7,
  parts: (variant, sample) => split(variant, sample, 500),
  work,
  figures,
};
