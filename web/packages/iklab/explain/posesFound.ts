/** Describes which of the poses that solve a scene its methods found. */

import { numberText } from '../format/figures.ts';
import { listedParts } from '../format/lists.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import type { Session } from '../run/session.ts';
import { inDegrees, wrapped } from '../scenario/angles.ts';
import { isMovingJoint } from '../scenario/trees.ts';

const SAME = 0.05; // Rad or m: differences that tolerances allow.
const APART = 0.3; // Smaller differences are not classified.

/**
 * Compares final poses if the task has as many constraints as joints, because solutions are then
 * isolated. Null if all poses are the same or cannot be distinguished.
 */
export function posesFound(
  { lab, scene }: Session,
  there: readonly number[],
  name: (panel: number) => Phrase,
): Phrase | null {
  const joints = scene.tree.joints.filter(isMovingJoint);
  if (there.length < 2 || lab.workingRank < joints.length) return null;
  const gap = (a: number, b: number, j: number): number => {
    const off = (lab.angles(a)[j] as number) - (lab.angles(b)[j] as number);
    return Math.abs(joints[j]?.type === 'revolute' ? wrapped(off) : off);
  };
  const apart = (a: number, b: number): number => Math.max(...joints.map((_, j) => gap(a, b, j)));
  const groups: number[][] = [];
  for (const panel of there) {
    const near = groups.find(([first]) => apart(panel, first as number) < SAME);
    if (near) near.push(panel);
    else groups.push([panel]);
  }
  const firsts = groups.map(([first]) => first as number);
  const clear = firsts.every((a, i) => firsts.slice(0, i).every((b) => apart(a, b) > APART));
  if (!clear || (groups.length === 1 && joints.length > 2)) return null;
  const spread = joints.map((_, j) =>
    Math.max(...firsts.map((a) => gap(a, firsts[0] as number, j))),
  );
  const told = groups.length > 1 ? spread.indexOf(Math.max(...spread)) : joints.length - 1;
  const joint = joints[told] as (typeof joints)[number];
  const which = joints.length === 2 && told === 1 ? 'the elbow' : joint.id;
  const at = (panel: number): Phrase => {
    const value = lab.angles(panel)[told] as number;
    return joint.type === 'revolute'
      ? strong(`${Math.round(inDegrees(wrapped(value)))}°`.replace('-', '−'))
      : strong(numberText(value));
  };
  if (groups.length === 1)
    return say`${there.length === 2 ? 'Both' : 'All that arrived'} end in one pose, ${which} at ${at(firsts[0] as number)}.`;
  const each = groups.map((group, i) => {
    const who = listedParts(group.map(name));
    if (i > 0) return say`${who} at ${at(group[0] as number)}`;
    return say`${who} ${group.length === 1 ? 'ends' : 'end'} with ${which} at ${at(group[0] as number)}`;
  });
  return say`${listedParts(each)}.`;
}
