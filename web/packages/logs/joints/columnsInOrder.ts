/** Finds columns that are numbered or form an array, one per joint. */
import { quote } from 'iklab/scenario';
import type { LogColumn, LogTable } from '../tables/logTable.ts';
import { MATRIX_NAME } from '../tables/npyTable.ts';
import { tellingWords } from './columnWords.ts';

export interface OrderedColumns {
  /** One column per joint, from the first joint on, as far as there are columns. */
  readonly places: readonly number[];
  /** The time column before them; -1 if none is known. */
  readonly time: number;
  readonly report: readonly string[];
}

/** Names of numbered joint columns, most likely first. */
const STEMS = [
  'q',
  'qpos',
  'position',
  'positions',
  'joint',
  'j',
  'a',
  'axis',
  'theta',
  'angle',
  '',
];
const NUMBERED = /^([a-z]*?)_?(\d{1,3})$/;

/**
 * `count`: number of joints. Returns null if there are no such columns or the choice is ambiguous.
 */
export function columnsInOrder(table: LogTable, count: number): OrderedColumns | null {
  return numbered(table, count) ?? arrayOf(table, count);
}

function numbered(table: LogTable, count: number): OrderedColumns | null {
  const runs = new Map<string, Map<number, number>>();
  table.columns.forEach(({ name, part, missing }, place) => {
    const [, stem, digits] = NUMBERED.exec(tellingWords(name)) ?? [];
    if (part || stem === undefined || missing === table.rows) return;
    const run = runs.get(stem) ?? new Map<number, number>();
    runs.set(stem, run);
    if (!run.has(Number(digits))) run.set(Number(digits), place);
  });
  const found = STEMS.flatMap((stem) => {
    const places = inOrder(runs.get(stem));
    return 2 * places.length >= count && places.length > 0 ? [places] : [];
  });
  const [first, ...others] = found;
  if (!first) return null;
  return { places: first.slice(0, count), time: -1, report: told(table, first, others, count) };
}

/** Numbered from 0 or 1 without gaps. */
function inOrder(run: ReadonlyMap<number, number> | undefined): number[] {
  const places: number[] = [];
  for (let at = run?.has(0) ? 0 : 1; run?.has(at); at++) places.push(run.get(at) as number);
  return places;
}

function told(
  table: LogTable,
  places: readonly number[],
  others: readonly (readonly number[])[],
  count: number,
): string[] {
  const name = (place: number | undefined) => quote(table.columns[place ?? -1]?.name ?? '');
  const used = places.slice(0, count);
  const report = [
    `Columns ${name(used[0])} to ${name(used.at(-1))} are used as the joints, in order.`,
  ];
  if (places.length > count)
    report.push(
      `There are ${places.length} such columns for ${count} joints; the last ones are not used.`,
    );
  for (const [other] of others)
    report.push(`Columns from ${name(other)} on could also be the joints; they are not used.`);
  return report;
}

/** An array with a column per joint; an array without a name may begin with a time. */
function arrayOf(table: LogTable, count: number): OrderedColumns | null {
  const arrays = new Map<string, number[]>();
  table.columns.forEach(({ part }, place) => {
    if (part) arrays.set(part.of, [...(arrays.get(part.of) ?? []), place]);
  });
  const timed = arrays.get('');
  if (timed?.length === count + 1 && rises(table.columns[timed[0] as number])) {
    const [time = -1, ...places] = timed;
    const sentence = `The first of ${count + 1} unnamed columns increases and is used as the time, the others as the joints, in order.`;
    return { places, time, report: [sentence] };
  }
  const fitting = [...arrays].filter(([, places]) => places.length === count);
  const known = fitting.filter(([of]) => of === '' || MATRIX_NAME.test(of));
  const [first, ...others] = known.length > 0 ? known : fitting;
  if (!first || (known.length === 0 && others.length > 0)) return null;
  const called = ([of]: readonly [string, unknown]) => (of === '' ? 'the file' : quote(of));
  const report = [`The ${count} columns of ${called(first)} are used as the joints, in order.`];
  for (const other of others)
    report.push(`The columns of ${called(other)} could also be the joints; they are not used.`);
  return { places: first[1], time: -1, report };
}

function rises(column: LogColumn | undefined): boolean {
  const values = column?.values ?? new Float64Array();
  return (
    values.length > 1 && values.every((value, i) => i === 0 || value > (values[i - 1] as number))
  );
}
