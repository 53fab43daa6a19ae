import type { CitedPaperOrKey } from '@iklab/core/engine';
import * as v from 'valibot';
import type { DeviationCause, PublishedFigure, PublishedTable } from './publishedTable.ts';

const textsSchema = v.array(v.string());
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const valueSchema = v.nullable(v.union([v.number(), v.literal('never')]));

const cellSchema = v.strictObject({
  paper: valueSchema,
  bound: v.optional(v.picklist(['over', 'under'])),
  printed: v.optional(countSchema),
  cause: v.optional(v.string()),
});

const gridSchema = v.strictObject({
  columns: v.array(
    v.strictObject({
      name: v.string(),
      unit: v.string(),
      decimals: countSchema,
      cause: v.optional(v.string()),
      /** Kind of the numbers of a column; part of the `family` of a number. */
      kind: v.exactOptional(v.string()),
      measured: v.exactOptional(v.literal(true)),
    }),
  ),
  rows: v.array(
    v.strictObject({
      name: v.string(),
      /** Method of a scenario document that computes our numbers of the row. */
      method: v.optional(v.record(v.string(), v.unknown()), {}),
      unjudged: v.optional(v.boolean(), false),
      /** Family of the row. Numbers of one family and column kind are tested together. */
      family: v.exactOptional(v.string()),
      hint: v.exactOptional(v.string()),
      cells: v.array(v.union([valueSchema, cellSchema])),
    }),
  ),
});

const fileSchema = v.strictObject({
  id: v.string(),
  title: v.string(),
  /** Source of the table: a key of papers.json, or the reference itself. */
  source: v.custom<CitedPaperOrKey>((input) =>
    typeof input === 'string' ? input !== '' : v.is(v.looseObject({ title: v.string() }), input),
  ),
  brief: v.string(),
  about: v.string(),
  known: textsSchema,
  recovered: textsSchema,
  assumed: textsSchema,
  lost: textsSchema,
  notComputed: v.optional(v.array(v.pipe(v.string(), v.includes(', because '))), []),
  slips: v.optional(textsSchema, []),
  open: v.optional(v.string(), ''),
  causes: v.optional(
    v.record(
      v.string(),
      v.strictObject({ words: v.string(), most: v.pipe(v.number(), v.minValue(0)) }),
    ),
    {},
  ),
  spread: v.string(),
  seed: v.optional(v.nullable(countSchema), null),
  variants: v.array(
    v.strictObject({ id: v.string(), label: v.string(), about: v.string(), numbers: countSchema }),
  ),
  sample: v.strictObject({ full: countSchema, quick: countSchema }),
  seconds: v.number(),
  form: v.exactOptional(countSchema),
  printed: v.record(v.string(), gridSchema),
  /** Printed lines of numbers of a run, by the name of the trace. */
  traces: v.optional(v.record(v.string(), textsSchema), {}),
});

type PrintedNumber = Pick<
  PublishedFigure,
  | 'row'
  | 'column'
  | 'unit'
  | 'decimals'
  | 'paper'
  | 'bound'
  | 'printed'
  | 'cause'
  | 'hint'
  | 'family'
  | 'measured'
>;

interface PrintedRow extends Pick<v.InferOutput<typeof gridSchema>['rows'][number], 'method'> {
  readonly name: string;
  readonly unjudged: boolean;
  readonly numbers: readonly PrintedNumber[];
}

export interface PrintedPaper<G extends string> {
  readonly about: Omit<PublishedTable, 'parts' | 'work' | 'figures' | 'drawings'>;
  readonly grids: Readonly<Record<G, readonly PrintedRow[]>>;
  readonly traces: Readonly<Record<string, readonly string[]>>;
}

/**
 * Parses a paper's printed numbers. Throws if the file is invalid or a table of `names` is missing.
 */
export function parsePrintedPaper<G extends string>(
  json: unknown,
  names: readonly G[],
): PrintedPaper<G> {
  const { printed, traces, causes, ...about } = v.parse(fileSchema, json);
  const grids = {} as Record<G, readonly PrintedRow[]>;
  for (const name of names) grids[name] = makeRows(printed[name], causes, `${about.id}, ${name}`);
  return { about, traces, grids };
}

function makeRows(
  written: v.InferOutput<typeof gridSchema> | undefined,
  causes: Readonly<Record<string, DeviationCause>>,
  location: string,
): PrintedRow[] {
  if (!written) throw new Error(`${location}: no numbers of that name`);
  const causeOf = (id: string | undefined): { cause?: DeviationCause } => {
    if (id === undefined) return {};
    const cause = causes[id];
    if (!cause) throw new Error(`${location}: no cause “${id}”`);
    return { cause };
  };
  return written.rows.map(({ name, cells, hint, family, ...row }) => ({
    ...row,
    name,
    numbers: cells.map((each, i): PrintedNumber => {
      const column = written.columns[i];
      if (!column) throw new Error(`${location}, ${name}: more numbers than columns`);
      const { paper, cause, ...more } = v.is(cellSchema, each) ? each : { paper: each };
      const { name: head, cause: common, kind, ...columnFields } = column;
      const number = paper === 'never' ? Number.NaN : paper;
      return {
        ...{ row: name, column: head, paper: number, ...columnFields, ...more },
        ...causeOf(cause ?? common),
        ...(hint && { hint }),
        ...(family && kind && { family: `${family}, ${kind}` }),
      };
    }),
  }));
}

export function requireTableSeed({ id, seed }: Pick<PublishedTable, 'id' | 'seed'>): number {
  if (seed === null) throw new Error(`${id}: no seed`);
  return seed;
}

export const printedValues = (rows: readonly PrintedRow[]): number[][] =>
  rows.map(({ numbers }) => numbers.map(({ paper }) => paper as number));
