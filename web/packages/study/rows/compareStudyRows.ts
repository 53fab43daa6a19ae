import { groupedCountText } from '@iklab/core/format';
import type { Study } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import type { TableCellValue } from './dataTable.ts';
import type { LoadedStudyRows } from './loadedStudyRows.ts';
import { rowsTableColumns } from './rowsTableColumns.ts';
import type { StudyRows } from './studyRows.ts';

/** Keeps only methods, whose rows can be recomputed. */
export const studyWithoutSolvers = ({ solvers: _, ...study }: Study): Study => ({
  ...study,
  looks: 1,
  cells: study.cells.filter((cell) => !isExternalSolverCell(cell)),
});

export interface RowsComparison {
  readonly methods: number;
  readonly problems: number;
  readonly differing: number;
  readonly first: string;
}

export function compareStudyRows(loaded: LoadedStudyRows, recomputed: StudyRows): RowsComparison {
  const study = studyWithoutSolvers(loaded.study);
  const { count, asText } = loaded;
  const fileColumns = rowsTableColumns(loaded.study);
  // Without method, label, values and index, which the study determines.
  const pairs = rowsTableColumns(study).flatMap((column) => {
    const fileColumn = fileColumns.find(({ name }) => name === column.name);
    return fileColumn && !isStudyColumn(column.name, study) ? [[fileColumn, column] as const] : [];
  });
  let [differing, first] = [0, ''];
  for (const cell of study.cells) {
    const [fileRows, made] = [loaded.rows.cellRows(cell.index), recomputed.cellRows(cell.index)];
    for (let index = 0; index < count; index++) {
      const [fileOffset, to] = [index * loaded.rows.stride, index * recomputed.stride];
      const difference = pairs.find(
        ([a, b]) =>
          !isSame(
            a.value(cell, index, fileRows, fileOffset),
            b.value(cell, index, made, to),
            asText,
          ),
      );
      if (!difference) continue;
      differing++;
      const [a, b] = difference;
      first ||= `problem ${index} of ${studyCellName(study, cell)}: ${a.name} ${valueText(a.value(cell, index, fileRows, fileOffset))} there, ${valueText(b.value(cell, index, made, to))} here`;
    }
  }
  return { methods: study.cells.length, problems: count, differing, first };
}

const isStudyColumn = (name: string, { sweep }: Study): boolean =>
  ['method', 'label', 'index'].includes(name) || sweep.some(({ path }) => path === name);

const isSame = (a: TableCellValue, b: TableCellValue, asText: boolean): boolean =>
  Object.is(a, b) || (asText && a === b);

const valueText = (value: TableCellValue): string => (value === null ? 'nothing' : String(value));

/**
 * Describes the result of a comparison, such as `1 000 rows of each of 3 methods, recomputed here:
 * identical bit for bit.`
 */
export function rowsComparisonText({
  methods,
  problems,
  differing,
  first,
}: RowsComparison): string {
  const subject = `${groupedCountText(problems)} rows of ${methods === 1 ? 'the method' : `each of ${methods} methods`}, recomputed here`;
  if (differing === 0) return `${subject}: identical bit for bit.`;
  const all = groupedCountText(problems * methods);
  const verb = differing === 1 ? 'differs' : 'differ';
  return `${subject}: ${groupedCountText(differing)} of ${all} rows ${verb}. The first is ${first}.`;
}
