/**
 * Forward kinematics for many poses of one tree. Precomputes pose-independent terms and allocates
 * nothing per pose. Results are bit-identical to those of `tipFrames`.
 */
import type { Effector, InlineTree, Joint, Vec3 } from '@iklab/core/scenario';
import {
  frameFromXyzRpy,
  type RigidFrame,
  unitVector,
  writeSineCosine,
} from '@iklab/core/scenario/numbers';
import { jointValueSources } from '@iklab/core/scenario/robot';

const FRAME_SIZE = 12;

interface ChainLink {
  readonly slides: boolean;
  /** Translation of a screw joint along its axis, metres per radian. */
  readonly pitch: number;
  readonly axis: Vec3;
  /** Index of the first number of the parent frame; `frame`: same for the joint frame. */
  readonly parent: number;
  readonly frame: number;
  /** Index of the joint's value in a pose; -1 for a fixed joint. */
  readonly column: number;
  readonly ratio: number;
  readonly shift: number;
}

export class EffectorTipChain {
  readonly #links: readonly ChainLink[];
  readonly #tips: readonly { readonly parent: number; readonly frame: number }[];
  /** Frames of links and effectors in the rest pose, each in the frame of its parent. */
  readonly #rests: Float64Array;
  /** Frames of links and effectors in the current pose, in the frame of the scene. */
  readonly #frames: Float64Array;
  readonly #sineCosine = new Float64Array(2);

