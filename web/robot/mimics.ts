/** Joints that follow others: chains followed to the joint that leads. */
import { quote } from '../scenario/words.ts';
import type { Notes } from './notes.ts';
import type { Mimic, RobotJoint } from './robot.ts';

/** What moves a joint: itself, another one, or nothing. */
export type Drive =
  | { readonly kind: 'own' }
  /** `mimic.joint` moves by itself; the numbers are those of the whole chain. */
  | { readonly kind: 'follows'; readonly mimic: Mimic }
  | { readonly kind: 'held'; readonly value: number };

const ONE_VALUE = ['revolute', 'prismatic', 'screw'];

/** Tells loops as faults, followers of what there is not as changed. */
export function drivesOf(joints: readonly RobotJoint[], notes: Notes): ReadonlyMap<string, Drive> {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const drives = new Map<string, Drive>();
  for (const joint of joints) drives.set(joint.name, driveOf(joint, byName, notes));
  return drives;
}

function driveOf(joint: RobotJoint, byName: ReadonlyMap<string, RobotJoint>, notes: Notes): Drive {
  let [multiplier, offset, at] = [1, 0, joint];
  const chain = [joint];
  const who = `joint ${quote(joint.name)}, mimic`;
  while (at.mimic && ONE_VALUE.includes(at.type)) {
    const leader = byName.get(at.mimic.joint);
    if (!leader || !(ONE_VALUE.includes(leader.type) || leader.type === 'fixed')) {
      const reason = leader
        ? `${quote(leader.name)} is ${leader.type} and cannot be followed`
        : `there is no joint ${quote(at.mimic.joint)}`;
      if (at === joint) notes.changed(joint, who, `${reason}: it moves by itself`, true);
      break;
    }
    if (chain.includes(leader)) {
      const names = [...chain, leader].map(({ name }) => quote(name)).join(' → ');
      notes.fault(joint, who, `the joints follow each other in a circle: ${names}`);
      return { kind: 'own' };
    }
    offset += multiplier * at.mimic.offset;
    multiplier *= at.mimic.multiplier;
    chain.push(leader);
    at = leader;
  }
  if (at === joint) return { kind: 'own' };
  if (at.type === 'fixed') {
    const reason = `${quote(at.name)} is fixed: held at ${offset}`;
    notes.changed(joint, who, reason);
    return { kind: 'held', value: offset };
  }
  if (multiplier === 0) return { kind: 'held', value: offset };
  return { kind: 'follows', mimic: { joint: at.name, multiplier, offset } };
}
