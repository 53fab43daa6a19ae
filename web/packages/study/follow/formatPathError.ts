import { lengthWithUnit, numberText, valueWithUnitText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';

const isShownInMicrometres = (value: number, unit: LengthUnit): boolean =>
  unit === 'm' && value > 0 && value < 1e-5;

/**
 * Formats an error along a path in the unit of the scene. Small errors in metres are written in
 * micrometres or with powers of ten.
 */
export function formatPathError(value: number, unit: LengthUnit): string {
  if (!Number.isFinite(value)) return '–';
  if (isShownInMicrometres(value, unit)) return `${numberText(value * 1e6)} µm`;
  return value > 0 ? valueWithUnitText(lengthWithUnit(value, unit)) : '0';
}

/** Formats an error rounded up, so that the text is an upper bound. */
export function formatPathErrorBound(value: number, unit: LengthUnit): string {
  if (!(value > 0 && Number.isFinite(value))) return formatPathError(value, unit);
  const step = lastDigitValue(value, unit);
  return formatPathError(Number((Math.ceil(value / step - 1e-9) * step).toPrecision(12)), unit);
}

function lastDigitValue(value: number, unit: LengthUnit): number {
  if (isShownInMicrometres(value, unit)) return 10 ** (Math.floor(Math.log10(value)) - 2);
  const figure = lengthWithUnit(value, unit);
  const decimals = figure.value.split('.')[1]?.length ?? 0;
  return 10 ** -decimals * (unit === 'm' && figure.unit === 'mm' ? 1e-3 : 1);
}

/** Formats a share in per cent with one decimal; only a share of 1 is 100 %. */
export const percentText = (share: number): string =>
  `${share > 0.9995 && share < 1 ? '99.9' : (100 * share).toFixed(1)}\u202f%`;
