/** What a scene asks of its methods: when a target counts as reached, in numbers and in words. */
import type { InstanceStatus } from '../engine/engine.ts';
import { turns } from '../scenario/free.ts';
import type { LengthUnit, Run, Target } from '../scenario/types.ts';
import { computed, length, turned, unitName, words } from './figures.ts';
import { type Phrase, say, strong } from './phrase.ts';

type AskedTarget = Pick<Target, 'tolerance' | 'orientation' | 'orientationWeight'> &
  Partial<Pick<Target, 'free'>>;

export interface Asked {
  readonly run: Pick<Run, 'mode' | 'tolerance' | 'orientationTolerance' | 'residual'>;
  readonly targets: readonly AskedTarget[];
  readonly unit: LengthUnit;
}

type Bound = Pick<Asked, 'run' | 'targets'>;

/** An error, metres, that is inside whatever else is asked for; null: no error alone is. */
export function errorBound({ run, targets }: Bound): number | null {
  if (run.residual !== null) return targets.length === 1 ? run.residual : null;
  return targets.some(({ tolerance }) => tolerance) ? null : run.tolerance;
}

/** No error that is reached can be larger, metres. */
export function slack({ run, targets }: Bound): number {
  if (run.residual !== null) return Math.sqrt(targets.length) * run.residual;
  const own = targets.map(({ tolerance }) => Math.sqrt(3) * (tolerance?.position ?? 0));
  const shared = targets.some(({ tolerance }) => tolerance === null) ? run.tolerance : 0;
  return own.reduce((sum, each) => sum + each, shared);
}

/** How far a target may be off by itself, metres and radians: no more where all are reached. */
export function boundsOf({ run, targets }: Bound, index: number): readonly [number, number] {
  const { tolerance = null, orientationWeight = 1 } = targets[index] ?? {};
  if (run.residual !== null) return [run.residual, run.residual / orientationWeight];
  if (!tolerance) return [run.tolerance, run.orientationTolerance];
  return [Math.sqrt(3) * tolerance.position, Math.sqrt(3) * tolerance.rotation];
}

/** “within 1.0 mm”. */
export function inside({ run, targets, unit }: Asked): string {
  const bound = errorBound({ run, targets });
  return bound === null ? 'within tolerance' : `within ${near(bound, unit)}`;
}

/** “asked for is 1.0 mm and 0.057°”. */
export function askedFor({ run, targets, unit }: Asked): Phrase {
  const many = targets.length > 1;
  if (run.residual !== null)
    return say`asked for is ${strong(near(run.residual, unit))}, as the norm ‖e‖ of the whole task`;
  const own = targets.flatMap(({ tolerance }) => tolerance ?? []);
  const oriented = targets.some(turns);
  const angle = (radians: number): Phrase => (oriented ? say` and ${strong(turned(radians))}` : []);
  const shared = say`${strong(near(run.tolerance, unit))}${many ? ' in all' : ''}${angle(run.orientationTolerance)}`;
  if (own.length === 0) return say`asked for is ${shared}`;
  const widest = Math.max(...own.map(({ position }) => position));
  const turn = Math.max(...own.map(({ rotation }) => rotation));
  const alike = own.every(({ position, rotation }) => position === widest && rotation === turn);
  const axes = say`${alike ? '' : 'at most '}${strong(near(widest, unit))}${angle(turn)} on each axis`;
  return own.length === targets.length
    ? say`asked for is ${axes}`
    : say`asked for is ${shared}, and of targets with bounds of their own ${axes}`;
}

/** Small tolerances and gains have digits that small distances do not show. */
export function near(metres: number, unit: LengthUnit): string {
  if (metres === 0) return `0 ${unitName(unit)}`;
  const said = words(length(metres, unit));
  if (unit === 'm' ? metres >= 1e-4 : !said.startsWith('<')) return said;
  if (metres < 1e-9) return unit === 'm' ? '< 0.001 µm' : `< ${computed(1e-9, unit)}`;
  return unit === 'm' ? `${Number((metres * 1e6).toPrecision(2))} µm` : computed(metres, unit);
}

/** Nothing had to move: it was there before its first update. What cannot be told is not said. */
export function unmoved(
  { updates, updatesSinceMove, objective, objectiveBefore }: Standing,
  { run, targets }: Bound & Pick<Asked, 'run'>,
): boolean {
  if (updatesSinceMove > 1 || (run.mode !== 'converge' && updates > 1)) return false;
  const off = updatesSinceMove === 0 ? objective : objectiveBefore;
  if (run.residual !== null) return off <= run.residual;
  const oriented = targets.some(turns);
  const sum = oriented ? Math.sqrt(targets.length) * off : off;
  return targets.every((target) => {
    const { tolerance, orientationWeight } = target;
    const turn = tolerance?.rotation ?? run.orientationTolerance;
    if (turns(target) && off > orientationWeight * turn) return false;
    return tolerance ? off <= tolerance.position : sum <= run.tolerance;
  });
}

type Standing = Pick<
  InstanceStatus,
  'updates' | 'updatesSinceMove' | 'objective' | 'objectiveBefore'
>;
