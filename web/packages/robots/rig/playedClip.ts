/**
 * Plays a motion clip: targets follow the paths of its limbs, and its joint values are the
 * reference.
 */
import {
  DEGREE,
  type InlineTree,
  isMovingJoint,
  type Scenario,
  type Vec3,
  wrapped,
} from 'iklab/scenario';
import { GLTF } from '../gltfFile.ts';
import type { Folder, RootChoice } from '../robot.ts';
import { readBvhClip } from './bvhClip.ts';
import { readBvh } from './bvhRig.ts';
import { bvhIn } from './bvhText.ts';
import { readGltfRig } from './gltfRig.ts';
import { type MotionClip, targetPathsOf } from './motionClip.ts';

/** Returns null if the file has no valid motion. */
export function clipIn(folder: Folder, file: string, root: RootChoice = 'held'): MotionClip | null {
  const bytes = folder.read(file);
  if (bytes && GLTF.test(file)) {
    const rig = readGltfRig(bytes, file, folder, root);
    return rig.ok ? rig.value.clip : null;
  }
  const text = bvhIn(folder, file);
  if (text === null) return null;
  const rig = readBvh(text, file, root);
  const clip = rig.ok ? readBvhClip(rig.value) : null;
  return clip?.ok ? clip.value : null;
}

/** Moves the targets along the paths of their links in the clip, in track mode. */
export function followingClip(scenario: Scenario, clip: MotionClip): Scenario {
  const known = scenario.targets.map(({ effector }) => effector);
  const links = known.filter((link) => clip.links.includes(link));
  const paths = targetPathsOf(clip, links);
  if (!paths.ok) return scenario;
  const ways = new Map(paths.value.map((path) => [path.link, path]));
  const targets = scenario.targets.map((target) => {
    const way = ways.get(target.effector);
    if (!way) return target;
    const { position, motion } = way;
    return { ...target, position, motion: { ...motion, points: motion.points.map(short) } };
  });
  return { ...scenario, targets, run: { ...scenario.run, mode: 'track' } };
}

const DIGITS = 5; // Finer than any recording.

const short = (point: Vec3): Vec3 =>
  point.map((x) => Number(x.toPrecision(DIGITS))) as unknown as Vec3;

/** Compares the joints of a scene with the clip. */
export class ClipComparison {
  readonly #clip: MotionClip;
  /** Column of each independent joint in the values of the clip; -1 if it has none. */
  readonly #columns: readonly number[];
  /** Indices of the revolute joints that the clip has. */
  readonly #compared: readonly number[];
  readonly #pose: Float64Array;

  constructor(clip: MotionClip, { joints }: InlineTree) {
    const own = joints.filter(isMovingJoint);
    this.#clip = clip;
    this.#columns = own.map(({ id }) => clip.joints.indexOf(id));
    this.#compared = own.flatMap(({ type }, i) =>
      type === 'revolute' && (this.#columns[i] ?? -1) >= 0 ? [i] : [],
    );
    this.#pose = new Float64Array(own.length);
  }

  /**
   * Frame nearest to a time in seconds; the clip runs forwards and backwards, as its targets do.
   */
  frame(time: number): number {
    const last = this.#clip.frames - 1;
    if (last <= 0) return 0;
    const gone = (time / this.#clip.frameTime) % (2 * last);
    return Math.round(gone <= last ? gone : 2 * last - gone);
  }

  /** One value per independent joint; valid until the next call. */
  pose(time: number): Float64Array {
    const { joints, values } = this.#clip;
    const from = this.frame(time) * joints.length;
    this.#columns.forEach((column, i) => {
      this.#pose[i] = column < 0 ? 0 : (values[from + column] ?? 0);
    });
    return this.#pose;
  }

  /**
   * Root mean square difference of the revolute joints from the clip, degrees; null if it has none
   * of them.
   */
  degreesOff(angles: ArrayLike<number>, time: number): number | null {
    if (this.#compared.length === 0) return null;
    const pose = this.pose(time);
    let sum = 0;
    for (const i of this.#compared) sum += wrapped((angles[i] ?? 0) - (pose[i] ?? 0)) ** 2;
    return Math.sqrt(sum / this.#compared.length) / DEGREE;
  }
}
