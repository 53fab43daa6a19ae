/**
 * Bounded least squares over the joints of a tree: residuals by URDF's definitions and quaternions,
 * derivatives by finite differences, steps by a projected Levenberg-Marquardt method. It shares no
 * code with the module, so that it can check what the module reports about a pose.
 */
import type {
  InlineTree,
  Joint,
  Quaternion,
  Target,
  TargetFreedom,
  Vec3,
} from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { freeRotationAxis, freeRotationCone, namedFreeAxes } from '@iklab/core/scenario/targets';
import {
  angleBetweenOrientations,
  computeEffectorFrames,
  makeRpyQuaternion,
  moveFrameByJoint,
  multiplyQuaternions,
  type RigidTransform,
  rotateByQuaternion,
} from './kinematics.ts';
import type { Random } from './random.ts';
import { computeRemainingAngle, computeRemainingDistance } from './remainingErrors.ts';

/** Position in metres, and orientation, of one target. */
export interface BoundedSearchGoal {
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

export interface JointSearchBounds {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export interface BoundedSearchTolerances {
  readonly tolerance: number;
  readonly orientationTolerance: number;
}

export interface BoundedSearchResult {
  readonly theta: readonly number[];
  /**
   * Norm ‖e‖₂ of the errors of all targets, in metres; angles are multiplied by the orientation
   * weight.
   */
  readonly error: number;
  readonly reached: boolean;
}

const DIFFERENCE_STEP = 1e-7; // radians, metres
const MAX_STEPS = 400;
const MAX_ROTATION = 0.7; // radians per step
const MIN_DECREASE_RATIO = 1e-4; // of the decrease that the gradient predicts
const MIN_RELATIVE_DECREASE = 1e-13; // of |e|^2: a smaller decrease counts as none
const MAX_FLAT_STEPS = 5;
const PLATEAU_STEPS = 40; // steps
const MIN_PLATEAU_DECREASE = 2e-3; // of |e|^2: a smaller decrease in `PLATEAU_STEPS` ends the search
const FULL_TURN = 2 * Math.PI;

interface Link {
  readonly parent: number;
  readonly joint: Joint;
  readonly fixed: Quaternion;
  /**
   * Index of the joint's value in the pose, −1 if fixed; the joint value is multiplier ·
   * pose[column] + offset.
   */
  readonly column: number;
  readonly multiplier: number;
  readonly offset: number;
}

/**
 * Computes forward kinematics like `computeEffectorFrames`, but prepared for many poses of one
 * tree.
 */
export class PreparedKinematics {
  readonly #links: Link[] = [];
  readonly #tips: { readonly parent: number; readonly xyz: Vec3; readonly fixed: Quaternion }[];

  constructor(tree: InlineTree) {
    const columns = new Map<string, number>();
    for (const joint of tree.joints)
      if (isIndependentJoint(joint)) columns.set(joint.id, columns.size);
    const indices = new Map<string, number>();
    const waiting = [...tree.joints];
    while (waiting.length > 0) {
      const joint = waiting.shift() ?? failUnsupported();
      const parent = joint.parent === null ? -1 : indices.get(joint.parent);
      if (parent === undefined) {
        waiting.push(joint);
        continue;
      }
      const {
        joint: leader,
        multiplier,
        offset,
      } = joint.mimic ?? { joint: joint.id, multiplier: 1, offset: 0 };
      indices.set(joint.id, this.#links.length);
      const column = columns.get(leader) ?? -1;
      this.#links.push({
        parent,
        joint,
        fixed: makeRpyQuaternion(joint.rpy),
        column,
        multiplier,
        offset,
      });
    }
    this.#tips = tree.effectors.map(({ parent, xyz, rpy }) => ({
      parent: indices.get(parent) ?? failUnsupported(),
      xyz,
      fixed: makeRpyQuaternion(rpy),
    }));
  }

  computeTips(theta: readonly number[]): RigidTransform[] {
    const frames: RigidTransform[] = [];
    const attach = (parent: number, xyz: Vec3, fixed: Quaternion): RigidTransform => {
      const frame = frames[parent];
      if (!frame) return { position: xyz, rotation: fixed };
      const [x, y, z] = rotateByQuaternion(frame.rotation, xyz);
      const { position } = frame;
      return {
        position: [position[0] + x, position[1] + y, position[2] + z],
        rotation: multiplyQuaternions(frame.rotation, fixed),
      };
    };
    for (const { parent, joint, fixed, column, multiplier, offset } of this.#links) {
      const value = column < 0 ? 0 : multiplier * (theta[column] ?? 0) + offset;
      frames.push(moveFrameByJoint(attach(parent, joint.xyz, fixed), joint, value));
    }
    return this.#tips.map(({ parent, xyz, fixed }) => attach(parent, xyz, fixed));
  }
}

