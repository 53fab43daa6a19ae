/** Writes a Denavit-Hartenberg table as text for spreadsheets; `readDhTable` can read it back. */
import type { LengthUnit } from '@iklab/core/scenario';
import { DH_CELL_NAMES, type DhAngleUnit, type EditableDhTable } from './chainTable.ts';
import { formatDhCellNumber, isLengthCell } from './parseTypedDhCell.ts';

export function formatDhTable(
  { convention, rows }: EditableDhTable,
  angles: DhAngleUnit,
  lengths: LengthUnit,
): string {
  const unitOf = (cell: (typeof DH_CELL_NAMES)[number]): string => {
    if (!isLengthCell(cell)) return ` [${angles === 'degrees' ? 'deg' : 'rad'}]`;
    return lengths === 'none' ? '' : ` [${lengths}]`;
  };
  const heads = [...DH_CELL_NAMES.map((cell) => `${cell}${unitOf(cell)}`), 'type'];
  const lines = rows.map((row) => [
    ...DH_CELL_NAMES.map((cell) =>
      formatDhCellNumber(row[cell], isLengthCell(cell) ? null : angles, 15).replace('−', '-'),
    ),
    row.type,
  ]);
  return [`${convention} DH`, ...[heads, ...lines].map((line) => line.join('\t'))]
    .map((line) => `${line}\n`)
    .join('');
}
