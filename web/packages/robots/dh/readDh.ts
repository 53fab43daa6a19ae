import type { Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import { RADIANS_PER_DEGREE, type RigidFrame, TWO_PI } from '@iklab/core/scenario/numbers';
import { makeReadRefusal, ReaderNotes } from '../readerNotes.ts';
import type { ReadResult, Robot } from '../robot.ts';
import { type DhConvention, type DhRow, type DhTable, makeDhRobot } from './dhTable.ts';
import { CODE_FILE_PATTERN, findDhTable, MAX_DH_LINE_LENGTH } from './findDhTable.ts';
import { MAX_DH_CHARACTERS } from './likelyDhText.ts';
import { type DhCellValue, normalizeCellSpelling, parseDhCell } from './parseDhCell.ts';
import type { DhColumn, DhColumnKind } from './parseDhHeader.ts';
import { convertDhLimits, parseDhLimits } from './parseDhLimits.ts';
import { MAX_DH_ROWS, type RawDhRow } from './splitDhTable.ts';
import { findStatedDhConvention, makeConventionRemark } from './statedDhConvention.ts';

const MIN_MILLIMETRES = 10; // Lengths of at least this many metres are taken as millimetres.
const EMPTY_CELL = /^[\s*-]*$|^(var(iable)?|n\/?a)$/i;
const TOOL_LABEL = /\b(tool|flange|hand|ee|tcp|end|base|world)\b/i;

export interface DhOptions {
  /** Convention of the table; by default the stated convention, otherwise standard. */
  readonly convention?: DhConvention | undefined;
}

export function readDh(text: string, file: string, choice: DhOptions = {}): ReadResult<Robot> {
  const table = readDhTable(text, file, choice);
  if (!table.ok) return table;
  const name = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  return { ...table, value: makeDhRobot(table.value, name) };
}

export interface ParsedDhTable extends DhTable {
  /** True if the text states its convention, false if `convention` is an assumption. */
  readonly stated: boolean;
}

export function readDhTable(
  text: string,
  file: string,
  choice: DhOptions = {},
): ReadResult<ParsedDhTable> {
  const location = { file, line: 1 };
  if (text.length > MAX_DH_CHARACTERS)
    return makeReadRefusal(
      location,
      'table',
      `has ${text.length} characters; the maximum is ${MAX_DH_CHARACTERS}; keep the lines of the table only`,
    );
  const lines = text.split(/\r\n|\r|\n/);
  const long = lines.findIndex((line) => line.length > MAX_DH_LINE_LENGTH);
  if (long >= 0) {
    const reason = `a line with ${lines[long]?.length} characters; the maximum is ${MAX_DH_LINE_LENGTH}; break the line`;
    return makeReadRefusal({ file, line: long + 1 }, 'table', reason);
  }
  // Long runs of blanks would slow down the column patterns.
  const found = findDhTable(
    text.replace(/[^\S\r\n]{40,}/g, (run) => run.slice(0, 40)),
    file,
  );
  const { columns, rows } = found;
  if (!columns) {
    const expected = CODE_FILE_PATTERN.test(file)
      ? 'expected a list of links, such as RevoluteDH(a=0.3), or rows below a comment that names a, alpha, d and theta'
      : `the first line must name the columns a, alpha, d and theta, in any order${quoteFirstLine(lines)}`;
    return makeReadRefusal(location, 'table', `not a Denavit–Hartenberg table: ${expected}`);
  }
  const notes = new ReaderNotes();
  const code = 'convention' in found ? found : null;
  for (const { line, element, reason } of code?.faults ?? [])
    notes.addFault({ file, line }, element, reason);
  if (notes.faults.length > 0) return { ok: false, faults: notes.faults };
  if (rows.length === 0)
    return makeReadRefusal(
      location,
      'table',
      'has no rows below the headings; expected one row per joint',
    );
  if (rows.length > MAX_DH_ROWS)
    return makeReadRefusal({ file, line: rows[MAX_DH_ROWS]?.line ?? 1 }, 'table', TOO_MANY_ROWS);
  for (const { kind, heading } of columns)
    if (kind === null && heading !== '')
      notes.addLeftOut(location, `column ${quoteInOneLine(heading)}`, 'not part of the kinematics');
  for (const { line, element, reason } of code?.leftOut ?? [])
    notes.addLeftOut({ file, line }, element, reason, true);
  const reader = new TableReader(columns, rows, file, notes);
  const stated = code?.convention ?? findStatedDhConvention(code ? '' : text, columns);
  const { convention = stated.name } = choice;
  const table = {
    ...{ convention, rows: reader.readRows(), stated: stated.reason !== null },
    ...(code?.base && { base: reader.toMetres(code.base) }),
    ...(code?.tool && { tool: reader.toMetres(code.tool) }),
  };
  const chosen = choice.convention ? { name: convention, reason: 'choice' } : stated;
  notes.remarks.unshift(makeConventionRemark(table, chosen, file, code ? (rows[0]?.line ?? 1) : 1));
  return notes.result(table);
}

const TOO_MANY_ROWS = `has more than ${MAX_DH_ROWS} rows; remove the lines that are not part of the table`;

function quoteFirstLine(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== '');
  return first === undefined ? '; the file is empty' : `; got ${quoteInOneLine(first.trim(), 60)}`;
}

