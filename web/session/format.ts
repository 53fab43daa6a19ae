/** A number as a person would say it, and its unit. */
export interface Figure {
  readonly value: string;
  readonly unit: string;
}

const LEAST = 1e-5; // m; below, the digits say nothing

export function length(metres: number): Figure {
  if (!Number.isFinite(metres)) return { value: '∞', unit: 'm' };
  if (metres >= 0.9995) return { value: threeDigits(metres), unit: 'm' };
  const mm = metres * 1e3;
  if (mm >= 99.5) return { value: mm.toFixed(0), unit: 'mm' };
  if (metres >= LEAST) return { value: plain(Number(mm.toPrecision(2)), mm), unit: 'mm' };
  return { value: '< 0.01', unit: 'mm' };
}

export const words = ({ value, unit }: Figure): string => `${value} ${unit}`;

const threeDigits = (value: number): string =>
  value.toFixed(value >= 99.5 ? 0 : value >= 9.995 ? 1 : 2);

/** Two digits, zeros kept: 5.0, 0.10, 12. */
function plain(rounded: number, value: number): string {
  const before = rounded >= 10 ? 0 : rounded >= 1 ? 1 : rounded >= 0.1 ? 2 : 3;
  return value > 0 ? rounded.toFixed(before) : '0';
}

/** Time of an update. */
export const micros = (value: number): string =>
  value < 9.95 ? `${value.toFixed(1)} µs` : `${Math.round(value)} µs`;

/** A parameter or tolerance: up to three digits, no zeros that say nothing. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e5)) return String(Number(value.toPrecision(3)));
  const [digits = '', power = ''] = Number(value.toPrecision(3)).toExponential().split('e');
  const raised = power.replace('+', '').replace(/./g, (sign) => RAISED[sign] ?? sign);
  return `${digits === '1' ? '' : `${digits} · `}10${raised}`;
}

const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'-0123456789'].map((sign, i) => [sign, [...'⁻⁰¹²³⁴⁵⁶⁷⁸⁹'][i] as string]),
);

export const degrees = (radians: number): string =>
  `${Number(((radians * 180) / Math.PI).toPrecision(4))}°`;

/** m:ss.t */
export function time(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const rest = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${rest.toFixed(1).padStart(4, '0')}`;
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

export const count = (n: number): string => COUNTS[n] ?? String(n);
