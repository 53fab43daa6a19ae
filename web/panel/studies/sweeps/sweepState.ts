/** The sweep of this page: what is chosen, and what has come of it. */
import { signal } from '@preact/signals';
import type { Catalogue, DescribedParam } from '../../../scenario/catalogue.ts';
import type { KeyedParam } from '../../../scenario/params.ts';
import type { Result, Scenario } from '../../../scenario/types.ts';
import type { Study } from '../../../study/study.ts';
import type { Axis } from '../../../study/studyDocument.ts';
import type { MeasureId } from '../../../study/sweeps/sweepMeasures.ts';
import { type SweepPoint, sweepPlan, sweepStudy } from '../../../study/sweeps/sweepStudy.ts';
import type { TaskRun } from '../../../study/taskRun.ts';
import { studyDesk } from '../studyDesk.ts';

/** By slot and parameters, so that it outlives other edits of the scene. */
export interface SweepChoice {
  readonly slot: number;
  readonly keys: readonly string[];
  readonly axes: readonly Axis[];
  readonly count: number;
}

export interface ShownSweep {
  readonly study: Study;
  readonly run: TaskRun;
  readonly choice: SweepChoice;
}

export const chosen = signal<SweepChoice | null>(null);
export const shownSweep = signal<ShownSweep | null>(null);
/** Of two parameters: which of the measures is coloured. */
export const coloured = signal<MeasureId>('error');

export const PROBLEMS = [50, 200, 1000] as const;
const [LINE, GRID] = [17, 9];

/** A decade to either side of the value at work, or all of a range that is short. */
export function axisOf(
  { key, param }: KeyedParam<DescribedParam>,
  value: number,
  count: number,
): Axis {
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

/** Values along an axis where it is alone, and where it is one of two. */
export const valuesOf = (axes: number): number => (axes > 1 ? GRID : LINE);

export function readSweep(
  scenario: Scenario,
  { slot, axes, count }: SweepChoice,
  catalogue: Catalogue,
): Result<Study> {
  const method = scenario.methods.findIndex((panel) => panel.slot === slot);
  return sweepStudy(scenario, { method, axes, count }, catalogue);
}

export async function beginSweep(study: Study, choice: SweepChoice, build: string): Promise<void> {
  const title = `Sweep of ${study.scenario.methods[0]?.label ?? ''}`;
  const run = await studyDesk().open(sweepPlan(study, title, build));
  run.start();
  shownSweep.value = { study, run, choice };
}

/** By cell; what has not come is not there. */
export const pointsOf = ({ run }: ShownSweep): ReadonlyMap<number, SweepPoint> =>
  run.results as ReadonlyMap<number, SweepPoint>;
