import type { LengthUnit } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import type { DhAngleUnit, DhCellName, EditableDhRow } from './chainTable.ts';
import { normalizeCellSpelling, parseDhCell } from './parseDhCell.ts';

const DIGITS = 10;

export interface DhCellFault {
  /** Fault of the text, for example `"-pi/" ends after "/"`. */
  readonly problem: string;
  readonly allowed: string;
}

export const isLengthCell = (cell: DhCellName): boolean => cell === 'a' || cell === 'd';

const METRES_PER_UNIT: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  cm: 0.01,
  mm: 0.001,
  none: 0,
};

/**
 * Parses the text typed into a table cell, or explains what is wrong. Lengths are in the scene's
 * unit, angles in radians.
 */
export function parseTypedDhCell(
  text: string,
  cell: DhCellName,
  row: Pick<EditableDhRow, 'type'>,
  angles: DhAngleUnit,
  lengths: LengthUnit,
): number | DhCellFault {
  const allowed = isLengthCell(cell)
    ? lengths === 'none'
      ? 'Enter a number without a unit.'
      : `Enter a number in ${lengths}, or with a unit, such as 300 mm.`
    : `Enter a number in ${angles}, a fraction of pi such as −pi/2, or 90°.`;
  const fault = (problem: string): DhCellFault => ({ problem, allowed });
  const value = parseDhCell(text);
  if (!value) return fault(explainInvalid(text));
  const { variable, slope, metres, angle } = value;
  const isJointCell = cell === (row.type === 'prismatic' ? 'd' : 'theta') && row.type !== 'fixed';
  if (variable !== null && !(isJointCell && slope === 1))
    return fault(`${quoteInOneLine(text)} is a symbol; expected a number`);
  if (isLengthCell(cell) ? angle : metres !== null)
    return fault(
      `${quoteInOneLine(text)} is ${angle ? 'an angle; expected a length' : 'a length; expected an angle'}`,
    );
  if (metres !== null && lengths === 'none')
    return fault(`${quoteInOneLine(text)} has a unit, but lengths here have none`);
  const size = isLengthCell(cell)
    ? (metres ?? 1) / (metres === null ? 1 : METRES_PER_UNIT[lengths])
    : angle || angles === 'radians'
      ? 1
      : RADIANS_PER_DEGREE;
  const number = value.constant * size + 0;
  return Math.abs(number) <= MAX_LENGTH_OR_ANGLE
    ? number
    : fault(`${quoteInOneLine(text)} is too large`);
}

function explainInvalid(text: string): string {
  const plain = normalizeCellSpelling(text);
  if (plain === '') return 'the cell is empty';
  const last = plain.at(-1) ?? '';
  return '+-*/('.includes(last)
    ? `${quoteInOneLine(text.trim())} is incomplete after ${quoteInOneLine(last)}`
    : `${quoteInOneLine(text.trim())} is not a number`;
}

/**
 * Returns the text of a table cell: the typed text while the angle unit is unchanged, otherwise the
 * number.
 */
export function formatDhCell(
  row: EditableDhRow,
  cell: DhCellName,
  angles: DhAngleUnit,
  digits = DIGITS,
): string {
  const typed = row.typed[cell];
  if (typed && (isLengthCell(cell) || typed.unit === angles || parseDhCell(typed.text)?.angle))
    return typed.text;
  return formatDhCellNumber(row[cell], isLengthCell(cell) ? null : angles, digits);
}

/** `angles`: unit in which an angle is shown; null for a length. */
export function formatDhCellNumber(
  value: number,
  angles: DhAngleUnit | null,
  digits = DIGITS,
): string {
  const displayed = angles === 'degrees' ? (value * 180) / Math.PI : value;
  return String(Number(displayed.toPrecision(digits)) + 0).replace('-', '−');
}
