import { groupedCountText } from '@iklab/core/format';
import { CsvCellReader } from './csvCellReader.ts';
import { type CsvLayout, detectCsvLayout } from './detectCsvLayout.ts';
import { LOG_ROWS_PER_STEP, MAX_LOG_COLUMNS } from './logBounds.ts';
import { LogError } from './logError.ts';
import { type LogProgressGenerator, type LogTable, LogTableBuilder } from './logTable.ts';
import { NamedArrayCells } from './namedArrayCells.ts';
import { parseDecimal } from './parseDecimal.ts';

export function* readCsv(bytes: Uint8Array): LogProgressGenerator<LogTable> {
  const layout = detectCsvLayout(bytes);
  if (layout.width > MAX_LOG_COLUMNS)
    throw new LogError(
      `${groupedCountText(layout.width)} columns; the maximum is ${MAX_LOG_COLUMNS}`,
    );
  const table = new LogTableBuilder('CSV');
  const rows = new RowReader(bytes, layout, table);
  while (rows.read(LOG_ROWS_PER_STEP))
    yield { rows: table.rows, read: rows.offset, bytes: bytes.length };
  rows.reportLengths();
  return table.finish();
}

class RowReader {
  readonly #bytes: Uint8Array;
  readonly #layout: CsvLayout;
  readonly #table: LogTableBuilder;
  readonly #cells: CsvCellReader;
  readonly #named: NamedArrayCells;
  readonly #isName: readonly boolean[];
  /**
   * Index of the table's column for each cell of a line; -1 for a cell without a column of its own.
   */
  readonly #columnIndices: Int32Array;
  readonly #numbers: Float64Array;
  #shorter = 0;
  #longer = 0;

  constructor(bytes: Uint8Array, layout: CsvLayout, table: LogTableBuilder) {
    const { width, names, separator, start } = layout;
    this.#bytes = bytes;
    this.#layout = layout;
    this.#table = table;
    this.#cells = new CsvCellReader(bytes, separator, start);
    this.#named = new NamedArrayCells(table, names ?? []);
    const apart = new Set(this.#named.cells);
    const nameCells = new Set(this.#named.nameCells);
    this.#isName = Array.from({ length: width }, (_, cell) => nameCells.has(cell));
    this.#columnIndices = Int32Array.from({ length: width }, (_, cell) => {
      if (apart.has(cell)) return -1;
      return names
        ? table.addColumn(names[cell] ?? '')
        : table.addColumn(`column ${cell + 1}`, { array: '', index: cell });
    });
    this.#numbers = new Float64Array(width);
  }

  get offset(): number {
    return this.#cells.offset;
  }

  read(rows: number): boolean {
    for (let row = 0; row < rows; row++) {
      if (!this.#cells.nextLine()) return false;
      this.#readRow();
    }
    return true;
  }

  reportLengths(): void {
    const width = `${groupedCountText(this.#layout.width)} cells of the first line`;
    const rows = (count: number) =>
      count === 1 ? '1 row has' : `${groupedCountText(count)} rows have`;
    if (this.#longer > 0)
      this.#table.addRemark(
        `${rows(this.#longer)} more than the ${width}; the extra cells are ignored.`,
      );
    if (this.#shorter > 0) this.#table.addRemark(`${rows(this.#shorter)} fewer than the ${width}.`);
  }

  #readRow(): void {
    const cells = this.#cells;
    const bytes = this.#bytes;
    const columnIndices = this.#columnIndices;
    const { point, width } = this.#layout;
    const named = this.#named.nameCells.length > 0;
    const names: string[] = [];
    if (named) this.#numbers.fill(Number.NaN);
    let cell = 0;
    do {
      cells.next();
      if (cell < width) {
        const column = columnIndices[cell] as number;
        if (this.#isName[cell]) names.push(cells.text());
        else {
          const number = parseDecimal(bytes, cells.from, cells.to, point);
          if (column >= 0) this.#table.setValue(column, number);
          else this.#numbers[cell] = number;
        }
      }
      cell++;
    } while (!cells.last);
    if (named) this.#named.setRow(names, this.#numbers);
    if (cell > width) this.#longer++;
    else if (cell < width) this.#shorter++;
    this.#table.endRow();
  }
}
