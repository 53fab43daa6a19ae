import type { Scenario, Vec3 } from '@iklab/core/scenario';
import {
  type FaultCollector,
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import { hypot } from '@iklab/core/scenario/numbers';
import { followingTargetIndex } from './followedPath.ts';
import {
  MAX_PATH_STUDY_POINTS,
  type PathSampling,
  type PathShape,
  type PathShapeOfKind,
} from './pathSampling.ts';
import { motionOffset } from './pathShapes.ts';

const PATH = ['sampling', 'path'] as const;
const RETURN_TOLERANCE = 1e-9; // Relative to the extent of the motion: below this, it returns to its start.

/** Records the faults of a path study's sampling. `cells`: number of cells of the study. */
export function checkPathSampling(
  sampling: PathSampling,
  written: { readonly turn?: unknown; readonly period?: unknown },
  scenario: Scenario,
  cells: number,
  faults: FaultCollector,
): void {
  const { path, points, starts } = sampling;
  const targetIndex = followingTargetIndex(path, scenario);
  if (targetIndex < 0) {
    refuseEffector(path, scenario, faults);
    return;
  }
  checkShape(path, faults);
  if (path.shape === 'poses' && written.period !== undefined)
    faults.add(
      ['sampling', 'period'],
      `must be left out if poses are given, because poses have times; got ${written.period}`,
    );
  checkOrientationMode(sampling, scenario, targetIndex, faults);
  if (path.shape === 'motion') checkMotion(sampling, scenario, faults);
  if (points * starts * cells > MAX_PATH_STUDY_POINTS)
    faults.add(
      ['sampling', 'points'],
      `must leave at most ${MAX_PATH_STUDY_POINTS} points in all; got ${points} x ${starts} (starts) x ${cells} (methods and values of the sweep)`,
    );
}

function refuseEffector(path: PathShape, { targets }: Scenario, faults: FaultCollector): void {
  const effectors = targets.map(({ effector }) => effector);
  const effector = 'effector' in path ? (path.effector ?? '') : '';
  const reason = `must be one that has a target (${listWords(effectors)}); got ${quoteInOneLine(effector)}`;
  faults.add([...PATH, 'effector'], `${reason}${nearestWordSuggestion(effector, effectors)}`);
}

const isZero = (v: readonly number[]): boolean => hypot(...v) === 0;

function checkShape(path: PathShape, faults: FaultCollector): void {
  if ('plane' in path && isZero(path.plane as Vec3))
    faults.add(
      [...PATH, 'plane'],
      'must be the normal of a plane, of any length but 0; got 0, 0, 0',
    );
  if (path.shape === 'line' && JSON.stringify(path.from) === JSON.stringify(path.to))
    faults.add([...PATH, 'to'], 'must not be the same point as path.from');
  if (path.shape === 'poses') checkPoses(path, faults);
}

function checkPoses({ poses }: PathShapeOfKind<'poses'>, faults: FaultCollector): void {
  const hasOrientation = poses[0]?.orientation !== undefined;
  poses.forEach(({ time, orientation }, i) => {
    const path = [...PATH, 'poses', i];
    const before = poses[i - 1]?.time ?? Number.NEGATIVE_INFINITY;
    if (time <= before)
      faults.add(
        [...path, 'time'],
        `must be > ${before}, the time of the pose before; got ${time}`,
      );
    if ((orientation !== undefined) !== hasOrientation)
      faults.add(
        [...path, 'orientation'],
        `must be ${hasOrientation ? 'given' : 'left out'}, as that of the first pose is`,
      );
    else if (orientation && isZero(orientation))
      faults.add([...path, 'orientation'], 'must be of any length but 0; got 0, 0, 0, 0');
  });
}

function checkOrientationMode(
  { turn: mode, path }: PathSampling,
  { targets }: Scenario,
  targetIndex: number,
  faults: FaultCollector,
): void {
  if (mode === 'free') return;
  const faultPath = ['sampling', 'turn'];
  const target = targets[targetIndex];
  if (target?.orientation === null && path.shape !== 'motion')
    faults.add(
      faultPath,
      `must be free, as the target on ${quoteInOneLine(target.effector)} has no orientation; got ${quoteInOneLine(mode)}`,
    );
  else if (mode === 'tangent' && (path.shape === 'poses' || path.shape === 'motion'))
    faults.add(faultPath, `must be kept or free where the shape is ${path.shape}; got "tangent"`);
}

function checkMotion(
  { period, rounds }: PathSampling,
  { targets }: Scenario,
  faults: FaultCollector,
) {
  const motions = targets.flatMap(({ motion }) => (motion ? [motion] : []));
  if (motions.length === 0)
    faults.add([...PATH, 'shape'], '"motion" needs a target with a motion; all targets are fixed');
  if (rounds === 1) return;
  const opens = motions.some((motion) => {
    const [from, to] = [motionOffset(motion, 0), motionOffset(motion, period)];
    const size = motion.kind === 'sine' ? [motion.amplitude] : motion.points;
    const far = Math.max(...size.map((v) => hypot(...v)));
    return hypot(...from.map((x, i) => x - (to[i] as number))) > RETURN_TOLERANCE * far;
  });
  if (opens)
    faults.add(
      ['sampling', 'period'],
      `must be a period after which every target is back, because rounds is ${rounds}; got ${period}`,
    );
}