export class BoundedPoseSearch {
  readonly limits: JointSearchBounds;
  readonly released: JointSearchBounds;
  readonly #tree: InlineTree;
  readonly #targets: readonly Target[];
  readonly #slides: readonly boolean[];
  readonly #stretch: number;
  readonly #kinematics: PreparedKinematics;
  /** Index of each target's effector in the tree. */
  readonly #tipIndices: readonly number[];

  /**
   * Prepares the search of poses of a tree. `stretch`: metres of a sliding joint that are
   * equivalent to one radian.
   */
  constructor(tree: InlineTree, targets: readonly Target[], stretch: number) {
    this.#tree = tree;
    this.#targets = targets;
    this.#stretch = stretch;
    this.#kinematics = new PreparedKinematics(tree);
    const effectors = tree.effectors.map(({ id }) => id);
    this.#tipIndices = targets.map(({ effector }) => effectors.indexOf(effector));
    if (targets.some(({ free }) => free && free.position.length > 0)) failUnsupported();
    const moving = tree.joints.filter(isIndependentJoint);
    this.#slides = moving.map(({ type }) => type === 'prismatic');
    const side = (end: 0 | 1, none: number) => moving.map(({ limits }) => limits?.[end] ?? none);
    this.limits = { lower: side(0, -Infinity), upper: side(1, Infinity) };
    this.released = {
      lower: moving.map(() => -Infinity),
      upper: moving.map(() => Infinity),
    };
  }

  /** Returns e: three numbers per position and three per constrained orientation. */
  computeResidual(theta: readonly number[], goals: readonly BoundedSearchGoal[]): number[] {
    const tips = this.#kinematics.computeTips(theta);
    const e: number[] = [];
    for (const [i, { orientation, orientationWeight, free }] of this.#targets.entries()) {
      const { position, rotation: tipRotation } =
        tips[this.#tipIndices[i] ?? 0] ?? failUnsupported();
      const goal = goals[i] ?? failUnsupported();
      for (let k = 0; k < 3; k++) e.push((goal.position[k] ?? 0) - (position[k] ?? 0));
      if (orientation === null) continue;
      const rotation = remainingRotation(free, goal.orientation, tipRotation);
      for (const x of rotation) e.push(orientationWeight * x);
    }
    return e;
  }

  #meetsTolerances(
    e: readonly number[],
    { tolerance, orientationTolerance }: BoundedSearchTolerances,
  ): boolean {
    let sum = 0;
    let row = 0;
    const norm = () => Math.hypot(e[row++] ?? 0, e[row++] ?? 0, e[row++] ?? 0);
    for (const { orientation, orientationWeight } of this.#targets) {
      sum += norm();
      if (orientation && norm() > orientationTolerance * orientationWeight) return false;
    }
    return sum <= tolerance;
  }

