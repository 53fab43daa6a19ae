/**
 * Finds a common cause of wrong poses of an external solver: another tool frame, base or joint
 * order. Poses are not corrected.
 */
import type { SampledProblem } from '@iklab/core/engine';
import type { InlineTree, Quaternion, Scenario, Vec3 } from '@iklab/core/scenario';
import {
  arcTangent,
  hypot,
  type Matrix3,
  type RigidFrame,
  rotationFromQuaternion,
} from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames, isIndependentJoint } from '@iklab/core/scenario/robot';

/** Pose of an external solver with a false claim of success. */
export interface RefusedSolverPose {
  readonly q: readonly number[];
  readonly drawn: SampledProblem;
}

export const MAX_EXAMINED_REFUSALS = 64;
/** Least number of false claims for a cause. At most `TRIED` claims are tested. */
const MIN_ANSWERS = 8;
const TRIED = 16;
/** Largest deviation of offsets from a common offset, as a share of its length. */
const MAX_SPREAD = 0.05;
/** Tolerance for corrected answers, as a multiple of the run's tolerance. */
const TOLERANCE_FACTOR = 10;

/** Describes the mistake behind all false claims of an external solver; null if none is found. */
export function findCommonRefusalCause(
  missed: readonly RefusedSolverPose[],
  scenario: Scenario,
  tree: InlineTree,
): string | null {
  if (missed.length < MIN_ANSWERS) return null;
  const cases = new RefusedPoses(missed, scenario, tree);
  // An answer that already is within the tolerance is no evidence for a cause.
  const clear = new RefusedPoses(cases.clear(), scenario, tree);
  return clear.findValueError() ?? clear.findQuaternionError() ?? cases.findConstantOffset();
}

class RefusedPoses {
  readonly #missed: readonly RefusedSolverPose[];
  readonly #scenario: Scenario;
  readonly #tree: InlineTree;
  readonly #names: readonly string[];

  constructor(missed: readonly RefusedSolverPose[], scenario: Scenario, tree: InlineTree) {
    [this.#missed, this.#scenario, this.#tree] = [missed, scenario, tree];
    this.#names = tree.joints.filter(isIndependentJoint).map(({ id }) => id);
  }

  /** Returns the poses that are outside the tolerance. */
  clear(): RefusedSolverPose[] {
    return this.#missed.filter(
      ({ q, drawn }) => !this.#meetsTargets(this.#effectorFrames(q), drawn),
    );
  }

