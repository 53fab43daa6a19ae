/**
 * Forward kinematics for many poses of one tree: the arithmetic of `tipFrames` in the same order,
 * so that results are bit-identical, with pose-independent terms precomputed and without
 * allocation.
 */
import {
  type Effector,
  type Frame,
  frameOf,
  type InlineTree,
  type Joint,
  jointDrives,
  sineCosineInto,
  unitVector,
  type Vec3,
} from 'iklab/scenario';

/** A frame: x y z, then the rotation matrix row by row. */
const SIZE = 12;

interface Link {
  readonly slides: boolean;
  /** Metres per radian. */
  readonly pitch: number;
  readonly axis: Vec3;
  /** Indices of the parent's frame and of its own. */
  readonly parent: number;
  readonly own: number;
  /** Index of its value; -1 for a fixed joint. */
  readonly column: number;
  readonly ratio: number;
  readonly shift: number;
}

export class TipChain {
  readonly #links: readonly Link[];
  readonly #tips: readonly { readonly parent: number; readonly own: number }[];
  /** Frames of links and effectors at rest, in their parent's frame. */
  readonly #rests: Float64Array;
  /** Frames of links and effectors in the current pose, in the frame of the scene. */
  readonly #frames: Float64Array;
  /** Sine and cosine of the current joint. */
  readonly #turn = new Float64Array(2);

  constructor(tree: InlineTree, effectors: readonly Effector[]) {
    const order = onTheWay(tree, effectors);
    const drives = jointDrives(tree);
    const places = new Map(order.map(({ id }, i) => [id, SIZE * (i + 1)]));
    const placeOf = (id: string | null) => places.get(id ?? '') ?? 0;
    this.#links = order.map((joint) => {
      const { column, ratio, shift } = drives[tree.joints.indexOf(joint)] ?? NOT_DRIVEN;
      const place = { parent: placeOf(joint.parent), own: placeOf(joint.id) };
      const { type, pitch, axis } = joint;
      const slides = type === 'prismatic';
      return { slides, pitch, axis: unitVector(axis), ...place, column, ratio, shift };
    });
    this.#tips = effectors.map(({ parent }, i) => ({
      parent: placeOf(parent),
      own: SIZE * (order.length + 1 + i),
    }));
    const all = [...order, ...effectors].map(({ xyz, rpy }) => frameOf(xyz, rpy));
    this.#rests = Float64Array.from([ORIGIN, ...all].flatMap(flat));
    this.#frames = this.#rests.slice();
  }

  /** Computes a pose from the values of the independent joints, starting at index `at`. */
  pose(values: Float64Array, at: number): void {
    for (const link of this.#links) {
      const { parent, own, column, ratio, shift } = link;
      this.#compose(own, parent, own);
      if (column >= 0) this.#move(link, ratio * (values[at + column] as number) + shift);
    }
    for (const { parent, own } of this.#tips) this.#compose(own, parent, own);
  }

  /** Frames of the current pose: x y z, then the rotation matrix row by row. */
  get frames(): Float64Array {
    return this.#frames;
  }

  /** Offset of an effector's frame in `frames`. */
  tipAt(effector: number): number {
    return this.#tips[effector]?.own ?? 0;
  }

  tip(effector: number): Frame {
    const f = this.#frames;
    const at = this.tipAt(effector);
    const row = (i: number): Vec3 => [f[i] as number, f[i + 1] as number, f[i + 2] as number];
    return { at: row(at), turn: [row(at + 3), row(at + 6), row(at + 9)] };
  }

  /** Composes the current frame at `outer` with the rest frame at `inner`. */
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

  #move({ slides, pitch, axis, own }: Link, value: number): void {
    const far = slides ? value : pitch * value;
    if (far !== 0) this.#slide(own, axis, far);
    if (slides) return;
    sineCosineInto(value, this.#turn);
    const sine = this.#turn[0] as number;
    const cosine = this.#turn[1] as number;
    if (axis[0] === 0 && axis[1] === 0 && axis[2] === 1) this.#turnAboutZ(own, sine, cosine);
    else this.#turnAbout(own, axis, sine, cosine);
  }

  #slide(own: number, [x, y, z]: Vec3, far: number): void {
    const f = this.#frames;
    for (let i = 0; i < 3; i++) {
      const row = own + 3 + 3 * i;
      const along =
        (f[row] as number) * x + (f[row + 1] as number) * y + (f[row + 2] as number) * z;
      f[own + i] = (f[own + i] as number) + far * along;
    }
  }

  #turnAbout(own: number, [x, y, z]: Vec3, s: number, c: number): void {
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
    for (let row = own + 3; row < own + SIZE; row += 3) {
      const p = f[row] as number;
      const q = f[row + 1] as number;
      const r = f[row + 2] as number;
      f[row] = p * t0 + q * t3 + r * t6;
      f[row + 1] = p * t1 + q * t4 + r * t7;
      f[row + 2] = p * t2 + q * t5 + r * t8;
    }
  }

  /** `turnAbout` for the axis (0, 0, 1), without terms multiplied by 0. */
  #turnAboutZ(own: number, s: number, c: number): void {
    const f = this.#frames;
    const same = 1 - c + c; // 1 up to rounding.
    for (let row = own + 3; row < own + SIZE; row += 3) {
      const p = f[row] as number;
      const q = f[row + 1] as number;
      f[row] = p * c + q * s;
      f[row + 1] = q * c - p * s;
      f[row + 2] = (f[row + 2] as number) * same;
    }
  }
}

const NOT_DRIVEN = { column: -1, ratio: 0, shift: 0 };
const ORIGIN = frameOf([0, 0, 0], [0, 0, 0]);
const flat = ({ at, turn }: Frame): number[] => [...at, ...turn.flat()];

/** The joints that carry these effectors, parents first. */
function onTheWay({ joints }: InlineTree, effectors: readonly Effector[]): Joint[] {
  const byId = new Map(joints.map((joint) => [joint.id, joint]));
  const order = new Set<Joint>();
  for (const { parent } of effectors) {
    const way: Joint[] = [];
    for (
      let joint = byId.get(parent);
      joint && !order.has(joint);
      joint = byId.get(joint.parent ?? '')
    )
      way.unshift(joint);
    for (const joint of way) order.add(joint);
  }
  return [...order];
}
