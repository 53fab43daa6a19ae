import { FOLLOWER_ROW_LENGTH, type PathFollowingResult } from '@iklab/core/engine';
import { FOLLOW, type FollowField as PointField } from '@iklab/core/engine/protocol';
import {
  BRANCH_JUMP_THRESHOLDS,
  branchJumpThreshold,
  RECENT_WINDOW_UPDATES,
  TrajectoryStats,
} from '@iklab/core/measure';
import type { Scene, Vec3 } from '@iklab/core/scenario';
import { hypot } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames, isIndependentJoint } from '@iklab/core/scenario/robot';
import { arithmeticMean, quantile, sortedNumbers } from '../results/statistics.ts';
import type { FollowedPath } from './followedPath.ts';
import {
  PATH_POINT_FIELDS,
  PATH_POINT_STRIDE,
  PATH_RUN_FIELDS,
  type PathRunField,
} from './pathRunFields.ts';

const MAX_LAG = 60; // Points.
/**
 * Least joint step of a jump between points within the tolerance, radians. The tremor of
 * hand-guided paths is smaller.
 */
const MIN_UNNOTICED_JUMP = BRANCH_JUMP_THRESHOLDS.turn / 15;

/**
 * Run along a path: fields of the run (`PATH_RUN_STRIDE` values), fields of each point
 * (`PATH_POINT_STRIDE` values), and joint values at each point.
 */
export interface PathRun {
  readonly row: Float64Array;
  readonly course: Float64Array;
  /** Values of the independent joints, point after point. */
  readonly poses: Float64Array;
}

/**
 * Computes the fields of a run. `seconds`: time of each point of the last round; null if not
 * measured. `period`: duration of a round, seconds.
 */
export function computePathRun(
  path: FollowedPath,
  followed: PathFollowingResult,
  start: readonly number[],
  period: number,
  seconds: Float64Array | null,
): PathRun {
  const count = path.points.length;
  const fieldColumn = (field: PointField): Float64Array =>
    Float64Array.from(
      { length: count },
      (_, k) => followed.rows[k * FOLLOWER_ROW_LENGTH + FOLLOW[field]] as number,
    );
  const [error, angle, sigma] = [fieldColumn('error'), fieldColumn('angle'), fieldColumn('sigma')];
  const jumps = findPathJumps(path.scene, followed);
  const [worst, least] = [indexOfBest(error, Math.max), indexOfBest(sigma, Math.min)];
  const shareOfRound = (k: number): number => (k < 0 ? Number.NaN : k / count);
  const lag = computeLag(path, followed);
  const measures = computeMeasures(path.scene, followed, start, error);
  const times = seconds && sortedNumbers(seconds);
  const figures: Readonly<Record<PathRunField, number>> = {
    rms: rms(error),
    error95: quantile(sortedNumbers(error), 0.95),
    largest: error[worst] as number,
    largestAt: shareOfRound(worst),
    angleRms: rms(angle),
    angle95: quantile(sortedNumbers(angle), 0.95),
    angleLargest: angle.reduce((most, x) => Math.max(most, x), 0),
    within: arithmeticMean(fieldColumn('within')),
    lag,
    lagTime: (lag * period) / count,
    jumps: countStretches(jumps),
    firstJump: shareOfRound(jumps.indexOf(true)),
    largeSteps: shareOfLargeSteps(path.scene, followed, count),
    jitter: measures.jitter,
    shake: measures.shake,
    travel: measures.travel,
    limited: arithmeticMean(fieldColumn('limited')),
    sigma: sigma[least] as number,
    sigmaAt: shareOfRound(least),
    gap: computeGap(path.scene, followed),
    updates: arithmeticMean(fieldColumn('updates')),
    time: times ? quantile(times, 0.5) : Number.NaN,
    time99: times ? quantile(times, 0.99) : Number.NaN,
  };
  const course = new Float64Array(count * PATH_POINT_STRIDE);
  PATH_POINT_FIELDS.forEach((field, i) => {
    const column = field === 'jump' ? Float64Array.from(jumps, Number) : fieldColumn(field);
    column.forEach((value, k) => {
      course[k * PATH_POINT_STRIDE + i] = value;
    });
  });
  const row = Float64Array.from(PATH_RUN_FIELDS, (field) => figures[field]);
  return { row, course, poses: followed.poses };
}

const rms = (values: Float64Array): number => Math.sqrt(arithmeticMean(values.map((x) => x * x)));

function indexOfBest(values: Float64Array, best: (a: number, b: number) => number): number {
  return values.indexOf(values.reduce((found, x) => best(found, x)));
}

const countStretches = (jumps: readonly boolean[]): number =>
  jumps.filter((jump, k) => jump && !jumps[k - 1]).length;

/**
 * Returns the pose at point k of the last round, n values. k = -1: end of the previous round; null
 * if unknown.
 */
function poseAt({ poses, before }: PathFollowingResult, n: number, k: number): Float64Array | null {
  if (k >= 0) return poses.subarray(k * n, (k + 1) * n);
  const last = before && before.length / n + k;
  return before && last !== null && last >= 0 ? before.subarray(last * n, (last + 1) * n) : null;
}

