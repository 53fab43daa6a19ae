import type { PanelStatus, StopReason } from '../engine/engine.ts';
import type { InlineTree, Joint, LengthUnit, Scene } from '../scenario/types.ts';
import { length, unitName, words } from './format.ts';

/** A panel that has stopped, and how it stands. */
export interface Standing {
  readonly scene: Scene;
  readonly status: PanelStatus;
  /** As `Lab.angles`, `Lab.points` and `Lab.goals`. */
  readonly angles: ArrayLike<number>;
  readonly points: ArrayLike<number>;
  readonly goals: ArrayLike<number>;
}

const STRAIGHT = 1e-5; // of the arm's length: as near to a line as this is on it
const NEAR = 1e-6; // of the range between the limits
const NAMED = 3; // joints

/** Why a panel stopped, in a sentence with its numbers; empty while it goes on. */
export function reason(standing: Standing): string {
  const { stop } = standing.status;
  return stop === null ? '' : SENTENCES[stop](standing, away(standing));
}

const SENTENCES: Readonly<Record<StopReason, (at: Standing, away: string) => string>> = {
  reached: ({ status }, away) => `reached in ${updates(status.updatesSinceMove)}, ${away}`,
  stalled: (at, away) => `stalled: Jᵀe = 0 at ${away}: ${held(at)}`,
  'at-limit': (at, away) => {
    const names = onLimits(at).map(({ id }) => id);
    return `at its limits: ${joined(names)} ${names.length === 1 ? 'holds' : 'hold'} it ${away} away`;
  },
  breakdown: ({ status }, away) =>
    `broke down: update ${status.updates} had no step to take; ${away} left`,
  'no-improvement': (at, away) => `no improvement: ${little(at)}; ${away} left`,
  oscillating: ({ status }, away) =>
    `oscillating: rose ${status.rises === 1 ? 'once' : `${status.rises} times`} since the target moved; ${away} left`,
  'iteration-limit': ({ status }, away) =>
    `iteration limit: ${updates(status.updatesSinceMove)}, ${away} left`,
};

function away({ status, scene }: Standing): string {
  const { error, orientationError } = status;
  const angle = (orientationError * 180) / Math.PI;
  const turned = angle >= 0.005 ? ` and ${Number(angle.toPrecision(2))}°` : '';
  return `${words(length(error, scene.scenario.unit))}${turned}`;
}

const updates = (count: number): string => (count === 1 ? '1 update' : `${count} updates`);

function joined(names: readonly string[]): string {
  const said = names.length > NAMED + 1 ? names.slice(0, NAMED) : names;
  const more = names.length - said.length;
  return said.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function little({ status, scene }: Standing): string {
  const { run, unit } = scene.scenario;
  const gain = status.errorBefore - status.error;
  if (gain <= 0) return 'no step brought it closer';
  return `update ${status.updates} came ${closer(gain, unit)} closer, less than ${closer(run.minImprovement, unit)}`;
}

/** Lengths below 0.1 mm matter here. */
function closer(value: number, unit: LengthUnit): string {
  if (value >= 1e-4) return words(length(value, unit));
  if (unit === 'm') return `${Number((value * 1e6).toPrecision(2))} µm`;
  return `${Number(value.toPrecision(2))} ${unitName(unit)}`;
}

const moving = ({ joints }: InlineTree): Joint[] => joints.filter(({ type }) => type !== 'fixed');

function onLimits({ scene, angles }: Standing): Joint[] {
  return moving(scene.tree).filter(({ limits }, i) => {
    if (!limits) return false;
    const slack = NEAR * (limits[1] - limits[0]);
    const angle = angles[i] as number;
    return angle <= limits[0] + slack || angle >= limits[1] - slack;
  });
}

/** What of the pose it is that Jᵀe = 0. */
function held(at: Standing): string {
  const { targets } = at.scene.scenario;
  const open = targets.map((_, i) => i).filter((i) => distance(at, i) > 0);
  const lined = open.filter((i) => onAxis(at, i));
  if (open.length === 0 || lined.length < open.length) {
    return targets.length > 1
      ? 'the targets pull the joints in equal parts both ways'
      : 'no joint moves the tip toward the target';
  }
  const where = lined.every((i) => beyond(at, i)) ? ', out of reach' : '';
  if (targets.length === 1) return `the target lies on the arm’s axis${where}`;
  const [verb, arms] = lined.length === 1 ? ['lies', 'its arm'] : ['lie', 'their arms'];
  return `${named(lined)} ${verb} on the axis of ${arms}${where}`;
}

const named = (targets: readonly number[]): string =>
  `target${targets.length > 1 ? 's' : ''} ${joined(targets.map((i) => String(i + 1)))}`;

type Place = readonly [number, number, number];

const point = (points: ArrayLike<number>, at: number): Place => [
  points[at] as number,
  points[at + 1] as number,
  points[at + 2] as number,
];

const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const goal = ({ goals }: Standing, target: number): Place => point(goals, 7 * target);

/** Joints from the root to a target's effector, and its tip. */
function chain({ scene, points }: Standing, target: number): Place[] {
  const { joints, effectors } = scene.tree;
  const index = effectors.findIndex(({ id }) => id === scene.scenario.targets[target]?.effector);
  const way: Place[] = [point(points, 3 * (joints.length + index))];
  let id: string | null = effectors[index]?.parent ?? null;
  while (id !== null) {
    const at = joints.findIndex((joint) => joint.id === id);
    if (at < 0) break;
    if (joints[at]?.type !== 'fixed') way.unshift(point(points, 3 * at));
    id = joints[at]?.parent ?? null;
  }
  return way;
}

const distance = (at: Standing, target: number): number =>
  Math.hypot(...minus(chain(at, target).at(-1) as Place, goal(at, target)));

/** All joints, the tip and the target on one line. */
function onAxis(at: Standing, target: number): boolean {
  const way = [...chain(at, target), goal(at, target)];
  const from = way[0] as Place;
  const far = way.map((place) => minus(place, from));
  const size = Math.max(...far.map((arm) => Math.hypot(...arm)));
  const along = far.find((arm) => Math.hypot(...arm) === size) ?? far[0];
  return far.every((arm) => Math.hypot(...cross(arm, along as Place)) <= STRAIGHT * size * size);
}

/** Farther from the root than the tip, which is as far as the arm goes. */
function beyond(at: Standing, target: number): boolean {
  const way = chain(at, target);
  const [from, tip] = [way[0] as Place, way.at(-1) as Place];
  const size = way.slice(1).reduce((sum, place, i) => {
    return sum + Math.hypot(...minus(place, way[i] as Place));
  }, 0);
  const stretched = Math.hypot(...minus(tip, from)) >= (1 - STRAIGHT) * size;
  return stretched && Math.hypot(...minus(goal(at, target), from)) > size;
}

const cross = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
