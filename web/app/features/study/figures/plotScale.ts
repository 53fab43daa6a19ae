import { numberText } from '@iklab/core/format';
import { clamp } from '@iklab/core/scenario/numbers';
import { chooseRoundTicks } from '@iklab/scene/chart';

export interface PlotTick {
  readonly at: number;
  readonly text: string;
}

export interface PlotScale {
  /** Returns a position in pixels, clamped to the ends of the axis. */
  toPixels(value: number): number;
  value(pixels: number): number;
  readonly ticks: readonly PlotTick[];
}

type Pair = readonly [number, number];

export function makeLinearPlotScale(
  [low, high]: Pair,
  [from, to]: Pair,
  text = numberText,
): PlotScale {
  const span = high - low || 1;
  const ends = [Math.min(from, to), Math.max(from, to)] as const;
  return {
    toPixels: (value) => clamp(from + ((value - low) / span) * (to - from), ...ends),
    value: (pixels) => low + ((clamp(pixels, ...ends) - from) / (to - from)) * span,
    ticks: chooseRoundTicks([low, high]).map((at) => ({ at, text: text(at) })),
  };
}

/** Returns a logarithmic scale with a tick per decade. With many ticks, only some are labelled. */
export function makeLogarithmicPlotScale(
  [low, high]: Pair,
  [from, to]: Pair,
  text = numberText,
): PlotScale {
  const ends = [Math.log10(low), Math.log10(high)] as const;
  const inner = makeLinearPlotScale(ends, [from, to]);
  const [first, last] = [Math.ceil(ends[0] - 1e-9), Math.floor(ends[1] + 1e-9)];
  const decades = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const each = Math.max(1, Math.ceil(decades.length / 6));
  const named = decades.map((power, i) => ({
    at: 10 ** power,
    text: i % each === 0 ? text(10 ** power) : '',
  }));
  const steps =
    decades.length < 3
      ? [...decades, first - 1].flatMap((power) => [2, 5].map((n) => n * 10 ** power))
      : [];
  const between = steps
    .filter((at) => at >= low && at <= high)
    .map((at) => ({ at, text: text(at) }));
  return {
    toPixels: (value) => (value > 0 ? inner.toPixels(Math.log10(value)) : inner.toPixels(ends[0])),
    value: (pixels) => 10 ** inner.value(pixels),
    ticks: [...named, ...between],
  };
}
