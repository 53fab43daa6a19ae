import { numberText } from '@iklab/core/format';
import {
  joinPhrasesAsList,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import { toDegrees, wrapAngle } from '@iklab/core/scenario/numbers';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { Session } from '../session/session.ts';

const MAX_SAME = 0.05; // Rad or m: differences that tolerances allow.
const MIN_APART = 0.3; // Smaller differences are not classified.

/**
 * Describes which final poses the methods found, if solutions are isolated (as many constraints as
 * joints). Null if all poses are the same or cannot be distinguished.
 */
export function describeFinalPoses(
  { lab, scene }: Session,
  solvedPanels: readonly number[],
  name: (panel: number) => Phrase,
): Phrase | null {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  if (solvedPanels.length < 2 || lab.workingRank < joints.length) return null;
  const gap = (a: number, b: number, j: number): number => {
    const off = (lab.angles(a)[j] as number) - (lab.angles(b)[j] as number);
    return Math.abs(joints[j]?.type === 'revolute' ? wrapAngle(off) : off);
  };
  const apart = (a: number, b: number): number => Math.max(...joints.map((_, j) => gap(a, b, j)));
  const groups: number[][] = [];
  for (const panel of solvedPanels) {
    const near = groups.find(([first]) => apart(panel, first as number) < MAX_SAME);
    if (near) near.push(panel);
    else groups.push([panel]);
  }
  const firsts = groups.map(([first]) => first as number);
  const clear = firsts.every((a, i) => firsts.slice(0, i).every((b) => apart(a, b) > MIN_APART));
  if (!clear || (groups.length === 1 && joints.length > 2)) return null;
  const spread = joints.map((_, j) =>
    Math.max(...firsts.map((a) => gap(a, firsts[0] as number, j))),
  );
  const jointIndex = groups.length > 1 ? spread.indexOf(Math.max(...spread)) : joints.length - 1;
  const joint = joints[jointIndex] as (typeof joints)[number];
  const which = joints.length === 2 && jointIndex === 1 ? 'the elbow' : joint.id;
  const valuePhrase = (panel: number): Phrase => {
    const value = lab.angles(panel)[jointIndex] as number;
    return joint.type === 'revolute'
      ? makeStrongPhrase(`${Math.round(toDegrees(wrapAngle(value)))}°`.replace('-', '−'))
      : makeStrongPhrase(numberText(value));
  };
  if (groups.length === 1)
    return makePhrase`${solvedPanels.length === 2 ? 'Both' : 'All that arrived'} end in one pose, ${which} at ${valuePhrase(firsts[0] as number)}.`;
  const each = groups.map((group, i) => {
    const who = joinPhrasesAsList(group.map(name));
    if (i > 0) return makePhrase`${who} at ${valuePhrase(group[0] as number)}`;
    return makePhrase`${who} ${group.length === 1 ? 'ends' : 'end'} with ${which} at ${valuePhrase(group[0] as number)}`;
  });
  return makePhrase`${joinPhrasesAsList(each)}.`;
}