  evaluate(
    theta: readonly number[],
    goals: readonly BoundedSearchGoal[],
    tolerances: BoundedSearchTolerances,
  ): BoundedSearchResult {
    const error = Math.hypot(...this.computeResidual(theta, goals));
    return { theta, error, reached: this.#isReached(theta, goals, tolerances) };
  }

  #isReached(
    theta: readonly number[],
    goals: readonly BoundedSearchGoal[],
    tolerances: BoundedSearchTolerances,
  ): boolean {
    const frames = computeEffectorFrames(this.#tree, theta);
    let sum = 0;
    for (const [i, { effector, orientation, free }] of this.#targets.entries()) {
      const { position, rotation } = frames.get(effector) ?? failUnsupported();
      const goal = goals[i] ?? failUnsupported();
      const offset = position.map((x, k) => (goal.position[k] ?? 0) - x) as unknown as Vec3;
      sum += computeRemainingDistance(offset, free, goal.orientation);
      if (orientation === null) continue;
      const angle = computeRemainingAngle(free, goal.orientation, rotation) ?? 0;
      if (angle > tolerances.orientationTolerance) return false;
    }
    return sum <= tolerances.tolerance;
  }

  /** Minimizes ‖e‖ within the bounds, until the targets are reached or progress ends. */
  solve(
    start: readonly number[],
    goals: readonly BoundedSearchGoal[],
    tolerances: BoundedSearchTolerances,
    { lower, upper }: JointSearchBounds,
  ): BoundedSearchResult {
    const clip = (x: number, i: number) => Math.min(Math.max(x, lower[i] ?? x), upper[i] ?? x);
    const n = start.length;
    let theta = start.map(clip);
    let e = this.computeResidual(theta, goals);
    let f = halfSquaredNorm(e);
    let mu = 0;
    let flat = 0;
    let before = f;
    for (let step = 0; step < MAX_STEPS && flat < MAX_FLAT_STEPS; step++) {
      if (this.#meetsTolerances(e, tolerances)) break;
      if (step % PLATEAU_STEPS === PLATEAU_STEPS - 1) {
        if (f > (1 - MIN_PLATEAU_DECREASE) * before) break;
        before = f;
      }
      const columns = this.#computeJacobian(theta, e, goals);
      const gradient = columns.map((column) => dotProduct(column, e));
      const normal = columns.map((a) => columns.map((b) => dotProduct(a, b)));
      const largest = Math.max(...normal.map((row, i) => row[i] ?? 0));
      if (!(largest > 0)) break;
      if (step === 0) mu = 1e-2 * largest;
      // Joints at a bound stay there if the step would push them beyond it.
      const free = theta.flatMap((x, i) => {
        const slope = gradient[i] ?? 0;
        return (x <= (lower[i] ?? 0) && slope > 0) || (x >= (upper[i] ?? 0) && slope < 0)
          ? []
          : [i];
      });
      let lowered = false;
      for (let tries = 0; tries < 40 && !lowered; tries++) {
        const change = this.#computeStep(normal, gradient, free, mu);
        const next = theta.map((x, i) => clip(x + (change[i] ?? 0), i));
        const promised = theta.reduce(
          (sum, x, i) => sum + (gradient[i] ?? 0) * (x - (next[i] ?? 0)),
          0,
        );
        const nextResidual = this.computeResidual(next, goals);
        const after = halfSquaredNorm(nextResidual);
        if (after < f - MIN_DECREASE_RATIO * Math.max(promised, 0)) {
          lowered = true;
          flat = f - after <= MIN_RELATIVE_DECREASE * f ? flat + 1 : 0;
          [theta, e, f] = [next, nextResidual, after];
          mu = Math.max(mu / 4, 1e-12 * largest);
        } else mu = 4 * Math.max(mu, 1e-12 * largest);
      }
      if (!lowered) break;
    }
    return this.evaluate(theta.slice(0, n), goals, tolerances);
  }

  /** Draws a pose within the limits; unlimited joints: within ±π, or ± the stretch if sliding. */
  drawPose(random: Random): number[] {
    return this.#slides.map((slides, i) => {
      const most = slides ? this.#stretch : Math.PI;
      const [lower, upper] = [this.limits.lower[i] ?? 0, this.limits.upper[i] ?? 0];
      const from = Number.isFinite(lower) ? lower : Math.min(-most, upper - FULL_TURN);
      const to = Number.isFinite(upper) ? upper : Math.max(most, lower + FULL_TURN);
      return random.between(from, Number.isFinite(lower) || Number.isFinite(upper) ? to : most);
    });
  }

  /** Changes each joint by up to `most` radians, or `most` times the stretch if it slides. */
  nudge(theta: readonly number[], random: Random, most: number): number[] {
    return theta.map(
      (x, i) => x + random.between(-most, most) * (this.#slides[i] ? this.#stretch : 1),
    );
  }

  computeGoals(theta: readonly number[]): BoundedSearchGoal[] {
    const tips = this.#kinematics.computeTips(theta);
    return this.#targets.map((_, i) => {
      const { position, rotation } = tips[this.#tipIndices[i] ?? 0] ?? failUnsupported();
      const length = Math.hypot(...rotation);
      return {
        position: position,
        orientation: rotation.map((x) => x / length) as unknown as Quaternion,
      };
    });
  }

