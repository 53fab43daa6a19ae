/**
 * Finds the ends of a figure's limbs: hands, feet and head by name, otherwise the bones without
 * children.
 */

/** Data of a skeleton's bone for finding the ends of limbs. */
export interface LimbBone {
  readonly link: string;
  /** Index of the parent bone, earlier in the list; -1 for none. */
  readonly above: number;
  /** True if the bone has a joint of its own, so that it moves relative to its parent. */
  readonly moves: boolean;
}

const END_NAMES = /\b(hand|wrist|palm|foot|ankle|paw|hoof|head)\b/;
const HELPER_NAMES = /\b(pole|target|ik|ctrl|control|root)\b/;
const MAX_ENDS = 8;

const splitWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();

export function findLimbEnds(bones: readonly LimbBone[]): string[] {
  const paths = findMovingAncestors(bones);
  const isEnd = bones.map(() => true);
  for (const { above } of bones) if (above >= 0) isEnd[above] = false;
  const words = bones.map(({ link }) => splitWords(link));
  const usable = bones.map((_, i) => i).filter((i) => !HELPER_NAMES.test(words[i] ?? ''));
  // A bone's own joints rotate it without moving it. Two moving ancestors can position it, one can
  // only swing it.
  for (const least of [2, 1, 0]) {
    const candidates = usable.filter((i) => (paths[i]?.size ?? 0) >= least);
    const named = candidates.filter((i) => END_NAMES.test(words[i] ?? ''));
    const leaves = candidates.filter((i) => isEnd[i]);
    leaves.sort((a, b) => (paths[b]?.size ?? 0) - (paths[a]?.size ?? 0));
    const chosen: number[] = [];
    const take = (i: number, apart: typeof isApart) => {
      if (
        chosen.length < MAX_ENDS &&
        chosen.every((chosenBone) => apart(i, chosenBone, bones, paths))
      )
        chosen.push(i);
    };
    for (const i of named) take(i, hasOwnAncestor);
    for (const i of leaves) take(i, isApart);
    if (chosen.length > 0) return chosen.sort((a, b) => a - b).map((i) => bones[i]?.link as string);
  }
  return [];
}

function findMovingAncestors(bones: readonly LimbBone[]): MovingAncestors {
  const paths: ReadonlySet<number>[] = [];
  for (const { above } of bones) {
    const path = paths[above] ?? new Set();
    paths.push(bones[above]?.moves ? new Set([...path, above]) : path);
  }
  return paths;
}

type MovingAncestors = readonly ReadonlySet<number>[];

/**
 * Returns whether bone `i` is not below `otherBone` and has a moving ancestor that `otherBone`
 * lacks.
 */
function hasOwnAncestor(
  i: number,
  otherBone: number,
  bones: readonly LimbBone[],
  paths: MovingAncestors,
): boolean {
  for (let ancestor = i; ancestor >= 0; ancestor = bones[ancestor]?.above ?? -1)
    if (ancestor === otherBone) return false;
  const theirs = paths[otherBone];
  return [...(paths[i] ?? [])].some((bone) => !theirs?.has(bone));
}

/**
 * Returns whether `hasOwnAncestor` holds and at most half of each bone's moving ancestors are
 * shared.
 */
function isApart(
  i: number,
  otherBone: number,
  bones: readonly LimbBone[],
  paths: MovingAncestors,
): boolean {
  const [ancestors, theirs] = [
    paths[i] as ReadonlySet<number>,
    paths[otherBone] as ReadonlySet<number>,
  ];
  const shared = [...ancestors].filter((bone) => theirs.has(bone)).length;
  return (
    hasOwnAncestor(i, otherBone, bones, paths) &&
    2 * shared <= Math.min(ancestors.size, theirs.size)
  );
}

/**
 * Returns the number of joints that move any of the links. `sizes`: number of each bone's own
 * joints.
 */
export function countLimbJoints(
  bones: readonly LimbBone[],
  sizes: readonly number[],
  links: readonly string[],
): number {
  const above = new Set<number>();
  for (const link of links)
    for (
      let ancestor = bones.findIndex((bone) => bone.link === link);
      ancestor >= 0 && !above.has(ancestor);
    ) {
      above.add(ancestor);
      ancestor = bones[ancestor]?.above ?? -1;
    }
  return [...above].reduce((sum, i) => sum + (sizes[i] ?? 0), 0);
}
