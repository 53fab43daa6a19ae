import type { InspectionFindings } from '@iklab/core/engine';
import {
  countSingularDirections,
  logSpacedSamples,
  RECENT_WINDOW_UPDATES,
  sigmaPlotRange,
  type TrajectoryMeasures,
  TrajectoryStats,
} from '@iklab/core/measure';
import { hasJointLimits, isAtJointLimit, isIndependentJoint } from '@iklab/core/scenario/robot';
import { runGeneratorToEnd } from '@iklab/core/time';
import type { Session } from '../session/session.ts';
import { countUpdatesAtEntry, type RunHistory } from './runHistory.ts';

export interface InstanceReadings {
  readonly updates: number;
  readonly found: InspectionFindings;
  /**
   * Pairs of sigma and tau(sigma) with the method's current parameters; empty if the method is no
   * filter.
   */
  readonly filter: readonly (readonly [number, number])[];
  /** Rank of J at the pose of the entry, and (`directions`) the largest possible rank. */
  readonly rank: number;
  readonly directions: number;
  /** Damping lambda of the last update; NaN if undamped. */
  readonly lambda: number;
  readonly jitter: number;
  /** Number of joints at a limit, and (`limits`) of joints that have limits. */
  readonly limited: number;
  readonly limits: number;
}

export const readInstanceValues = (
  ...args: Parameters<typeof readInstanceValuesSliced>
): InstanceReadings => runGeneratorToEnd(readInstanceValuesSliced(...args));

export function* readInstanceValuesSliced(
  session: Session,
  past: RunHistory,
  entry: number,
  instance: number,
): Generator<void, InstanceReadings> {
  const { lab, scene } = session;
  const angles = past.angles(entry, instance);
  const probe = { angles, goals: past.goals(entry), clamps: past.clamps(entry, instance) };
  const sigmasFor = (found: InspectionFindings) => logSpacedSamples(sigmaPlotRange([found]));
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const readings = {
    updates: countUpdatesAtEntry(session, past, entry, instance),
    lambda: past.lambda(entry, instance),
    jitter: computeMeasuresUpTo(session, past.update(entry, instance), instance).jitter,
    limited: joints.filter(({ limits }, i) => isAtJointLimit(angles[i] as number, limits)).length,
    limits: joints.filter(hasJointLimits).length,
  };
  const { found, filter } = yield* lab.inspectFilterSliced(instance, sigmasFor, probe);
  return {
    ...readings,
    found,
    filter: filter.every(Number.isNaN)
      ? []
      : [...sigmasFor(found)].map((sigma, i) => [sigma, filter[i] ?? 0]),
    rank: countSingularDirections(found),
    directions: lab.sigmaCount,
  };
}

/** Returns the measures of an instance up to `update`, over the window of the comparison table. */
export function computeMeasuresUpTo(
  { lab, scene }: Session,
  update: number,
  instance: number,
): TrajectoryMeasures {
  const course = new TrajectoryStats(scene.tree);
  for (let index = Math.max(1, update - RECENT_WINDOW_UPDATES + 1); index <= update; index++) {
    const [step, angles] = [lab.step(instance, index), lab.anglesAfter(instance, index)];
    if (step && angles) course.record(step, angles, lab.errorAfter(instance, index));
  }
  return course.measures('recent');
}
