/** What is known of a panel's run where it stands: all that its reasons are made from. */

import type { DiagnosticFindings, InstanceStatus } from '../engine/engine.ts';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { largestReachedError, smallLength } from '../format/askedFor.ts';
import { angleFigure } from '../format/figures.ts';
import { listedParts as inList } from '../format/lists.ts';
import { updatesMade } from '../format/outcome.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import type { Measures } from '../measure/measures.ts';
import { type OutOfReach, reaches, targetsOutOfReach } from '../measure/reach.ts';
import type { InstanceRun } from '../run/session.ts';
import { hasOrientationRows } from '../scenario/free.ts';
import { isMovingJoint, onLimit } from '../scenario/trees.ts';
import type { LengthUnit, MethodPanel, Scene } from '../scenario/types.ts';

/** A singular direction of the task as it stands. */
export interface Direction {
  /** σ_i: metres that the tips move along it, a radian of the joints. */
  readonly sigma: number;
  /** |u_iᵀe|: what of the error lies along it, metres. */
  readonly missing: number;
}

export interface Facts extends InstanceRun {
  readonly status: InstanceStatus;
  readonly method: MethodPanel;
  readonly unit: LengthUnit;
  /** Of each target, and what its clamp leaves of it, metres. */
  readonly distances: readonly number[];
  readonly clamps: readonly number[];
  /** Of its last updates. */
  readonly recent: Measures;
  /** ‖e‖₂ of the whole task, unclamped. */
  readonly errorNorm: number;
  readonly directions: readonly Direction[];
  /** The direction that holds most of what is missing; null: it is spread over several. */
  readonly blocking: number | null;
  /** That direction as a unit vector of the task's rows. */
  readonly blockingVector: readonly number[] | null;
  /** What the method would do now. */
  readonly plan: DiagnosticFindings;
  /** Targets that are proved to be out of reach, and by how many metres. */
  readonly outOfReach: readonly OutOfReach[];
  /** Joints at a limit that Jᵀe pushes outward, the largest share of ‖Jᵀe‖ first. */
  readonly pushed: readonly PushedJoint[];
}

export interface PushedJoint {
  readonly joint: string;
  readonly limit: 'lower' | 'upper';
  /** Of ‖Jᵀe‖. */
  readonly share: number;
}

const MOST_OF_IT = 0.5; // share of ‖e‖²
const RIGID = 1e-9; // of σ₁
/** How many times smaller than the largest σ that of a weak direction is. */
export const WEAK_RATIO = 10;

/** Of the moment when it is begun, with a rest after each piece of what takes long in a large scene. */
export function* factsInParts(asked: InstanceRun): Generator<void, Facts> {
  const { scene, lab, instance } = asked;
  const status = { ...lab.status(instance) };
  const whole = wholeOf(asked);
  const missed = errorOf(asked);
  const at = {
    angles: [...lab.angles(instance)],
    goals: [...lab.goals()],
    clamps: [...lab.clamps(instance)],
  };
  const now = {
    status,
    distances: [...lab.distances(instance)],
    clamps: at.clamps,
    recent: asked.course.over('recent'),
    outOfReach: targetsOutOfReach(reaches(scene), at.goals, largestReachedError(scene.scenario)),
  };
  const clamps = at.clamps.map(() => Number.POSITIVE_INFINITY);
  const found = yield* lab.inspecting(null, { ...at, clamps });
  const parts = takeApart(found, missed, whole);
  const pushed = pushedJoints(scene, at.angles, found);
  const plan = yield* lab.inspecting(instance, at);
  const { directions } = parts;
  const most = Math.max(...directions.map(({ missing }) => missing));
  const first = directions.findIndex(({ missing }) => missing === most);
  const blocking = !settled(status) && most * most >= MOST_OF_IT * whole * whole ? first : null;
  return {
    ...asked,
    ...now,
    method: scene.scenario.methods[instance] as MethodPanel,
    unit: scene.scenario.unit,
    errorNorm: whole,
    directions,
    blocking,
    pushed,
    blockingVector: blocking === null ? null : parts.way(blocking),
    plan,
  };
}

export const settled = ({ stop, within }: InstanceStatus): boolean => stop === 'reached' || within;

const NOTHING = 1e-9; // of ‖e‖

