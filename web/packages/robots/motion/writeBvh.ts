/** Writes a run as BVH: the skeleton of the mechanism, or of the BVH file that it came from. */
import type { JointTrajectory } from 'iklab/run/records';
import {
  AXES,
  type Axis,
  addScaled,
  composeFrames,
  DEGREE,
  type Frame,
  inverseFrame,
  type Joint,
  jointValues,
  matrixProduct,
  ORIGIN,
  rotateVector,
  unitVector,
  type Vec3,
} from 'iklab/scenario';
import { eulerNear } from '../rig/eulerNear.ts';
import { boneMotion, chained, type MotionBone, motionBones } from './motionBones.ts';
import type { MotionScene } from './trajectoryText.ts';
import { UPRIGHT } from './upright.ts';

/**
 * A joint per bone, with y up: rotations, and positions if it slides. A joint that slides has no
 * OFFSET, because some programs add the position to it and others do not.
 */
export function writeBvh(scene: MotionScene, { timeStep, poses }: JointTrajectory): string {
  const skeleton = new Skeleton(scene);
  const frames = poses.map((pose) => skeleton.frame(pose));
  return `${skeleton.hierarchy()}${motionText(frames, timeStep)}`;
}

/** The part after the hierarchy; `frames`: a value per channel, in degrees and lengths. */
export const motionText = (frames: readonly (readonly number[])[], timeStep: number): string =>
  [
    'MOTION',
    `Frames: ${frames.length}`,
    `Frame Time: ${timeStep}`,
    ...frames.map((values) => values.map((value) => value + 0).join(' ')),
    '',
  ].join('\n');

interface Channels {
  readonly slides: boolean;
  readonly order: readonly Axis[];
  /** The joints that rotate about x, y and z; null if its joints have other axes. */
  readonly hinges: readonly { readonly joint: number; readonly sign: number }[] | null;
}

class Skeleton {
  readonly #scene: MotionScene;
  readonly #bones: readonly MotionBone[];
  /** Poses of the bones with all joints at 0, rotated to y up. */
  readonly #rests: readonly Frame[];
  readonly #channels: readonly Channels[];
  /** A bone that is the ROOT of the file; otherwise the frame of the scene is. */
  readonly #hasRoot: boolean;
  #before: Vec3[];

  constructor(scene: MotionScene) {
    const { tree, scenario } = scene;
    this.#scene = scene;
    this.#bones = motionBones(tree);
    const own = this.#bones.map(({ rest }) => rest);
    const upright = { position: ORIGIN.position, rotation: UPRIGHT[scenario.view.up] };
    this.#rests = chained(this.#bones, own).map((frame) => composeFrames(upright, frame));
    this.#channels = this.#bones.map((bone, i) =>
      channelsOf(bone, tree.joints, this.#rests[i] as Frame),
    );
    const roots = this.#bones.filter(({ above }) => above < 0);
    this.#hasRoot = roots.length === 1 && (roots[0]?.joints.length ?? 0) === ROOT_CHANNELS;
    this.#before = this.#bones.map(() => [0, 0, 0]);
  }

