/** Numbers in sentences, read back: what a text may stand for. */

const LENGTH = String.raw`(?:< )?(?:(?:[\d.]+ · )?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[\d.]+|∞) (?:µm|mm|cm|m|units)`;
const ANGLE = String.raw`(?:< )?[\d.]+°|[\d.\u202f]+ turns`;

/** For patterns: a length, an angle, a method's name, a whole number. */
export const L = `(${LENGTH})`;
export const A = `(${ANGLE})`;
export const LA = `(${LENGTH}|${ANGLE})`;
export const N = String.raw`(\d+)`;

const UNITS: Readonly<Record<string, number>> = { µm: 1e-6, mm: 1e-3, cm: 1e-2, m: 1, units: 1 };
const ANGLES: Readonly<Record<string, number>> = { '°': Math.PI / 180, turns: 2 * Math.PI };

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Digits, and the power of ten behind them. */
function taken(text: string): { less: boolean; digits: string; power: number; unit: string } {
  const [, less = '', digits = '1', raised = '', unit = ''] =
    /^(< )?([\d.]+|∞)??(?: · )?(?:10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?\s*([^\d\s⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*)$/.exec(
      text.replaceAll('\u202f', ''),
    ) ?? [];
  const exponent = [...raised].map((sign) => (sign === '⁻' ? '-' : RAISED.indexOf(sign))).join('');
  return { less: less !== '', digits, power: Number(exponent), unit };
}

/** Whether a text reads a number of the scene's: to half a unit of its last digit. */
export function reads(text: string, value: number, scene: string): boolean {
  const { less, digits, power, unit } = taken(text);
  if (digits === '∞') return !Number.isFinite(value);
  const size = (ANGLES[unit] ?? unitOf(unit, scene)) * 10 ** power;
  const told = Number(digits) * size;
  if (less) return value <= told * (1 + 1e-9);
  const [, decimals = ''] = digits.split('.');
  const half = 0.5 * 10 ** -decimals.length * size;
  return Math.abs(told - value) <= half * (1 + 1e-6) + 1e-9 * Math.abs(value) + 1e-14;
}

/** In the scene's lengths. */
const unitOf = (unit: string, scene: string): number =>
  scene === 'm' ? (UNITS[unit] ?? Number.NaN) : 1;

/** The number that is told, in the scene's lengths. */
export function lengthRead(text: string, scene: string): number {
  const { digits, power, unit } = taken(text);
  return Number(digits) * 10 ** power * unitOf(unit, scene);
}
