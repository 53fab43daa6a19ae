/** Compares recomputed rows of methods with those of a file. */
import { groupedText } from 'iklab/format';
import { cellName } from './cellName.ts';
import type { Value } from './dataTable.ts';
import type { OpenedRows } from './openedRows.ts';
import { rowColumns } from './rowColumns.ts';
import { isBrought } from './solvers.ts';
import type { Study } from './study.ts';
import type { StudyRows } from './studyRows.ts';

/** Returns the study without its external solvers, with every problem drawn. */
export const ownStudy = ({ solvers: _, ...study }: Study): Study => ({
  ...study,
  looks: 1,
  cells: study.cells.filter((cell) => !isBrought(cell)),
});

export interface RowsCompared {
  readonly methods: number;
  readonly problems: number;
  readonly differing: number;
  /** Describes the first difference; '' if there is none. */
  readonly first: string;
}

/** `again`: the rows of `ownStudy`. */
export function comparedRows(opened: OpenedRows, again: StudyRows): RowsCompared {
  const own = ownStudy(opened.study);
  const { count, asText } = opened;
  const there = rowColumns(opened.study);
  // Without method, label, values and index, which the study determines.
  const pairs = rowColumns(own).flatMap((here) => {
    const given = there.find(({ name }) => name === here.name);
    return given && !isOfStudy(here.name, own) ? [[given, here] as const] : [];
  });
  let [differing, first] = [0, ''];
  for (const cell of own.cells) {
    const [given, made] = [opened.rows.of(cell.index), again.of(cell.index)];
    for (let index = 0; index < count; index++) {
      const [at, to] = [index * opened.rows.stride, index * again.stride];
      const other = pairs.find(
        ([a, b]) =>
          !isSame(a.value(cell, index, given, at), b.value(cell, index, made, to), asText),
      );
      if (!other) continue;
      differing++;
      const [a, b] = other;
      first ||= `problem ${index} of ${cellName(own, cell)}: ${a.name} ${said(a.value(cell, index, given, at))} there, ${said(b.value(cell, index, made, to))} here`;
    }
  }
  return { methods: own.cells.length, problems: count, differing, first };
}

const isOfStudy = (name: string, { sweep }: Study): boolean =>
  ['method', 'label', 'index'].includes(name) || sweep.some(({ path }) => path === name);

/** Text cannot represent -0. */
const isSame = (a: Value, b: Value, asText: boolean): boolean =>
  Object.is(a, b) || (asText && a === b);

const said = (value: Value): string => (value === null ? 'nothing' : String(value));

/**
 * Returns a text like `1 000 rows of each of 3 methods, recomputed here: identical bit for bit.`
 */
export function comparedWords({ methods, problems, differing, first }: RowsCompared): string {
  const what = `${groupedText(problems)} rows of ${methods === 1 ? 'the method' : `each of ${methods} methods`}, recomputed here`;
  if (differing === 0) return `${what}: identical bit for bit.`;
  const all = groupedText(problems * methods);
  const verb = differing === 1 ? 'differs' : 'differ';
  return `${what}: ${groupedText(differing)} of ${all} rows ${verb}. The first is ${first}.`;
}
