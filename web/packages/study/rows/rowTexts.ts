import type { StudyCell } from '../document/study.ts';
import { comparisonSentences } from '../results/comparisonSentences.ts';
import { earlyRunEndsText } from '../results/earlyRunEndsText.ts';
import { computeCosts } from '../results/problemCosts.ts';
import {
  nearestSolutionComparisons,
  nearestSolutionSentence,
  solutionSummaryForFile,
  summarizeStudySolutions,
} from '../results/solutionSummary.ts';
import { summarizeCell } from '../results/summarizeCell.ts';
import { countCausesById, failureCauseSentences, isCellDiagnosed } from '../tasks/causes.ts';
import { type TableCellValue, tableCsv } from './dataTable.ts';
import { rowStride } from './rowLayout.ts';
import { makeRowColumnReader, type RowsSource } from './rowsSource.ts';
import { type RowsTableColumn, rowsTableColumns, toRowsTable } from './rowsTableColumns.ts';

export const rowsCsv = (source: RowsSource): Generator<string> => tableCsv(toRowsTable(source));

function* formatRows(
  source: RowsSource,
  cell: StudyCell,
  columns: readonly RowsTableColumn[],
  write: (values: TableCellValue[]) => string,
): Generator<string> {
  const stride = rowStride(source.study);
  for (const { first, rows } of source.chunks(cell.index)) {
    let piece = '';
    for (let i = 0; i * stride < rows.length; i++) {
      const values = columns.map(({ value }) => value(cell, first + i, rows, i * stride));
      piece += write(values);
    }
    yield piece;
  }
}

/** Yields one JSON object: the manifest, and summary and rows of each cell. */
export function* rowsJson(source: RowsSource): Generator<string> {
  const { manifest, study } = source;
  const shared = ['method', 'label', ...study.sweep.map(({ path }) => path)];
  const columns = rowsTableColumns(study, source.poses).filter(
    ({ name }) => !shared.includes(name),
  );
  const column = makeRowColumnReader(source);
  const costs = computeCosts(study, column, 'updates');
  const sentences = [
    ...earlyRunEndsText(study, column),
    ...comparisonSentences(study, costs),
    ...failureCauseSentences(study, column),
    ...[nearestSolutionSentence(study, column)].filter(Boolean),
    ...nearestSolutionComparisons(study, column),
  ];
  const solutions = summarizeStudySolutions(study, column);
  const head = { manifest, conclusions: sentences, fields: columns.map(({ name }) => name) };
  yield `${JSON.stringify(head).slice(0, -1)},"cells":[`;
  for (const cell of study.cells) {
    const values = Object.fromEntries(study.sweep.map(({ path }, i) => [path, cell.values[i]]));
    const summary = summarizeCell(cell.index, column, costs);
    const causes = isCellDiagnosed(study, cell) && { causes: countCausesById(cell, study, column) };
    const found = solutions.find((each) => each.cell === cell);
    const cellHead = {
      method: cell.panel.id,
      label: cell.panel.label,
      values,
      summary,
      ...causes,
      ...(found && { solutions: solutionSummaryForFile(found) }),
    };
    yield `${cell.index === 0 ? '' : ','}\n${JSON.stringify(cellHead).slice(0, -1)},"rows":[`;
    let between = '\n';
    yield* formatRows(source, cell, columns, (row) => {
      const line = `${between}${JSON.stringify(row)}`;
      between = ',\n';
      return line;
    });
    yield ']}';
  }
  yield ']}\n';
}
