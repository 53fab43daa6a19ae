/** The bones at rest: which of them move, and where they end. */
import { addScaled, type Frame, hypot, rotated, type Vec3 } from 'iklab/scenario';

export interface Standing {
  /** -1 if it is not a node of the file. */
  readonly node: number;
  /** Index of the parent, earlier in the list; -1 for none. */
  readonly above: number;
  readonly frame: Frame;
  readonly isBone: boolean;
  /** True for the root of a skeleton and the bones above it. */
  readonly atRoot: boolean;
}

const SAME_PLACE = 1e-6; // Relative to the size of the figure.

const apart = (a: Frame, b: Frame | undefined): number =>
  hypot(...addScaled(a.at, b?.at ?? [0, 0, 0], -1));

/** Largest distance of a bone from the first. */
export function sizeOf(standing: readonly Standing[]): number {
  const [first] = standing;
  return Math.max(0, ...standing.map(({ frame }) => apart(frame, first?.frame)));
}

/**
 * Bones that move: all below a root, except those without length. If there are none, those without
 * length move, too; then all.
 */
export function movingOf(standing: readonly Standing[], size: number): readonly boolean[] {
  const below = standing.map(() => 0);
  for (const { above, isBone } of standing)
    if (above >= 0 && isBone) below[above] = (below[above] ?? 0) + 1;
  const ofNoLength = ({ above, frame }: Standing) => {
    const outer = standing[above];
    return !!outer && below[above] === 1 && apart(frame, outer.frame) <= SAME_PLACE * size;
  };
  const rules: ((each: Standing) => boolean)[] = [
    (each) => !each.atRoot && !ofNoLength(each),
    (each) => !each.atRoot,
    () => true,
  ];
  const all = rules.map((rule) => standing.map((each) => each.isBone && rule(each)));
  return all.find((moving) => moving.includes(true)) ?? [];
}

/**
 * If no moving bone displaces another one, nothing can be dragged. Then returns an end for each
 * bone, as far from it as it is from its parent (the origin for a root).
 */
export function pointedEnds(
  standing: readonly Standing[],
  moving: readonly boolean[],
  size: number,
): Standing[] {
  const swung = ({ frame, above }: Standing): boolean => {
    for (let at = above; at >= 0; at = standing[at]?.above ?? -1)
      if (moving[at] && apart(frame, standing[at]?.frame) > SAME_PLACE * size) return true;
    return false;
  };
  if (standing.some(swung)) return [];
  return standing.flatMap((bone, above) =>
    moving[above]
      ? [{ node: -1, above, isBone: false, atRoot: false, frame: endOf(standing, bone, size) }]
      : [],
  );
}

function endOf(standing: readonly Standing[], bone: Standing, size: number): Frame {
  const { at, turn } = bone.frame;
  let { above } = bone;
  while (above >= 0 && apart(bone.frame, standing[above]?.frame) <= SAME_PLACE * size)
    above = standing[above]?.above ?? -1;
  const before: Vec3 = standing[above]?.frame.at ?? [0, 0, 0];
  const way = addScaled(at, before, -1);
  const along = hypot(...way) > 0 ? way : rotated(turn, [0, size || 1, 0]);
  return { at: addScaled(at, along), turn };
}
