import type { InlineTree } from '../scenario/types.ts';

/** Pairs of indices into a pose's points, the joints, then the effectors: from a parent to its child. */
export function bonesOf({ joints, effectors }: InlineTree): (readonly [number, number])[] {
  const places = new Map(joints.map(({ id }, i) => [id, i]));
  return [...joints, ...effectors].flatMap(({ parent }, i) =>
    parent === null ? [] : ([[places.get(parent) ?? 0, i]] as const),
  );
}
