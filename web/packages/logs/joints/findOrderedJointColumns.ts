import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { LogColumn, LogTable } from '../tables/logTable.ts';
import { JOINT_ARRAY_PATTERN } from '../tables/readNpy.ts';
import { keepDistinguishingNameWords } from './splitNameWords.ts';

export interface OrderedJointColumns {
  /** Indices of the joint columns, from the first joint on. The last joints may have no column. */
  readonly indices: readonly number[];
  /** Index of the time column before the joint columns of an unnamed array; -1 if unknown. */
  readonly time: number;
  readonly report: readonly string[];
}

/** Stems of the names of numbered joint columns, most likely first. */
const NAME_STEMS = [
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
 * Finds the columns of `count` joints by their numbers, or as an array with one column per joint.
 * Returns null if nothing fits, or several arrays do.
 */
export function findOrderedJointColumns(
  table: LogTable,
  count: number,
): OrderedJointColumns | null {
  return findNumbered(table, count) ?? findArray(table, count);
}

function findNumbered(table: LogTable, count: number): OrderedJointColumns | null {
  const runs = new Map<string, Map<number, number>>();
  table.columns.forEach(({ name, part, missing }, index) => {
    const [, stem, digits] = NUMBERED.exec(keepDistinguishingNameWords(name)) ?? [];
    if (part || stem === undefined || missing === table.rows) return;
    const run = runs.get(stem) ?? new Map<number, number>();
    runs.set(stem, run);
    if (!run.has(Number(digits))) run.set(Number(digits), index);
  });
  const found = NAME_STEMS.flatMap((stem) => {
    const indices = indicesInOrder(runs.get(stem));
    return 2 * indices.length >= count && indices.length > 0 ? [indices] : [];
  });
  const [first, ...alternatives] = found;
  if (!first) return null;
  return {
    indices: first.slice(0, count),
    time: -1,
    report: numberedReport(table, first, alternatives, count),
  };
}

function indicesInOrder(run: ReadonlyMap<number, number> | undefined): number[] {
  const indices: number[] = [];
  for (let number = run?.has(0) ? 0 : 1; run?.has(number); number++)
    indices.push(run.get(number) as number);
  return indices;
}

function numberedReport(
  table: LogTable,
  indices: readonly number[],
  alternatives: readonly (readonly number[])[],
  count: number,
): string[] {
  const name = (index: number | undefined) =>
    quoteInOneLine(table.columns[index ?? -1]?.name ?? '');
  const used = indices.slice(0, count);
  const report = [
    `Columns ${name(used[0])} to ${name(used.at(-1))} are used as the joints, in order.`,
  ];
  if (indices.length > count)
    report.push(
      `There are ${indices.length} such columns for ${count} joints; the last ones are not used.`,
    );
  for (const [alternative] of alternatives)
    report.push(
      `Columns from ${name(alternative)} on could also be the joints; they are not used.`,
    );
  return report;
}

/**
 * Finds an array with one column per joint; an array without a name may begin with a column of
 * time.
 */
function findArray(table: LogTable, count: number): OrderedJointColumns | null {
  const arrays = new Map<string, number[]>();
  table.columns.forEach(({ part }, index) => {
    if (part) arrays.set(part.array, [...(arrays.get(part.array) ?? []), index]);
  });
  const timed = arrays.get('');
  if (timed?.length === count + 1 && isIncreasing(table.columns[timed[0] as number])) {
    const [time = -1, ...indices] = timed;
    const sentence = `The first of ${count + 1} unnamed columns increases and is used as the time, the others as the joints, in order.`;
    return { indices, time, report: [sentence] };
  }
  const fitting = [...arrays].filter(([, indices]) => indices.length === count);
  const namedArrays = fitting.filter(
    ([arrayName]) => arrayName === '' || JOINT_ARRAY_PATTERN.test(arrayName),
  );
  const [first, ...alternatives] = namedArrays.length > 0 ? namedArrays : fitting;
  if (!first || (namedArrays.length === 0 && alternatives.length > 0)) return null;
  const called = ([arrayName]: readonly [string, unknown]) =>
    arrayName === '' ? 'the file' : quoteInOneLine(arrayName);
  const report = [`The ${count} columns of ${called(first)} are used as the joints, in order.`];
  for (const alternative of alternatives)
    report.push(
      `The columns of ${called(alternative)} could also be the joints; they are not used.`,
    );
  return { indices: first[1], time: -1, report };
}

function isIncreasing(column: LogColumn | undefined): boolean {
  const values = column?.values ?? new Float64Array();
  return (
    values.length > 1 && values.every((value, i) => i === 0 || value > (values[i - 1] as number))
  );
}
