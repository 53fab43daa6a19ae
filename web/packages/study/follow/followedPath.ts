import type { PathPointGoal } from '@iklab/core/engine';
import {
  type Quaternion,
  resolveScenario,
  type Scenario,
  type Scene,
  type Target,
  type Vec3,
} from '@iklab/core/scenario';
import {
  addScaled,
  matrixProduct,
  quaternionFromRotation,
  type RigidFrame,
  rotationAbout,
  rotationFromQuaternion,
} from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { withoutFreeRotation } from '@iklab/core/scenario/targets';
import type { PathSampling, PathShape, PathShapeOfKind } from './pathSampling.ts';
import {
  backAndForthShare,
  circlePoint,
  figureEightPoint,
  interpolatePoses,
  motionOffset,
  type PlanePoint,
  planeAxes,
  tangentAngle,
} from './pathShapes.ts';

export interface FollowedPath {
  /**
   * Scene with motionless targets at the first goals. Targets constrain only what the path
   * constrains.
   */
  readonly scene: Scene;
  /** Goals for each point of one round, one per target of the scene. */
  readonly points: readonly (readonly PathPointGoal[])[];
  readonly moving: readonly number[];
}

export function makeFollowedPath(scenario: Scenario, sampling: PathSampling): FollowedPath {
  const { tree, start } = resolveScenario(scenario);
  const { path, turn, points: count } = sampling;
  const targetIndex = followingTargetIndex(path, scenario);
  const targets = scenario.targets.map((target, i) => fixTarget(target, moves(i), turn));
  const frames = computeEffectorTipFrames(tree.joints, tree.effectors, start);
  const tip = (target: Target) =>
    frames[tree.effectors.findIndex(({ id }) => id === target.effector)] as RigidFrame;
  const followed = scenario.targets[targetIndex] as Target;
  const goalAt =
    path.shape === 'motion'
      ? movingGoals(scenario, targets, sampling.period)
      : singleTargetGoals(targets, targetIndex, shapeGoals(path, followed, tip(followed), turn));
  const points = Array.from({ length: count }, (_, k) => goalAt(k / count));
  const [first] = points;
  const fixedTargets = targets.map((target, i) => ({
    ...target,
    position: first?.[i]?.position ?? target.position,
    orientation: target.orientation && (first?.[i]?.orientation ?? target.orientation),
  }));
  const run = { ...scenario.run, mode: 'hybrid' as const, restarts: null };
  const scene = { tree, start, scenario: { ...scenario, start, targets: fixedTargets, run } };
  const moving = targets.map((_, i) => i).filter(moves);
  return { scene, points, moving };

  function moves(i: number): boolean {
    return path.shape === 'motion' ? scenario.targets[i]?.motion !== null : i === targetIndex;
  }
}

/**
 * Returns the index of the target that follows the path; -1 if the path's effector has no target.
 */
export const followingTargetIndex = (path: PathShape, { targets }: Scenario): number =>
  path.shape === 'motion' || path.effector === undefined
    ? 0
    : targets.findIndex(({ effector }) => effector === path.effector);

function fixTarget(target: Target, moves: boolean, turn: PathSampling['turn']): Target {
  const fixed = { ...target, motion: null };
  if (!moves || turn !== 'free') return fixed;
  return { ...fixed, orientation: null, free: withoutFreeRotation(target.free) };
}

type GoalsAtShare = (share: number) => readonly PathPointGoal[];

function movingGoals(scenario: Scenario, targets: readonly Target[], period: number): GoalsAtShare {
  return (share) =>
    targets.map(({ position, orientation }, i) => ({
      position: addScaled(
        position,
        motionOffset(scenario.targets[i]?.motion ?? null, share * period),
      ),
      orientation,
    }));
}

function singleTargetGoals(
  targets: readonly Target[],
  targetIndex: number,
  goal: (share: number) => PathPointGoal,
): GoalsAtShare {
  return (share) =>
    targets.map(({ position, orientation }, i) =>
      i === targetIndex ? goal(share) : { position, orientation },
    );
}

/**
 * Returns a function that computes the goal at a share of the round. The orientation is that of the
 * path's poses, of the effector at the start, or of the target. With `turn` `tangent`, the
 * orientation follows the path. Free targets have no orientation.
 */
function shapeGoals(
  path: Exclude<PathShape, PathShapeOfKind<'motion'>>,
  { orientation }: Target,
  tip: RigidFrame,
  turn: PathSampling['turn'],
): (share: number) => PathPointGoal {
  const none = turn === 'free' || orientation === null;
  const pointOf = (point: 'start' | Vec3): Vec3 => (point === 'start' ? tip.position : point);
  const turnAt = (anchor: unknown): Quaternion | null =>
    none ? null : anchor === 'start' ? quaternionFromRotation(tip.rotation) : orientation;
  if (path.shape === 'poses') {
    const { poses } = path;
    const [from, length] = [poses[0]?.time ?? 0, pathDuration(poses)];
    const parameter = isOpenPath(poses) ? backAndForthShare : (share: number) => share;
    return (share) => {
      const { position, orientation: poseOrientation } = interpolatePoses(
        path,
        from + length * parameter(share),
      );
      return { position, orientation: none ? null : (poseOrientation ?? orientation) };
    };
  }
  if (path.shape === 'line') {
    const [from, to] = [pointOf(path.from as 'start' | Vec3), pointOf(path.to as 'start' | Vec3)];
    const direction = addScaled(to, from, -1);
    const orientationOnLine = turnAt(path.from === 'start' || path.to === 'start' ? 'start' : null);
    return (share) => ({
      position: share === 0.5 ? to : addScaled(from, direction, backAndForthShare(share)),
      orientation: orientationOnLine,
    });
  }
  const centre = pointOf(path.centre as 'start' | Vec3);
  const [u, v, n] = planeAxes(path.plane as Vec3);
  const on = (share: number): PlanePoint =>
    path.shape === 'circle' ? circlePoint(path.radius, share) : figureEightPoint(path.size, share);
  const startOrientation = turnAt(path.centre);
  const begins = tangentAngle(on(0).tangent);
  return (share) => {
    const { position: planePosition, tangent } = on(share);
    const position = addScaled(addScaled(centre, u, planePosition[0]), v, planePosition[1]);
    if (turn !== 'tangent' || startOrientation === null)
      return { position, orientation: startOrientation };
    const rotation = rotationAbout(n, tangentAngle(tangent) - begins);
    const orientation = quaternionFromRotation(
      matrixProduct(rotation, rotationFromQuaternion(startOrientation)),
    );
    return { position, orientation };
  };
}

type Poses = PathShapeOfKind<'poses'>['poses'];

/** Returns the seconds from the first to the last pose. */
export const pathDuration = (poses: Poses): number =>
  (poses.at(-1)?.time ?? 0) - (poses[0]?.time ?? 0);

/** Returns whether the first and last poses differ. An open path is followed there and back. */
export function isOpenPath(poses: Poses): boolean {
  const { time: _, ...first } = poses[0] as Poses[number];
  const { time: __, ...last } = poses.at(-1) as Poses[number];
  return JSON.stringify(first) !== JSON.stringify(last);
}
