import type { CatalogueParam } from '../scenario/methods/catalogue.ts';
import { clamp } from '../scenario/numbers/clamp.ts';
import type { LengthUnit } from '../scenario/types.ts';
import { numberText } from './figures.ts';
import { type Quantity, unitNotation } from './quantity.ts';

export interface SliderScale extends Quantity {
  /** Returns the position of a value on the slider, 0 to 1000. */
  position(value: number): number;
  value(position: number): number;
}

export type SliderParam = Pick<CatalogueParam, 'unit' | 'min' | 'max' | 'initial' | 'scale'>;

export const SLIDER_POSITIONS = 1000;
const DECADES = 3; // Range of a logarithmic slider on each side of the default.

export function sliderScale(
  { unit, min, max, initial, scale }: SliderParam,
  scene?: LengthUnit,
): SliderScale {
  const base = unitNotation(unit, scene && { scene });
  const round = (value: number): number => {
    if (scale === 'integer') return Math.round(value);
    if (scale === 'even') return 2 * Math.round(value / 2);
    return base.fromShown(Number(base.toShown(value).toPrecision(3)));
  };
  const [low, high] = sliderRange(min, max, initial, scale);
  const mapping = scale === 'log' ? logarithmicMapping(low, high, min) : linearMapping(low, high);
  return {
    ...base,
    position: (value) =>
      clamp(Math.round(SLIDER_POSITIONS * mapping.position(value)), 0, SLIDER_POSITIONS),
    value: (position) => clamp(round(mapping.value(position / SLIDER_POSITIONS)), min, max),
  };
}

export function paramValueText(param: SliderParam, value: number): string {
  const { unit, text } = sliderScale(param);
  return `${numberText(Number(text(value)))}${unit === '°' ? unit : ` ${unit}`}`.trim();
}

const ZERO_SHARE = 1e-3; // Fraction of the default that counts as zero.

/**
 * Formats a parameter's range: "0 to 1000 m". A minimum that only excludes a bound is written as
 * "above 0, to 360 degrees".
 */
export function paramRangeText(param: SliderParam): string {
  const { min, max, initial } = param;
  const to = paramValueText(param, max);
  if (min > 0 && min < ZERO_SHARE * initial) return `above 0, to ${to}`;
  const rounded = Math.round(min);
  if (rounded !== min && Math.abs(min - rounded) < ZERO_SHARE) return `above ${rounded}, to ${to}`;
  return `${numberText(Number(sliderScale(param).text(min)))} to ${to}`;
}

function sliderRange(
  min: number,
  max: number,
  initial: number,
  scale: CatalogueParam['scale'],
): [number, number] {
  if (scale !== 'log') return [min, max];
  const middle = initial > 0 ? initial : Math.sqrt(Math.max(min, 1e-6) * max);
  return [Math.max(min, middle / 10 ** DECADES), Math.min(max, middle * 10 ** DECADES)];
}

interface SliderMapping {
  position(value: number): number;
  value(position: number): number;
}

const linearMapping = (low: number, high: number): SliderMapping => ({
  position: (value) => (value - low) / (high - low),
  value: (position) => low + position * (high - low),
});

const logarithmicMapping = (low: number, high: number, min: number): SliderMapping => ({
  position: (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low),
  value: (position) => (position <= 0 ? min : low * (high / low) ** position),
});
