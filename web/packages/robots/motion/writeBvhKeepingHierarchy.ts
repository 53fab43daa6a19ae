import {
  composeFrames,
  distance,
  frameFromXyzRpy,
  RADIANS_PER_DEGREE,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { isMovable, jointFrames, jointValues } from '@iklab/core/scenario/robot';
import type { JointTrajectory } from '@iklab/run/history/records';
import { type BvhRig, readBvh } from '../rig/bvhRig.ts';
import { computeBvhPose, sortTranslationsFirst } from '../rig/computeBvhPose.ts';
import type { MotionExportScene } from './trajectoryText.ts';
import { formatBvhMotion } from './writeBvh.ts';

/**
 * Writes a run as BVH with the hierarchy of the imported file; null if the mechanism differs from
 * the file. Channels without a joint keep their value of the first frame; channels of a fixed root
 * are 0.
 */
export function writeBvhKeepingHierarchy(
  source: string,
  scene: MotionExportScene,
  { timeStep, poses }: JointTrajectory,
): string | null {
  for (const root of ['free', 'held'] as const) {
    const read = readBvh(source, '', root);
    const skeleton = read.ok ? new SourceSkeleton(read.value, scene) : null;
    if (skeleton?.matchesScene())
      return `${getHierarchy(source)}${formatBvhMotion(
        poses.map((pose) => skeleton.toFrameValues(pose)),
        timeStep,
      )}`;
  }
  return null;
}

const getHierarchy = (source: string): string =>
  source.replace(/^\ufeff/, '').replace(/^[ \t]*MOTION[ \t]*\r?$[\s\S]*/im, '');

class SourceSkeleton {
  readonly #rig: BvhRig;
  readonly #scene: MotionExportScene;
  /** For each tree joint, the index of its channel in the file; -1 without one. */
  readonly #columns: readonly number[];
  /** Values of the channels without a joint, which are constant over all frames. */
  readonly #constantValues: Float64Array;
  /** Per channel, the file's unit in radians or in scene length units. */
  readonly #units: Float64Array;

  constructor(rig: BvhRig, scene: MotionExportScene) {
    const { bvh, channelJoints } = rig;
    this.#rig = rig;
    this.#scene = scene;
    this.#columns = scene.tree.joints.map(({ id }) => channelJoints.indexOf(id));
    this.#constantValues = new Float64Array(bvh.channels);
    this.#units = new Float64Array(bvh.channels);
    for (const { above, channels } of bvh.joints)
      for (const { kind, column } of channels) {
        this.#units[column] = kind === 'turn' ? RADIANS_PER_DEGREE : 1;
        // All channels of a free root are joints; those of a held root have no effect.
        if (above >= 0) this.#constantValues[column] = bvh.values[column] ?? 0;
      }
  }

  /**
   * Returns whether file and scene have the same frames, tested in a pose that tells all axes
   * apart.
   */
  matchesScene(): boolean {
    const { joints, effectors } = this.#scene.tree;
    if (joints.some((joint, i) => isMovable(joint) && (this.#columns[i] ?? -1) < 0)) return false;
    const testPose = joints.map((_, i) => Math.sin(1 + i));
    const frameAt = jointFrames(joints, jointValues(joints, testPose));
    const { bvh, links, channelJoints } = this.#rig;
    const values = this.#computeValues(testPose);
    const poses = computeBvhPose({ ...bvh, frames: 1, values }, 0, 'free');
    const tips = new Map(effectors.map((effector) => [effector.id, effector]));
    return bvh.joints.every(({ channels }, i) => {
      const pose = poses[i] as RigidFrame;
      const tip = tips.get(links[i] ?? '');
      if (
        tip &&
        !isSameFrame(composeFrames(frameAt(tip.parent), frameFromXyzRpy(tip.xyz, tip.rpy)), pose)
      )
        return false;
      const last = channelJoints[sortTranslationsFirst(channels).at(-1)?.column ?? -1];
      const joint = joints.find(({ id }) => id === last);
      return !joint || isSameFrame(frameAt(joint.id), pose);
    });
  }

  /** Returns the channel values of a pose in the units of the file: degrees and lengths. */
  toFrameValues(pose: readonly number[]): number[] {
    return Array.from(
      this.#computeValues(pose),
      (value, column) => value / (this.#units[column] as number),
    );
  }

  #computeValues(pose: readonly number[]): Float64Array {
    const all = jointValues(this.#scene.tree.joints, pose);
    const values = this.#constantValues.slice();
    this.#columns.forEach((column, i) => {
      if (column >= 0) values[column] = all[i] as number;
    });
    return values;
  }
}

const TOLERANCE = 1e-9;

const isSameFrame = (a: RigidFrame, b: RigidFrame): boolean =>
  distance(a.position, b.position) <= TOLERANCE * (1 + Math.hypot(...b.position)) &&
  a.rotation.every((row, i) => distance(row, b.rotation[i] ?? [0, 0, 0]) <= TOLERANCE);
