import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from './readerNotes.ts';
import type { MimicRelation, RobotJoint } from './robot.ts';

/** Source of a joint's value: the joint itself, a joint that it mimics, or a constant. */
export type RobotJointValueSource =
  | { readonly kind: 'own' }
  /**
   * The joint follows `mimic.joint`, an independent joint. Multiplier and offset are those of the
   * whole mimic chain.
   */
  | { readonly kind: 'follows'; readonly mimic: MimicRelation }
  | { readonly kind: 'held'; readonly value: number };

const ONE_VALUE = ['revolute', 'prismatic', 'screw'];

/**
 * Reports cycles of mimic joints as faults, and missing joints as changes. Keys are joint names.
 */
export function resolveMimicJoints(
  joints: readonly RobotJoint[],
  notes: ReaderNotes,
): ReadonlyMap<string, RobotJointValueSource> {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const drives = new Map<string, RobotJointValueSource>();
  for (const joint of joints) {
    const chain = findUnresolved(joint, byName, drives, notes);
    for (const each of chain.reverse())
      drives.set(each.name, resolveDrive(each, byName, drives, notes));
  }
  return drives;
}

type JointsByName = ReadonlyMap<string, RobotJoint>;
type Drives = ReadonlyMap<string, RobotJointValueSource>;

const mimicLabel = ({ name }: RobotJoint): string => `joint ${quoteInOneLine(name)}, mimic`;
const hasOneValue = ({ type }: RobotJoint): boolean => ONE_VALUE.includes(type);

function findUnresolved(
  joint: RobotJoint,
  byName: JointsByName,
  drives: Map<string, RobotJointValueSource>,
  notes: ReaderNotes,
): RobotJoint[] {
  const chain = new Set<RobotJoint>();
  for (let current: RobotJoint | null = joint; current && !drives.has(current.name); ) {
    if (chain.has(current)) {
      reportCycle([...chain], current, notes);
      drives.set(current.name, { kind: 'own' });
      chain.delete(current);
      break;
    }
    chain.add(current);
    current = findLeader(current, byName);
  }
  return [...chain];
}

function reportCycle(chain: readonly RobotJoint[], first: RobotJoint, notes: ReaderNotes): void {
  const names = [...chain.slice(chain.indexOf(first)), first].map(({ name }) =>
    quoteInOneLine(name),
  );
  const shortened = names.length > 8 ? [...names.slice(0, 6), '…', names.at(-1)] : names;
  const reason = `the joints mimic each other in a cycle: ${shortened.join(' → ')}`;
  notes.addFault(first, mimicLabel(first), reason);
}

function findLeader({ mimic, type }: RobotJoint, byName: JointsByName): RobotJoint | null {
  if (!mimic || !ONE_VALUE.includes(type)) return null;
  const leader = byName.get(mimic.joint);
  return leader && (hasOneValue(leader) || leader.type === 'fixed') ? leader : null;
}

function resolveDrive(
  joint: RobotJoint,
  byName: JointsByName,
  drives: Drives,
  notes: ReaderNotes,
): RobotJointValueSource {
  const { mimic } = joint;
  if (!mimic || !hasOneValue(joint)) return { kind: 'own' };
  const leader = findLeader(joint, byName);
  if (leader === null) {
    const named = byName.get(mimic.joint);
    const reason = named
      ? `${quoteInOneLine(named.name)} is a ${named.type} joint, which cannot be mimicked`
      : `unknown joint ${quoteInOneLine(mimic.joint)}`;
    notes.addChanged(joint, mimicLabel(joint), `${reason}; this joint moves independently`, true);
    return { kind: 'own' };
  }
  const drive = drives.get(leader.name) ?? { kind: 'own' };
  const { multiplier, offset } = mimic;
  if (leader.type === 'fixed' || drive.kind === 'held') {
    const value = drive.kind === 'held' ? multiplier * drive.value + offset : offset;
    notes.addChanged(
      joint,
      mimicLabel(joint),
      `${quoteInOneLine(leader.name)} does not move; this joint is fixed at ${value}`,
    );
    return { kind: 'held', value };
  }
  const end =
    drive.kind === 'follows' ? drive.mimic : { joint: leader.name, multiplier: 1, offset: 0 };
  const totalMultiplier = multiplier * end.multiplier;
  const shift = multiplier * end.offset + offset;
  if (totalMultiplier === 0) return { kind: 'held', value: shift };
  return {
    kind: 'follows',
    mimic: { joint: end.joint, multiplier: totalMultiplier, offset: shift },
  };
}
