/** Writes the rows of a study as text in chunks: CSV and JSON. */

import { causeCounts, causesSentences, hasCauses } from './causes.ts';
import { comparisons } from './comparisons.ts';
import { costsOf } from './costs.ts';
import { tableCsv, type Value } from './dataTable.ts';
import { earlyEndsText } from './earlyEnds.ts';
import { type RowColumn, rowColumns, rowsTable } from './rowColumns.ts';
import { rowStride } from './rowLayout.ts';
import { columnsOf, type RowsSource } from './rowsSource.ts';
import type { Cell } from './study.ts';
import { summaryOf } from './summary.ts';

export const csvText = (source: RowsSource): Generator<string> => tableCsv(rowsTable(source));

/** Yields the rows of each chunk of a cell, formatted by `write`. */
function* pieces(
  source: RowsSource,
  cell: Cell,
  columns: readonly RowColumn[],
  write: (values: Value[]) => string,
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

/**
 * Yields the rows of a study as one JSON object: the manifest, and for each cell its summary and
 * rows.
 */
export function* jsonText(source: RowsSource): Generator<string> {
  const { manifest, study } = source;
  const shared = ['method', 'label', ...study.sweep.map(({ path }) => path)];
  const columns = rowColumns(study, source.poses).filter(({ name }) => !shared.includes(name));
  const column = columnsOf(source);
  const costs = costsOf(study, column, 'updates');
  const said = [
    ...earlyEndsText(study, column),
    ...comparisons(study, costs),
    ...causesSentences(study, column),
  ];
  const head = { manifest, conclusions: said, fields: columns.map(({ name }) => name) };
  yield `${JSON.stringify(head).slice(0, -1)},"cells":[`;
  for (const cell of study.cells) {
    const values = Object.fromEntries(study.sweep.map(({ path }, i) => [path, cell.values[i]]));
    const summary = summaryOf(cell.index, column, costs);
    const causes = hasCauses(study, cell) && { causes: causeCounts(cell, study, column) };
    const own = { method: cell.panel.id, label: cell.panel.label, values, summary, ...causes };
    yield `${cell.index === 0 ? '' : ','}\n${JSON.stringify(own).slice(0, -1)},"rows":[`;
    let between = '\n';
    yield* pieces(source, cell, columns, (row) => {
      const line = `${between}${JSON.stringify(row)}`;
      between = ',\n';
      return line;
    });
    yield ']}';
  }
  yield ']}\n';
}
