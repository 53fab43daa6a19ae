import type { InspectionFindings, InstanceStatus } from '@iklab/core/engine';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { angleText, formatLength } from '@iklab/core/format';
import {
  countShownUpdates,
  joinPhrasesAsList as inList,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import type { TrajectoryMeasures, UnreachableTarget } from '@iklab/core/measure';
import type { LengthUnit, MethodPanel, Scene } from '@iklab/core/scenario';
import { isAtJointLimit, isIndependentJoint } from '@iklab/core/scenario/robot';
import { hasOrientationRows } from '@iklab/core/scenario/targets';
import type { InstanceRun } from '../session/session.ts';
import { listTargetsOutOfReach } from './listTargetsOutOfReach.ts';

/** A singular direction of the task (a column u_i of the SVD of J) at the current pose. */
export interface SingularDirection {
  /**
   * Singular value sigma_i: metres of effector motion along the direction per radian of joint
   * motion.
   */
  readonly sigma: number;
  /** Component of the error along the direction, |u_i^T e|, in metres. */
  readonly errorAlong: number;
}

export interface RunFacts extends InstanceRun {
  readonly status: InstanceStatus;
  readonly method: MethodPanel;
  readonly unit: LengthUnit;
  /** Distance of each target, and (`clamps`) the clamp on the distance, in metres. */
  readonly distances: readonly number[];
  readonly clamps: readonly number[];
  readonly recent: TrajectoryMeasures;
  /** Norm ||e||_2 of the error of the whole task, unclamped, in metres. */
  readonly errorNorm: number;
  readonly directions: readonly SingularDirection[];
  /** Index of the direction with most of the error; null if the error is spread out. */
  readonly blocking: number | null;
  /** Error along direction `blocking` in metres, one value per row of J; null if there is none. */
  readonly blockingVector: readonly number[] | null;
  readonly plan: InspectionFindings;
  /** Targets that are provably out of reach, with the excess distance in metres. */
  readonly outOfReach: readonly UnreachableTarget[];
  /**
   * Joints at a limit that the gradient J^T e pushes outward, the largest share of ||J^T e|| first.
   */
  readonly pushed: readonly JointPushedToLimit[];
}

export interface JointPushedToLimit {
  readonly joint: string;
  readonly limit: 'lower' | 'upper';
  /** Share of the joint in the gradient norm ||J^T e||, 0 to 1. */
  readonly share: number;
}

const BLOCKING_SHARE = 0.5; // Share of the squared norm of e.
const RIGID = 1e-9; // Fraction of sigma_1.
/** Least ratio of the largest sigma to the sigma of a weak direction. */
export const WEAK_SIGMA_RATIO = 10;

export function* collectRunFactsSliced(run: InstanceRun): Generator<void, RunFacts> {
  const { scene, lab, instance } = run;
  const status = { ...lab.status(instance) };
  const errorNorm = computeErrorNorm(run);
  const missed = computeError(run);
  const state = {
    angles: [...lab.angles(instance)],
    goals: [...lab.goals()],
    clamps: [...lab.clamps(instance)],
  };
  const current = {
    status,
    distances: [...lab.distances(instance)],
    clamps: state.clamps,
    recent: run.stats.measures('recent'),
    outOfReach: listTargetsOutOfReach(scene, state.goals, run.verdict?.proof ?? null),
  };
  const clamps = state.clamps.map(() => Number.POSITIVE_INFINITY);
  const found = yield* lab.inspectSliced(null, { ...state, clamps });
  const parts = splitError(found, missed, errorNorm);
  const pushed = findPushedJoints(scene, state.angles, found);
  const plan = yield* lab.inspectSliced(instance, state);
  const { directions } = parts;
  const most = Math.max(...directions.map(({ errorAlong }) => errorAlong));
  const first = directions.findIndex(({ errorAlong }) => errorAlong === most);
  const blocking =
    !hasReachedTargets(status) && most * most >= BLOCKING_SHARE * errorNorm * errorNorm
      ? first
      : null;
  return {
    ...run,
    ...current,
    method: scene.scenario.methods[instance] as MethodPanel,
    unit: scene.scenario.unit,
    errorNorm,
    directions,
    blocking,
    pushed,
    blockingVector: blocking === null ? null : parts.way(blocking),
    plan,
  };
}

export const hasReachedTargets = ({ stop, within }: InstanceStatus): boolean =>
  stop === 'reached' || within;

const NEGLIGIBLE = 1e-9; // Fraction of the norm of e.

function splitError(
  { sigma, alpha, u }: InspectionFindings,
  rest: number[] | null,
  errorNorm: number,
) {
  const moved = sigma.findLastIndex((each) => each > RIGID * (sigma[0] as number)) + 1;
  if (rest)
    for (let i = 0; i < moved; i++)
      u(i).forEach((x, row) => {
        rest[row] = (rest[row] as number) - (alpha[i] as number) * x;
      });
  const directions: SingularDirection[] = Array.from(sigma, (each, i) => ({
    sigma: each,
    errorAlong: i < moved ? Math.abs(alpha[i] as number) : 0,
  }));
  const attributed = Math.hypot(...directions.map(({ errorAlong }) => errorAlong));
  const unattributed = rest
    ? Math.hypot(...rest)
    : Math.sqrt(Math.max(0, errorNorm ** 2 - attributed ** 2));
  if (unattributed > NEGLIGIBLE * errorNorm)
    directions[moved] = { sigma: directions[moved]?.sigma ?? 0, errorAlong: unattributed };
  const directionVector = (i: number): number[] | null =>
    i < moved ? Array.from(u(i), (x) => (alpha[i] as number) * x) : rest;
  return { directions, way: directionVector };
}

function computeError({ scene, lab, instance }: InstanceRun): number[] | null {
  const { joints, effectors } = scene.tree;
  const { targets } = scene.scenario;
  if (targets.some(({ orientation, free }) => orientation || free)) return null;
  const [goals, points] = [lab.goals(), lab.points(instance)];
  return targets.flatMap(({ effector }, target) => {
    const pointIndex = joints.length + effectors.findIndex(({ id }) => id === effector);
    return [0, 1, 2].map(
      (i) => (goals[TARGET_STRIDE * target + i] as number) - (points[3 * pointIndex + i] as number),
    );
  });
}

export const isRigidDirection = ({ directions }: RunFacts, index: number): boolean =>
  (directions[index]?.sigma ?? 0) <= RIGID * (directions[0]?.sigma ?? 0);

function computeErrorNorm({ scene, lab, instance }: InstanceRun): number {
  const angles = lab.angleErrors(instance);
  const distances = [...lab.distances(instance)];
  const { targets } = scene.scenario;
  const rotationErrors = targets.map((target, i) =>
    hasOrientationRows(target) ? target.orientationWeight * (angles[i] as number) : 0,
  );
  return Math.hypot(...distances, ...rotationErrors);
}

const MIN_PULL = 1e-9; // Fraction of ||J^T e||; less is rounding.

function findPushedJoints(
  { tree, scenario }: Scene,
  angles: readonly number[],
  { sigma, alpha, v }: InspectionFindings,
): JointPushedToLimit[] {
  if (scenario.limitPolicy === 'ignore') return [];
  const joints = tree.joints.filter(isIndependentJoint);
  const pull = joints.map(() => 0);
  sigma.forEach((each, i) => {
    v(i).forEach((x, j) => {
      pull[j] = (pull[j] as number) + each * (alpha[i] as number) * x;
    });
  });
  const norm = Math.hypot(...pull);
  return joints
    .flatMap(({ id, limits }, j): JointPushedToLimit[] => {
      const share = Math.abs(pull[j] as number) / norm;
      if (!limits || !(share > MIN_PULL)) return [];
      const upper = (pull[j] as number) > 0;
      const side = upper
        ? ([Number.NEGATIVE_INFINITY, limits[1]] as const)
        : ([limits[0], Number.POSITIVE_INFINITY] as const);
      if (!isAtJointLimit(angles[j] as number, side)) return [];
      return [{ joint: id, limit: upper ? 'upper' : 'lower', share }];
    })
    .sort((a, b) => b.share - a.share);
}

// Numbers in sentences.

/** Formats a length in bold: "415 mm", with micrometres below 0.1 mm. */
export const formatMetres = (value: number, unit: LengthUnit): Phrase =>
  makeStrongPhrase(formatLength(value, unit));

export const formatDegrees = (radians: number): Phrase => makeStrongPhrase(angleText(radians));

export const formatPercent = (share: number): Phrase =>
  share < 1e-3
    ? makeStrongPhrase('< 0.1 %')
    : makeStrongPhrase(
        `${share >= 0.995 ? Math.round(100 * share) : Number((100 * share).toPrecision(2))} %`,
      );

export const countPhrase = (count: number, thing: string): Phrase =>
  makeStrongPhrase(`${count} ${thing}${count === 1 ? '' : 's'}`);

export const countUpdatesShown = ({ status, scene }: RunFacts): number =>
  countShownUpdates(status, scene.scenario.run);

/** Formats the remaining error: "415 mm", and "5.7 degrees" if a target has an orientation. */
export function remainingErrorPhrase({ status, scene, unit }: RunFacts): Phrase {
  const far = formatMetres(status.error, unit);
  const oriented = scene.scenario.targets.some(hasOrientationRows);
  return oriented && status.orientationError >= 5e-5
    ? makePhrase`${far} and ${formatDegrees(status.orientationError)}`
    : far;
}

const MAX_NAMED = 3;

/** Lists names: "a, b and c"; only the first three of many. */
export function listFirstNames(names: readonly (string | number)[]): Phrase {
  const more = names.length - MAX_NAMED;
  const phrases = names.slice(0, more > 1 ? MAX_NAMED : names.length).map(makeStrongPhrase);
  return inList(more > 1 ? [...phrases, makePhrase`${makeStrongPhrase(more)} more`] : phrases);
}
