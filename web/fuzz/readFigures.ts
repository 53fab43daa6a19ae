/** Reads lengths and angles in sentences, and compares them with numbers. */

const LENGTH = String.raw`(?:< )?(?:(?:[\d.]+ · )?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[\d.]+|∞) (?:µm|mm|cm|m|units)`;
const ANGLE = String.raw`(?:< )?[\d.]+°|[\d.\u202f]+ turns`;

/**
 * Group of a regular expression for a length with its unit; those below: an angle, either of them,
 * an integer.
 */
export const LENGTH_REGEXP_GROUP = `(${LENGTH})`;
export const ANGLE_REGEXP_GROUP = `(${ANGLE})`;
export const LENGTH_OR_ANGLE_GROUP = `(${LENGTH}|${ANGLE})`;
export const INTEGER_REGEXP_GROUP = String.raw`(\d+)`;

const UNITS: Readonly<Record<string, number>> = { µm: 1e-6, mm: 1e-3, cm: 1e-2, m: 1, units: 1 };
const ANGLES: Readonly<Record<string, number>> = { '°': Math.PI / 180, turns: 2 * Math.PI };

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Splits a number into digits, power of ten and unit; `less`: the text gives an upper bound. */
function parseFigure(text: string): { less: boolean; digits: string; power: number; unit: string } {
  const [, less = '', digits = '1', raised = '', unit = ''] =
    /^(< )?([\d.]+|∞)??(?: · )?(?:10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?\s*([^\d\s⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*)$/.exec(
      text.replaceAll('\u202f', ''),
    ) ?? [];
  const exponent = [...raised]
    .map((sign) => (sign === '⁻' ? '-' : SUPERSCRIPTS.indexOf(sign)))
    .join('');
  return { less: less !== '', digits, power: Number(exponent), unit };
}

/**
 * Returns whether a text shows this value, to half a unit of its last digit. `scene`: the scene's
 * unit.
 */
export function doesTextShowValue(text: string, value: number, scene: string): boolean {
  const { less, digits, power, unit } = parseFigure(text);
  if (digits === '∞') return !Number.isFinite(value);
  const size = (ANGLES[unit] ?? unitSize(unit, scene)) * 10 ** power;
  const shownValue = Number(digits) * size;
  if (less) return value <= shownValue * (1 + 1e-9);
  const [, decimals = ''] = digits.split('.');
  const half = 0.5 * 10 ** -decimals.length * size;
  return Math.abs(shownValue - value) <= half * (1 + 1e-6) + 1e-9 * Math.abs(value) + 1e-14;
}

/**
 * Returns the size of a unit in the scene's unit; only texts of scenes in metres use several units.
 */
const unitSize = (unit: string, scene: string): number =>
  scene === 'm' ? (UNITS[unit] ?? Number.NaN) : 1;

/** Returns the length in the text, in the scene's unit. */
export function parseLengthInText(text: string, scene: string): number {
  const { digits, power, unit } = parseFigure(text);
  return Number(digits) * 10 ** power * unitSize(unit, scene);
}
