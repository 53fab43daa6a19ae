/** Computes the results of a run along a path. */
import { FOLLOW_STRIDE, type Followed } from 'iklab/engine';
import { FOLLOW, type FollowField as PointField } from 'iklab/engine/protocol';
import { Course, JUMP, jumpBound, RECENT_UPDATES } from 'iklab/measure';
import { hypot, isMovingJoint, type Scene, tipFrames, type Vec3 } from 'iklab/scenario';
import { quantile, sortedNumbers } from '../statistics.ts';
import { COURSE_FIELDS, COURSE_STRIDE, FOLLOW_FIELDS, type FollowField } from './followFields.ts';
import type { FollowPath } from './followPath.ts';

const MOST_LAG = 60; // Points.
/**
 * Joint step above which a jump without an error is possible, radians; the tremor of a hand-guided
 * path is smaller.
 */
const SMALL = JUMP.turn / 15;

/**
 * A run: `RUN_STRIDE` values, `COURSE_STRIDE` values for each of its points, and the joint values
 * at each point.
 */
export interface FollowedRun {
  readonly row: Float64Array;
  readonly course: Float64Array;
  /** Values of the independent joints, point after point. */
  readonly poses: Float64Array;
}

/**
 * `start`: start pose of the run. `seconds`: time of each point of the last round; null if not
 * measured. `period`: duration of a round, seconds.
 */
export function figuresOf(
  path: FollowPath,
  followed: Followed,
  start: readonly number[],
  period: number,
  seconds: Float64Array | null,
): FollowedRun {
  const count = path.points.length;
  const of = (field: PointField): Float64Array =>
    Float64Array.from(
      { length: count },
      (_, k) => followed.rows[k * FOLLOW_STRIDE + FOLLOW[field]] as number,
    );
  const [error, angle, sigma] = [of('error'), of('angle'), of('sigma')];
  const jumps = jumpsOf(path.scene, followed);
  const [worst, least] = [placeOf(error, Math.max), placeOf(sigma, Math.min)];
  const where = (k: number): number => (k < 0 ? Number.NaN : k / count);
  const lag = lagOf(path, followed);
  const measures = measuresOf(path.scene, followed, start, error);
  const times = seconds && sortedNumbers(seconds);
  const figures: Readonly<Record<FollowField, number>> = {
    rms: rms(error),
    error95: quantile(sortedNumbers(error), 0.95),
    largest: error[worst] as number,
    largestAt: where(worst),
    angleRms: rms(angle),
    angle95: quantile(sortedNumbers(angle), 0.95),
    angleLargest: angle.reduce((most, x) => Math.max(most, x), 0),
    within: mean(of('within')),
    lag,
    lagTime: (lag * period) / count,
    jumps: stretches(jumps),
    firstJump: where(jumps.indexOf(true)),
    largeSteps: largeSteps(path.scene, followed, count),
    jitter: measures.jitter,
    shake: measures.shake,
    travel: measures.travel,
    limited: mean(of('limited')),
    sigma: sigma[least] as number,
    sigmaAt: where(least),
    gap: gapOf(path.scene, followed),
    updates: mean(of('updates')),
    time: times ? quantile(times, 0.5) : Number.NaN,
    time99: times ? quantile(times, 0.99) : Number.NaN,
  };
  const course = new Float64Array(count * COURSE_STRIDE);
  COURSE_FIELDS.forEach((field, i) => {
    const column = field === 'jump' ? Float64Array.from(jumps, Number) : of(field);
    column.forEach((value, k) => {
      course[k * COURSE_STRIDE + i] = value;
    });
  });
  const row = Float64Array.from(FOLLOW_FIELDS, (field) => figures[field]);
  return { row, course, poses: followed.poses };
}

const mean = (values: Float64Array): number =>
  values.reduce((sum, x) => sum + x, 0) / values.length;
const rms = (values: Float64Array): number => Math.sqrt(mean(values.map((x) => x * x)));

/** Index of the first largest value, or the first least. */
function placeOf(values: Float64Array, best: (a: number, b: number) => number): number {
  return values.indexOf(values.reduce((found, x) => best(found, x)));
}

/** Number of stretches of consecutive points with a jump. */
const stretches = (jumps: readonly boolean[]): number =>
  jumps.filter((jump, k) => jump && !jumps[k - 1]).length;

