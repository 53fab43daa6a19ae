/** Parses a typed or pasted Denavit-Hartenberg table into a robot. */
import { DEGREE, type Frame, MAX_MAGNITUDE, quote, TWO_PI, type Vec3 } from 'iklab/scenario';
import { makeRefusal, ReaderNotes } from '../notes.ts';
import type { ReadResult, Robot } from '../robot.ts';
import { type CellValue, plainText, readCell } from './dhCell.ts';
import type { Column, ColumnKind } from './dhHeader.ts';
import { limitsFrom, limitsOf } from './dhLimits.ts';
import { MAX_DH_ROWS, type RawRow } from './dhLines.ts';
import { CODE_FILE, MAX_DH_LINE, tableIn } from './dhSource.ts';
import { type DhConvention, type DhRow, type DhTable, dhRobot } from './dhTable.ts';
import { MAX_DH_TEXT } from './likelyDhText.ts';
import { conventionRemark, statedConvention } from './statedConvention.ts';

const MILLIMETRES = 10; // Lengths of at least this many metres are taken as millimetres.
const EMPTY = /^[\s*-]*$|^(var(iable)?|n\/?a)$/i;
const TOOL = /\b(tool|flange|hand|ee|tcp|end|base|world)\b/i;

export interface DhChoice {
  /** By default as the text states; standard if it does not. */
  readonly convention?: DhConvention | undefined;
}

export function readDh(text: string, file: string, choice: DhChoice = {}): ReadResult<Robot> {
  const table = readDhTable(text, file, choice);
  if (!table.ok) return table;
  const name = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  return { ...table, value: dhRobot(table.value, name) };
}

export interface ReadTable extends DhTable {
  /** Whether the text states the convention. */
  readonly stated: boolean;
}

export function readDhTable(
  text: string,
  file: string,
  choice: DhChoice = {},
): ReadResult<ReadTable> {
  const place = { file, line: 1 };
  if (text.length > MAX_DH_TEXT)
    return makeRefusal(
      place,
      'table',
      `has ${text.length} characters; the maximum is ${MAX_DH_TEXT}; keep the lines of the table only`,
    );
  const lines = text.split(/\r\n|\r|\n/);
  const long = lines.findIndex((line) => line.length > MAX_DH_LINE);
  if (long >= 0) {
    const reason = `a line with ${lines[long]?.length} characters; the maximum is ${MAX_DH_LINE}; break the line`;
    return makeRefusal({ file, line: long + 1 }, 'table', reason);
  }
  // Long runs of blanks would slow down the column patterns.
  const found = tableIn(
    text.replace(/[^\S\r\n]{40,}/g, (run) => run.slice(0, 40)),
    file,
  );
  const { columns, rows } = found;
  if (!columns) {
    const due = CODE_FILE.test(file)
      ? 'expected a list of links, such as RevoluteDH(a=0.3), or rows below a comment that names a, alpha, d and theta'
      : `the first line must name the columns a, alpha, d and theta, in any order${gotFirst(lines)}`;
    return makeRefusal(place, 'table', `not a Denavit–Hartenberg table: ${due}`);
  }
  const notes = new ReaderNotes();
  const code = 'convention' in found ? found : null;
  for (const { line, element, reason } of code?.faults ?? [])
    notes.addFault({ file, line }, element, reason);
  if (notes.faults.length > 0) return { ok: false, faults: notes.faults };
  if (rows.length === 0)
    return makeRefusal(
      place,
      'table',
      'has no rows below the headings; expected one row per joint',
    );
  if (rows.length > MAX_DH_ROWS)
    return makeRefusal({ file, line: rows[MAX_DH_ROWS]?.line ?? 1 }, 'table', TOO_MANY);
  for (const { kind, heading } of columns)
    if (kind === null && heading !== '')
      notes.addLeftOut(place, `column ${quote(heading)}`, 'not part of the kinematics');
  for (const { line, element, reason } of code?.leftOut ?? [])
    notes.addLeftOut({ file, line }, element, reason, true);
  const reader = new TableReader(columns, rows, file, notes);
  const stated = code?.convention ?? statedConvention(code ? '' : text, columns);
  const { convention = stated.name } = choice;
  const table = {
    ...{ convention, rows: reader.rows(), stated: stated.reason !== null },
    ...(code?.base && { base: reader.inMetres(code.base) }),
    ...(code?.tool && { tool: reader.inMetres(code.tool) }),
  };
  const chosen = choice.convention ? { name: convention, reason: 'choice' } : stated;
  notes.remarks.unshift(conventionRemark(table, chosen, file, code ? (rows[0]?.line ?? 1) : 1));
  return notes.result(table);
}

