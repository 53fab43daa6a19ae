/** The sweep of this page: what is chosen, and what has come of it. */

import {
  type Axis,
  fitsPage,
  type MeasureId,
  type RunPlan,
  type Study,
  SWEEP_SEED,
  type SweepPoint,
  sweepKey,
  sweepPlan,
  sweepStudy,
  type TaskRun,
} from '@iklab/study';
import { signal } from '@preact/signals';
import type { Catalogue, DescribedParam, KeyedParam, Result, Scenario } from 'iklab/scenario';
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

interface ReadBefore {
  readonly scenario: Scenario;
  readonly asked: string;
  readonly study: Result<Study>;
}
let before: ReadBefore | null = null;

/** Asked again with every step of a run, and read again where something has changed. */
export function readSweep(
  scenario: Scenario,
  choice: SweepChoice,
  catalogue: Catalogue,
  measure?: MeasureId,
): Result<Study> {
  const { slot, axes, count } = choice;
  const asked = JSON.stringify([slot, axes, count, measure]);
  if (before?.scenario === scenario && before.asked === asked) return before.study;
  const study = readAnew(scenario, choice, catalogue, measure);
  before = { scenario, asked, study };
  return study;
}

function readAnew(
  scenario: Scenario,
  { slot, axes, count }: SweepChoice,
  catalogue: Catalogue,
  measure?: MeasureId,
): Result<Study> {
  const method = scenario.methods.findIndex((panel) => panel.slot === slot);
  const spec = { method, axes, count, ...(measure && { measure }) };
  return sweepStudy(scenario, spec, catalogue);
}

const PATH = /^methods\[0\]\.params\.(\w+)$/;

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

const planOf = (study: Study, build: string): RunPlan =>
  sweepPlan(study, `Sweep of ${study.scenario.methods[0]?.label ?? ''}`, build);

/** A sweep of the scene at work from elsewhere, with what an earlier visit has kept of it. */
export async function takeSweep(
  choice: SweepChoice,
  scenario: Scenario,
  catalogue: Catalogue,
): Promise<void> {
  chosen.value = choice;
  const read = readSweep(scenario, choice, catalogue);
  if (!read.ok) return;
  if (shownSweep.peek()?.run.plan.key === sweepKey(read.value, catalogue.build)) return;
  shownSweep.value = null;
  if (!fitsPage(read.value)) return;
  const run = await studyDesk().restore(planOf(read.value, catalogue.build));
  // another may have been taken or begun meanwhile
  if (run && chosen.peek() === choice && !shownSweep.peek())
    shownSweep.value = { study: read.value, run, choice };
}

export async function beginSweep(study: Study, choice: SweepChoice, build: string): Promise<void> {
  const run = await studyDesk().open(planOf(study, build));
  run.start();
  shownSweep.value = { study, run, choice };
}

/** By cell; what has not come is not there. */
export const pointsOf = ({ run }: ShownSweep): ReadonlyMap<number, SweepPoint> =>
  run.results as ReadonlyMap<number, SweepPoint>;
