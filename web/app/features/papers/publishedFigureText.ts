import { groupDigits } from '@iklab/core/format';
import { type PublishedFigure, roundedValueText } from '@iklab/study/published';

/** Returns `never` for NaN. */
export function publishedFigureText(value: number, { unit, decimals }: PublishedFigure): string {
  if (Number.isNaN(value)) return 'never';
  const [integer = '', rest] = roundedValueText(Math.abs(value), decimals).split('.');
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? '−' : '';
  const number = `${sign}${groupDigits(integer)}${rest === undefined ? '' : `.${rest}`}`;
  return unit === '' ? number : `${number}${unit === '°' ? '' : '\u202f'}${unit}`;
}

/** Returns `–` if the paper's number is missing or illegible. */
export function paperNumberText(figure: PublishedFigure): string {
  if (figure.paper === null) return '–';
  const sign = figure.bound && { over: '> ', under: '< ' }[figure.bound];
  const { decimals, printed = decimals } = figure;
  return `${sign ?? ''}${publishedFigureText(figure.paper, { ...figure, decimals: printed })}`;
}

export function signedNumberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '';
  const text = roundedValueText(Math.abs(value), decimals);
  if (Number(text) === 0) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}
