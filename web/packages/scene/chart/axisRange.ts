import { lengthUnitName, numberText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';

export type AxisRange = readonly [number, number];

const EXTRA_DECADES = 2; // Decades above the first error: larger errors mean divergence.
const ROUNDING_NOISE = 1e-15; // Relative to the first error: smaller values are noise.
// Relative to the first error: lower end of the axis without a tolerance.
const NO_TOLERANCE = 1e-9;

/**
 * Returns the range of an error axis as powers of ten: from one decade below the tolerance to at
 * most two above the start error.
 */
export function errorAxisDecades(wanted: number, start: number, largest: number): AxisRange {
  const first = start || 1;
  const tolerance = Math.max(
    wanted || NO_TOLERANCE * first,
    ROUNDING_NOISE * first,
    Number.MIN_VALUE,
  );
  const least = Math.floor(Math.log10(tolerance) + 1e-9);
  const low = least - 1;
  const usual = Math.max(least + 2, Math.ceil(Math.log10(start || tolerance)));
  const high = Number.isFinite(largest) ? Math.ceil(Math.log10(largest)) : usual + EXTRA_DECADES;
  return [low, Math.max(usual, Math.min(high, usual + EXTRA_DECADES))];
}

const MIN_DECADES = 2; // Minimum number of decades of a fitted axis.

export function fitDecadesToData(
  [low, high]: AxisRange,
  smallest: number,
  largest: number,
): AxisRange {
  if (!(largest > 0) || !Number.isFinite(smallest)) return [low, high];
  const top = Math.min(
    high,
    Math.max(low + MIN_DECADES, Math.ceil(Math.log10(largest) - 1e-9) + 0),
  );
  const bottom = Math.floor(Math.log10(Math.max(smallest, Number.MIN_VALUE)) + 1e-9);
  return [Math.min(top - MIN_DECADES, Math.max(low, bottom)), top];
}

const MAX_DECADES = 6;

/**
 * Returns the powers of ten around two values. A range that is too long keeps only its low or high
 * end (`keep`).
 */
export function computeWholeDecades(
  [smallest, largest]: AxisRange,
  keep: 'low' | 'high',
): AxisRange {
  if (!(largest > 0)) return [-1, 1];
  const least = Math.max(smallest, largest * 1e-30);
  const low = Math.floor(Math.log10(least) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(largest) - 1e-9));
  if (high - low <= MAX_DECADES || !Number.isFinite(high)) {
    return [low, Math.min(high, low + MAX_DECADES)];
  }
  return keep === 'low' ? [low, low + MAX_DECADES] : [high - MAX_DECADES, high];
}

const METRES: Readonly<Record<number, string>> = {
  3: '1 km',
  2: '100 m',
  1: '10 m',
  0: '1 m',
  [-1]: '10 cm',
  [-2]: '1 cm',
  [-3]: '1 mm',
  [-4]: '0.1 mm',
  [-5]: '10 µm',
  [-6]: '1 µm',
  [-7]: '0.1 µm',
  [-8]: '10 nm',
  [-9]: '1 nm',
};

export function decadeTickText(power: number, scene: LengthUnit = 'm'): string {
  if (scene === 'none') return numberText(10 ** power);
  return (
    METRES[power + UNIT_POWERS[scene]] ?? `${numberText(10 ** power)} ${lengthUnitName(scene)}`
  );
}

const UNIT_POWERS = { m: 0, cm: -2, mm: -3 } as const;

export const listDecades = ([low, high]: AxisRange): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i);

const MAX_GAPS = 4;
const STEPS = [1, 2, 5, 10];
const FINE_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 10];

/**
 * Returns two to five round ticks. At least two ticks take precedence over at most `maxGaps` gaps.
 */
export function chooseRoundTicks(range: AxisRange, maxGaps = MAX_GAPS): number[] {
  let gaps = Math.max(1, Math.min(MAX_GAPS, Math.floor(maxGaps)));
  let ticks = ticksWithSteps(range, gaps, STEPS);
  while (ticks.length < 2) ticks = ticksWithSteps(range, ++gaps, FINE_STEPS);
  return ticks;
}

function ticksWithSteps([min, max]: AxisRange, gaps: number, steps: readonly number[]): number[] {
  const rough = (max - min) / gaps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (steps.find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

const ROUND_FACTORS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

export function roundUpToRoundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = ROUND_FACTORS.find((round) => round * power >= value * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(12));
}

export const rangeFromZero = (largest: number, least: number): AxisRange => [
  0,
  roundUpToRoundNumber(Number.isFinite(largest) ? Math.max(largest * 1.05, least) : 1e3),
];

const UNITS = [
  ['m', 1],
  ['mm', 1e-3],
  ['µm', 1e-6],
  ['nm', 1e-9],
] as const;

export function lengthTickFormatter(
  [, max]: AxisRange,
  scene: LengthUnit = 'm',
): (length: number) => string {
  if (scene === 'none') return numberText;
  const metres = 10 ** UNIT_POWERS[scene];
  const names = metreFormatter(max * metres);
  return (length) => names(length * metres);
}

function metreFormatter(max: number): (metres: number) => string {
  const [unit, size] = UNITS.find(([, size]) => max >= size * (1 - 1e-9)) ?? UNITS[3];
  return (metres) => (metres === 0 ? '0' : `${numberText(metres / size)} ${unit}`);
}

/**
 * Returns the range of the x axis of a run: the last `window` units, or a round length from `first`
 * on.
 */
export function visibleRunRange(
  first: number,
  last: number,
  window: number | null,
  least: number,
): AxisRange {
  const length = last - first;
  if (window !== null && length > window) return [last - window, last];
  return [
    first,
    first + Math.min(roundUpToRoundNumber(Math.max(length, least)), window ?? Infinity),
  ];
}
