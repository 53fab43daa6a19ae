/** Reports units that a description cannot mean, and what the user chose instead. */
import { quote, TURN } from 'iklab/scenario';
import { boundOf, chainLengths, FULL_TURN, rpyBound } from './chosenUnits.ts';
import { Notes } from './notes.ts';
import type { Place, Reading, Remark, Remedy, Robot, RobotJoint } from './robot.ts';

const FAR_ANGLE = 4 * TURN;
const LONGEST_CHAIN = 20; // Metres.
const SHORTEST_CHAIN = 0.01;

const remedy = (label: string, reading: Reading): readonly Remedy[] => [{ label, reading }];
const AS_DEGREES = remedy('Read as degrees', { angles: 'degrees' });
const AS_RADIANS = remedy('Read as radians', { angles: 'radians' });
const AS_MILLIMETRES = remedy('Read as millimetres', { lengths: 'millimetres' });
const AS_METRES = remedy('Read as metres', { lengths: 'metres' });

/** `robot`: with the numbers of its file. */
export function doubtfulUnits(robot: Robot, { angles, lengths }: Reading): readonly Remark[] {
  const notes = new Notes();
  const start = robot.joints[0] ?? robot.links[0] ?? { file: '', line: 0 };
  const file = { file: start.file, line: 0 };
  if (angles === 'degrees')
    notes.changed(file, 'angles', 'read as degrees, as chosen', false, AS_RADIANS);
  else {
    checkLimits(robot, notes);
    checkRpy(robot, file, notes);
  }
  if (lengths === 'millimetres')
    notes.changed(file, 'lengths', 'read as millimetres, as chosen', false, AS_METRES);
  else if (robot.unit === undefined) checkLengths(robot, notes);
  return notes.remarks;
}

function checkLimits({ joints }: Robot, notes: Notes): void {
  const limited = joints
    .map((joint) => ({ joint, bound: boundOf(joint) }))
    .filter(({ bound }) => bound > 0);
  const farthest = limited.reduce((a, b) => (b.bound > a.bound ? b : a), NO_LIMITS);
  if (farthest.joint === null || farthest.bound <= FAR_ANGLE) return;
  const small = limited.filter(({ bound }) => bound <= FULL_TURN).length;
  const isMost = 2 * small > limited.length;
  const reason = isMost
    ? ', but those of most joints are within 2π rad; expected radians'
    : ': degrees are likely';
  notes.changed(
    farthest.joint,
    `joint ${quote(farthest.joint.name)}`,
    `limits up to ${angleText(farthest.bound)}${reason}`,
    true,
    isMost ? [] : AS_DEGREES,
  );
}
const NO_LIMITS = { joint: null as RobotJoint | null, bound: 0 };

function checkRpy(robot: Robot, file: Place, notes: Notes): void {
  const bound = rpyBound(robot);
  if (bound <= FAR_ANGLE) return;
  const reason = `rpy up to ${angleText(bound)}: degrees are likely`;
  notes.changed(file, 'rpy', reason, true, AS_DEGREES);
}

/** `170 rad (27 turns)`. */
const angleText = (angle: number): string =>
  `${Number(angle.toPrecision(3))} rad (${Math.round(angle / TURN)} turns)`;

function checkLengths(robot: Robot, notes: Notes): void {
  const { longest, farthest, moving } = chainLengths(robot);
  const place = farthest ?? { file: '', line: 0 };
  if (longest > LONGEST_CHAIN) {
    const reason = `the longest chain is ${lengthText(longest)} m long: millimetres are likely`;
    notes.changed(place, 'lengths', reason, true, AS_MILLIMETRES);
  } else if (moving > 1 && longest > 0 && longest < SHORTEST_CHAIN) {
    const reason = `the longest chain is only ${lengthText(1000 * longest)} mm long: the lengths may not be in metres`;
    notes.changed(place, 'lengths', reason, true);
  }
}

const lengthText = (length: number): string => String(Number(length.toPrecision(3)));
