import type { AxisLetter, Joint, Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  composeFrames,
  inverseFrame,
  matrixProduct,
  ORIGIN_FRAME,
  RADIANS_PER_DEGREE,
  type RigidFrame,
  rotateVector,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { jointValues } from '@iklab/core/scenario/robot';
import { COORDINATE_AXES } from '@iklab/core/scenario/targets';
import type { JointTrajectory } from '@iklab/run/history/records';
import { nearestEulerAngles } from '../rig/nearestEulerAngles.ts';
import {
  computeBoneFrames,
  computeBoneMotion,
  type MotionBone,
  makeMotionBones,
} from './motionBones.ts';
import { ROTATIONS_TO_Y_UP } from './rotationsToYUp.ts';
import type { MotionExportScene } from './trajectoryText.ts';

/**
 * Writes a trajectory as BVH with y up. Each bone is a BVH joint, with rotation channels if it
 * rotates and position channels if it slides. A sliding joint has no OFFSET, because only some
 * programs add the position to the offset.
 */
export function writeBvh(scene: MotionExportScene, { timeStep, poses }: JointTrajectory): string {
  const skeleton = new BvhSkeleton(scene);
  const frames = poses.map((pose) => skeleton.computeFrame(pose));
  return `${skeleton.formatHierarchy()}${formatBvhMotion(frames, timeStep)}`;
}

/**
 * Formats the MOTION section of a BVH file. `frames`: the channel values of each frame, in degrees
 * and lengths; `timeStep` in seconds.
 */
export const formatBvhMotion = (frames: readonly (readonly number[])[], timeStep: number): string =>
  [
    'MOTION',
    `Frames: ${frames.length}`,
    `Frame Time: ${timeStep}`,
    ...frames.map((values) => values.map((value) => value + 0).join(' ')),
    '',
  ].join('\n');

interface BoneChannels {
  readonly slides: boolean;
  readonly order: readonly AxisLetter[];
  /**
   * Tree joints by which a bone rotates about x, y and z of the file; null if it rotates about
   * other axes.
   */
  readonly hinges: readonly { readonly joint: number; readonly sign: number }[] | null;
}

class BvhSkeleton {
  readonly #scene: MotionExportScene;
  readonly #bones: readonly MotionBone[];
  /** Poses of the bones with all joints at 0, in the scene rotated to y up. */
  readonly #rests: readonly RigidFrame[];
  readonly #channels: readonly BoneChannels[];
  /** True if a bone is the file's ROOT; false if the scene's frame is. */
  readonly #hasRoot: boolean;
  #before: Vec3[];

  constructor(scene: MotionExportScene) {
    const { tree, scenario } = scene;
    this.#scene = scene;
    this.#bones = makeMotionBones(tree);
    const localFrames = this.#bones.map(({ rest }) => rest);
    const upright = {
      position: ORIGIN_FRAME.position,
      rotation: ROTATIONS_TO_Y_UP[scenario.view.up],
    };
    this.#rests = computeBoneFrames(this.#bones, localFrames).map((frame) =>
      composeFrames(upright, frame),
    );
    this.#channels = this.#bones.map((bone, i) =>
      findChannels(bone, tree.joints, this.#rests[i] as RigidFrame),
    );
    const roots = this.#bones.filter(({ above }) => above < 0);
    this.#hasRoot = roots.length === 1 && (roots[0]?.joints.length ?? 0) === ROOT_CHANNELS;
    this.#before = this.#bones.map(() => [0, 0, 0]);
  }

  formatHierarchy(): string {
    const lines = ['HIERARCHY'];
    if (this.#hasRoot) lines.push(...this.#formatJoint(0, 'ROOT'));
    else {
      const inner = [
        formatOffset([0, 0, 0]),
        formatChannels(true, COORDINATE_AXES),
        ...this.#formatChildren(-1),
      ];
      lines.push(...formatBlock(`ROOT ${this.#makeRootName()}`, inner));
    }
    return `${lines.join('\n')}\n`;
  }

  computeFrame(pose: readonly number[]): number[] {
    const { joints } = this.#scene.tree;
    const values = jointValues(joints, pose);
    const channelValues = this.#bones.flatMap((bone, i) => this.#computeValues(bone, i, values));
    return this.#hasRoot
      ? channelValues
      : [...new Array<number>(ROOT_CHANNELS).fill(0), ...channelValues];
  }

  #computeValues(bone: MotionBone, i: number, values: readonly number[]): number[] {
    const { joints } = this.#scene.tree;
    const { slides, order, hinges } = this.#channels[i] as BoneChannels;
    const { rotation: rest } = this.#rests[i] as RigidFrame;
    const moved = computeBoneMotion(bone, joints, values);
    const position = slides
      ? addScaled(this.#computeOffset(i), rotateVector(rest, moved.position))
      : [];
    if (!hinges) {
      const back = inverseFrame({ position: ORIGIN_FRAME.position, rotation: rest }).rotation;
      const rotation = matrixProduct(matrixProduct(rest, moved.rotation), back);
      this.#before[i] = nearestEulerAngles(rotation, this.#before[i] as Vec3);
    }
    const angle = (axis: number): number => {
      if (!hinges) return this.#before[i]?.[axis] ?? 0;
      const { joint, sign } = hinges[axis] ?? { joint: -1, sign: 1 };
      return sign * (values[joint] ?? 0);
    };
    return [
      ...position,
      ...order.map((axis) => angle(COORDINATE_AXES.indexOf(axis)) / RADIANS_PER_DEGREE),
    ];
  }

  #computeOffset(i: number): Vec3 {
    const above = this.#rests[this.#bones[i]?.above ?? -1] ?? ORIGIN_FRAME;
    return addScaled((this.#rests[i] as RigidFrame).position, above.position, -1);
  }

  #formatJoint(i: number, kind: 'ROOT' | 'JOINT'): string[] {
    const { slides, order } = this.#channels[i] as BoneChannels;
    const offset: Vec3 = slides ? [0, 0, 0] : this.#computeOffset(i);
    return formatBlock(`${kind} ${toWord(this.#bones[i]?.name ?? '')}`, [
      formatOffset(offset),
      formatChannels(slides, order),
      ...this.#formatChildren(i),
    ]);
  }

  #formatChildren(i: number): string[] {
    const { tree } = this.#scene;
    const children = this.#bones.flatMap(({ above }, child) => (above === i ? [child] : []));
    const below = children.flatMap((child) => this.#formatJoint(child, 'JOINT'));
    const last = tree.joints[this.#bones[i]?.joints.at(-1) ?? -1];
    const { rotation } = this.#rests[i] ?? ORIGIN_FRAME;
    const ends = tree.effectors
      .filter(({ parent }) => parent === last?.id)
      .map(({ xyz }) => rotateVector(rotation, xyz));
    const visibleEnds = ends.filter((end) => children.length === 0 || end.some((x) => x !== 0));
    const sites =
      visibleEnds.length > 0 || children.length > 0 ? visibleEnds : [ORIGIN_FRAME.position];
    return [...below, ...sites.flatMap((site) => formatBlock('End Site', [formatOffset(site)]))];
  }

  #makeRootName(): string {
    const names = new Set(this.#bones.map(({ name }) => name));
    let name = 'world';
    while (names.has(name)) name += '_';
    return name;
  }
}

const ROOT_CHANNELS = 6;

/**
 * Chooses the BVH channels of a bone. If the joints rotate about the axes of the file, the channels
 * are the joint angles in joint order. Any other rotation is written as angles about x, y and z.
 */
function findChannels(
  { joints: jointIndices, slides, rotates }: MotionBone,
  joints: readonly Joint[],
  { rotation }: RigidFrame,
): BoneChannels {
  if (slides && !rotates) return { slides, order: [], hinges: [] };
  const hinges: { joint: number; sign: number }[] = [];
  const order: AxisLetter[] = [];
  for (const i of jointIndices) {
    const { type, axis } = joints[i] as Joint;
    if (type !== 'revolute' && type !== 'screw') continue;
    const direction = rotateVector(rotation, unitVector(axis));
    const k = direction.findIndex((_, index) =>
      direction.every((x, j) => j === index || Math.abs(x) < ALIGNMENT_TOLERANCE),
    );
    if (k < 0 || hinges[k]) return { slides, order: COORDINATE_AXES, hinges: null };
    hinges[k] = { joint: i, sign: Math.sign(direction[k] as number) };
    order.push(COORDINATE_AXES[k] as AxisLetter);
  }
  return {
    slides,
    order: [...order, ...COORDINATE_AXES.filter((axis) => !order.includes(axis))],
    hinges,
  };
}

/**
 * Largest angle in radians by which a joint axis may differ from an axis of the file, as a rounding
 * error.
 */
const ALIGNMENT_TOLERANCE = 1e-12;

const formatBlock = (head: string, inner: readonly string[]): string[] => [
  head,
  '{',
  ...inner.map((line) => `  ${line}`),
  '}',
];

const formatOffset = (offset: Vec3): string => `OFFSET ${offset.map((x) => x + 0).join(' ')}`;

function formatChannels(slides: boolean, order: readonly AxisLetter[]): string {
  const positions = slides ? COORDINATE_AXES.map((axis) => `${axis.toUpperCase()}position`) : [];
  const all = [...positions, ...order.map((axis) => `${axis.toUpperCase()}rotation`)];
  return `CHANNELS ${all.length} ${all.join(' ')}`;
}

/**
 * Replaces spaces and braces in a BVH joint name. Most programs end a name at a space, and a brace
 * opens or closes a joint.
 */
const toWord = (name: string): string => name.trim().replaceAll(/[\s{}]+/g, '_') || 'joint';
