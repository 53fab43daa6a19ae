/** Errors along a path as text: the sentences and the table share one rounding. */
import { figureText, lengthFigure, numberText } from 'iklab/format';
import type { LengthUnit } from 'iklab/scenario';

const isMicro = (value: number, unit: LengthUnit): boolean =>
  unit === 'm' && value > 0 && value < 1e-5;

/** An error with its digits: below a hundredth of a millimetre in micrometres, below those by powers of ten. */
export function errorText(value: number, unit: LengthUnit): string {
  if (!Number.isFinite(value)) return '–';
  if (isMicro(value, unit)) return `${numberText(value * 1e6)} µm`;
  return value > 0 ? figureText(lengthFigure(value, unit)) : '0';
}

/** The same digits, rounded up: no error is above the text of the largest. */
export function largestText(value: number, unit: LengthUnit): string {
  if (!(value > 0 && Number.isFinite(value))) return errorText(value, unit);
  const step = stepOf(value, unit);
  return errorText(Number((Math.ceil(value / step - 1e-9) * step).toPrecision(12)), unit);
}

/** What the last digit of the text is worth, in units of the scene. */
function stepOf(value: number, unit: LengthUnit): number {
  if (isMicro(value, unit)) return 10 ** (Math.floor(Math.log10(value)) - 2);
  const figure = lengthFigure(value, unit);
  const decimals = figure.value.split('.')[1]?.length ?? 0;
  return 10 ** -decimals * (unit === 'm' && figure.unit === 'mm' ? 1e-3 : 1);
}

/** A share as a percentage with one decimal; no share but all is 100 %. */
export const percentText = (share: number): string =>
  `${share > 0.9995 && share < 1 ? '99.9' : (100 * share).toFixed(1)}\u202f%`;
