/** The path of a study as goals: a scene and the target poses of each point. */
import type { FollowGoal } from 'iklab/engine';
import {
  addScaled,
  type Frame,
  freeWithoutTurn,
  matrixProduct,
  type Quaternion,
  quaternionOf,
  resolve,
  rotationAbout,
  rotationOfQuaternion,
  type Scenario,
  type Scene,
  type Target,
  tipFrames,
  type Vec3,
} from 'iklab/scenario';
import type { FollowSampling, PathShape, ShapeOf } from './followSampling.ts';
import {
  angleOf,
  betweenPoses,
  motionAt,
  onCircle,
  onEight,
  type PlanePoint,
  planeAxes,
  thereAndBack,
} from './pathShapes.ts';

export interface FollowPath {
  /** Its targets are fixed at the first point and constrain what the path constrains. */
  readonly scene: Scene;
  /** A goal for each target, for each point of one round. */
  readonly points: readonly (readonly FollowGoal[])[];
  /** Indices of the targets that move. */
  readonly moving: readonly number[];
}

export function followPath(scenario: Scenario, sampling: FollowSampling): FollowPath {
  const { tree, start } = resolve(scenario);
  const { path, turn, points: count } = sampling;
  const place = followingTarget(path, scenario);
  const targets = scenario.targets.map((target, i) => stillTarget(target, moves(i), turn));
  const frames = tipFrames(tree.joints, tree.effectors, start);
  const tip = (target: Target) =>
    frames[tree.effectors.findIndex(({ id }) => id === target.effector)] as Frame;
  const followed = scenario.targets[place] as Target;
  const goalAt =
    path.shape === 'motion'
      ? movingGoals(scenario, targets, sampling.period)
      : oneGoal(targets, place, shapeGoals(path, followed, tip(followed), turn));
  const points = Array.from({ length: count }, (_, k) => goalAt(k / count));
  const [first] = points;
  const placed = targets.map((target, i) => ({
    ...target,
    position: first?.[i]?.position ?? target.position,
    orientation: target.orientation && (first?.[i]?.orientation ?? target.orientation),
  }));
  const run = { ...scenario.run, mode: 'hybrid' as const, restarts: null };
  const scene = { tree, start, scenario: { ...scenario, start, targets: placed, run } };
  const moving = targets.map((_, i) => i).filter(moves);
  return { scene, points, moving };

  function moves(i: number): boolean {
    return path.shape === 'motion' ? scenario.targets[i]?.motion !== null : i === place;
  }
}

/** Index of the target that follows the path; -1 if there is none. */
export const followingTarget = (path: PathShape, { targets }: Scenario): number =>
  path.shape === 'motion' || path.effector === undefined
    ? 0
    : targets.findIndex(({ effector }) => effector === path.effector);

function stillTarget(target: Target, moves: boolean, turn: FollowSampling['turn']): Target {
  const still = { ...target, motion: null };
  if (!moves || turn !== 'free') return still;
  return { ...still, orientation: null, free: freeWithoutTurn(target.free) };
}

type GoalsAt = (share: number) => readonly FollowGoal[];

function movingGoals(scenario: Scenario, targets: readonly Target[], period: number): GoalsAt {
  return (share) =>
    targets.map(({ position, orientation }, i) => ({
      position: addScaled(position, motionAt(scenario.targets[i]?.motion ?? null, share * period)),
      orientation,
    }));
}

/** Goals where one target follows the path and the others keep their poses. */
function oneGoal(
  targets: readonly Target[],
  place: number,
  goal: (share: number) => FollowGoal,
): GoalsAt {
  return (share) =>
    targets.map(({ position, orientation }, i) =>
      i === place ? goal(share) : { position, orientation },
    );
}

/**
 * A path that begins at the start pose keeps the orientation that the effector has there; any other
 * path keeps that of the target. None if the target has no orientation or it is unconstrained.
 */
function shapeGoals(
  path: Exclude<PathShape, ShapeOf<'motion'>>,
  { orientation }: Target,
  tip: Frame,
  turn: FollowSampling['turn'],
): (share: number) => FollowGoal {
  const none = turn === 'free' || orientation === null;
  const place = (of: 'start' | Vec3): Vec3 => (of === 'start' ? tip.at : of);
  const turnAt = (of: unknown): Quaternion | null =>
    none ? null : of === 'start' ? quaternionOf(tip.turn) : orientation;
  if (path.shape === 'poses') {
    const { poses } = path;
    const [from, length] = [poses[0]?.time ?? 0, timeOf(poses)];
    const way = isOpenPath(poses) ? thereAndBack : (share: number) => share;
    return (share) => {
      const { position, orientation: own } = betweenPoses(path, from + length * way(share));
      return { position, orientation: none ? null : (own ?? orientation) };
    };
  }
  if (path.shape === 'line') {
    const [from, to] = [place(path.from as 'start' | Vec3), place(path.to as 'start' | Vec3)];
    const way = addScaled(to, from, -1);
    const kept = turnAt(path.from === 'start' || path.to === 'start' ? 'start' : null);
    return (share) => ({
      position: share === 0.5 ? to : addScaled(from, way, thereAndBack(share)),
      orientation: kept,
    });
  }
  const centre = place(path.centre as 'start' | Vec3);
  const [u, v, n] = planeAxes(path.plane as Vec3);
  const on = (share: number): PlanePoint =>
    path.shape === 'circle' ? onCircle(path.radius, share) : onEight(path.size, share);
  const kept = turnAt(path.centre);
  const begins = angleOf(on(0).along);
  return (share) => {
    const { at, along } = on(share);
    const position = addScaled(addScaled(centre, u, at[0]), v, at[1]);
    if (turn !== 'tangent' || kept === null) return { position, orientation: kept };
    const turned = rotationAbout(n, angleOf(along) - begins);
    const orientation = quaternionOf(matrixProduct(turned, rotationOfQuaternion(kept)));
    return { position, orientation };
  };
}

type Poses = ShapeOf<'poses'>['poses'];

/** Duration from the first to the last pose, seconds. */
export const timeOf = (poses: Poses): number => (poses.at(-1)?.time ?? 0) - (poses[0]?.time ?? 0);

/**
 * Whether the path ends at another pose than it begins; it is then followed back along the same
 * poses.
 */
export function isOpenPath(poses: Poses): boolean {
  const { time: _, ...first } = poses[0] as Poses[number];
  const { time: __, ...last } = poses.at(-1) as Poses[number];
  return JSON.stringify(first) !== JSON.stringify(last);
}
