import type { Vec3 } from '@iklab/core/scenario';
import { addScaled, hypot, type RigidFrame, rotateVector } from '@iklab/core/scenario/numbers';

export interface RestBone {
  /** Index of the bone's node in the file; -1 if it is not a node of the file. */
  readonly node: number;
  /** Index of the parent bone, earlier in the list; -1 for none. */
  readonly above: number;
  readonly frame: RigidFrame;
  readonly isBone: boolean;
  /** True for the root of a skeleton, and for bones above it. */
  readonly isAtRoot: boolean;
}

const COINCIDENT = 1e-6; // Relative to the size of the figure.

const distanceBetween = (a: RigidFrame, b: RigidFrame | undefined): number =>
  hypot(...addScaled(a.position, b?.position ?? [0, 0, 0], -1));

/**
 * Returns the size of a figure: the largest distance of a bone from the first one, in the rest
 * pose.
 */
export function measureFigureSize(standing: readonly RestBone[]): number {
  const [first] = standing;
  return Math.max(0, ...standing.map(({ frame }) => distanceBetween(frame, first?.frame)));
}

/**
 * Returns for each bone whether it moves: all bones with a length below a root. If there are none,
 * all bones below a root; if there are still none, all.
 */
export function findMovingBones(standing: readonly RestBone[], size: number): readonly boolean[] {
  const below = standing.map(() => 0);
  for (const { above, isBone } of standing)
    if (above >= 0 && isBone) below[above] = (below[above] ?? 0) + 1;
  const ofNoLength = ({ above, frame }: RestBone) => {
    const outer = standing[above];
    return (
      !!outer && below[above] === 1 && distanceBetween(frame, outer.frame) <= COINCIDENT * size
    );
  };
  const rules: ((each: RestBone) => boolean)[] = [
    (each) => !each.isAtRoot && !ofNoLength(each),
    (each) => !each.isAtRoot,
    () => true,
  ];
  const all = rules.map((rule) => standing.map((each) => each.isBone && rule(each)));
  return all.find((moving) => moving.includes(true)) ?? [];
}

/**
 * Returns an extra end for each moving bone if no moving bone displaces another: otherwise nothing
 * could be dragged. An end is as far from its bone as the bone from its parent (a root: from the
 * origin).
 */
export function makeBoneEnds(
  standing: readonly RestBone[],
  moving: readonly boolean[],
  size: number,
): RestBone[] {
  const swung = ({ frame, above }: RestBone): boolean => {
    for (let ancestor = above; ancestor >= 0; ancestor = standing[ancestor]?.above ?? -1)
      if (moving[ancestor] && distanceBetween(frame, standing[ancestor]?.frame) > COINCIDENT * size)
        return true;
    return false;
  };
  if (standing.some(swung)) return [];
  return standing.flatMap((bone, above) =>
    moving[above]
      ? [
          {
            node: -1,
            above,
            isBone: false,
            isAtRoot: false,
            frame: computeEnd(standing, bone, size),
          },
        ]
      : [],
  );
}

function computeEnd(standing: readonly RestBone[], bone: RestBone, size: number): RigidFrame {
  const { position, rotation } = bone.frame;
  let { above } = bone;
  while (above >= 0 && distanceBetween(bone.frame, standing[above]?.frame) <= COINCIDENT * size)
    above = standing[above]?.above ?? -1;
  const before: Vec3 = standing[above]?.frame.position ?? [0, 0, 0];
  const fromParent = addScaled(position, before, -1);
  const direction =
    hypot(...fromParent) > 0 ? fromParent : rotateVector(rotation, [0, size || 1, 0]);
  return { position: addScaled(position, direction), rotation };
}
