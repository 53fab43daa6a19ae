/** Guesses which links a user would drag: by their names, otherwise the ends of the limbs. */

import { LinkPaths } from './linkPaths.ts';
import type { LinkTree } from './linkTree.ts';
import type { Drive } from './mimics.ts';
import { piecesOf } from './pieces.ts';
import type { RobotJoint } from './robot.ts';

/** Most likely first. Names are split at punctuation, capitals and digits. */
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
/** Minimum number of own joints of a limb whose name gives no hint. */
const OWN_JOINTS = 3;

interface Candidate {
  readonly link: string;
  readonly rank: number;
  /** Number of independent joints that move it; number of all joints. */
  readonly own: number;
  readonly depth: number;
}

/** A chosen candidate, with the number of independent joints that each link shares with it. */
type Chosen = Candidate & { readonly shared: ReadonlyMap<string, number> };

/** Returns links in file order; empty if nothing moves. */
export function guessEffectors(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  root: string = tree.root,
): string[] {
  const ways = waysOf(tree, drives, root);
  const all = candidates(tree, ways);
  const chosen: Chosen[] = [];
  const take = (each: Candidate, own: number) => {
    if (chosen.length < MOST && ownJoints(each, chosen) >= own)
      chosen.push({ ...each, shared: ways.sharedWith(each.link) });
  };
  const named = all.filter(({ rank }) => rank < NAMES.length);
  for (const each of named.toSorted(byRank)) take(each, 1);
  const leading = leadingOn(tree, drives, ways);
  const ends = all.filter(({ link }) => !leading.has(link));
  for (const each of ends.toSorted(byDepth)) take(each, chosen.length > 0 ? OWN_JOINTS : 1);
  const taken = new Set(chosen.map(({ link }) => link));
  return [...tree.links.keys()].filter((link) => taken.has(link));
}

/** Descendants of the root that at least one independent joint moves. */
export function movedLinks(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  root: string = tree.root,
): Set<string> {
  const ways = waysOf(tree, drives, root);
  return new Set(ways.links.filter((link) => (ways.of(link)?.own ?? 0) > 0));
}

/** How many independent joints there are below the root, and how many of them move an effector. */
export function movingJoints(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  effectors: readonly string[],
  root: string = tree.root,
): { readonly all: number; readonly moving: number } {
  const joints = waysOf(tree, drives, root).links.flatMap((link) => tree.above.get(link) ?? []);
  const below = joints.filter(({ child }) => child !== root);
  const onPath = new Set(effectors.flatMap((link) => pathTo(tree, link, root)));
  const movers = new Set(
    below.filter(({ child }) => onPath.has(child)).map(({ name }) => leaderOf(name, drives)),
  );
  const own = below.filter((joint) => owns(joint, drives));
  const count = (counted: readonly RobotJoint[]): number =>
    counted.reduce((sum, joint) => sum + piecesOf(joint).length, 0);
  return { all: count(own), moving: count(own.filter(({ name }) => movers.has(name))) };
}

function leaderOf(joint: string, drives: ReadonlyMap<string, Drive>): string {
  const drive = drives.get(joint);
  return drive?.kind === 'follows' ? drive.mimic.joint : joint;
}

/** The link and its ancestors below the root. */
function pathTo(tree: LinkTree, link: string, root: string): string[] {
  const path: string[] = [];
  for (let at: string | undefined = link; at !== undefined && at !== root; ) {
    path.push(at);
    at = tree.above.get(at)?.parent;
  }
  return path;
}

const waysOf = (tree: LinkTree, drives: ReadonlyMap<string, Drive>, root: string): LinkPaths =>
  new LinkPaths(tree, root, (joint) => owns(joint, drives));

const owns = (joint: RobotJoint, drives: ReadonlyMap<string, Drive>): boolean =>
  piecesOf(joint).length > 0 && drives.get(joint.name)?.kind === 'own';

/** Links without child joints. */
export const leavesOf = (tree: LinkTree): string[] =>
  [...tree.links.keys()].filter((link) => !tree.below.has(link));

function candidates(tree: LinkTree, ways: LinkPaths): Candidate[] {
  const found: Candidate[] = [];
  for (const link of tree.links.keys()) {
    const way = ways.of(link);
    if (!way || way.own === 0) continue;
    const words = wordsOf(link);
    const rank = NAMES.findIndex((name) => name.test(words));
    const dull = NOTHING_TO_DRAG.test(words);
    if (!dull) found.push({ link, rank: rank < 0 ? NAMES.length : rank, ...way });
  }
  return found;
}

/** Whether a link is a plausible effector. */
export const drags = (link: string): boolean => !NOTHING_TO_DRAG.test(wordsOf(link));

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase();

/**
 * Better name first, then more joints, then nearer to the root among links with the same joints.
 */
const byRank = (a: Candidate, b: Candidate): number =>
  a.rank - b.rank || b.own - a.own || a.depth - b.depth;
const byDepth = (a: Candidate, b: Candidate): number => b.own - a.own || a.depth - b.depth;

/**
 * Number of joints that move this link and no chosen one; 0 if it shares most of its chain with a
 * chosen link.
 */
function ownJoints({ link, own }: Candidate, chosen: readonly Chosen[]): number {
  let least = own;
  for (const other of chosen) {
    const shared = other.shared.get(link) ?? 0;
    if (2 * shared > own || 2 * shared > other.own) return 0;
    least = Math.min(least, own - shared);
  }
  return least;
}

/** Links that have a moving child joint. */
function leadingOn(
  tree: LinkTree,
  drives: ReadonlyMap<string, Drive>,
  { links }: LinkPaths,
): ReadonlySet<string> {
  const leading = new Set<string>();
  for (const link of links.toReversed()) {
    const below = tree.below.get(link) ?? [];
    if (below.some((joint) => owns(joint, drives) || leading.has(joint.child))) leading.add(link);
  }
  return leading;
}
