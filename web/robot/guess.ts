/** Which links a user would drag: guessed by their names, else the ends of the limbs. */

import { pathTo } from './fold.ts';
import type { LinkTree } from './linkTree.ts';
import type { Drive } from './mimics.ts';
import { piecesOf } from './pieces.ts';
import type { RobotJoint } from './robot.ts';

/** The likelier first. A name is taken apart at its punctuation, capitals and digits. */
const NAMES: readonly RegExp[] = [
  /\b(tool ?0?|tcp|tool frame|default tcp)\b/,
  /\b(ee|eef|end effector|effector)\b/,
  /\b(grip|gripper|grip point|gripper tool frame)\b/,
  /\bpalm\b/,
  /\bhand\b/,
  /\b(sole|foot)\b/,
  /\b(tip|fingertip)\b/,
  /\bgaze\b/,
];
const NOTHING_TO_DRAG =
  /\b(optical|camera|cam|imu|led|laser|lidar|sensor|sonar|screen|display|inertia|collision|base|caster|head|mount|accelerometer)\b/;

const MOST = 8;
/** A limb without a name that tells must have so many joints of its own. */
const OWN_JOINTS = 3;

interface Candidate {
  readonly link: string;
  readonly rank: number;
  /** Names of the joints that move it by themselves. */
  readonly path: readonly string[];
  readonly depth: number;
}

/** Links in the order of the file; empty where nothing moves. */
export function guessEffectors(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  root: string = tree.root,
): string[] {
  const all = candidates(tree, drives, root);
  const chosen: Candidate[] = [];
  const take = (each: Candidate, own: number) => {
    if (chosen.length < MOST && ownJoints(each, chosen) >= own) chosen.push(each);
  };
  const named = all.filter(({ rank }) => rank < NAMES.length);
  for (const each of named.toSorted(byRank)) take(each, 1);
  const ends = all.filter(({ link }) => isLeafLike(tree, drives, link));
  for (const each of ends.toSorted(byDepth)) take(each, chosen.length > 0 ? OWN_JOINTS : 1);
  const order = [...tree.links.keys()];
  return chosen.map(({ link }) => link).sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Links that a joint moves by itself, from the root. */
export function movedLinks(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  root: string = tree.root,
): Set<string> {
  const moves = (link: string) => pathTo(tree, link, root)?.some((joint) => owns(joint, drives));
  return new Set([...tree.links.keys()].filter(moves));
}

const owns = (joint: RobotJoint, drives: ReadonlyMap<string, Drive>): boolean =>
  piecesOf(joint).length > 0 && drives.get(joint.name)?.kind === 'own';

/** The links from which no joint leads on. */
export const leavesOf = (tree: LinkTree): string[] =>
  [...tree.links.keys()].filter((link) => !tree.below.has(link));

function candidates(tree: LinkTree, drives: ReadonlyMap<string, Drive>, root: string): Candidate[] {
  const found: Candidate[] = [];
  for (const link of tree.links.keys()) {
    const way = pathTo(tree, link, root);
    if (way === null) continue;
    const moving = way.filter((joint) => owns(joint, drives));
    if (moving.length === 0) continue;
    const words = wordsOf(link);
    const rank = NAMES.findIndex((name) => name.test(words));
    const dull = NOTHING_TO_DRAG.test(words);
    const path = moving.map(({ name }) => name);
    if (!dull) found.push({ link, rank: rank < 0 ? NAMES.length : rank, path, depth: way.length });
  }
  return found;
}

/** Worth an offer before others. */
export const drags = (link: string): boolean => !NOTHING_TO_DRAG.test(wordsOf(link));

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase();

/** The likelier name, then the more joints, then the nearer to the root of the same joints. */
const byRank = (a: Candidate, b: Candidate): number =>
  a.rank - b.rank || b.path.length - a.path.length || a.depth - b.depth;
const byDepth = (a: Candidate, b: Candidate): number =>
  b.path.length - a.path.length || a.depth - b.depth;

/** Joints that move this one and none of those chosen; 0 where it shares most of its way with one. */
function ownJoints({ path }: Candidate, chosen: readonly Candidate[]): number {
  let own = path.length;
  for (const other of chosen) {
    const shared = path.filter((joint) => other.path.includes(joint)).length;
    if (2 * shared > path.length || 2 * shared > other.path.length) return 0;
    own = Math.min(own, path.length - shared);
  }
  return own;
}

/** No moving joint leads on from it. */
function isLeafLike(tree: LinkTree, drives: ReadonlyMap<string, Drive>, link: string): boolean {
  const due = [link];
  for (let at = due.pop(); at !== undefined; at = due.pop()) {
    for (const joint of tree.below.get(at) ?? []) {
      if (owns(joint, drives)) return false;
      due.push(joint.child);
    }
  }
  return true;
}