/** Pose k of the last round, with -1 the last pose of the round before; null if there is none. */
function poseAt({ poses, before }: Followed, n: number, k: number): Float64Array | null {
  if (k >= 0) return poses.subarray(k * n, (k + 1) * n);
  const last = before && before.length / n + k;
  return before && last !== null && last >= 0 ? before.subarray(last * n, (last + 1) * n) : null;
}

/**
 * Whether there is a jump at each point: by the rule of Compare (`JUMP`), or where a joint rotates
 * by more than `JUMP.times` the median while the error is unchanged and within the tolerance before
 * and after. Rotations before the last round count for the median.
 */
export function jumpsOf(scene: Scene, followed: Followed): boolean[] {
  const count = followed.rows.length / FOLLOW_STRIDE;
  const turned = turnsOf(scene, followed);
  const past: number[] = [];
  for (let k = -RECENT_UPDATES; k < 0; k++) {
    const turn = turned(k);
    if (turn !== null) past.push(turn);
  }
  const within = (k: number) =>
    followed.rows[((k + count) % count) * FOLLOW_STRIDE + FOLLOW.within] === 1;
  return Array.from({ length: count }, (_, k) => {
    const turn = turned(k);
    if (turn === null) return false;
    const beyond = turn > jumpBound(past.slice(-RECENT_UPDATES));
    past.push(turn);
    const unnoticed = turn > SMALL && k > 0 && within(k - 1) && within(k);
    return beyond && (turn > JUMP.turn || unnoticed);
  });
}

/** Returns the share of the points at which a joint turns by more than `JUMP.turn`. */
function largeSteps(scene: Scene, followed: Followed, count: number): number {
  const turned = turnsOf(scene, followed);
  const large = Array.from({ length: count }, (_, k) => (turned(k) ?? 0) > JUMP.turn);
  return large.filter(Boolean).length / count;
}

/**
 * Largest rotation of a joint from the point before to point k, radians; null if there is no point
 * before.
 */
function turnsOf(scene: Scene, followed: Followed): (k: number) => number | null {
  const joints = scene.tree.joints.filter(isMovingJoint);
  const turns = joints.map(({ type }) => type !== 'prismatic');
  const n = joints.length;
  return (k) => {
    const [now, last] = [poseAt(followed, n, k), poseAt(followed, n, k - 1)];
    if (!now || !last) return null;
    return now.reduce(
      (most, x, j) => (turns[j] ? Math.max(most, Math.abs(x - (last[j] as number))) : most),
      0,
    );
  };
}

/**
 * Euclidean norm of the difference over the revolute joints, radians; over the prismatic joints,
 * metres, if no joint is revolute.
 */
function gapOf(scene: Scene, { poses, before }: Followed): number {
  if (!before) return Number.NaN;
  const joints = scene.tree.joints.filter(isMovingJoint);
  const turning = joints.some(({ type }) => type !== 'prismatic');
  const [end, last] = [poses.slice(-joints.length), before.slice(-joints.length)];
  return hypot(
    ...joints.map(({ type }, j) =>
      turning === (type !== 'prismatic') ? (end[j] as number) - (last[j] as number) : 0,
    ),
  );
}

function measuresOf(
  { tree }: Scene,
  followed: Followed,
  start: readonly number[],
  error: Float64Array,
) {
  const course = new Course(tree);
  const n = start.length;
  error.forEach((missed, k) => {
    const now = poseAt(followed, n, k) as Float64Array;
    const last = poseAt(followed, n, k - 1) ?? start;
    course.record(
      now.map((x, j) => x - (last[j] as number)),
      now,
      missed,
    );
  });
  return course.over('all');
}

/**
 * Number of points by which the end effectors lag behind their goals, from 0 to a quarter of the
 * round: the shift with the least rms error.
 */
function lagOf({ scene, points, moving }: FollowPath, followed: Followed): number {
  const { tree, scenario } = scene;
  const n = followed.poses.length / points.length;
  const places = moving.map((i) =>
    tree.effectors.findIndex(({ id }) => id === scenario.targets[i]?.effector),
  );
  const tips = points.map((_, k) => {
    const frames = tipFrames(tree.joints, tree.effectors, [
      ...(poseAt(followed, n, k) as Float64Array),
    ]);
    return places.map((place) => frames[place]?.at as Vec3);
  });
  const most = Math.min(MOST_LAG, Math.floor(points.length / 4));
  const misses = Array.from({ length: most + 1 }, (_, shift) => missedBy(shift));
  return misses.indexOf(Math.min(...misses));

  // With several rounds, the previous round precedes the first point; with one, nothing does.
  function missedBy(shift: number): number {
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
