/**
 * Plays a motion clip. Targets follow the clip's limbs. The clip's joint values are the reference.
 */

import type { InlineTree, Scenario, Vec3 } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE, wrapAngle } from '@iklab/core/scenario/numbers';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { GLTF_EXTENSION } from '../gltfFile.ts';
import type { BaseAttachment, Folder } from '../robot.ts';
import { readBvh } from './bvhRig.ts';
import { readGltfRig } from './gltfRig.ts';
import { type MotionClip, makeClipTargetPaths } from './motionClip.ts';
import { readBvhClip } from './readBvhClip.ts';
import { findBvhText } from './readBvhText.ts';

export function readMotionClip(
  folder: Folder,
  file: string,
  root: BaseAttachment = 'held',
): MotionClip | null {
  const bytes = folder.read(file);
  if (bytes && GLTF_EXTENSION.test(file)) {
    const rig = readGltfRig(bytes, file, folder, root);
    return rig.ok ? rig.value.clip : null;
  }
  const text = findBvhText(folder, file);
  if (text === null) return null;
  const rig = readBvh(text, file, root);
  const clip = rig.ok ? readBvhClip(rig.value) : null;
  return clip?.ok ? clip.value : null;
}

export function makeTargetsFollowClip(scenario: Scenario, clip: MotionClip): Scenario {
  const effectors = scenario.targets.map(({ effector }) => effector);
  const links = effectors.filter((link) => clip.links.includes(link));
  const paths = makeClipTargetPaths(clip, links);
  if (!paths.ok) return scenario;
  const pathsByLink = new Map(paths.value.map((path) => [path.link, path]));
  const targets = scenario.targets.map((target) => {
    const path = pathsByLink.get(target.effector);
    if (!path) return target;
    const { position, motion } = path;
    return { ...target, position, motion: { ...motion, points: motion.points.map(roundPoint) } };
  });
  return { ...scenario, targets, run: { ...scenario.run, mode: 'track' } };
}

const PATH_DIGITS = 5; // Finer than any recording.

const roundPoint = (point: Vec3): Vec3 =>
  point.map((x) => Number(x.toPrecision(PATH_DIGITS))) as unknown as Vec3;

export class MotionClipComparison {
  readonly #clip: MotionClip;
  /**
   * For each independent joint, the index of its values in a frame of the clip; -1 if it has none.
   */
  readonly #columns: readonly number[];
  readonly #compared: readonly number[];
  readonly #pose: Float64Array;

  constructor(clip: MotionClip, { joints }: InlineTree) {
    const movingJoints = joints.filter(isIndependentJoint);
    this.#clip = clip;
    this.#columns = movingJoints.map(({ id }) => clip.joints.indexOf(id));
    this.#compared = movingJoints.flatMap(({ type }, i) =>
      type === 'revolute' && (this.#columns[i] ?? -1) >= 0 ? [i] : [],
    );
    this.#pose = new Float64Array(movingJoints.length);
  }

  /**
   * Returns the clip frame nearest to a time in seconds; clip and targets run forwards, then
   * backwards.
   */
  getFrame(time: number): number {
    const last = this.#clip.frames - 1;
    if (last <= 0) return 0;
    const cycleFrames = (time / this.#clip.frameTime) % (2 * last);
    return Math.round(cycleFrames <= last ? cycleFrames : 2 * last - cycleFrames);
  }

  /**
   * Returns the reference pose at a time in seconds: one value per independent joint; valid until
   * the next call.
   */
  getPose(time: number): Float64Array {
    const { joints, values } = this.#clip;
    const from = this.getFrame(time) * joints.length;
    this.#columns.forEach((column, i) => {
      this.#pose[i] = column < 0 ? 0 : (values[from + column] ?? 0);
    });
    return this.#pose;
  }

  /**
   * Computes the root mean square difference of revolute joints from the clip, in degrees; null
   * without such joints in the clip.
   */
  computeDifference(angles: ArrayLike<number>, time: number): number | null {
    if (this.#compared.length === 0) return null;
    const pose = this.getPose(time);
    let sum = 0;
    for (const i of this.#compared) sum += wrapAngle((angles[i] ?? 0) - (pose[i] ?? 0)) ** 2;
    return Math.sqrt(sum / this.#compared.length) / RADIANS_PER_DEGREE;
  }
}
