import type { LinkTree } from './linkTree.ts';
import type { RobotJointValueSource } from './resolveMimicJoints.ts';
import type { RobotJoint } from './robot.ts';
import { RootLinkPaths } from './rootLinkPaths.ts';
import { splitMultiAxisJoint } from './splitMultiAxisJoint.ts';

/**
 * Patterns of end effector names, the most likely first; link names are split at punctuation,
 * capitals and digits before matching.
 */
const EFFECTOR_NAMES: readonly RegExp[] = [
  /\b(tool ?0?|tcp|tool frame|default tcp)\b/,
  /\b(ee|eef|end effector|effector)\b/,
  /\b(grip|gripper|grip point|gripper tool frame)\b/,
  /\bpalm\b/,
  /\bhand\b/,
  /\b(sole|foot)\b/,
  /\b(tip|fingertip)\b/,
  /\bgaze\b/,
];
const UNLIKELY_NAMES =
  /\b(optical|camera|cam|imu|led|laser|lidar|sensor|sonar|screen|display|inertia|collision|base|caster|head|mount|accelerometer)\b/;

const MAX_EFFECTORS_GUESSED = 8;
/** Minimum number of own joints of a limb whose name gives no hint. */
const MIN_OWN_JOINTS = 3;

interface Candidate {
  readonly link: string;
  readonly rank: number;
  /** Number of independent joints that move the link; `depth`: number of all joints above. */
  readonly independentJoints: number;
  readonly depth: number;
}

type ChosenCandidate = Candidate & { readonly shared: ReadonlyMap<string, number> };

/** Returns the links in file order; empty if nothing moves. */
export function guessEffectors(
  tree: LinkTree,
  drives: ReadonlyMap<string, RobotJointValueSource>,
  root: string = tree.root,
): string[] {
  const paths = findPaths(tree, drives, root);
  const all = findCandidates(tree, paths);
  const chosen: ChosenCandidate[] = [];
  const take = (each: Candidate, minJoints: number) => {
    if (chosen.length < MAX_EFFECTORS_GUESSED && countOwnJoints(each, chosen) >= minJoints)
      chosen.push({ ...each, shared: paths.countShared(each.link) });
  };
  const named = all.filter(({ rank }) => rank < EFFECTOR_NAMES.length);
  for (const each of named.toSorted(compareRanks)) take(each, 1);
  const leading = findLeadingLinks(tree, drives, paths);
  const ends = all.filter(({ link }) => !leading.has(link));
  for (const each of ends.toSorted(compareDepths))
    take(each, chosen.length > 0 ? MIN_OWN_JOINTS : 1);
  const chosenLinks = new Set(chosen.map(({ link }) => link));
  return [...tree.links.keys()].filter((link) => chosenLinks.has(link));
}

/** Returns all links except the root that an independent joint moves. */
export function findMovedLinks(
  tree: LinkTree,
  drives: ReadonlyMap<string, RobotJointValueSource>,
  root: string = tree.root,
): Set<string> {
  const paths = findPaths(tree, drives, root);
  return new Set(paths.links.filter((link) => (paths.get(link)?.independentJoints ?? 0) > 0));
}

/**
 * Returns the number of independent joints below the root, and how many of them move an effector.
 */
export function countIndependentJoints(
  tree: LinkTree,
  drives: ReadonlyMap<string, RobotJointValueSource>,
  effectors: readonly string[],
  root: string = tree.root,
): { readonly all: number; readonly moving: number } {
  const joints = findPaths(tree, drives, root).links.flatMap((link) => tree.above.get(link) ?? []);
  const below = joints.filter(({ child }) => child !== root);
  const onPath = new Set(effectors.flatMap((link) => pathTo(tree, link, root)));
  const movers = new Set(
    below.filter(({ child }) => onPath.has(child)).map(({ name }) => findLeader(name, drives)),
  );
  const independent = below.filter((joint) => isIndependent(joint, drives));
  const count = (counted: readonly RobotJoint[]): number =>
    counted.reduce((sum, joint) => sum + splitMultiAxisJoint(joint).length, 0);
  return {
    all: count(independent),
    moving: count(independent.filter(({ name }) => movers.has(name))),
  };
}

function findLeader(joint: string, drives: ReadonlyMap<string, RobotJointValueSource>): string {
  const drive = drives.get(joint);
  return drive?.kind === 'follows' ? drive.mimic.joint : joint;
}

function pathTo(tree: LinkTree, link: string, root: string): string[] {
  const path: string[] = [];
  for (let current: string | undefined = link; current !== undefined && current !== root; ) {
    path.push(current);
    current = tree.above.get(current)?.parent;
  }
  return path;
}

const findPaths = (
  tree: LinkTree,
  drives: ReadonlyMap<string, RobotJointValueSource>,
  root: string,
): RootLinkPaths => new RootLinkPaths(tree, root, (joint) => isIndependent(joint, drives));

const isIndependent = (
  joint: RobotJoint,
  drives: ReadonlyMap<string, RobotJointValueSource>,
): boolean => splitMultiAxisJoint(joint).length > 0 && drives.get(joint.name)?.kind === 'own';

export const findLeafLinks = (tree: LinkTree): string[] =>
  [...tree.links.keys()].filter((link) => !tree.below.has(link));

function findCandidates(tree: LinkTree, paths: RootLinkPaths): Candidate[] {
  const found: Candidate[] = [];
  for (const link of tree.links.keys()) {
    const path = paths.get(link);
    if (!path || path.independentJoints === 0) continue;
    const words = splitWords(link);
    const rank = EFFECTOR_NAMES.findIndex((name) => name.test(words));
    const dull = UNLIKELY_NAMES.test(words);
    if (!dull) found.push({ link, rank: rank < 0 ? EFFECTOR_NAMES.length : rank, ...path });
  }
  return found;
}

export const isLikelyEffectorName = (link: string): boolean =>
  !UNLIKELY_NAMES.test(splitWords(link));

const splitWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase();

const compareRanks = (a: Candidate, b: Candidate): number =>
  a.rank - b.rank || b.independentJoints - a.independentJoints || a.depth - b.depth;
const compareDepths = (a: Candidate, b: Candidate): number =>
  b.independentJoints - a.independentJoints || a.depth - b.depth;

/**
 * Counts the joints that move a candidate but no chosen link; 0 if most of either link's chain is
 * shared.
 */
function countOwnJoints(
  { link, independentJoints }: Candidate,
  chosen: readonly ChosenCandidate[],
): number {
  let least = independentJoints;
  for (const chosenOne of chosen) {
    const shared = chosenOne.shared.get(link) ?? 0;
    if (2 * shared > independentJoints || 2 * shared > chosenOne.independentJoints) return 0;
    least = Math.min(least, independentJoints - shared);
  }
  return least;
}

function findLeadingLinks(
  tree: LinkTree,
  drives: ReadonlyMap<string, RobotJointValueSource>,
  { links }: RootLinkPaths,
): ReadonlySet<string> {
  const leading = new Set<string>();
  for (const link of links.toReversed()) {
    const below = tree.below.get(link) ?? [];
    if (below.some((joint) => isIndependent(joint, drives) || leading.has(joint.child)))
      leading.add(link);
  }
  return leading;
}
