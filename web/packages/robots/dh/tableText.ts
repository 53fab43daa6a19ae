/** Writes a Denavit-Hartenberg table as text for spreadsheets; `readDh.ts` can read it back. */
import type { LengthUnit } from 'iklab/scenario';
import { type AngleUnit, CELLS, type ChainTable } from './chainTable.ts';
import { isLength, numberText } from './typedCell.ts';

export function tableText(
  { convention, rows }: ChainTable,
  angles: AngleUnit,
  lengths: LengthUnit,
): string {
  const unitOf = (cell: (typeof CELLS)[number]): string => {
    if (!isLength(cell)) return ` [${angles === 'degrees' ? 'deg' : 'rad'}]`;
    return lengths === 'none' ? '' : ` [${lengths}]`;
  };
  const heads = [...CELLS.map((cell) => `${cell}${unitOf(cell)}`), 'type'];
  const lines = rows.map((row) => [
    ...CELLS.map((cell) =>
      numberText(row[cell], isLength(cell) ? null : angles, 15).replace('−', '-'),
    ),
    row.type,
  ]);
  return [`${convention} DH`, ...[heads, ...lines].map((line) => line.join('\t'))]
    .map((line) => `${line}\n`)
    .join('');
}
