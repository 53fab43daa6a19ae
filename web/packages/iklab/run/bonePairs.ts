import type { InlineTree } from '../scenario/types.ts';

/**
 * Pairs of indices from parent to child, into the points of a pose: the joints, then the effectors.
 */
export function bonesOf({ joints, effectors }: InlineTree): (readonly [number, number])[] {
  const places = new Map(joints.map(({ id }, i) => [id, i]));
  return [...joints, ...effectors].flatMap(({ parent }, i) =>
    parent === null ? [] : ([[places.get(parent) ?? 0, i]] as const),
  );
}
