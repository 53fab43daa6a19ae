/** Tabaczynski 2005, section 4: table 4.4 and both printed traces. */

import type { Engine } from '@iklab/core/engine';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { makeUniformGenerator } from '../follow/findPathRunStarts.ts';
import { quantile, sortedNumbers } from '../results/statistics.ts';
import {
  makeSingleTablePart,
  type PaperDrawings,
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
} from './publishedTable.ts';
import { about, grids, printedDlsTrace, printedTruncatedTrace } from './tabaczynskiTraces.ts';
import { withLabOnDocument } from './tableScenes.ts';

/**
 * Returns the largest joint step norm in the printed trace of the truncated pseudoinverse, radians.
 */
export const longestPrintedJointStep = (): number =>
  Math.max(
    ...printedTruncatedTrace.map((row) => Math.hypot(...row.split(' ').slice(1).map(Number))),
  );

const tabaczynskiMisprints: readonly string[] = [
  'listing of §3.4: J′*J′*de multiplies two n × 3 matrices, which is only possible with three joints; his chains have two and five',
  '§2.2: J⁺ = (JᵀJ)⁻¹Jᵀ, with JᵀJ “symmetric positive definite”: for a wide J it is singular, and J⁺ is Jᵀ(JJᵀ)⁻¹',
  '§2.2, step 3: (I − J⁺J)Δe multiplies an n × n matrix by a vector of 3; it must be I − JJ⁺',
  `§3.2: “scaling Δθ so its norm is within” π/4: the norm of a printed step is ${longestPrintedJointStep().toFixed(2)}; the listing scales by the largest |Δθ|`,
  '§2.5: DLS divides by σ² + λ²; the listing by σ² + λ, and only that reproduces the printed numbers',
  '§1.2: M = T(t) R(θ), with which the last angle moves nothing; the listing rotates the link first, and its printed Δθ5 is not zero',
  '§2.1: z points into the page; its rotations are counterclockwise, so z points out of it',
  '§3.6: line 115 plots joint positions “versus time”; as printed it plots y over x',
];

/**
 * Cases of table 4.4 with figures: case, method, figure of the poses, figure of the joint motion.
 */
const PRINTED_FIGURES = [
  ['2 links, too close', 'Truncated', 'figure 1', ''],
  ['5 links', 'Truncated', 'figure 2', 'figure 3'],
  ['2 links', 'Transpose', 'figure 4', 'figure 5'],
  ['2 links, too far', 'DLS', 'figure 6', 'figure 7'],
  ['2 links, too close', 'DLS', 'figure 8', 'figure 9'],
  ['2 links', 'DLS', 'figure 10', 'figure 11'],
  ['5 links', 'DLS', 'figure 12', 'figure 13'],
] as const;

const MAX_UPDATES = 2000; // Updates; all of his runs end earlier.
const UNREACHABLE_UPDATES = 120; // Updates drawn for a goal out of reach.

const tabaczynskiDrawings: PaperDrawings = {
  about: [
    'Figures 2, 4, 6, 8, 10 and 12 show poses; 3, 5, 7, 9, 11 and 13 the joint motion of the preceding figure; 1 only shows poses. Their captions name chain, method and reach; otherwise the 2 links of table 4.4 are used.',
    'The tolerance used for each figure is not printed, nor the last update for goals out of reach: 120 updates are drawn here, as his goals are not printed.',
    'As in his program, poses change from red to green and the goal is a small square. “Joint motion” is the path of every joint in the plane: the printed line 115 plots y over x, although the text says “versus time”. Plots of angles over updates are ours.',
  ],
  of: ({ row, column }) => {
    const chain = row.replace(/ to .*/, '');
    const [, , poses = '', motion = ''] =
      PRINTED_FIGURES.find(([name, method]) => name === chain && method === column) ?? [];
    const most = chain.includes('too') ? UNREACHABLE_UPDATES : MAX_UPDATES;
    return { name: `${row}, ${column}`, poses, motion, most };
  },
  printed: (angles) => angles.map((angle) => (angle * 180) / Math.PI),
};

const METHODS = ['truncated', 'transpose', 'tabaczynski-dls'] as const;
/**
 * Presets and tolerances of reachable goals in table 4.4. A count is the number of the first update
 * that starts within the tolerance.
 */
const REACHABLE = [
  ['tabaczynski-2-link', 0.01],
  ['tabaczynski-2-link', 1e-7],
  ['tabaczynski-5-link', 0.01],
  ['tabaczynski-5-link', 1e-7],
] as const;

