/** Edits of a Denavit-Hartenberg table. */
import type { LengthUnit } from 'iklab/scenario';
import type { ReadResult } from '../robot.ts';
import {
  type CellName,
  type ChainRow,
  type ChainTable,
  named,
  type Typed,
  tableOfTree,
  treeOfTable,
} from './chainTable.ts';
import type { DhConvention } from './dhTable.ts';
import { readDhTable } from './readDh.ts';

const withRow = (table: ChainTable, at: number, row: Partial<ChainRow>): ChainTable => ({
  ...table,
  rows: table.rows.map((each, i) => (i === at ? { ...each, ...row } : each)),
});

const settled = (table: ChainTable): ChainTable => ({ ...table, rows: named(table.rows) });

export function setCell(
  table: ChainTable,
  at: number,
  cell: CellName,
  value: number,
  text: Typed,
): ChainTable {
  const typed = { ...table.rows[at]?.typed, [cell]: text };
  return withRow(table, at, { [cell]: value, typed });
}

/**
 * Changes the type of a row. The joint keeps its properties except limits, which have another unit.
 */
export function setType(table: ChainTable, at: number, type: ChainRow['type']): ChainTable {
  const { joint = null } = table.rows[at] ?? {};
  const other = joint && joint.type !== type && type !== 'fixed';
  return settled(
    withRow(table, at, {
      type,
      joint: other ? { ...joint, type, limits: null, rest: 0, comfort: 0 } : joint,
    }),
  );
}

const LENGTH = 0.1; // Length of a new link, metres, if no other link suggests one.

/** Inserts a revolute row at index `at` with the link length of the previous row. */
export function addRow(table: ChainTable, at: number): ChainTable {
  const before = table.rows[at - 1] ?? table.rows[at];
  const lengths = [before, ...table.rows].map((row) => Math.max(row?.a ?? 0, row?.d ?? 0));
  const a = lengths.find((length) => length > 0) ?? LENGTH;
  return settled({ ...table, rows: table.rows.toSpliced(at, 0, { ...ROW, a }) });
}

const ROW: ChainRow = {
  ...{ a: 0, alpha: 0, d: 0, theta: 0, type: 'revolute' },
  ...{ reversed: false, joint: null, typed: {} },
};

export const removeRow = (table: ChainTable, at: number): ChainTable => ({
  ...table,
  rows: table.rows.toSpliced(at, 1),
});

export function moveRow(table: ChainTable, at: number, by: -1 | 1): ChainTable {
  const row = table.rows[at];
  if (!row || !table.rows[at + by]) return table;
  return { ...table, rows: table.rows.toSpliced(at, 1).toSpliced(at + by, 0, row) };
}

/** The table of the same mechanism in the other convention. */
export const setConvention = (table: ChainTable, convention: DhConvention): ChainTable =>
  convention === table.convention ? table : tableOfTree(treeOfTable(table), convention);

/** A shoulder with two joints (yaw and pitch) and an elbow. */
export const exampleTable: ChainTable = {
  convention: 'standard',
  effector: 'tool',
  rows: named([
    { ...ROW, d: 0.3, alpha: Math.PI / 2, typed: { alpha: { text: 'pi/2', unit: 'degrees' } } },
    { ...ROW, a: 0.4 },
    { ...ROW, a: 0.3 },
  ]),
};

const PLACE = 'the clipboard';
const HEADINGS = ['a\talpha\td\ttheta', 'a\talpha\td'] as const;

/**
 * Replaces the table by one from a paper, a spreadsheet or code. Columns without headings are taken
 * in the order of the page.
 */
export function pastedTable(
  text: string,
  { convention, effector }: ChainTable,
  lengths: LengthUnit,
): ReadResult<ChainTable> {
  const said = readDhTable(text, PLACE);
  const bare = said.ok
    ? []
    : HEADINGS.map((headings) => readDhTable(`${headings}\n${text}`, PLACE, { convention }));
  const read = bare.find(({ ok }) => ok) ?? said;
  if (!read.ok) return read;
  // If the text states no convention, the convention of the page is used instead of the standard
  // one.
  const silent = said.ok && !said.value.stated;
  const [again] = silent ? [readDhTable(text, PLACE, { convention })] : [];
  const { value, remarks } = again?.ok ? again : read;
  const size = lengths === 'mm' ? 1000 : lengths === 'cm' ? 100 : 1;
  const rows = value.rows.map(
    ({ a, alpha, d, theta, type, reversed }): ChainRow => ({
      ...{ a: a * size, alpha, d: d * size, theta, type, reversed },
      ...{ joint: null, typed: {} },
    }),
  );
  const limited = named(rows).map(({ joint, ...row }, i): ChainRow => {
    const by = row.type === 'prismatic' ? size : 1;
    const limits = value.rows[i]?.limits;
    return {
      ...row,
      joint: joint && limits ? { ...joint, limits: [limits[0] * by, limits[1] * by] } : joint,
    };
  });
  return { ok: true, value: { convention: value.convention, effector, rows: limited }, remarks };
}
