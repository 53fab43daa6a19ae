/** Tabaczynski 2005, section 4: his table 4.4 and both printed traces. */
import type { Engine } from 'iklab/engine';
import { scenarioPreset } from 'iklab/scenario';
import { uniformOf } from '../follow/followStarts.ts';
import { quantile, sortedNumbers } from '../statistics.ts';
import { type Figure, type Part, type PublishedTable, wholeTable } from './publishedTable.ts';
import { inLab } from './scenes.ts';
import { tabaczynskiDrawings } from './tabaczynskiDrawings.ts';
import { tabaczynskiSlips } from './tabaczynskiSlips.ts';
import { about, dlsTrace, grids, truncatedTrace } from './tabaczynskiTraces.ts';

const METHODS = ['truncated', 'transpose', 'tabaczynski-dls'] as const;
/** Preset and tolerance of the counts: of the update at whose start the error is within tolerance. */
const REACHABLE = [
  ['tabaczynski-2-link', 0.01],
  ['tabaczynski-2-link', 1e-7],
  ['tabaczynski-5-link', 0.01],
  ['tabaczynski-5-link', 1e-7],
] as const;

/** Judged by eye, for goals that are not printed; ours are ours: too far, and too close. */
const UNREACHABLE = [
  [3, 3, 0],
  [0.5, 0.5, 0],
] as const;

/** Chains of many links: how many are drawn, their links and the range of a length, and whose counts are told. */
const CHAINS = 101; // odd: their median is a count
const LINKS = 8;
const LENGTHS = [0.7, 2.5] as const;
const SEED = 8; // of these alone: nothing else of the table is drawn
const LONG_METHODS = [1, 2] as const; // of METHODS

/** Name, tolerance, method, the printed rows, and the unit of the final error. */
const TRACES = [
  ['truncated', 1e-7, 0, truncatedTrace, 1e-7],
  ['DLS', 0.01, 2, dlsTrace, 1],
] as const;

const TRACED = 6; // numbers of a line: the error and five Δθ
const SETTLED = 0.01; // of the distance that is left in the end
const LONG = 2000; // updates

type Changes = { readonly tolerance?: number; readonly position?: readonly number[] };

/** The preset with its three methods, or one of them. */
function documentOf(preset: string, method: number | null, changes: Changes): object {
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

/** One of the drawn chains, from a drawn start, by one method. */
function longChain(chain: number, method: number): object {
  const uniform = uniformOf(SEED, chain);
  const [low, high] = LENGTHS;
  const draws = (from: number, to: number) =>
    Array.from({ length: LINKS }, () => from + (to - from) * uniform());
  return {
    ...documentOf('tabaczynski-5-link', method, { tolerance: 0.01 }),
    name: `Chain ${chain + 1} of ${LINKS} links`,
    note: 'Tabaczynski 2005, §4.2 and §4.3: long chains need fewer updates. His chains are not printed: lengths and start are random.',
    tree: { planar: { links: draws(low, high) } },
    start: draws(-Math.PI, Math.PI),
  };
}

const count = (document: object, engine: Engine): number =>
  inLab(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    const { updates, stop } = lab.status(0);
    return stop === 'reached' ? updates + 1 : Number.NaN;
  });

/** The first update after which the error stays within 1 % of what is left; NaN: it never does. */
const settles = (document: object, engine: Engine): number =>
  inLab({ ...document, run: { mode: 'track' } }, engine, (lab) => {
    const errors = Array.from({ length: LONG }, () => {
      lab.advance();
      return lab.status(0).error;
    });
    const least = errors.reduce((least, error) => Math.min(least, error));
    const last = errors.findLastIndex((error) => error > least * (1 + SETTLED));
    return last + 2 > LONG / 2 ? Number.NaN : last + 2;
  });

