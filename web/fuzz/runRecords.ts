/** Records of a run, update by update, with errors by kinematics independent of the module. */
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Quaternion, Scene, Target, Vec3 } from '@iklab/core/scenario';
import type { Session } from '@iklab/run/session';
import { angleBetweenOrientations, computeEffectorFrames } from './kinematics.ts';
import { computeRemainingAngle, computeRemainingOffset } from './remainingErrors.ts';

/** A pose, and the goals from which its error is computed. */
export interface RecordedPose {
  readonly angles: readonly number[];
  readonly goals: readonly number[];
  /** Sum of the effectors' distances from their goals, in metres. */
  readonly error: number;
}

/** Poses of one instance since the start of the run: entry k is the pose after update k. */
export interface InstanceRecord {
  readonly entries: RecordedPose[];
  /** Index of the pose at which the current goals were set. */
  approachStart: number;
  /** Pose at the start of the approach, with the current goals. */
  atApproachStart: RecordedPose;
  /** Number of updates when the scene was last edited. */
  edited: number;
}

export class RunRecords {
  readonly instances: InstanceRecord[] = [];
  /** True if a method was changed after the first update. */
  mixed = false;
  readonly #session: Session;
  #goals: readonly number[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.reset();
  }

  get scene(): Scene {
    return this.#session.scene;
  }

  reset(): void {
    const { lab } = this.#session;
    this.#goals = [...lab.goals()];
    this.mixed = false;
    this.instances.length = 0;
    for (let i = 0; i < lab.instanceCount; i++) {
      const start = makeEntry(this.scene, [...lab.angles(i)], this.#goals);
      this.instances.push({
        entries: [start],
        approachStart: 0,
        atApproachStart: start,
        edited: 0,
      });
    }
  }

  recordEdit(slider: boolean): void {
    if (slider && this.instances.some(({ entries }) => entries.length > 1)) this.mixed = true;
    for (const record of this.instances) record.edited = record.entries.length - 1;
  }

  /** Records the poses of all instances; called after every completed `advance`. */
  recordUpdates(): void {
    const { lab } = this.#session;
    const goals = [...lab.goals()];
    const moved = goals.some((x, i) => x !== this.#goals[i]);
    this.#goals = goals;
    this.instances.forEach((record, i) => {
      const { updates } = lab.status(i);
      if (moved) {
        record.approachStart = record.entries.length - 1;
        const { angles } = record.entries[record.approachStart] as RecordedPose;
        record.atApproachStart = makeEntry(this.scene, angles, goals);
      }
      for (let update = record.entries.length; update <= updates; update++) {
        const angles = [...(lab.anglesAfter(i, update) ?? [])];
        record.entries.push(makeEntry(this.scene, angles, goals));
      }
    });
  }

  /** True if all instances approach the current goals from the start, with unchanged methods. */
  get isComparable(): boolean {
    return !this.mixed && this.instances.every(({ approachStart }) => approachStart === 0);
  }
}

export const countUpdatesSinceGoals = ({ entries, approachStart }: InstanceRecord): number =>
  entries.length - 1 - approachStart;

export const getLastRecordedPose = ({ entries }: InstanceRecord): RecordedPose =>
  entries.at(-1) as RecordedPose;

/** Returns the errors after updates `first` to `to`, counted from 1. */
export const getErrorsOfUpdates = (
  { entries }: InstanceRecord,
  first: number,
  to: number,
): number[] => entries.slice(first, to + 1).map(({ error }) => error);

export const meanOfValues = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / values.length;

interface RemainingError {
  /** Position error per axis, in metres; 0 along free axes. */
  readonly off: readonly number[];
  /** Rotation vector, or only its angle if partly free, in radians; null: unconstrained. */
  readonly rotation: readonly number[] | null;
}

export function computeRemainingErrors(
  { tree, scenario }: Scene,
  { angles, goals }: Omit<RecordedPose, 'error'>,
): RemainingError[] {
  const frames = computeEffectorFrames(tree, angles);
  return scenario.targets.map((target, i) => {
    const { position, rotation: tipRotation } = frames.get(target.effector) as {
      position: Vec3;
      rotation: Quaternion;
    };
    const goal = goals.slice(TARGET_STRIDE * i, TARGET_STRIDE * (i + 1));
    const wanted = goal.slice(3) as unknown as Quaternion;
    const offset = position.map((x, axis) => (goal[axis] as number) - x) as unknown as Vec3;
    return {
      off: computeRemainingOffset(offset, target.free, wanted),
      rotation: remainingRotation(target, wanted, tipRotation),
    };
  });
}

function remainingRotation({ orientation, free }: Target, wanted: Quaternion, current: Quaternion) {
  if (!orientation) return null;
  if (!free || [free.orientation].flat().length === 0) return rotationVector(current, wanted);
  const angle = computeRemainingAngle(free, wanted, current);
  return angle === null ? null : [angle];
}

/** Returns whether the error of this scene includes an orientation. */
export const doesErrorIncludeOrientation = ({ scenario }: Scene): boolean =>
  scenario.targets.some(
    ({ orientation, free }) => orientation && [free?.orientation ?? []].flat().length < 3,
  );

/** Returns the rotation vector from one orientation to another, about fixed axes. */
function rotationVector(from: Quaternion, to: Quaternion): number[] {
  const [x, y, z, w] = [-from[0], -from[1], -from[2], from[3]] as const;
  const [a, b, c, d] = to;
  const v = [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
  ];
  const sign = d * w - a * x - b * y - c * z < 0 ? -1 : 1;
  const size = Math.hypot(...v) || 1;
  const angle = angleBetweenOrientations(from, to);
  return v.map((part) => (sign * angle * part) / size);
}

/**
 * Returns a recorded pose whose error is computed only when it is read, because most are never
 * needed.
 */
function makeEntry(
  scene: Scene,
  angles: readonly number[],
  goals: readonly number[],
): RecordedPose {
  let cachedError: number | null = null;
  return {
    angles,
    goals,
    get error() {
      cachedError ??= computeRemainingErrors(scene, { angles, goals }).reduce(
        (sum, { off }) => sum + Math.hypot(...off),
        0,
      );
      return cachedError;
    },
  };
}

/** Returns the largest remaining angle, in radians; null: no orientation is constrained. */
export function computeLargestRemainingAngle(scene: Scene, entry: RecordedPose): number | null {
  const angles = computeRemainingErrors(scene, entry).flatMap(({ rotation: turn }) =>
    turn ? [Math.hypot(...turn)] : [],
  );
  return angles.length > 0 ? Math.max(...angles) : null;
}

/** Returns ‖e‖₂ of all targets; angles are multiplied by the orientation weight. */
export function computePoseErrorNorm(scene: Scene, entry: RecordedPose): number {
  const { targets } = scene.scenario;
  return Math.hypot(
    ...computeRemainingErrors(scene, entry).flatMap(({ off, rotation: turn }, i) => [
      ...off,
      ...(turn ?? []).map((x) => x * (targets[i]?.orientationWeight ?? 1)),
    ]),
  );
}

const ROUNDING = 1 + 1e-7;

/**
 * Returns whether a pose is within the tolerances of the scene. `easy`: a factor on them that
 * allows for rounding.
 */
export function isPoseWithinTolerance(scene: Scene, entry: RecordedPose, easy = ROUNDING): boolean {
  const { run, targets } = scene.scenario;
  const slack = (easy - 1) * 1e-6;
  if (run.residual !== null)
    return computePoseErrorNorm(scene, entry) <= run.residual * easy + slack;
  let sum = 0;
  for (const [i, { off, rotation: turn }] of computeRemainingErrors(scene, entry).entries()) {
    const ownTolerance = targets[i]?.tolerance;
    const angle = Math.hypot(...(turn ?? []));
    if (!ownTolerance) {
      sum += Math.hypot(...off);
      if (angle > run.orientationTolerance * easy + slack) return false;
    } else if (
      off.some((x) => Math.abs(x) > ownTolerance.position * easy + slack) ||
      (turn ?? []).some((x) => Math.abs(x) > ownTolerance.rotation * easy + slack)
    )
      return false;
  }
  return sum <= run.tolerance * easy + slack;
}
