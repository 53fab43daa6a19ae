import {
  didYouMean,
  type Faults,
  hypot,
  listed,
  quote,
  type Scenario,
  type Vec3,
} from 'iklab/scenario';
import { followingTarget } from './followPath.ts';
import {
  type FollowSampling,
  MOST_COURSE_POINTS,
  type PathShape,
  type ShapeOf,
} from './followSampling.ts';
import { motionAt } from './pathShapes.ts';

const PATH = ['sampling', 'path'] as const;
const SAME = 1e-9; // Relative to the extent of the motion: below this, it returns to its start.

/** Checks what following a path requires of the scenario. `cells`: those of the study. */
export function checkFollow(
  sampling: FollowSampling,
  given: { readonly turn?: unknown; readonly period?: unknown },
  scenario: Scenario,
  cells: number,
  faults: Faults,
): void {
  const { path, points, starts } = sampling;
  const place = followingTarget(path, scenario);
  if (place < 0) {
    refuseEffector(path, scenario, faults);
    return;
  }
  checkShape(path, faults);
  if (path.shape === 'poses' && given.period !== undefined)
    faults.add(
      ['sampling', 'period'],
      `must be left out if poses are given, because poses have times; got ${given.period}`,
    );
  checkTurn(sampling, scenario, place, faults);
  if (path.shape === 'motion') checkMotion(sampling, scenario, faults);
  if (points * starts * cells > MOST_COURSE_POINTS)
    faults.add(
      ['sampling', 'points'],
      `must leave at most ${MOST_COURSE_POINTS} points in all; got ${points} x ${starts} (starts) x ${cells} (methods and values of the sweep)`,
    );
}

function refuseEffector(path: PathShape, { targets }: Scenario, faults: Faults): void {
  const known = targets.map(({ effector }) => effector);
  const effector = 'effector' in path ? (path.effector ?? '') : '';
  const reason = `must be one that has a target (${listed(known)}); got ${quote(effector)}`;
  faults.add([...PATH, 'effector'], `${reason}${didYouMean(effector, known)}`);
}

const isNothing = (v: readonly number[]): boolean => hypot(...v) === 0;

function checkShape(path: PathShape, faults: Faults): void {
  if ('plane' in path && isNothing(path.plane as Vec3))
    faults.add(
      [...PATH, 'plane'],
      'must be the normal of a plane, of any length but 0; got 0, 0, 0',
    );
  if (path.shape === 'line' && JSON.stringify(path.from) === JSON.stringify(path.to))
    faults.add([...PATH, 'to'], 'must not be the same point as path.from');
  if (path.shape === 'poses') checkPoses(path, faults);
}

function checkPoses({ poses }: ShapeOf<'poses'>, faults: Faults): void {
  const turned = poses[0]?.orientation !== undefined;
  poses.forEach(({ time, orientation }, i) => {
    const at = [...PATH, 'poses', i];
    const before = poses[i - 1]?.time ?? Number.NEGATIVE_INFINITY;
    if (time <= before)
      faults.add([...at, 'time'], `must be > ${before}, the time of the pose before; got ${time}`);
    if ((orientation !== undefined) !== turned)
      faults.add(
        [...at, 'orientation'],
        `must be ${turned ? 'given' : 'left out'}, as that of the first pose is`,
      );
    else if (orientation && isNothing(orientation))
      faults.add([...at, 'orientation'], 'must be of any length but 0; got 0, 0, 0, 0');
  });
}

function checkTurn(
  { turn, path }: FollowSampling,
  { targets }: Scenario,
  place: number,
  faults: Faults,
): void {
  if (turn === 'free') return;
  const at = ['sampling', 'turn'];
  const target = targets[place];
  if (target?.orientation === null && path.shape !== 'motion')
    faults.add(
      at,
      `must be free, as the target on ${quote(target.effector)} has no orientation; got ${quote(turn)}`,
    );
  else if (turn === 'tangent' && (path.shape === 'poses' || path.shape === 'motion'))
    faults.add(at, `must be kept or free where the shape is ${path.shape}; got "tangent"`);
}

function checkMotion({ period, rounds }: FollowSampling, { targets }: Scenario, faults: Faults) {
  const motions = targets.flatMap(({ motion }) => (motion ? [motion] : []));
  if (motions.length === 0)
    faults.add([...PATH, 'shape'], '"motion" needs a target with a motion; all targets are fixed');
  if (rounds === 1) return;
  const opens = motions.some((motion) => {
    const [from, to] = [motionAt(motion, 0), motionAt(motion, period)];
    const size = motion.kind === 'sine' ? [motion.amplitude] : motion.points;
    const far = Math.max(...size.map((v) => hypot(...v)));
    return hypot(...from.map((x, i) => x - (to[i] as number))) > SAME * far;
  });
  if (opens)
    faults.add(
      ['sampling', 'period'],
      `must be a period after which every target is back, because rounds is ${rounds}; got ${period}`,
    );
}