  hierarchy(): string {
    const lines = ['HIERARCHY'];
    if (this.#hasRoot) lines.push(...this.#jointLines(0, 'ROOT'));
    else {
      const inner = [offsetLine([0, 0, 0]), channelsLine(true, AXES), ...this.#childLines(-1)];
      lines.push(...block(`ROOT ${this.#rootName()}`, inner));
    }
    return `${lines.join('\n')}\n`;
  }

  /** One value per channel. */
  frame(pose: readonly number[]): number[] {
    const { joints } = this.#scene.tree;
    const values = jointValues(joints, pose);
    const own = this.#bones.flatMap((bone, i) => this.#values(bone, i, values));
    return this.#hasRoot ? own : [...new Array<number>(ROOT_CHANNELS).fill(0), ...own];
  }

  #values(bone: MotionBone, i: number, values: readonly number[]): number[] {
    const { joints } = this.#scene.tree;
    const { slides, order, hinges } = this.#channels[i] as Channels;
    const { rotation: rest } = this.#rests[i] as Frame;
    const moved = boneMotion(bone, joints, values);
    const at = slides ? addScaled(this.#offset(i), rotateVector(rest, moved.position)) : [];
    if (!hinges) {
      const back = inverseFrame({ position: ORIGIN.position, rotation: rest }).rotation;
      const turn = matrixProduct(matrixProduct(rest, moved.rotation), back);
      this.#before[i] = eulerNear(turn, this.#before[i] as Vec3);
    }
    const angle = (axis: number): number => {
      if (!hinges) return this.#before[i]?.[axis] ?? 0;
      const { joint, sign } = hinges[axis] ?? { joint: -1, sign: 1 };
      return sign * (values[joint] ?? 0);
    };
    return [...at, ...order.map((axis) => angle(AXES.indexOf(axis)) / DEGREE)];
  }

  /** Relative to the parent, along the axes of the file. */
  #offset(i: number): Vec3 {
    const above = this.#rests[this.#bones[i]?.above ?? -1] ?? ORIGIN;
    return addScaled((this.#rests[i] as Frame).position, above.position, -1);
  }

  #jointLines(i: number, kind: 'ROOT' | 'JOINT'): string[] {
    const { slides, order } = this.#channels[i] as Channels;
    const offset: Vec3 = slides ? [0, 0, 0] : this.#offset(i);
    return block(`${kind} ${wordOf(this.#bones[i]?.name ?? '')}`, [
      offsetLine(offset),
      channelsLine(slides, order),
      ...this.#childLines(i),
    ]);
  }

  /** The joints below a bone and its effectors; an end where nothing else is. */
  #childLines(i: number): string[] {
    const { tree } = this.#scene;
    const children = this.#bones.flatMap(({ above }, child) => (above === i ? [child] : []));
    const below = children.flatMap((child) => this.#jointLines(child, 'JOINT'));
    const last = tree.joints[this.#bones[i]?.joints.at(-1) ?? -1];
    const { rotation: turn } = this.#rests[i] ?? ORIGIN;
    const ends = tree.effectors
      .filter(({ parent }) => parent === last?.id)
      .map(({ xyz }) => rotateVector(turn, xyz));
    const shown = ends.filter((end) => children.length === 0 || end.some((x) => x !== 0));
    const sites = shown.length > 0 || children.length > 0 ? shown : [ORIGIN.position];
    return [...below, ...sites.flatMap((site) => block('End Site', [offsetLine(site)]))];
  }

  #rootName(): string {
    const names = new Set(this.#bones.map(({ name }) => name));
    let name = 'world';
    while (names.has(name)) name += '_';
    return name;
  }
}

const ROOT_CHANNELS = 6;

/**
 * A bone whose joints rotate about the axes of the file has their values as its angles, in their
 * order; the rotation of any other is given about x, y and z.
 */
function channelsOf(
  { joints: own, slides, turns }: MotionBone,
  joints: readonly Joint[],
  { rotation: turn }: Frame,
): Channels {
  if (slides && !turns) return { slides, order: [], hinges: [] };
  const hinges: { joint: number; sign: number }[] = [];
  const order: Axis[] = [];
  for (const i of own) {
    const { type, axis } = joints[i] as Joint;
    if (type !== 'revolute' && type !== 'screw') continue;
    const along = rotateVector(turn, unitVector(axis));
    const k = along.findIndex((_, at) => along.every((x, j) => j === at || Math.abs(x) < ALIGNED));
    if (k < 0 || hinges[k]) return { slides, order: AXES, hinges: null };
    hinges[k] = { joint: i, sign: Math.sign(along[k] as number) };
    order.push(AXES[k] as Axis);
  }
  return { slides, order: [...order, ...AXES.filter((axis) => !order.includes(axis))], hinges };
}

/** Radians between an axis and that of the file that only rounding explains. */
const ALIGNED = 1e-12;

const block = (head: string, inner: readonly string[]): string[] => [
  head,
  '{',
  ...inner.map((line) => `  ${line}`),
  '}',
];

const offsetLine = (offset: Vec3): string => `OFFSET ${offset.map((x) => x + 0).join(' ')}`;

function channelsLine(slides: boolean, order: readonly Axis[]): string {
  const positions = slides ? AXES.map((axis) => `${axis.toUpperCase()}position`) : [];
  const all = [...positions, ...order.map((axis) => `${axis.toUpperCase()}rotation`)];
  return `CHANNELS ${all.length} ${all.join(' ')}`;
}

/** Most programs read a name up to its first space, and a brace opens or closes a joint. */
const wordOf = (name: string): string => name.trim().replaceAll(/[\s{}]+/g, '_') || 'joint';
