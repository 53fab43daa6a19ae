/** What a paper prints, out of its file: every number with its unit and decimals. */
import type { CardReference } from 'iklab/engine';
import * as v from 'valibot';
import type { Figure, PublishedTable } from './publishedTable.ts';

const texts = v.array(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Null: not legible, or not printed. */
const value = v.nullable(v.union([v.number(), v.literal('never')]));

const cell = v.strictObject({
  paper: value,
  bound: v.optional(v.picklist(['over', 'under'])),
  /** Decimals, where they are not those of the column. */
  printed: v.optional(count),
});

const grid = v.strictObject({
  columns: v.array(v.strictObject({ name: v.string(), unit: v.string(), decimals: count })),
  rows: v.array(
    v.strictObject({
      name: v.string(),
      /** Of a scenario document: by which ours is made. */
      method: v.optional(v.record(v.string(), v.unknown()), {}),
      unjudged: v.optional(v.boolean(), false),
      cells: v.array(v.union([value, cell])),
    }),
  ),
});

const file = v.strictObject({
  id: v.string(),
  title: v.string(),
  /** A key of papers.json, or the paper itself. */
  source: v.custom<CardReference>((input) =>
    typeof input === 'string' ? input !== '' : v.is(v.looseObject({ title: v.string() }), input),
  ),
  about: v.string(),
  known: texts,
  recovered: texts,
  assumed: texts,
  lost: texts,
  slips: v.optional(texts, []),
  spread: v.string(),
  variants: v.array(v.strictObject({ id: v.string(), label: v.string(), about: v.string() })),
  sample: v.strictObject({ full: count, quick: count }),
  seconds: v.number(),
  form: v.exactOptional(count),
  printed: v.record(v.string(), grid),
  /** Numbers that are compared as they are written. */
  traces: v.optional(v.record(v.string(), texts), {}),
});

type PrintedNumber = Pick<
  Figure,
  'row' | 'column' | 'unit' | 'decimals' | 'paper' | 'bound' | 'printed'
>;

interface PrintedRow extends Pick<v.InferOutput<typeof grid>['rows'][number], 'method'> {
  readonly name: string;
  readonly unjudged: boolean;
  /** Column by column. */
  readonly numbers: readonly PrintedNumber[];
}

export interface Printed<G extends string> {
  /** All that is said of the table. */
  readonly about: Omit<PublishedTable, 'parts' | 'work' | 'figures' | 'drawings'>;
  readonly grids: Readonly<Record<G, readonly PrintedRow[]>>;
  readonly traces: Readonly<Record<string, readonly string[]>>;
}

/** Throws where the file is none, or lacks one of the grids. */
export function printedIn<G extends string>(json: unknown, names: readonly G[]): Printed<G> {
  const { printed, traces, ...about } = v.parse(file, json);
  const grids = {} as Record<G, readonly PrintedRow[]>;
  for (const name of names) grids[name] = rowsOf(printed[name], `${about.id}, ${name}`);
  return { about, traces, grids };
}

function rowsOf(written: v.InferOutput<typeof grid> | undefined, where: string): PrintedRow[] {
  if (!written) throw new Error(`${where}: no numbers of that name`);
  return written.rows.map(({ name, cells, ...row }) => ({
    ...row,
    name,
    numbers: cells.map((each, i): PrintedNumber => {
      const column = written.columns[i];
      if (!column) throw new Error(`${where}, ${name}: more numbers than columns`);
      const { paper, ...more } = v.is(cell, each) ? each : { paper: each };
      const { name: head, unit, decimals } = column;
      const number = paper === 'never' ? Number.NaN : paper;
      return { row: name, column: head, unit, decimals, paper: number, ...more };
    }),
  }));
}

/** Of rows without gaps, as they stand. */
export const valuesOf = (rows: readonly PrintedRow[]): number[][] =>
  rows.map(({ numbers }) => numbers.map(({ paper }) => paper as number));
