import { toDegrees } from '../scenario/numbers/angles.ts';
import type { LengthUnit } from '../scenario/types.ts';

export interface ValueWithUnit {
  readonly value: string;
  readonly unit: string;
}

export const lengthUnitName = (scene: LengthUnit): string => (scene === 'none' ? 'units' : scene);

const MIN_MILLIMETRES = 0.01; // Millimetres; smaller digits are not meaningful.

/** Formats a length; in a scene with metres, small lengths are in millimetres. */
export function lengthWithUnit(value: number, scene: LengthUnit = 'm'): ValueWithUnit {
  const unit = lengthUnitName(scene);
  if (!Number.isFinite(value)) return { value: '∞', unit };
  if (scene === 'mm') return { value: millimetresText(value), unit };
  if (value >= 0.9995) return { value: threeDigitsText(value), unit };
  if (scene === 'm') return { value: millimetresText(value * 1e3), unit: 'mm' };
  return { value: twoDigitsText(value, MIN_MILLIMETRES / 10), unit };
}

const millimetresText = (mm: number): string =>
  mm >= 99.5 ? fixedDecimalsText(mm, 0) : twoDigitsText(mm, MIN_MILLIMETRES);

export const valueWithUnitText = ({ value, unit }: ValueWithUnit): string => `${value} ${unit}`;

const threeDigitsText = (value: number): string =>
  fixedDecimalsText(value, value >= 99.5 ? 0 : value >= 9.995 ? 1 : 2);

const MAX_ROUNDABLE = 1e12; // Beyond it, doubles have too few digits for rounding half units.

/**
 * Formats a value with a fixed number of decimals; rounds half away from zero in decimal digits, so
 * that 19.95 becomes 20.0.
 */
export function fixedDecimalsText(value: number, decimals: number): string {
  if (!(Math.abs(value) < MAX_ROUNDABLE)) return value.toFixed(decimals);
  const rounded = Math.round(shiftDecimal(Math.abs(value), decimals));
  return `${value < 0 && rounded > 0 ? '-' : ''}${Number(`${rounded}e${-decimals}`).toFixed(decimals)}`;
}

function shiftDecimal(size: number, power: number): number {
  const [digits, exponent = '0'] = String(Number(size.toPrecision(12))).split('e');
  return Number(`${digits}e${Number(exponent) + power}`);
}

function twoDigitsText(value: number, least: number): string {
  if (value < least * (1 - 1e-9)) return `< ${least}`;
  const power = Math.floor(Math.log10(value) + 1e-12) - 1;
  const rounded = Number(`${Math.round(shiftDecimal(value, -power))}e${power}`);
  return rounded.toFixed(rounded >= 10 ? 0 : Math.ceil(-Math.log10(rounded) - 1e-9) + 1);
}

export const bytesText = (count: number): string =>
  count < 999_500
    ? `${Math.max(1, Math.round(count / 1e3))} kB`
    : `${twoDigitsText(count / 1e6, 0.1)} MB`;

export const microsecondsText = (value: number): string =>
  value < 9.95 ? `${fixedDecimalsText(value, 1)} µs` : `${Math.round(value)} µs`;

/** Formats a value with up to three digits, without trailing zeros. */
export const numberText = (value: number): string => significantDigitsText(value, 3);

/** Formats a value with three digits and trailing zeros, so that a column is uniform. */
export const fixedWidthNumberText = (value: number): string =>
  value >= 1e-4 && value < 999.5 ? value.toPrecision(3) : numberText(value);

export function significantDigitsText(value: number, precision: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e5))
    return String(Number(value.toPrecision(precision)));
  const [read = '', power = ''] = Number(value.toPrecision(precision)).toExponential().split('e');
  const raised = power.replace('+', '').replace(/./g, (sign) => SUPERSCRIPTS[sign] ?? sign);
  return `${read === '1' ? '' : `${read} · `}10${raised}`;
}

export const computedLengthText = (value: number, scene: LengthUnit): string =>
  `${numberText(value)} ${lengthUnitName(scene)}`;

const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'-0123456789'].map((sign, i) => [sign, [...'⁻⁰¹²³⁴⁵⁶⁷⁸⁹'][i] as string]),
);

export const toSubscript = (index: number): string =>
  String(index).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] as string);

export const degreesText = (radians: number): string =>
  `${Number(toDegrees(radians).toPrecision(4))}°`;

const MAX_DEGREES = 720;

/**
 * Formats an angle given in radians: in degrees with two digits, in whole degrees from 99.5, in
 * turns beyond 720 degrees.
 */
export function angleText(radians: number): string {
  const angle = toDegrees(radians);
  if (angle > MAX_DEGREES + 0.5) {
    const revolutions = angle / 360;
    return `${revolutions < 9.95 ? fixedDecimalsText(revolutions, 1) : groupedCountText(Math.round(revolutions))} turns`;
  }
  return angle >= 99.5
    ? `${fixedDecimalsText(angle, 0)}°`
    : `${twoDigitsText(angle, MIN_MILLIMETRES)}°`;
}

/** Formats a time in seconds as minutes, seconds and tenths, m:ss.t. */
export function clockText(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const rest = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${rest.toFixed(1).padStart(4, '0')}`;
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

export const countWord = (n: number): string => COUNTS[n] ?? String(n);

export const numberOfTimesText = (n: number): string =>
  ['never', 'once', 'twice'][n] ?? `${n} times`;

export const groupDigits = (text: string): string =>
  text.replace(/\d(?=(\d{3})+(?!\d))/g, '$&\u202f');

export const groupedCountText = (count: number): string =>
  count.toLocaleString('en').replaceAll(',', '\u202f');