/**
 * Returns whether a joint jumps, per point of the last round. A jump is far above recent joint
 * steps (`branchJumpThreshold`) and above `BRANCH_JUMP_THRESHOLDS.turn`. Between points within the
 * tolerance, `MIN_UNNOTICED_JUMP` suffices.
 */
export function findPathJumps(scene: Scene, followed: PathFollowingResult): boolean[] {
  const count = followed.rows.length / FOLLOWER_ROW_LENGTH;
  const rotationAt = largestRotations(scene, followed);
  const past: number[] = [];
  for (let k = -RECENT_WINDOW_UPDATES; k < 0; k++) {
    const rotation = rotationAt(k);
    if (rotation !== null) past.push(rotation);
  }
  const isWithin = (k: number) =>
    followed.rows[((k + count) % count) * FOLLOWER_ROW_LENGTH + FOLLOW.within] === 1;
  return Array.from({ length: count }, (_, k) => {
    const turn = rotationAt(k);
    if (turn === null) return false;
    const isLarge = turn > branchJumpThreshold(past.slice(-RECENT_WINDOW_UPDATES));
    past.push(turn);
    const unnoticed = turn > MIN_UNNOTICED_JUMP && k > 0 && isWithin(k - 1) && isWithin(k);
    return isLarge && (turn > BRANCH_JUMP_THRESHOLDS.turn || unnoticed);
  });
}

function shareOfLargeSteps(scene: Scene, followed: PathFollowingResult, count: number): number {
  const rotationAt = largestRotations(scene, followed);
  const large = Array.from(
    { length: count },
    (_, k) => (rotationAt(k) ?? 0) > BRANCH_JUMP_THRESHOLDS.turn,
  );
  return large.filter(Boolean).length / count;
}

/**
 * Returns a function of k: the largest joint rotation from point k - 1 to point k, radians; null if
 * unknown.
 */
function largestRotations(
  scene: Scene,
  followed: PathFollowingResult,
): (k: number) => number | null {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const isRevolute = joints.map(({ type }) => type !== 'prismatic');
  const n = joints.length;
  return (k) => {
    const [pose, last] = [poseAt(followed, n, k), poseAt(followed, n, k - 1)];
    if (!pose || !last) return null;
    return pose.reduce(
      (most, x, j) => (isRevolute[j] ? Math.max(most, Math.abs(x - (last[j] as number))) : most),
      0,
    );
  };
}

/**
 * Computes the distance between the last poses of the last two rounds: Euclidean norm over revolute
 * joints, radians (without any, over prismatic joints, metres). NaN with one round.
 */
function computeGap(scene: Scene, { poses, before }: PathFollowingResult): number {
  if (!before) return Number.NaN;
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const turning = joints.some(({ type }) => type !== 'prismatic');
  const [end, last] = [poses.slice(-joints.length), before.slice(-joints.length)];
  return hypot(
    ...joints.map(({ type }, j) =>
      turning === (type !== 'prismatic') ? (end[j] as number) - (last[j] as number) : 0,
    ),
  );
}

function computeMeasures(
  { tree }: Scene,
  followed: PathFollowingResult,
  start: readonly number[],
  error: Float64Array,
) {
  const course = new TrajectoryStats(tree);
  const n = start.length;
  error.forEach((missed, k) => {
    const pose = poseAt(followed, n, k) as Float64Array;
    const last = poseAt(followed, n, k - 1) ?? start;
    course.record(
      pose.map((x, j) => x - (last[j] as number)),
      pose,
      missed,
    );
  });
  return course.measures('all');
}

/**
 * Returns the lag behind the goals, in points, up to a quarter of the round: the shift with the
 * least rms error.
 */
function computeLag(
  { scene, points, moving }: FollowedPath,
  followed: PathFollowingResult,
): number {
  const { tree, scenario } = scene;
  const n = followed.poses.length / points.length;
  const effectorIndices = moving.map((i) =>
    tree.effectors.findIndex(({ id }) => id === scenario.targets[i]?.effector),
  );
  const tips = points.map((_, k) => {
    const frames = computeEffectorTipFrames(tree.joints, tree.effectors, [
      ...(poseAt(followed, n, k) as Float64Array),
    ]);
    return effectorIndices.map((index) => frames[index]?.position as Vec3);
  });
  const most = Math.min(MAX_LAG, Math.floor(points.length / 4));
  const misses = Array.from({ length: most + 1 }, (_, shift) => errorAtShift(shift));
  return misses.indexOf(Math.min(...misses));

  // With several rounds, the previous round precedes the first point; with one, nothing does.
  function errorAtShift(shift: number): number {
    const from = followed.before ? 0 : shift;
    let sum = 0;
    for (let k = from; k < points.length; k++) {
      const goals = points[(k - shift + points.length) % points.length];
      moving.forEach((target, i) => {
        const [tip, goal] = [tips[k]?.[i] as Vec3, goals?.[target]?.position as Vec3];
        sum += (tip[0] - goal[0]) ** 2 + (tip[1] - goal[1]) ** 2 + (tip[2] - goal[2]) ** 2;
      });
    }
    return sum / (points.length - from);
  }
}