/** Error and Δθ of every row as his program prints them: the last repeats the Δθ before it. */
const trace = (document: object, engine: Engine): string[] =>
  inLab(document, engine, (lab) => {
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

/** Tip less goal in x and y where a run ends. */
const finalError = (document: object, engine: Engine): number[] =>
  inLab(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    const tip = lab.points(0).subarray(-3);
    return [0, 1].map((axis) => (tip[axis] as number) - (lab.goals()[axis] as number));
  });

interface Counted {
  readonly reachable: readonly (readonly number[])[];
  readonly unreachable: readonly (readonly number[])[];
  /** By method, a count for each chain. */
  readonly long: readonly (readonly number[])[];
  readonly traces: readonly (readonly string[])[];
  readonly finals: readonly (readonly number[])[];
}

function work(_part: Part, engine: Engine): Counted {
  const of = (preset: string, changes: Changes, how: typeof count) =>
    METHODS.map((_, m) => how(documentOf(preset, m, changes), engine));
  return {
    reachable: REACHABLE.map(([preset, tolerance]) => of(preset, { tolerance }, count)),
    unreachable: UNREACHABLE.map((position) =>
      of('tabaczynski-2-link', { position: position.slice() }, settles),
    ),
    long: LONG_METHODS.map((m) =>
      Array.from({ length: CHAINS }, (_, chain) => count(longChain(chain, m), engine)),
    ),
    traces: TRACES.map(([, tolerance, m]) =>
      trace(documentOf('tabaczynski-5-link', m, { tolerance }), engine),
    ),
    finals: TRACES.map(([, tolerance, m]) =>
      finalError(documentOf('tabaczynski-5-link', m, { tolerance }), engine),
    ),
  };
}

const plain = { unit: '', decimals: 0, sample: 1 } as const;

/** Zero has no sign, as files have it; NaN: there is none. */
const numberOf = (digits: string | undefined): number => Number(digits ?? Number.NaN) + 0;

/** Every number of a printed trace, and its final error. */
function tracedFigures(t: number, ours: readonly string[], final: readonly number[]): Figure[] {
  const [name, tolerance, m, lines, size] = TRACES[t] as (typeof TRACES)[number];
  const opens = documentOf('tabaczynski-5-link', m, { tolerance });
  const [{ name: row, numbers } = { name: '', numbers: [] }] = grids[name];
  const digits = lines.flatMap((line, k) =>
    line.split(' ').map((number, j): Figure => {
      const at = j === 0 ? 'error' : `Δθ${j}`;
      return {
        ...{ ...plain, decimals: 4, row: `${row}, line ${k + 1}`, column: at },
        place: { group: `Trace of ${name}: 5 links`, line: `line ${k + 1}`, over: row, at },
        paper: numberOf(number),
        ours: numberOf(ours[k * TRACED + j]),
        opens,
      };
    }),
  );
  const errors = numbers.map((number, axis) => ({
    ...{ ...plain, ...number, opens },
    ours: (final[axis] as number) / size,
  }));
  return [...digits, ...errors];
}

/** The medians of the drawn chains; each opens the first chain that takes as many updates. */
function longFigures(long: Counted['long']): Figure[] {
  const [{ numbers } = { numbers: [] }] = grids.long;
  return numbers.map((number, i): Figure => {
    const counts = long[i] ?? [];
    const sorted = sortedNumbers(Float64Array.from(counts));
    const [low, ours, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [
      number,
      number,
      number,
    ];
    const typical = counts.findIndex((each) => Math.abs(each - ours) < 1);
    return {
      ...{ ...plain, ...number, low, ours, high, sample: counts.length },
      unjudged: true,
      opens: longChain(Math.max(0, typical), LONG_METHODS[i] as number),
    };
  });
}

function figures(_variant: string, [result]: readonly unknown[]): Figure[] {
  const { reachable, unreachable, long, traces, finals } = result as Counted;
  const counts = REACHABLE.flatMap(([preset, tolerance], r) =>
    (grids.reachable[r]?.numbers ?? []).map(
      (number, m): Figure => ({
        ...plain,
        ...number,
        ours: reachable[r]?.[m] as number,
        opens: documentOf(preset, m, { tolerance }),
      }),
    ),
  );
  const traced = TRACES.flatMap((_, t) => tracedFigures(t, traces[t] ?? [], finals[t] ?? []));
  const judged = UNREACHABLE.flatMap((position, r) =>
    (grids.unreachable[r]?.numbers ?? []).map(
      (number, m): Figure => ({
        ...plain,
        ...number,
        ours: unreachable[r]?.[m] as number,
        unjudged: true,
        opens: documentOf('tabaczynski-2-link', m, { position: position.slice() }),
      }),
    ),
  );
  return [...counts, ...traced, ...judged, ...longFigures(long)];
}

/** The counts of updates that Tabaczynski prints. */
export const tabaczynskiCounts: PublishedTable = {
  ...about,
  slips: tabaczynskiSlips,
  parts: wholeTable,
  work,
  figures,
  drawings: tabaczynskiDrawings,
};