const TOO_MANY = `has more than ${MAX_DH_ROWS} rows; remove the lines that are not part of the table`;

/** The first line with text, for an error. */
function gotFirst(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== '');
  return first === undefined ? '; the file is empty' : `; got ${quote(first.trim(), 60)}`;
}

const such = (isLength: boolean): string =>
  `; expected a number, such as ${isLength ? '0.3 or 300 mm' : 'pi/2 or 90°'}`;

interface Cell {
  readonly value: CellValue | null;
  readonly text: string;
  readonly reason?: string | null;
}

class TableReader {
  readonly #columns: readonly Column[];
  readonly #rows: readonly RawRow[];
  readonly #file: string;
  readonly #notes: ReaderNotes;
  /** Metres and radians per unit, if neither heading nor cell states a unit. */
  readonly #length: number;
  readonly #angle: number;
  /** Whether any row names its variable; rows that do not are fixed then. */
  readonly #named: boolean;

  constructor(
    columns: readonly Column[],
    rows: readonly RawRow[],
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
      (['theta', 'd'] as const).some((kind) => this.#cell(row, kind).value?.variable),
    );
    this.#length = this.#guessed(['a', 'd'], MILLIMETRES, 1e-3, 'millimetres', '10 or more');
    this.#angle = this.#guessed(
      ['alpha', 'theta', 'offset'],
      TWO_PI,
      DEGREE,
      'degrees',
      'beyond 2π',
    );
  }

  rows(): DhRow[] {
    return this.#rows.map((row, i) => this.#row(row, `row ${i + 1}`));
  }

  /** A pose with lengths in the unit of the table. */
  inMetres({ position: at, rotation: turn }: Frame): Frame {
    return { position: at.map((x) => x * this.#length) as unknown as Vec3, rotation: turn };
  }

  #cell(row: RawRow, kind: ColumnKind): Cell {
    if (row.values) return row.values.get(kind) ?? { text: '', value: null };
    const at = this.#columns.findIndex((each) => each.kind === kind);
    const text = row.cells[at] ?? '';
    return { text, value: EMPTY.test(plainText(text)) ? null : readCell(text) };
  }

  #guessed(
    kinds: readonly ColumnKind[],
    most: number,
    unit: number,
    name: string,
    beyond: string,
  ): number {
    const bare = this.#rows.flatMap((row) =>
      kinds.flatMap((kind) => {
        const { value } = this.#cell(row, kind);
        const column = this.#columns.find((each) => each.kind === kind);
        const said = column?.unit !== null || !value || value.angle || value.metres !== null;
        return said ? [] : [Math.abs(value.constant)];
      }),
    );
    const far = bare.some((x) => (name === 'degrees' ? x > most : x >= most));
    if (!far) return 1;
    const place = { file: this.#file, line: this.#rows[0]?.line ?? 1 };
    const reason = `${name} assumed: a number is ${beyond}, and no unit is given`;
    this.#notes.addChanged(place, kinds.slice(0, 2).join(' and '), reason, true);
    return unit;
  }

  #row(row: RawRow, who: string): DhRow {
    const place = { file: this.#file, line: row.line };
    if (row.cells.length !== this.#columns.length) {
      const reason = `it has ${row.cells.length} cells, but there are ${this.#columns.length} headings`;
      const got = quote(row.cells.join(' | '), 80);
      this.#notes.addFault(place, who, `${reason}: ${got}; write - for an empty cell`);
      return { ...place, ...EMPTY_ROW };
    }
    const theta = this.#read(row, 'theta', who);
    const d = this.#read(row, 'd', who);
    const type = this.#typeOf(row, theta, d, who);
    const moving = type === 'prismatic' ? d : theta;
    const still = type === 'prismatic' ? theta : d;
    if (type !== 'fixed' && still.variable !== null)
      this.#symbol(row, type === 'prismatic' ? 'theta' : 'd', who);
    const offset = this.#number(row, 'offset', who, type === 'prismatic');
    if (type !== 'fixed' && ![0, 1, -1].includes(moving.slope))
      this.#notes.addFault(
        place,
        who,
        `the factor of a variable must be 1 or −1; got ${moving.slope}`,
      );
    return {
      ...place,
      a: this.#number(row, 'a', who),
      alpha: this.#number(row, 'alpha', who),
      d: d.constant + (type === 'prismatic' ? offset : 0),
      theta: theta.constant + (type === 'prismatic' ? 0 : offset),
      type,
      reversed: moving.slope < 0 !== (row.reversed === true) && type !== 'fixed',
      limits: type === 'fixed' ? null : this.#limits(row, type, who),
    };
  }

  #unitOf(kind: ColumnKind): number | null {
    return this.#columns.find((each) => each.kind === kind)?.unit ?? null;
  }

  #typeOf(row: RawRow, theta: CellValue, d: CellValue, who: string): DhRow['type'] {
    const { text } = this.#cell(row, 'type');
    const word = plainText(text).toLowerCase();
    if (/^(p|t|prismatic|linear|slide|translational|1)$/.test(word)) return 'prismatic';
    if (/^(r|revolute|rotary|rotational|hinge|0)$/.test(word)) return 'revolute';
    if (/^(f|fixed|none|tool)$/.test(word)) return 'fixed';
    if (!EMPTY.test(word)) {
      const reason = `must be revolute, prismatic or fixed; got ${quote(text)}`;
      this.#notes.addFault({ file: this.#file, line: row.line }, `${who}, type`, reason);
    }
    if (theta.variable !== null) return 'revolute';
    if (d.variable !== null) return 'prismatic';
    const marked = /^[\s*]*\*[\s*]*$/.test(this.#cell(row, 'theta').text);
    return (this.#named && !marked) || TOOL.test(this.#cell(row, 'label').text)
      ? 'fixed'
      : 'revolute';
  }

  /** Value in metres or radians; 0 if the cell is empty or invalid. */
  #read(
    row: RawRow,
    kind: 'a' | 'd' | 'alpha' | 'theta' | 'offset',
    who: string,
    isLength = kind === 'a' || kind === 'd',
  ): CellValue {
    const { text, value, reason } = this.#cell(row, kind);
    const zero: CellValue = { constant: 0, slope: 0, variable: null, angle: false, metres: null };
    const place = { file: this.#file, line: row.line };
    if (!value) {
      if (!EMPTY.test(plainText(text)))
        this.#notes.addFault(
          place,
          `${who}, ${kind}`,
          reason ?? `${quote(text)} is not a number${such(isLength)}`,
        );
      return zero;
    }
    const column = this.#columns.find((each) => each.kind === kind);
    const guess = isLength ? this.#length : this.#angle;
    const unit = value.angle ? 1 : (value.metres ?? column?.unit ?? guess);
    const constant = value.constant * unit + 0;
    if (Math.abs(constant) <= MAX_MAGNITUDE) return { ...value, constant };
    this.#notes.addFault(
      place,
      `${who}, ${kind}`,
      `${quote(text)} is too large; the maximum is ${MAX_MAGNITUDE.toExponential()}`,
    );
    return zero;
  }

  #number(
    row: RawRow,
    kind: 'a' | 'd' | 'alpha' | 'offset',
    who: string,
    isLength = kind === 'a' || kind === 'd',
  ): number {
    const { constant, variable } = this.#read(row, kind, who, isLength);
    if (variable !== null) this.#symbol(row, kind, who);
    return constant;
  }

  #symbol(row: RawRow, kind: ColumnKind, who: string): void {
    const { text } = this.#cell(row, kind);
    const reason = `${quote(text)} is a symbol; expected a number`;
    this.#notes.addFault({ file: this.#file, line: row.line }, `${who}, ${kind}`, reason);
  }

  #limits(row: RawRow, type: 'revolute' | 'prismatic', who: string): DhRow['limits'] {
    const kinds = ['lower', 'upper', 'limits'] as const;
    const [lower, upper, both] = kinds.map((kind) => this.#cell(row, kind).text);
    const column = this.#columns.find(({ kind, unit }) => kinds.includes(kind as 'lower') && unit);
    const guess =
      type === 'prismatic'
        ? (this.#unitOf('d') ?? this.#length)
        : (this.#unitOf('theta') ?? this.#unitOf('alpha') ?? this.#angle);
    const pair = row.values?.get('limits')?.pair;
    const read = pair
      ? limitsFrom(pair, column?.unit ?? null, guess, type)
      : limitsOf(lower ?? '', upper ?? '', both ?? '', column?.unit ?? null, guess, type);
    const place = { file: this.#file, line: row.line };
    if (read.fault !== null) this.#notes.addFault(place, `${who}, limits`, read.fault);
    if (read.remark !== null) this.#notes.addChanged(place, `${who}, limits`, read.remark, true);
    return read.limits;
  }
}

const EMPTY_ROW = {
  ...{ a: 0, alpha: 0, d: 0, theta: 0, type: 'fixed' as const },
  ...{ reversed: false, limits: null },
};
