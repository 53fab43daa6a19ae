/**
 * Parses the limits of a row: from two columns, or from one such as `±170°`, `[-2.9, 2.9]` or `-170
 * to 170`.
 */
import { DEGREE, quote } from 'iklab/scenario';
import { type CellValue, plainText, readCell } from './dhCell.ts';

export interface RowLimits {
  readonly limits: readonly [number, number] | null;
  readonly fault: string | null;
  readonly remark: string | null;
}

const NONE = /^[\s*-]*$|^[+-]?(inf(inity)?|∞)$|^(none|n\/?a|free|continuous)$/i;
const LONGEST = 200; // Characters.
const FAR = 4 * Math.PI; // Largest plausible limit in radians.
const none: RowLimits = { limits: null, fault: null, remark: null };

/** `unit`: of the column; `guess`: of the other columns, used if this column states none. */
export function limitsOf(
  lower: string,
  upper: string,
  both: string,
  unit: number | null,
  guess: number,
  type: 'revolute' | 'prismatic',
): RowLimits {
  const texts = both === '' ? [lower, upper] : partsOf(both);
  if (texts.every((text) => NONE.test(plainText(text)))) return none;
  const values = texts.map(readCell);
  const bad = values.findIndex((value) => !value || value.variable !== null);
  if (texts.length !== 2)
    return {
      ...none,
      fault: `${quote(both)} is not a pair of numbers; expected one such as [-2.9, 2.9] or ±170°`,
    };
  if (bad >= 0)
    return {
      ...none,
      fault: `${quote(texts[bad] ?? '')} is not a number; expected one such as 2.9 or 170°`,
    };
  const read = values.filter((value) => value !== null);
  return limitsFrom(read, unit, guess, type, texts.join(' '));
}

/** Reads limits from parsed values. */
export function limitsFrom(
  values: readonly CellValue[],
  unit: number | null,
  guess: number,
  type: 'revolute' | 'prismatic',
  text = values.map(({ constant }) => constant).join(' '),
): RowLimits {
  if (values.some(({ constant }) => !Number.isFinite(constant))) return none;
  const bare = values.some(({ angle, metres }) => !angle && metres === null);
  const far = values.some(({ constant }) => Math.abs(constant) > FAR);
  const degrees = type === 'revolute' && unit === null && guess === 1 && bare && far;
  const factor = degrees ? DEGREE : (unit ?? guess);
  const [least = 0, most = 0] = values.map(
    ({ constant, angle, metres }) => constant * (angle ? 1 : (metres ?? factor)),
  );
  if (!(least < most))
    return { ...none, remark: `${quote(text)}: the first is not below the second; limits ignored` };
  const remark = degrees ? 'degrees assumed: a number is beyond 4π, and no unit is given' : null;
  return { limits: [least + 0, most + 0], fault: null, remark };
}

function partsOf(text: string): string[] {
  if (text.length > LONGEST) return [];
  const plain = plainText(text)
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