/** The error along each direction; what no joint moves at all is one more, unless it is nothing. */
function takeApart({ sigma, alpha, u }: DiagnosticFindings, rest: number[] | null, whole: number) {
  const moved = sigma.findLastIndex((each) => each > RIGID * (sigma[0] as number)) + 1;
  if (rest)
    for (let i = 0; i < moved; i++)
      u(i).forEach((x, row) => {
        rest[row] = (rest[row] as number) - (alpha[i] as number) * x;
      });
  const directions: Direction[] = Array.from(sigma, (each, i) => ({
    sigma: each,
    missing: i < moved ? Math.abs(alpha[i] as number) : 0,
  }));
  const along = Math.hypot(...directions.map(({ missing }) => missing));
  const left = rest ? Math.hypot(...rest) : Math.sqrt(Math.max(0, whole ** 2 - along ** 2));
  if (left > NOTHING * whole)
    directions[moved] = { sigma: directions[moved]?.sigma ?? 0, missing: left };
  const way = (i: number): number[] | null =>
    i < moved ? [...u(i)] : (rest?.map((x) => x / left) ?? null);
  return { directions, way };
}

/** e of targets that are whole positions; null: one is more, or less. */
function errorOf({ scene, lab, instance }: InstanceRun): number[] | null {
  const { joints, effectors } = scene.tree;
  const { targets } = scene.scenario;
  if (targets.some(({ orientation, free }) => orientation || free)) return null;
  const [goals, points] = [lab.goals(), lab.points(instance)];
  return targets.flatMap(({ effector }, target) => {
    const at = joints.length + effectors.findIndex(({ id }) => id === effector);
    return [0, 1, 2].map(
      (i) => (goals[TARGET_STRIDE * target + i] as number) - (points[3 * at + i] as number),
    );
  });
}

/** Whether no joint moves a direction at all. */
export const rigid = ({ directions }: Facts, index: number): boolean =>
  (directions[index]?.sigma ?? 0) <= RIGID * (directions[0]?.sigma ?? 0);

function wholeOf({ scene, lab, instance }: InstanceRun): number {
  const angles = lab.turns(instance);
  const distances = [...lab.distances(instance)];
  const { targets } = scene.scenario;
  const turned = targets.map((target, i) =>
    hasOrientationRows(target) ? target.orientationWeight * (angles[i] as number) : 0,
  );
  return Math.hypot(...distances, ...turned);
}

const FELT = 1e-9; // of ‖Jᵀe‖: less is rounding

/** Jᵀe is Σ σᵢ αᵢ vᵢ. */
function pushedJoints(
  { tree, scenario }: Scene,
  angles: readonly number[],
  { sigma, alpha, v }: DiagnosticFindings,
): PushedJoint[] {
  if (scenario.limitPolicy === 'ignore') return [];
  const joints = tree.joints.filter(isMovingJoint);
  const pull = joints.map(() => 0);
  sigma.forEach((each, i) => {
    v(i).forEach((x, j) => {
      pull[j] = (pull[j] as number) + each * (alpha[i] as number) * x;
    });
  });
  const whole = Math.hypot(...pull);
  return joints
    .flatMap(({ id, limits }, j): PushedJoint[] => {
      const share = Math.abs(pull[j] as number) / whole;
      if (!limits || !(share > FELT)) return [];
      const upper = (pull[j] as number) > 0;
      const side = upper
        ? ([Number.NEGATIVE_INFINITY, limits[1]] as const)
        : ([limits[0], Number.POSITIVE_INFINITY] as const);
      if (!onLimit(angles[j] as number, side)) return [];
      return [{ joint: id, limit: upper ? 'upper' : 'lower', share }];
    })
    .sort((a, b) => b.share - a.share);
}

// numbers as sentences have them

/** “415 mm”, below a tenth of a millimetre “4 µm”. */
export const metres = (value: number, unit: LengthUnit): Phrase => strong(smallLength(value, unit));

export const degrees = (radians: number): Phrase => strong(angleFigure(radians));

export const percent = (share: number): Phrase =>
  share < 1e-3
    ? strong('< 0.1 %')
    : strong(
        `${share >= 0.995 ? Math.round(100 * share) : Number((100 * share).toPrecision(2))} %`,
      );

export const counted = (count: number, thing: string): Phrase =>
  strong(`${count} ${thing}${count === 1 ? '' : 's'}`);

/** Updates of the run as the page counts them everywhere. */
export const updatesShown = ({ status, scene }: Facts): number =>
  updatesMade(status, scene.scenario.run);

/** “415 mm”, and “5.7°” where a target is oriented. */
export function errorText({ status, scene, unit }: Facts): Phrase {
  const far = metres(status.error, unit);
  const oriented = scene.scenario.targets.some(hasOrientationRows);
  return oriented && status.orientationError >= 5e-5
    ? say`${far} and ${degrees(status.orientationError)}`
    : far;
}

const NAMED = 3;

/** “a, b and c”; of many the first three. */
export function listed(names: readonly (string | number)[]): Phrase {
  const more = names.length - NAMED;
  const said = names.slice(0, more > 1 ? NAMED : names.length).map(strong);
  return inList(more > 1 ? [...said, say`${strong(more)} more`] : said);
}
