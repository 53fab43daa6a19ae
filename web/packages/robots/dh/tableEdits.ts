import type { LengthUnit } from '@iklab/core/scenario';
import type { ReadResult } from '../robot.ts';
import {
  type DhCellName,
  dhTableToTree,
  type EditableDhRow,
  type EditableDhTable,
  nameDhRowJoints,
  type TypedCellText,
  treeToDhTable,
} from './chainTable.ts';
import type { DhConvention } from './dhTable.ts';
import { readDhTable } from './readDh.ts';

const replaceRow = (
  table: EditableDhTable,
  index: number,
  row: Partial<EditableDhRow>,
): EditableDhTable => ({
  ...table,
  rows: table.rows.map((each, i) => (i === index ? { ...each, ...row } : each)),
});

const nameNewJoints = (table: EditableDhTable): EditableDhTable => ({
  ...table,
  rows: nameDhRowJoints(table.rows),
});

export function setDhCell(
  table: EditableDhTable,
  index: number,
  cell: DhCellName,
  value: number,
  text: TypedCellText,
): EditableDhTable {
  const typed = { ...table.rows[index]?.typed, [cell]: text };
  return replaceRow(table, index, { [cell]: value, typed });
}

/**
 * Changes the joint type of a table row. The joint keeps its properties except limits, rest value
 * and `comfort`, which depend on the type.
 */
export function setDhRowType(
  table: EditableDhTable,
  index: number,
  type: EditableDhRow['type'],
): EditableDhTable {
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
 * Inserts a revolute row before `index`. The new `a` is the larger of `a` and `d` in the previous
 * row, or in the first row with a positive value.
 */
export function insertDhRow(table: EditableDhTable, index: number): EditableDhTable {
  const before = table.rows[index - 1] ?? table.rows[index];
  const lengths = [before, ...table.rows].map((row) => Math.max(row?.a ?? 0, row?.d ?? 0));
  const a = lengths.find((length) => length > 0) ?? DEFAULT_LENGTH;
  return nameNewJoints({ ...table, rows: table.rows.toSpliced(index, 0, { ...NEW_ROW, a }) });
}

const NEW_ROW: EditableDhRow = {
  ...{ a: 0, alpha: 0, d: 0, theta: 0, type: 'revolute' },
  ...{ reversed: false, joint: null, typed: {} },
};

export const removeDhRow = (table: EditableDhTable, index: number): EditableDhTable => ({
  ...table,
  rows: table.rows.toSpliced(index, 1),
});

export function moveDhRow(table: EditableDhTable, index: number, offset: -1 | 1): EditableDhTable {
  const row = table.rows[index];
  if (!row || !table.rows[index + offset]) return table;
  return { ...table, rows: table.rows.toSpliced(index, 1).toSpliced(index + offset, 0, row) };
}

export const setDhConvention = (
  table: EditableDhTable,
  convention: DhConvention,
): EditableDhTable =>
  convention === table.convention ? table : treeToDhTable(dhTableToTree(table), convention);

export const exampleDhTable: EditableDhTable = {
  convention: 'standard',
  effector: 'tool',
  rows: nameDhRowJoints([
    { ...NEW_ROW, d: 0.3, alpha: Math.PI / 2, typed: { alpha: { text: 'pi/2', unit: 'degrees' } } },
    { ...NEW_ROW, a: 0.4 },
    { ...NEW_ROW, a: 0.3 },
  ]),
};

const SOURCE_NAME = 'the clipboard';
const HEADINGS = ['a\talpha\td\ttheta', 'a\talpha\td'] as const;

/** Columns without headings are a, alpha, d and theta, in this order. */
export function parsePastedDhTable(
  text: string,
  { convention, effector }: EditableDhTable,
  lengths: LengthUnit,
): ReadResult<EditableDhTable> {
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
    ({ a, alpha, d, theta, type, reversed }): EditableDhRow => ({
      ...{ a: a * size, alpha, d: d * size, theta, type, reversed },
      ...{ joint: null, typed: {} },
    }),
  );
  const limited = nameDhRowJoints(rows).map(({ joint, ...row }, i): EditableDhRow => {
    const scale = row.type === 'prismatic' ? size : 1;
    const limits = value.rows[i]?.limits;
    return {
      ...row,
      joint: joint && limits ? { ...joint, limits: [limits[0] * scale, limits[1] * scale] } : joint,
    };
  });
  return { ok: true, value: { convention: value.convention, effector, rows: limited }, remarks };
}
