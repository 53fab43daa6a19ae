import type { LengthUnit } from '@iklab/core/scenario';
import type { ReadResult } from '../robot.ts';
import {
  type CellName,
  type ChainRow,
  type ChainTable,
  nameJoints,
  type TypedCellText,
  tableToTree,
  treeToTable,
} from './chainTable.ts';
import type { DhConvention } from './dhTable.ts';
import { readDhTable } from './readDh.ts';

const replaceRow = (table: ChainTable, index: number, row: Partial<ChainRow>): ChainTable => ({
  ...table,
  rows: table.rows.map((each, i) => (i === index ? { ...each, ...row } : each)),
});

const nameNewJoints = (table: ChainTable): ChainTable => ({
  ...table,
  rows: nameJoints(table.rows),
});

export function setCell(
  table: ChainTable,
  index: number,
  cell: CellName,
  value: number,
  text: TypedCellText,
): ChainTable {
  const typed = { ...table.rows[index]?.typed, [cell]: text };
  return replaceRow(table, index, { [cell]: value, typed });
}

/**
 * Changes the joint type of a table row. The joint keeps its properties except limits and rest
 * value, which change their unit.
 */
export function setType(table: ChainTable, index: number, type: ChainRow['type']): ChainTable {
  const { joint = null } = table.rows[index] ?? {};
  const changesType = joint && joint.type !== type && type !== 'fixed';
  return nameNewJoints(
    replaceRow(table, index, {
      type,
      joint: changesType ? { ...joint, type, limits: null, rest: 0, comfort: 0 } : joint,
    }),
  );
}

const DEFAULT_LENGTH = 0.1; // Length of a new link, metres, if no other link suggests one.

/**
 * Inserts a revolute row before `index`. Its length `a` is the larger of `a` and `d` in the
 * previous row, otherwise in the first row with a positive one.
 */
export function addRow(table: ChainTable, index: number): ChainTable {
  const before = table.rows[index - 1] ?? table.rows[index];
  const lengths = [before, ...table.rows].map((row) => Math.max(row?.a ?? 0, row?.d ?? 0));
  const a = lengths.find((length) => length > 0) ?? DEFAULT_LENGTH;
  return nameNewJoints({ ...table, rows: table.rows.toSpliced(index, 0, { ...NEW_ROW, a }) });
}

const NEW_ROW: ChainRow = {
  ...{ a: 0, alpha: 0, d: 0, theta: 0, type: 'revolute' },
  ...{ reversed: false, joint: null, typed: {} },
};

export const removeRow = (table: ChainTable, index: number): ChainTable => ({
  ...table,
  rows: table.rows.toSpliced(index, 1),
});

export function moveRow(table: ChainTable, index: number, offset: -1 | 1): ChainTable {
  const row = table.rows[index];
  if (!row || !table.rows[index + offset]) return table;
  return { ...table, rows: table.rows.toSpliced(index, 1).toSpliced(index + offset, 0, row) };
}

export const setConvention = (table: ChainTable, convention: DhConvention): ChainTable =>
  convention === table.convention ? table : treeToTable(tableToTree(table), convention);

/**
 * Example table of a standard Denavit-Hartenberg arm: a shoulder with yaw and pitch, and an elbow.
 */
export const exampleTable: ChainTable = {
  convention: 'standard',
  effector: 'tool',
  rows: nameJoints([
    { ...NEW_ROW, d: 0.3, alpha: Math.PI / 2, typed: { alpha: { text: 'pi/2', unit: 'degrees' } } },
    { ...NEW_ROW, a: 0.4 },
    { ...NEW_ROW, a: 0.3 },
  ]),
};

const SOURCE_NAME = 'the clipboard';
const HEADINGS = ['a\talpha\td\ttheta', 'a\talpha\td'] as const;

/**
 * Parses a pasted table from a paper, a spreadsheet or code. Columns without headings are a, alpha,
 * d and theta, in this order.
 */
export function parsePastedTable(
  text: string,
  { convention, effector }: ChainTable,
  lengths: LengthUnit,
): ReadResult<ChainTable> {
  const unprefixed = readDhTable(text, SOURCE_NAME);
  const bare = unprefixed.ok
    ? []
    : HEADINGS.map((headings) => readDhTable(`${headings}\n${text}`, SOURCE_NAME, { convention }));
  const read = bare.find(({ ok }) => ok) ?? unprefixed;
  if (!read.ok) return read;
  // If the text states no convention, the convention of the page is used instead of the standard
  // one.
  const silent = unprefixed.ok && !unprefixed.value.stated;
  const [withConvention] = silent ? [readDhTable(text, SOURCE_NAME, { convention })] : [];
  const { value, remarks } = withConvention?.ok ? withConvention : read;
  const size = lengths === 'mm' ? 1000 : lengths === 'cm' ? 100 : 1;
  const rows = value.rows.map(
    ({ a, alpha, d, theta, type, reversed }): ChainRow => ({
      ...{ a: a * size, alpha, d: d * size, theta, type, reversed },
      ...{ joint: null, typed: {} },
    }),
  );
  const limited = nameJoints(rows).map(({ joint, ...row }, i): ChainRow => {
    const scale = row.type === 'prismatic' ? size : 1;
    const limits = value.rows[i]?.limits;
    return {
      ...row,
      joint: joint && limits ? { ...joint, limits: [limits[0] * scale, limits[1] * scale] } : joint,
    };
  });
  return { ok: true, value: { convention: value.convention, effector, rows: limited }, remarks };
}