  /**
   * Tests other orders and signs of the joint values, and degrees; returns the mistake found, or
   * null.
   */
  findValueError(): string | null {
    if (this.#missed.length < MIN_ANSWERS) return null;
    const some = this.#missed.slice(0, TRIED);
    for (const [words, change] of listChanges(this.#names))
      if (some.every(({ q, drawn }) => this.#meetsTargets(this.#effectorFrames(change(q)), drawn)))
        return `${words}: with this corrected, all ${some.length} tested answers reach their targets`;
    return null;
  }

  findQuaternionError(): string | null {
    if (this.#missed.length < MIN_ANSWERS) return null;
    if (this.#scenario.targets.every(({ orientation }) => orientation === null)) return null;
    const some = this.#missed.slice(0, TRIED);
    for (const [words, misread] of MISREADINGS) {
      const reinterpret = (drawn: SampledProblem): SampledProblem => ({
        ...drawn,
        targets: drawn.targets.map((goal) => ({ ...goal, orientation: misread(goal.orientation) })),
      });
      if (
        some.every(({ q, drawn }) =>
          this.#meetsTargets(this.#effectorFrames(q), reinterpret(drawn)),
        )
      )
        return words;
    }
    return null;
  }

  /**
   * Describes a constant offset from the targets, in effector or base axes; null if there is none.
   */
  findConstantOffset(): string | null {
    const { targets } = this.#scenario;
    for (const t of targets.keys()) {
      const name = targets.length > 1 ? ` of ${targets[t]?.effector}` : '';
      const offs = this.#missed.map(({ q, drawn }) => {
        const { position, rotation } = this.#effectorFrames(q)[t] as RigidFrame;
        const goal = drawn.targets[t]?.position as Vec3;
        const off: Vec3 = [goal[0] - position[0], goal[1] - position[1], goal[2] - position[2]];
        return { world: off, tool: toFrameAxes(rotation, off) };
      });
      const tool = commonOffset(offs.map((off) => off.tool));
      if (tool)
        return `Probably another tool frame${name}: its end effector is ours ${offsetText(tool)}, in the axes of the tool`;
      const world = commonOffset(offs.map((off) => off.world));
      if (world)
        return `Probably another base${name}: its end effector is ours ${offsetText(world)}, in the axes of the world`;
    }
    return null;
  }

  #effectorFrames(q: readonly number[]): RigidFrame[] {
    const { joints, effectors } = this.#tree;
    const frames = computeEffectorTipFrames(joints, effectors, q);
    return this.#scenario.targets.map(
      ({ effector }) => frames[effectors.findIndex(({ id }) => id === effector)] as RigidFrame,
    );
  }

  #meetsTargets(tips: readonly RigidFrame[], { targets }: SampledProblem): boolean {
    const { run, targets: constraints } = this.#scenario;
    return tips.every(({ position, rotation }, t) => {
      const goal = targets[t];
      if (!goal) return false;
      const [x, y, z] = goal.position;
      if (
        hypot(x - position[0], y - position[1], z - position[2]) >
        TOLERANCE_FACTOR * run.tolerance
      )
        return false;
      const hasOrientation = constraints[t]?.orientation !== null;
      return (
        !hasOrientation ||
        angleBetween(rotation, goal.orientation) <= TOLERANCE_FACTOR * run.orientationTolerance
      );
    });
  }
}

const MISREADINGS: readonly (readonly [string, (quaternion: Quaternion) => Quaternion])[] = [
  [
    'Probably quaternions were read as w x y z; the order is x y z w',
    ([x, y, z, w]) => [y, z, w, x],
  ],
  [
    'Probably inverted orientations: quaternions rotate from tool axes to world axes',
    ([x, y, z, w]) => [-x, -y, -z, w],
  ],
];

type ValueChange = (q: readonly number[]) => number[];

function* listChanges(names: readonly string[]): Generator<readonly [string, ValueChange]> {
  yield [
    'Probably degrees; joint values must be in radians',
    (q) => q.map((x) => (x * Math.PI) / 180),
  ];
  if (names.length > 2) yield ['Probably joints in reverse order', (q) => q.toReversed()];
  for (const [i, name] of names.entries())
    yield [`Probably inverted sign of ${name}`, (q) => q.map((x, k) => (k === i ? -x : x))];
  yield ['Probably inverted signs of all joints', (q) => q.map((x) => -x)];
  for (const i of names.keys())
    for (let j = i + 1; j < names.length; j++)
      yield [
        `Probably ${names[i]} and ${names[j]} swapped`,
        (q) => q.map((x, k) => (k === i ? q[j] : k === j ? q[i] : x) as number),
      ];
}

const toFrameAxes = ([x, y, z]: Matrix3, v: Vec3): Vec3 => [
  x[0] * v[0] + y[0] * v[1] + z[0] * v[2],
  x[1] * v[0] + y[1] * v[1] + z[1] * v[2],
  x[2] * v[0] + y[2] * v[1] + z[2] * v[2],
];

/** Returns the angle between two rotations, radians; accurate for small and large angles. */
function angleBetween(rotation: Matrix3, goal: Quaternion): number {
  const goalRotation = rotationFromQuaternion(goal);
  let sum = 0;
  for (const i of [0, 1, 2] as const)
    for (const k of [0, 1, 2] as const) {
      const off = rotation[i][k] - goalRotation[i][k];
      sum += off * off;
    }
  const sine = Math.min(1, Math.sqrt(sum / 8));
  return 2 * arcTangent(sine, Math.sqrt(1 - sine * sine));
}

function commonOffset(offs: readonly Vec3[]): Vec3 | null {
  const middle = [0, 1, 2].map((i) => {
    const ordered = offs.map((off) => off[i] as number).sort((a, b) => a - b);
    return ordered[ordered.length >> 1] as number;
  }) as unknown as Vec3;
  const most = MAX_SPREAD * hypot(...middle);
  const [x, y, z] = middle;
  return offs.every((off) => hypot(off[0] - x, off[1] - y, off[2] - z) <= most) ? middle : null;
}

const decimalExponent = (x: number): number => Number(x.toExponential().split('e')[1]);

/** Describes an offset: `moved by 8.4 mm along z`, `moved by [1, 0, 8.4] mm`. */
function offsetText(offset: Vec3): string {
  const length = hypot(...offset);
  const decimals = Math.min(12, Math.max(0, 2 - decimalExponent(1000 * length)));
  const millimetres = offset.map((x) => Number((1000 * x).toFixed(decimals)) || 0);
  const axis = offset.findIndex((x) => Math.abs(x) > 0.995 * length);
  if (axis < 0) return `moved by [${millimetres.join(', ')}] mm`;
  const sign = (offset[axis] as number) < 0 ? '−' : '';
  return `moved by ${Math.abs(millimetres[axis] as number)} mm along ${sign}${'xyz'[axis]}`;
}
