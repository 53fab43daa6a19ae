/** Numbers of a sweep along an axis, and in words. */
import { length, number } from '../../../format/figures.ts';
import type { LengthUnit } from '../../../scenario/types.ts';
import type { MeasureId } from '../../../study/sweeps/sweepMeasures.ts';

export interface AxisScale {
  /** From 0 to 1. */
  at(value: number): number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10];

/** `log` where that is asked for and all values allow it. */
export function axisScale(values: readonly number[], log: boolean): AxisScale {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (log && low > 0 && high > low) {
    const span = Math.log(high / low);
    return {
      at: (value) => Math.log(Math.max(value, low) / low) / span,
      ticks: decades(low, high),
    };
  }
  const span = high - low || 1;
  return { at: (value) => (value - low) / span, ticks: rounds(low, low + span) };
}

function decades(low: number, high: number): number[] {
  const ticks: number[] = [];
  const many = Math.log10(high / low) > 1.5;
  for (let k = Math.floor(Math.log10(low)); k <= Math.log10(high); k++)
    for (const m of many ? [1] : [1, 2, 5]) {
      const tick = Number(`${m}e${k}`);
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  return ticks.length > 1 ? ticks : rounds(low, high);
}

function rounds(low: number, high: number): number[] {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** In what it is shown: angles in degrees. */
export const shownAs = (id: MeasureId): number => (id === 'shake' ? 180 / Math.PI : 1);

/** Of a value as it is shown. */
export function measureText(id: MeasureId, value: number, unit: LengthUnit): string {
  if (id === 'error') {
    const said = length(value, unit);
    return `${said.value} ${said.unit}`;
  }
  if (id === 'success') return `${number(100 * value)} %`;
  if (id === 'shake') return `${number(value)}°`;
  return id === 'updates' ? number(value) : value.toFixed(2);
}