  // de/dθ by forward differences, one column per joint
  #computeJacobian(
    theta: readonly number[],
    e: readonly number[],
    goals: readonly BoundedSearchGoal[],
  ): number[][] {
    return theta.map((_, i) => {
      const moved = theta.map((x, k) => (k === i ? x + DIFFERENCE_STEP : x));
      return this.computeResidual(moved, goals).map(
        (x, row) => (x - (e[row] ?? 0)) / DIFFERENCE_STEP,
      );
    });
  }

  // (H + mu D) way = -gradient over the free joints, scaled so that no joint exceeds `MAX_ROTATION`
  #computeStep(
    normal: readonly (readonly number[])[],
    gradient: readonly number[],
    free: readonly number[],
    mu: number,
  ): number[] {
    const scale = (i: number) => (this.#slides[i] ? 1 / this.#stretch ** 2 : 1);
    const h = free.map((i) =>
      free.map((k) => (normal[i]?.[k] ?? 0) + (i === k ? mu * scale(i) : 0)),
    );
    const solution = solveCholesky(
      h,
      free.map((i) => -(gradient[i] ?? 0)),
    );
    const jointChanges = free.map(
      (i, k) => Math.abs(solution[k] ?? 0) / (this.#slides[i] ? this.#stretch : 1),
    );
    const share = Math.min(1, MAX_ROTATION / Math.max(...jointChanges, 1e-300));
    const fullStep = gradient.map(() => 0);
    for (const [k, i] of free.entries()) fullStep[i] = share * (solution[k] ?? 0);
    return fullStep;
  }
}

/** Returns a vector whose length is the remaining angle, in radians, and which changes smoothly. */
function remainingRotation(
  free: TargetFreedom | null,
  wanted: Quaternion,
  current: Quaternion,
): Vec3 {
  const orientation = free?.orientation ?? [];
  const cone = freeRotationCone(orientation);
  const constrainedAxis = freeRotationAxis(orientation) ?? cone?.axis;
  if (constrainedAxis)
    return axisRotation(
      rotateByQuaternion(wanted, constrainedAxis),
      rotateByQuaternion(current, constrainedAxis),
      cone?.angle ?? 0,
    );
  const off = multiplyQuaternions(wanted, [-current[0], -current[1], -current[2], current[3]]);
  const named = namedFreeAxes(orientation);
  if (free && named.length === 1) {
    const axis = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[named[0] as 'x'] as unknown as Vec3;
    const wantedAxis = free.frame === 'target' ? rotateByQuaternion(wanted, axis) : axis;
    const [x, y, z, w] = off;
    return axisRotation(wantedAxis, rotateByQuaternion([-x, -y, -z, w], wantedAxis), 0);
  }
  if (named.length > 0) failUnsupported();
  const sine = Math.hypot(off[0], off[1], off[2]);
  const angle = angleBetweenOrientations(current, wanted);
  const share = sine > 0 ? (Math.sign(off[3]) || 1) * (angle / sine) : 2;
  return [share * off[0], share * off[1], share * off[2]];
}

function axisRotation(u: Vec3, v: Vec3, cone: number): Vec3 {
  const across: Vec3 = [
    v[1] * u[2] - v[2] * u[1],
    v[2] * u[0] - v[0] * u[2],
    v[0] * u[1] - v[1] * u[0],
  ];
  const sine = Math.hypot(...across);
  const angle = Math.atan2(sine, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
  const share = Math.max(0, angle - cone) / (sine || 1);
  return [share * across[0], share * across[1], share * across[2]];
}

function dotProduct(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
const halfSquaredNorm = (e: readonly number[]): number => dotProduct(e, e) / 2;

/** Solves h x = b by Cholesky decomposition; h must be positive definite. */
function solveCholesky(h: readonly (readonly number[])[], b: readonly number[]): number[] {
  const n = b.length;
  const l: number[][] = h.map((row) => [...row]);
  const x = [...b];
  const getEntry = (i: number, k: number) => l[i]?.[k] ?? 0;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = getEntry(i, k);
      for (let j = 0; j < k; j++) sum -= getEntry(i, j) * getEntry(k, j);
      (l[i] as number[])[k] = i === k ? Math.sqrt(Math.max(sum, 1e-300)) : sum / getEntry(k, k);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) x[i] = (x[i] ?? 0) - getEntry(i, j) * (x[j] ?? 0);
    x[i] = (x[i] ?? 0) / getEntry(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i] = (x[i] ?? 0) - getEntry(j, i) * (x[j] ?? 0);
    x[i] = (x[i] ?? 0) / getEntry(i, i);
  }
  return x;
}

function failUnsupported(): never {
  throw new Error('not supported: no robot of the gallery needs it');
}
