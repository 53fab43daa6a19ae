import { formatLength, numberText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import type { SweepMeasureId } from '@iklab/study/sweeps';

export interface SweepAxisScale {
  /** Returns the position of a value on the axis, as a share from 0 to 1. */
  toShare(value: number): number;
  readonly ticks: readonly number[];
}

const STEPS = [5, 2, 1];

/** Logarithmic if `log`, unless a value is 0 or all values are equal. */
export function makeSweepAxisScale(values: readonly number[], log: boolean): SweepAxisScale {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (log && low > 0 && high > low) {
    const span = Math.log(high / low);
    return {
      toShare: (value) => Math.log(Math.max(value, low) / low) / span,
      ticks: logTicks(low, high),
    };
  }
  const span = high - low || 1;
  return { toShare: (value) => (value - low) / span, ticks: roundTicks(low, low + span) };
}

function logTicks(low: number, high: number): readonly number[] {
  const ticksWith = (steps: readonly number[]): number[] => {
    const first = Math.floor(Math.log10(low));
    const count = Math.floor(Math.log10(high)) - first + 1;
    return Array.from({ length: count }, (_, i) =>
      steps.map((step) => Number(`${step}e${first + i}`)),
    )
      .flat()
      .filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  };
  const decadeTicks = ticksWith([1]);
  if (decadeTicks.length > 2 || high / low > 100) return decadeTicks;
  const more = ticksWith([1, 2, 5]);
  return more.length > 1 ? more : roundTicks(low, high);
}

/** Returns ticks at multiples of the largest round step that gives at least three ticks. */
function roundTicks(low: number, high: number): readonly number[] {
  let power = 10 ** Math.ceil(Math.log10(high - low));
  for (;;) {
    for (const step of STEPS.map((each) => each * power)) {
      const [from, to] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
      if (to - from < 2) continue;
      return Array.from({ length: to - from + 1 }, (_, i) =>
        Number(((from + i) * step).toPrecision(12)),
      );
    }
    power /= 10;
  }
}

/** Degrees per radian for `shake`, else 1. */
export const sweepMeasureDisplayFactor = (id: SweepMeasureId): number =>
  id === 'shake' ? 180 / Math.PI : 1;

export function sweepMeasureText(id: SweepMeasureId, value: number, unit: LengthUnit): string {
  if (id === 'error') return formatLength(value, unit);
  if (id === 'success') return `${numberText(100 * value)} %`;
  if (id === 'shake') return `${numberText(value)}°`;
  return id === 'updates' ? numberText(value) : value.toFixed(2);
}
