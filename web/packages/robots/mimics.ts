/** Resolves mimic joints: chains are followed to the independent joint. */
import { quote } from 'iklab/scenario';
import type { Notes } from './notes.ts';
import type { Mimic, RobotJoint } from './robot.ts';

/** What drives a joint: itself, another joint, or nothing. */
export type Drive =
  | { readonly kind: 'own' }
  /** `mimic.joint` is independent; multiplier and offset are those of the whole chain. */
  | { readonly kind: 'follows'; readonly mimic: Mimic }
  | { readonly kind: 'held'; readonly value: number };

const ONE_VALUE = ['revolute', 'prismatic', 'screw'];

/** Reports cycles as faults, and references to missing joints as changes. */
export function drivesOf(joints: readonly RobotJoint[], notes: Notes): ReadonlyMap<string, Drive> {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const drives = new Map<string, Drive>();
  for (const joint of joints) {
    const chain = unknownOf(joint, byName, drives, notes);
    for (const each of chain.reverse()) drives.set(each.name, driveOf(each, byName, drives, notes));
  }
  return drives;
}

type Joints = ReadonlyMap<string, RobotJoint>;
type Drives = ReadonlyMap<string, Drive>;

const whoOf = ({ name }: RobotJoint): string => `joint ${quote(name)}, mimic`;
const moves = ({ type }: RobotJoint): boolean => ONE_VALUE.includes(type);

/** A joint and those that it mimics, up to one with a known drive; a cycle is broken at its end. */
function unknownOf(
  joint: RobotJoint,
  byName: Joints,
  drives: Map<string, Drive>,
  notes: Notes,
): RobotJoint[] {
  const chain = new Set<RobotJoint>();
  for (let at: RobotJoint | null = joint; at && !drives.has(at.name); ) {
    if (chain.has(at)) {
      tellCircle([...chain], at, notes);
      drives.set(at.name, { kind: 'own' });
      chain.delete(at);
      break;
    }
    chain.add(at);
    at = leaderOf(at, byName);
  }
  return [...chain];
}

function tellCircle(chain: readonly RobotJoint[], first: RobotJoint, notes: Notes): void {
  const names = [...chain.slice(chain.indexOf(first)), first].map(({ name }) => quote(name));
  const shown = names.length > 8 ? [...names.slice(0, 6), '…', names.at(-1)] : names;
  const reason = `the joints mimic each other in a cycle: ${shown.join(' → ')}`;
  notes.fault(first, whoOf(first), reason);
}

/** The joint that this one mimics; null if it is independent. */
function leaderOf({ mimic, type }: RobotJoint, byName: Joints): RobotJoint | null {
  if (!mimic || !ONE_VALUE.includes(type)) return null;
  const leader = byName.get(mimic.joint);
  return leader && (moves(leader) || leader.type === 'fixed') ? leader : null;
}

/** Requires that the drive of its leader is known. */
function driveOf(joint: RobotJoint, byName: Joints, drives: Drives, notes: Notes): Drive {
  const { mimic } = joint;
  if (!mimic || !moves(joint)) return { kind: 'own' };
  const leader = leaderOf(joint, byName);
  if (leader === null) {
    const named = byName.get(mimic.joint);
    const reason = named
      ? `${quote(named.name)} is a ${named.type} joint, which cannot be mimicked`
      : `unknown joint ${quote(mimic.joint)}`;
    notes.changed(joint, whoOf(joint), `${reason}; this joint moves independently`, true);
    return { kind: 'own' };
  }
  const drive = drives.get(leader.name) ?? { kind: 'own' };
  const { multiplier, offset } = mimic;
  if (leader.type === 'fixed' || drive.kind === 'held') {
    const value = drive.kind === 'held' ? multiplier * drive.value + offset : offset;
    notes.changed(
      joint,
      whoOf(joint),
      `${quote(leader.name)} does not move; this joint is fixed at ${value}`,
    );
    return { kind: 'held', value };
  }
  const end =
    drive.kind === 'follows' ? drive.mimic : { joint: leader.name, multiplier: 1, offset: 0 };
  const whole = multiplier * end.multiplier;
  const shift = multiplier * end.offset + offset;
  if (whole === 0) return { kind: 'held', value: shift };
  return { kind: 'follows', mimic: { joint: end.joint, multiplier: whole, offset: shift } };
}