/** Unreachable goals, too far and too close, metres. The paper does not print its goals. */
const UNREACHABLE = [
  [3, 3, 0],
  [0.5, 0.5, 0],
] as const;

const CHAINS = 101; // Odd, so that the median is one of the counts.
const LINKS = 8;
const LENGTHS = [0.7, 2.5] as const;
const SEED = 8; // Only the chains are random.
const LONG_METHODS = [1, 2] as const; // Indices into METHODS.

/**
 * Printed traces of runs: name, tolerance, index of the method, printed lines, and unit of the
 * final error.
 */
const TRACES = [
  ['truncated', 1e-7, 0, printedTruncatedTrace, 1e-7],
  ['DLS', 0.01, 2, printedDlsTrace, 1],
] as const;

const TRACE_NUMBERS = 6; // Numbers per line: the error and five Δθ.
const SETTLED_SHARE = 0.01; // Relative to the smallest error of the run.
const LONG_RUN_UPDATES = 2000; // Updates.

type Changes = { readonly tolerance?: number; readonly position?: readonly number[] };

function caseDocument(preset: string, method: number | null, changes: Changes): object {
  const document = structuredClone(scenarioPreset(preset)?.document) as {
    targets: { position: unknown }[];
    methods: object[];
    run: object;
  };
  const { tolerance, position } = changes;
  if (tolerance !== undefined) document.run = { ...document.run, tolerance };
  if (position && document.targets[0]) document.targets[0].position = position;
  if (method !== null) document.methods = [document.methods[method] as object];
  return document;
}

function longChainDocument(chain: number, method: number): object {
  const uniform = makeUniformGenerator(SEED, chain);
  const [low, high] = LENGTHS;
  const draws = (from: number, to: number) =>
    Array.from({ length: LINKS }, () => from + (to - from) * uniform());
  return {
    ...caseDocument('tabaczynski-5-link', method, { tolerance: 0.01 }),
    name: `Chain ${chain + 1} of ${LINKS} links`,
    note: 'Tabaczynski 2005, §4.2 and §4.3: long chains need fewer updates. His chains are not printed: lengths and start are random.',
    tree: { planar: { links: draws(low, high) } },
    start: draws(-Math.PI, Math.PI),
  };
}

const countUpdates = (document: object, engine: Engine): number =>
  withLabOnDocument(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    const { updates, stop } = lab.status(0);
    return stop === 'reached' ? updates + 1 : Number.NaN;
  });

/**
 * Returns the update from which the error stays within 1 % of its minimum; NaN in the second half
 * of the run.
 */
const settlingUpdate = (document: object, engine: Engine): number =>
  withLabOnDocument({ ...document, run: { mode: 'track' } }, engine, (lab) => {
    const errors = Array.from({ length: LONG_RUN_UPDATES }, () => {
      lab.advance();
      return lab.status(0).error;
    });
    const least = errors.reduce((least, error) => Math.min(least, error));
    const last = errors.findLastIndex((error) => error > least * (1 + SETTLED_SHARE));
    return last + 2 > LONG_RUN_UPDATES / 2 ? Number.NaN : last + 2;
  });

/** Returns the error and Δθ per update as the paper prints them. The last line repeats Δθ. */
const traceRun = (document: object, engine: Engine): string[] =>
  withLabOnDocument(document, engine, (lab) => {
    const rows: string[] = [];
    const print = (error: number, step: Iterable<number>) =>
      rows.push(...[error, ...step].map((value) => value.toFixed(4)));
    while (!lab.finished) {
      lab.advance(1);
      const { errorBefore, error, updates } = lab.status(0);
      const step = lab.step(0, updates) ?? [];
      print(errorBefore, step);
      if (lab.finished) print(error, step);
    }
    return rows;
  });

const finalError = (document: object, engine: Engine): number[] =>
  withLabOnDocument(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    const tip = lab.points(0).subarray(-3);
    return [0, 1].map((axis) => (tip[axis] as number) - (lab.goals()[axis] as number));
  });

interface Counted {
  readonly reachable: readonly (readonly number[])[];
  readonly unreachable: readonly (readonly number[])[];
  readonly long: readonly (readonly number[])[];
  readonly traces: readonly (readonly string[])[];
  readonly finals: readonly (readonly number[])[];
}