const numberHint = (isLength: boolean): string =>
  `; expected a number, such as ${isLength ? '0.3 or 300 mm' : 'pi/2 or 90°'}`;

interface TableCell {
  readonly value: DhCellValue | null;
  readonly text: string;
  readonly reason?: string | null;
}

class TableReader {
  readonly #columns: readonly DhColumn[];
  readonly #rows: readonly RawDhRow[];
  readonly #file: string;
  readonly #notes: ReaderNotes;
  /**
   * Metres per unit of lengths without a stated unit; `#angle`: radians per unit of angles without
   * one.
   */
  readonly #length: number;
  readonly #angle: number;
  /** True if any row names a joint variable; rows without one are then fixed. */
  readonly #named: boolean;

  constructor(
    columns: readonly DhColumn[],
    rows: readonly RawDhRow[],
    file: string,
    notes: ReaderNotes,
  ) {
    this.#columns = columns;
    // A separator at the end of a line does not start another cell.
    this.#rows = rows.map((row) => {
      const { cells } = row;
      const extra = cells.length === columns.length + 1 && cells.at(-1) === '';
      return extra ? { ...row, cells: cells.slice(0, -1) } : row;
    });
    this.#file = file;
    this.#notes = notes;
    this.#named = this.#rows.some((row) =>
      (['theta', 'd'] as const).some((kind) => this.#getCell(row, kind).value?.variable),
    );
    this.#length = this.#guessUnit(['a', 'd'], MIN_MILLIMETRES, 1e-3, 'millimetres', '10 or more');
    this.#angle = this.#guessUnit(
      ['alpha', 'theta', 'offset'],
      TWO_PI,
      RADIANS_PER_DEGREE,
      'degrees',
      'beyond 2π',
    );
  }

  readRows(): DhRow[] {
    return this.#rows.map((row, i) => this.#readRow(row, `row ${i + 1}`));
  }

  toMetres({ position, rotation }: RigidFrame): RigidFrame {
    return {
      position: position.map((x) => x * this.#length) as unknown as Vec3,
      rotation: rotation,
    };
  }

  #getCell(row: RawDhRow, kind: DhColumnKind): TableCell {
    if (row.values) return row.values.get(kind) ?? { text: '', value: null };
    const index = this.#columns.findIndex((each) => each.kind === kind);
    const text = row.cells[index] ?? '';
    return { text, value: EMPTY_CELL.test(normalizeCellSpelling(text)) ? null : parseDhCell(text) };
  }

  #guessUnit(
    kinds: readonly DhColumnKind[],
    most: number,
    unit: number,
    name: string,
    threshold: string,
  ): number {
    const bare = this.#rows.flatMap((row) =>
      kinds.flatMap((kind) => {
        const { value } = this.#getCell(row, kind);
        const column = this.#columns.find((each) => each.kind === kind);
        const hasUnit = column?.unit !== null || !value || value.angle || value.metres !== null;
        return hasUnit ? [] : [Math.abs(value.constant)];
      }),
    );
    const far = bare.some((x) => (name === 'degrees' ? x > most : x >= most));
    if (!far) return 1;
    const location = { file: this.#file, line: this.#rows[0]?.line ?? 1 };
    const reason = `assumed to be in ${name}, because a number is ${threshold} and no unit is given`;
    this.#notes.addChanged(location, kinds.slice(0, 2).join(' and '), reason, true);
    return unit;
  }

  #readRow(row: RawDhRow, who: string): DhRow {
    const location = { file: this.#file, line: row.line };
    if (row.cells.length !== this.#columns.length) {
      const reason = `it has ${row.cells.length} cells, but there are ${this.#columns.length} headings`;
      const got = quoteInOneLine(row.cells.join(' | '), 80);
      this.#notes.addFault(location, who, `${reason}: ${got}; write - for an empty cell`);
      return { ...location, ...EMPTY_ROW };
    }
    const theta = this.#readValue(row, 'theta', who);
    const d = this.#readValue(row, 'd', who);
    const type = this.#readType(row, theta, d, who);
    const moving = type === 'prismatic' ? d : theta;
    const constantCell = type === 'prismatic' ? theta : d;
    if (type !== 'fixed' && constantCell.variable !== null)
      this.#reportSymbol(row, type === 'prismatic' ? 'theta' : 'd', who);
    const offset = this.#readNumber(row, 'offset', who, type === 'prismatic');
    if (type !== 'fixed' && ![0, 1, -1].includes(moving.slope))
      this.#notes.addFault(
        location,
        who,
        `the factor of a variable must be 1 or −1; got ${moving.slope}`,
      );
    return {
      ...location,
      a: this.#readNumber(row, 'a', who),
      alpha: this.#readNumber(row, 'alpha', who),
      d: d.constant + (type === 'prismatic' ? offset : 0),
      theta: theta.constant + (type === 'prismatic' ? 0 : offset),
      type,
      reversed: moving.slope < 0 !== (row.reversed === true) && type !== 'fixed',
      limits: type === 'fixed' ? null : this.#readLimits(row, type, who),
    };
  }

  #getUnit(kind: DhColumnKind): number | null {
    return this.#columns.find((each) => each.kind === kind)?.unit ?? null;
  }

  #readType(row: RawDhRow, theta: DhCellValue, d: DhCellValue, who: string): DhRow['type'] {
    const { text } = this.#getCell(row, 'type');
    const word = normalizeCellSpelling(text).toLowerCase();
    if (/^(p|t|prismatic|linear|slide|translational|1)$/.test(word)) return 'prismatic';
    if (/^(r|revolute|rotary|rotational|hinge|0)$/.test(word)) return 'revolute';
    if (/^(f|fixed|none|tool)$/.test(word)) return 'fixed';
    if (!EMPTY_CELL.test(word)) {
      const reason = `must be revolute, prismatic or fixed; got ${quoteInOneLine(text)}`;
      this.#notes.addFault({ file: this.#file, line: row.line }, `${who}, type`, reason);
    }
    if (theta.variable !== null) return 'revolute';
    if (d.variable !== null) return 'prismatic';
    const marked = /^[\s*]*\*[\s*]*$/.test(this.#getCell(row, 'theta').text);
    return (this.#named && !marked) || TOOL_LABEL.test(this.#getCell(row, 'label').text)
      ? 'fixed'
      : 'revolute';
  }

  /** Returns a cell's value in metres or radians; 0 if the cell is empty or invalid. */
  #readValue(
    row: RawDhRow,
    kind: 'a' | 'd' | 'alpha' | 'theta' | 'offset',
    who: string,
    isLength = kind === 'a' || kind === 'd',
  ): DhCellValue {
    const { text, value, reason } = this.#getCell(row, kind);
    const zero: DhCellValue = { constant: 0, slope: 0, variable: null, angle: false, metres: null };
    const location = { file: this.#file, line: row.line };
    if (!value) {
      if (!EMPTY_CELL.test(normalizeCellSpelling(text)))
        this.#notes.addFault(
          location,
          `${who}, ${kind}`,
          reason ?? `${quoteInOneLine(text)} is not a number${numberHint(isLength)}`,
        );
      return zero;
    }
    const column = this.#columns.find((each) => each.kind === kind);
    const guess = isLength ? this.#length : this.#angle;
    const unit = value.angle ? 1 : (value.metres ?? column?.unit ?? guess);
    const constant = value.constant * unit + 0;
    if (Math.abs(constant) <= MAX_LENGTH_OR_ANGLE) return { ...value, constant };
    this.#notes.addFault(
      location,
      `${who}, ${kind}`,
      `${quoteInOneLine(text)} is too large; the maximum is ${MAX_LENGTH_OR_ANGLE.toExponential()}`,
    );
    return zero;
  }

  #readNumber(
    row: RawDhRow,
    kind: 'a' | 'd' | 'alpha' | 'offset',
    who: string,
    isLength = kind === 'a' || kind === 'd',
  ): number {
    const { constant, variable } = this.#readValue(row, kind, who, isLength);
    if (variable !== null) this.#reportSymbol(row, kind, who);
    return constant;
  }

  #reportSymbol(row: RawDhRow, kind: DhColumnKind, who: string): void {
    const { text } = this.#getCell(row, kind);
    const reason = `${quoteInOneLine(text)} is a symbol; expected a number`;
    this.#notes.addFault({ file: this.#file, line: row.line }, `${who}, ${kind}`, reason);
  }

  #readLimits(row: RawDhRow, type: 'revolute' | 'prismatic', who: string): DhRow['limits'] {
    const kinds = ['lower', 'upper', 'limits'] as const;
    const [lower, upper, both] = kinds.map((kind) => this.#getCell(row, kind).text);
    const column = this.#columns.find(({ kind, unit }) => kinds.includes(kind as 'lower') && unit);
    const guess =
      type === 'prismatic'
        ? (this.#getUnit('d') ?? this.#length)
        : (this.#getUnit('theta') ?? this.#getUnit('alpha') ?? this.#angle);
    const pair = row.values?.get('limits')?.pair;
    const read = pair
      ? convertDhLimits(pair, column?.unit ?? null, guess, type)
      : parseDhLimits(lower ?? '', upper ?? '', both ?? '', column?.unit ?? null, guess, type);
    const location = { file: this.#file, line: row.line };
    if (read.fault !== null) this.#notes.addFault(location, `${who}, limits`, read.fault);
    if (read.remark !== null) this.#notes.addChanged(location, `${who}, limits`, read.remark, true);
    return read.limits;
  }
}

const EMPTY_ROW = {
  ...{ a: 0, alpha: 0, d: 0, theta: 0, type: 'fixed' as const },
  ...{ reversed: false, limits: null },
};
