/**
 * Parses the limits of a row: from two columns, or from one such as `±170°`, `[-2.9, 2.9]` or `-170
 * to 170`.
 */

import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { type DhCellValue, normalizeCellSpelling, parseDhCell } from './parseDhCell.ts';

export interface DhRowLimits {
  readonly limits: readonly [number, number] | null;
  readonly fault: string | null;
  readonly remark: string | null;
}

const UNLIMITED_TEXT = /^[\s*-]*$|^[+-]?(inf(inity)?|∞)$|^(none|n\/?a|free|continuous)$/i;
const MAX_LENGTH = 200; // Characters.
const MAX_PLAUSIBLE_ANGLE = 4 * Math.PI; // Largest plausible limit in radians.
const NO_LIMITS: DhRowLimits = { limits: null, fault: null, remark: null };

/**
 * Parses joint limits in radians or metres. `unit`: stated unit of the column, if any; `guess`:
 * unit of the table's other columns. Both are sizes in radians or metres.
 */
export function parseDhLimits(
  lower: string,
  upper: string,
  both: string,
  unit: number | null,
  guess: number,
  type: 'revolute' | 'prismatic',
): DhRowLimits {
  const texts = both === '' ? [lower, upper] : splitLimits(both);
  if (texts.every((text) => UNLIMITED_TEXT.test(normalizeCellSpelling(text)))) return NO_LIMITS;
  const values = texts.map(parseDhCell);
  const bad = values.findIndex((value) => !value || value.variable !== null);
  if (texts.length !== 2)
    return {
      ...NO_LIMITS,
      fault: `${quoteInOneLine(both)} is not a pair of numbers; expected one such as [-2.9, 2.9] or ±170°`,
    };
  if (bad >= 0)
    return {
      ...NO_LIMITS,
      fault: `${quoteInOneLine(texts[bad] ?? '')} is not a number; expected one such as 2.9 or 170°`,
    };
  const read = values.filter((value) => value !== null);
  return convertDhLimits(read, unit, guess, type, texts.join(' '));
}

/** The limits are in radians or metres. */
export function convertDhLimits(
  values: readonly DhCellValue[],
  unit: number | null,
  guess: number,
  type: 'revolute' | 'prismatic',
  text = values.map(({ constant }) => constant).join(' '),
): DhRowLimits {
  if (values.some(({ constant }) => !Number.isFinite(constant))) return NO_LIMITS;
  const bare = values.some(({ angle, metres }) => !angle && metres === null);
  const far = values.some(({ constant }) => Math.abs(constant) > MAX_PLAUSIBLE_ANGLE);
  const degrees = type === 'revolute' && unit === null && guess === 1 && bare && far;
  const factor = degrees ? RADIANS_PER_DEGREE : (unit ?? guess);
  const [least = 0, most = 0] = values.map(
    ({ constant, angle, metres }) => constant * (angle ? 1 : (metres ?? factor)),
  );
  if (!(least < most))
    return {
      ...NO_LIMITS,
      remark: `${quoteInOneLine(text)}: the first is not below the second; limits ignored`,
    };
  const remark = degrees
    ? 'assumed to be in degrees, because a number is beyond 4π and no unit is given'
    : null;
  return { limits: [least + 0, most + 0], fault: null, remark };
}

function splitLimits(text: string): string[] {
  if (text.length > MAX_LENGTH) return [];
  const plain = normalizeCellSpelling(text)
    .replace(/^np\.array\(/, '')
    .replace(/\)$/, '');
  const around = /^(?:±|\+\s*\/?\s*-)\s*(.*)$/.exec(plain)?.[1];
  if (around !== undefined) return [`-(${around})`, around];
  const bare = plain.replace(/^[[({]\s*/, '').replace(/\s*[\])}]$/, '');
  const parts = bare.split(
    /\s*(?:\.\.+|\bto\b|,|;)\s*|(?<=[\d°])\s*-\s+|\s*-\s*(?=-)|(?<=[\d°])\s+(?=[-+\d.])/,
  );
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