function work(_part: PublishedTablePart, engine: Engine): Counted {
  const runMethods = (preset: string, changes: Changes, how: typeof countUpdates) =>
    METHODS.map((_, m) => how(caseDocument(preset, m, changes), engine));
  return {
    reachable: REACHABLE.map(([preset, tolerance]) =>
      runMethods(preset, { tolerance }, countUpdates),
    ),
    unreachable: UNREACHABLE.map((position) =>
      runMethods('tabaczynski-2-link', { position: position.slice() }, settlingUpdate),
    ),
    long: LONG_METHODS.map((m) =>
      Array.from({ length: CHAINS }, (_, chain) =>
        countUpdates(longChainDocument(chain, m), engine),
      ),
    ),
    traces: TRACES.map(([, tolerance, m]) =>
      traceRun(caseDocument('tabaczynski-5-link', m, { tolerance }), engine),
    ),
    finals: TRACES.map(([, tolerance, m]) =>
      finalError(caseDocument('tabaczynski-5-link', m, { tolerance }), engine),
    ),
  };
}

const plainFigure = { unit: '', decimals: 0, sample: 1 } as const;

/** Parses a printed number. -0 becomes 0; NaN if the text is no number. */
const parseNumber = (digits: string | undefined): number => Number(digits ?? Number.NaN) + 0;

function tracedFigures(
  t: number,
  ours: readonly string[],
  final: readonly number[],
): PublishedFigure[] {
  const [name, tolerance, m, lines, size] = TRACES[t] as (typeof TRACES)[number];
  const opens = caseDocument('tabaczynski-5-link', m, { tolerance });
  const [{ name: row, numbers } = { name: '', numbers: [] }] = grids[name];
  const digits = lines.flatMap((line, k) =>
    line.split(' ').map((number, j): PublishedFigure => {
      const heading = j === 0 ? 'error' : `Δθ${j}`;
      return {
        ...{ ...plainFigure, decimals: 4, row: `${row}, line ${k + 1}`, column: heading },
        place: {
          group: `Trace of ${name}: 5 links`,
          line: `line ${k + 1}`,
          over: row,
          at: heading,
        },
        paper: parseNumber(number),
        ours: parseNumber(ours[k * TRACE_NUMBERS + j]),
        opens,
      };
    }),
  );
  const errors = numbers.map((number, axis) => ({
    ...{ ...plainFigure, ...number, opens },
    ours: (final[axis] as number) / size,
  }));
  return [...digits, ...errors];
}

function longFigures(long: Counted['long']): PublishedFigure[] {
  const [{ numbers } = { numbers: [] }] = grids.long;
  return numbers.map((number, i): PublishedFigure => {
    const counts = long[i] ?? [];
    const sorted = sortedNumbers(Float64Array.from(counts));
    const [low, ours, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [
      number,
      number,
      number,
    ];
    const typical = counts.findIndex((each) => Math.abs(each - ours) < 1);
    return {
      ...{ ...plainFigure, ...number, low, ours, high, sample: counts.length },
      unjudged: true,
      opens: longChainDocument(Math.max(0, typical), LONG_METHODS[i] as number),
    };
  });
}

function figures(_variant: string, [result]: readonly unknown[]): PublishedFigure[] {
  const { reachable, unreachable, long, traces, finals } = result as Counted;
  const counts = REACHABLE.flatMap(([preset, tolerance], r) =>
    (grids.reachable[r]?.numbers ?? []).map(
      (number, m): PublishedFigure => ({
        ...plainFigure,
        ...number,
        ours: reachable[r]?.[m] as number,
        opens: caseDocument(preset, m, { tolerance }),
      }),
    ),
  );
  const traced = TRACES.flatMap((_, t) => tracedFigures(t, traces[t] ?? [], finals[t] ?? []));
  const judged = UNREACHABLE.flatMap((position, r) =>
    (grids.unreachable[r]?.numbers ?? []).map(
      (number, m): PublishedFigure => ({
        ...plainFigure,
        ...number,
        ours: unreachable[r]?.[m] as number,
        unjudged: true,
        opens: caseDocument('tabaczynski-2-link', m, { position: position.slice() }),
      }),
    ),
  );
  return [...counts, ...traced, ...judged, ...longFigures(long)];
}

export const tabaczynskiCountsTable: PublishedTable = {
  ...about,
  slips: tabaczynskiMisprints,
  parts: makeSingleTablePart,
  work,
  figures,
  drawings: tabaczynskiDrawings,
};