  constructor(tree: InlineTree, effectors: readonly Effector[]) {
    const order = chainJoints(tree, effectors);
    const drives = jointValueSources(tree);
    const frameOffsets = new Map(order.map(({ id }, i) => [id, FRAME_SIZE * (i + 1)]));
    const placeOf = (id: string | null) => frameOffsets.get(id ?? '') ?? 0;
    this.#links = order.map((joint) => {
      const { column, ratio, shift } = drives[tree.joints.indexOf(joint)] ?? NOT_DRIVEN;
      const frameIndices = { parent: placeOf(joint.parent), frame: placeOf(joint.id) };
      const { type, pitch, axis } = joint;
      const slides = type === 'prismatic';
      return { slides, pitch, axis: unitVector(axis), ...frameIndices, column, ratio, shift };
    });
    this.#tips = effectors.map(({ parent }, i) => ({
      parent: placeOf(parent),
      frame: FRAME_SIZE * (order.length + 1 + i),
    }));
    const all = [...order, ...effectors].map(({ xyz, rpy }) => frameFromXyzRpy(xyz, rpy));
    this.#rests = Float64Array.from([ORIGIN, ...all].flatMap(flatFrame));
    this.#frames = this.#rests.slice();
  }

  setPose(values: Float64Array, offset: number): void {
    for (const link of this.#links) {
      const { parent, frame, column, ratio, shift } = link;
      this.#compose(frame, parent, frame);
      if (column >= 0) this.#moveJoint(link, ratio * (values[offset + column] as number) + shift);
    }
    for (const { parent, frame: own } of this.#tips) this.#compose(own, parent, own);
  }

  /** Frames of the current pose: x y z, then the rotation matrix row by row. */
  get frames(): Float64Array {
    return this.#frames;
  }

  tipOffset(effector: number): number {
    return this.#tips[effector]?.frame ?? 0;
  }

  tipFrame(effector: number): RigidFrame {
    const f = this.#frames;
    const offset = this.tipOffset(effector);
    const row = (i: number): Vec3 => [f[i] as number, f[i + 1] as number, f[i + 2] as number];
    return { position: row(offset), rotation: [row(offset + 3), row(offset + 6), row(offset + 9)] };
  }

  #compose(into: number, outer: number, inner: number): void {
    const f = this.#frames;
    const rests = this.#rests;
    const x = rests[inner] as number;
    const y = rests[inner + 1] as number;
    const z = rests[inner + 2] as number;
    const t0 = rests[inner + 3] as number;
    const t1 = rests[inner + 4] as number;
    const t2 = rests[inner + 5] as number;
    const t3 = rests[inner + 6] as number;
    const t4 = rests[inner + 7] as number;
    const t5 = rests[inner + 8] as number;
    const t6 = rests[inner + 9] as number;
    const t7 = rests[inner + 10] as number;
    const t8 = rests[inner + 11] as number;
    for (let i = 0; i < 3; i++) {
      const row = 3 + 3 * i;
      const a = f[outer + row] as number;
      const b = f[outer + row + 1] as number;
      const c = f[outer + row + 2] as number;
      f[into + i] = (f[outer + i] as number) + (a * x + b * y + c * z);
      f[into + row] = a * t0 + b * t3 + c * t6;
      f[into + row + 1] = a * t1 + b * t4 + c * t7;
      f[into + row + 2] = a * t2 + b * t5 + c * t8;
    }
  }

  #moveJoint({ slides, pitch, axis, frame: own }: ChainLink, value: number): void {
    const far = slides ? value : pitch * value;
    if (far !== 0) this.#translate(own, axis, far);
    if (slides) return;
    writeSineCosine(value, this.#sineCosine);
    const sine = this.#sineCosine[0] as number;
    const cosine = this.#sineCosine[1] as number;
    if (axis[0] === 0 && axis[1] === 0 && axis[2] === 1) this.#rotateAboutZ(own, sine, cosine);
    else this.#rotateAbout(own, axis, sine, cosine);
  }

  #translate(own: number, [x, y, z]: Vec3, far: number): void {
    const f = this.#frames;
    for (let i = 0; i < 3; i++) {
      const row = own + 3 + 3 * i;
      const along =
        (f[row] as number) * x + (f[row + 1] as number) * y + (f[row + 2] as number) * z;
      f[own + i] = (f[own + i] as number) + far * along;
    }
  }

  #rotateAbout(own: number, [x, y, z]: Vec3, s: number, c: number): void {
    const f = this.#frames;
    const k = 1 - c;
    const t0 = k * x * x + c;
    const t1 = k * x * y - s * z;
    const t2 = k * x * z + s * y;
    const t3 = k * x * y + s * z;
    const t4 = k * y * y + c;
    const t5 = k * y * z - s * x;
    const t6 = k * x * z - s * y;
    const t7 = k * y * z + s * x;
    const t8 = k * z * z + c;
    for (let row = own + 3; row < own + FRAME_SIZE; row += 3) {
      const p = f[row] as number;
      const q = f[row + 1] as number;
      const r = f[row + 2] as number;
      f[row] = p * t0 + q * t3 + r * t6;
      f[row + 1] = p * t1 + q * t4 + r * t7;
      f[row + 2] = p * t2 + q * t5 + r * t8;
    }
  }

  #rotateAboutZ(own: number, s: number, c: number): void {
    const f = this.#frames;
    const one = 1 - c + c; // 1 up to rounding.
    for (let row = own + 3; row < own + FRAME_SIZE; row += 3) {
      const p = f[row] as number;
      const q = f[row + 1] as number;
      f[row] = p * c + q * s;
      f[row + 1] = q * c - p * s;
      f[row + 2] = (f[row + 2] as number) * one;
    }
  }
}

const NOT_DRIVEN = { column: -1, ratio: 0, shift: 0 };
const ORIGIN = frameFromXyzRpy([0, 0, 0], [0, 0, 0]);
const flatFrame = ({ position, rotation }: RigidFrame): number[] => [
  ...position,
  ...rotation.flat(),
];

function chainJoints({ joints }: InlineTree, effectors: readonly Effector[]): Joint[] {
  const byId = new Map(joints.map((joint) => [joint.id, joint]));
  const order = new Set<Joint>();
  for (const { parent } of effectors) {
    const path: Joint[] = [];
    for (
      let joint = byId.get(parent);
      joint && !order.has(joint);
      joint = byId.get(joint.parent ?? '')
    )
      path.unshift(joint);
    for (const joint of path) order.add(joint);
  }
  return [...order];
}
