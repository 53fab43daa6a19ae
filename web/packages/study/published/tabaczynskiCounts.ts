/** Tabaczynski 2005, section 4: his table 4.4 and both printed traces. */
import type { Engine } from 'iklab/engine';
import { scenarioPreset } from 'iklab/scenario';
import { type Figure, type Part, type PublishedTable, whole } from './publishedTable.ts';
import { inLab } from './scenes.ts';
import { tabaczynskiDrawings } from './tabaczynskiDrawings.ts';
import { tabaczynskiSlips } from './tabaczynskiSlips.ts';
import { dlsTrace, truncatedTrace } from './tabaczynskiTraces.ts';

const METHODS = ['truncated', 'transpose', 'tabaczynski-dls'] as const;
const NAMES = ['Truncated', 'Transpose', 'DLS'] as const;

/** Counts of truncated, transpose, DLS: the update at whose start the error is within tolerance. */
const REACHABLE = [
  ['tabaczynski-2-link', '2 links', 0.01, [14, 120, 50]],
  ['tabaczynski-2-link', '2 links', 1e-7, [16, 570, 141]],
  ['tabaczynski-5-link', '5 links', 0.01, [6, 140, 16]],
  ['tabaczynski-5-link', '5 links', 1e-7, [7, 459, 40]],
] as const;

/** Judged by eye, for goals that are not printed; ours are ours. NaN: never settles. */
const UNREACHABLE = [
  ['too far', [3, 3, 0], [Number.NaN, 100, 45]],
  ['too close', [0.5, 0.5, 0], [Number.NaN, 68, 30]],
] as const;

/** Name, tolerance, method, the printed rows, and the final error in x and y, in a unit. */
const TRACES = [
  ['truncated', 1e-7, 0, truncatedTrace, [-0.1211, 0.204], 1e-7],
  ['DLS', 0.01, 2, dlsTrace, [-0.0047, -0.0041], 1],
] as const;

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
  readonly traces: readonly (readonly string[])[];
  readonly finals: readonly (readonly number[])[];
}

function work(_part: Part, engine: Engine): Counted {
  const of = (preset: string, changes: Changes, how: typeof count) =>
    METHODS.map((_, m) => how(documentOf(preset, m, changes), engine));
  return {
    reachable: REACHABLE.map(([preset, , tolerance]) => of(preset, { tolerance }, count)),
    unreachable: UNREACHABLE.map(([, position]) =>
      of('tabaczynski-2-link', { position: position.slice() }, settles),
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

function figures(_variant: string, [result]: readonly unknown[]): Figure[] {
  const { reachable, unreachable, traces, finals } = result as Counted;
  const counts = REACHABLE.flatMap(([preset, links, tolerance, printed], r) =>
    printed.map(
      (paper, m): Figure => ({
        ...plain,
        row: `${links} to ${tolerance === 0.01 ? '0.01' : '10⁻⁷'}`,
        column: NAMES[m] as string,
        paper,
        ours: reachable[r]?.[m] as number,
        opens: documentOf(preset, m, { tolerance }),
      }),
    ),
  );
  const digits = TRACES.map(([name, tolerance, m, text], t): Figure => {
    const printed = text.trim().split(/\s+/);
    return {
      ...plain,
      row: `5 links, trace of ${name}`,
      column: 'printed numbers',
      paper: printed.length,
      ours: printed.filter((number, i) => number === traces[t]?.[i]).length,
      opens: documentOf('tabaczynski-5-link', m, { tolerance }),
    };
  });
  const errors = TRACES.flatMap(([name, tolerance, m, , printed, size], t) =>
    printed.map(
      (paper, axis): Figure => ({
        ...plain,
        row: `5 links, trace of ${name}`,
        column: `final error, ${'xy'[axis]}${size === 1 ? '' : ', 10⁻⁷'}`,
        decimals: 4,
        paper,
        ours: (finals[t]?.[axis] as number) / size,
        opens: documentOf('tabaczynski-5-link', m, { tolerance }),
      }),
    ),
  );
  const judged = UNREACHABLE.flatMap(([words, position, printed], r) =>
    printed.map(
      (paper, m): Figure => ({
        ...plain,
        row: `2 links, ${words}`,
        column: NAMES[m] as string,
        paper,
        ours: unreachable[r]?.[m] as number,
        unjudged: true,
        opens: documentOf('tabaczynski-2-link', m, { position: position.slice() }),
      }),
    ),
  );
  const traced = TRACES.flatMap((_, t) => [digits[t] as Figure, ...errors.slice(2 * t, 2 * t + 2)]);
  return [...counts, ...traced, ...judged];
}

export const tabaczynskiCounts: PublishedTable = {
  id: 'tabaczynski-table-4.4',
  title: 'Tabaczynski, table 4.4',
  source: 'tabaczynski2005',
  about:
    'Updates until the goal (2, 2) is reached to 0.01 and to 10⁻⁷ by planar chains of two and of five links, and every number of both printed traces with their final errors.',
  known: [
    'σ ≤ 10⁻⁴ dropped, Δe clamped to 0.7 for DLS alone, the largest |Δθ| at most π/4, DLS divides by σ² + 1.1',
    'a count is the update at whose start the error is within tolerance: one more than were made',
  ],
  recovered: [
    '5 links: lengths 2, 1, 1.5, 2.5, 0.7; start −3π/4, 2π/3, 1.5, π/3, −3 rad; goal (2, 2)',
    '2 links: lengths 1, 2; start −3π/4, 0.4 (the second is known to between 0.373 and 0.4025, either sign)',
    'J·Jᵀ·Δe, where the listing has what cannot run, gives the printed 140 and 459',
  ],
  assumed: [
    'goals out of reach: (3, 3) and (0.5, 0.5) are ours; his are not printed, and he judged by eye. Ours counts until the error stays within 1 % of what is left; “never” has no count',
  ],
  lost: ['where his goals out of reach stand, and when he judged that a chain had settled'],
  slips: tabaczynskiSlips,
  spread: '',
  variants: [{ id: 'printed', label: 'As printed', about: 'With the constants of his program.' }],
  sample: { full: 0, quick: 0 },
  seconds: 0.1,
  form: 2,
  parts: whole,
  work,
  figures,
  drawings: tabaczynskiDrawings,
};
