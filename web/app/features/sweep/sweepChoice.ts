import type { MethodPanel } from '@iklab/core/scenario';
import type { Study, StudyAxis } from '@iklab/study/document';
import { SWEEP_SEED } from '@iklab/study/sweeps';
import type { NumericMethodParam } from '../study/numericMethodParams.ts';

/**
 * Parameters to sweep. The slot identifies the method, because other edits do not change the slot.
 */
export interface SweepChoice extends Pick<Study, 'sweep' | 'count'> {
  readonly slot: number;
}

export const SWEEP_PROBLEM_COUNTS = [50, 200, 1000] as const;
const [LINE, GRID] = [17, 9];

export function makeSweepChoice(
  panel: MethodPanel,
  knobs: readonly NumericMethodParam[],
  count: number = SWEEP_PROBLEM_COUNTS[1],
): SweepChoice {
  const values = knobs.length > 1 ? GRID : LINE;
  return {
    slot: panel.slot,
    sweep: knobs.map((knob) => makeAxis(knob, panel.params[knob.key] as number, values)),
    count,
  };
}

export const chooseDefaultSweptParam = (knobs: readonly NumericMethodParam[]): NumericMethodParam =>
  knobs.find(({ key }) => key === 'lambda') ?? (knobs[0] as NumericMethodParam);

/**
 * Returns an axis from a tenth to ten times the current value. For whole numbers: up to `count`
 * values from the minimum.
 */
function makeAxis({ key, param }: NumericMethodParam, value: number, count: number): StudyAxis {
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

/** Leaves out axes without a method parameter. */
export const sweptParamKeys = ({ sweep }: Pick<Study, 'sweep'>): string[] =>
  sweep.flatMap(({ path }) => PATH.exec(path)?.[1] ?? []);

/** Returns the choice that gives a study; null if no choice gives the study's settings. */
export function sweepChoiceFromStudy(study: Study): SweepChoice | null {
  const { scenario, sampling, sweep, restarts, levels, conditions, solutions, count, seed } = study;
  const [panel, ...rest] = scenario.methods;
  const keys = sweptParamKeys(study);
  const plain = sampling.kind === 'reachable' && sampling.start === 'given' && seed === SWEEP_SEED;
  const more =
    rest.length > 0 || restarts || levels || conditions || solutions || study.sharedRestarts;
  if (!panel || !plain || more || keys.length === 0 || keys.length < sweep.length) return null;
  return { slot: panel.slot, sweep, count };
}
