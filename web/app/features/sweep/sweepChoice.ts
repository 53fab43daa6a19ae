/** What is chosen for a sweep, and how a study document says it. */

import { type Axis, type Study, SWEEP_SEED } from '@iklab/study';
import type { MethodPanel } from 'iklab/scenario';
import type { Knob } from '../study/knobs.ts';

/** By slot and parameters, so that it outlives other edits of the scene. */
export interface SweepChoice {
  readonly slot: number;
  readonly keys: readonly string[];
  readonly axes: readonly Axis[];
  readonly count: number;
}

export const PROBLEMS = [50, 200, 1000] as const;
/** Values along an axis where it is alone, and where it is one of two. */
const [LINE, GRID] = [17, 9];

export function choiceFor(
  panel: MethodPanel,
  knobs: readonly Knob[],
  count: number = PROBLEMS[1],
): SweepChoice {
  const values = knobs.length > 1 ? GRID : LINE;
  return {
    slot: panel.slot,
    keys: knobs.map(({ key }) => key),
    axes: knobs.map((knob) => axisOf(knob, panel.params[knob.key] as number, values)),
    count,
  };
}

/** What is known best is offered first. */
export const firstKnob = (knobs: readonly Knob[]): Knob =>
  knobs.find(({ key }) => key === 'lambda') ?? (knobs[0] as Knob);

/** A decade to either side of the value at work, or all of a range that is short. */
function axisOf({ key, param }: Knob, value: number, count: number): Axis {
  const path = `methods[0].params.${key}`;
  const { min, max, scale, initial } = param;
  if (scale === 'integer' || scale === 'even') {
    const step = scale === 'even' ? 2 : 1;
    const to = Math.min(max, min + step * (count - 1));
    return { path, from: min, to, count: Math.round((to - min) / step) + 1, scale: 'linear' };
  }
  const middle = value > 0 ? value : initial > 0 ? initial : 0.1;
  const [from, to] = [Math.max(min, tidy(middle / 10)), Math.min(max, tidy(middle * 10))];
  return { path, from, to, count, scale: from > 0 ? 'log' : 'linear' };
}

const tidy = (value: number): number => Number(value.toPrecision(3));

const PATH = /^methods\[0\]\.params\.(.+)$/;

/** What this page would have to choose; null: the study is more than a sweep of it. */
export function choiceOfStudy(study: Study): SweepChoice | null {
  const { scenario, sampling, sweep, restarts, levels, conditions, count, seed } = study;
  const [panel, ...others] = scenario.methods;
  const keys = sweep.flatMap(({ path }) => PATH.exec(path)?.[1] ?? []);
  const plain = sampling.kind === 'reachable' && sampling.start === 'given' && seed === SWEEP_SEED;
  const more = others.length > 0 || restarts || levels || conditions || study.sharedRestarts;
  if (!panel || !plain || more || keys.length === 0 || keys.length < sweep.length) return null;
  return { slot: panel.slot, keys, axes: sweep, count };
}
