import type { InlineTree } from '@iklab/core/scenario';

/**
 * Returns the links of a tree as pairs of indices, parent and child, into the points of a pose:
 * joints, then effectors.
 */
export function listLinkIndexPairs({
  joints,
  effectors,
}: InlineTree): (readonly [number, number])[] {
  const indices = new Map(joints.map(({ id }, i) => [id, i]));
  return [...joints, ...effectors].flatMap(({ parent }, i) =>
    parent === null ? [] : ([[indices.get(parent) ?? 0, i]] as const),
  );
}
