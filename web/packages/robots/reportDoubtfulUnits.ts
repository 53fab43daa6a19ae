import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { TWO_PI } from '@iklab/core/scenario/numbers';
import {
  largestAngleLimit,
  largestRpyAngle,
  MAX_RADIAN_ANGLE,
  measureChainLengths,
} from './convertRobotUnits.ts';
import { ReaderNotes } from './readerNotes.ts';
import type {
  DescriptionOptions,
  ReadingRemedy,
  Remark,
  Robot,
  RobotJoint,
  SourceLocation,
} from './robot.ts';

const MAX_PLAUSIBLE_ANGLE = 4 * TWO_PI;
const MAX_PLAUSIBLE_CHAIN = 20; // Metres.
const MIN_PLAUSIBLE_CHAIN = 0.01;

const makeRemedy = (label: string, reading: DescriptionOptions): readonly ReadingRemedy[] => [
  { label, reading },
];
const AS_DEGREES = makeRemedy('Read as degrees', { angles: 'degrees' });
const AS_RADIANS = makeRemedy('Read as radians', { angles: 'radians' });
const AS_MILLIMETRES = makeRemedy('Read as millimetres', { lengths: 'millimetres' });
const AS_METRES = makeRemedy('Read as metres', { lengths: 'metres' });

/**
 * Returns remarks on angles and lengths that suggest another unit than assumed, or that were read
 * in a chosen unit. `robot`: robot before unit conversion.
 */
export function reportDoubtfulUnits(
  robot: Robot,
  { angles, lengths }: DescriptionOptions,
): readonly Remark[] {
  const notes = new ReaderNotes();
  const start = robot.joints[0] ?? robot.links[0] ?? { file: '', line: 0 };
  const file = { file: start.file, line: 0 };
  if (angles === 'degrees')
    notes.addChanged(file, 'angles', 'read as degrees, as chosen', false, AS_RADIANS);
  else {
    checkLimits(robot, notes);
    checkRpy(robot, file, notes);
  }
  if (lengths === 'millimetres')
    notes.addChanged(file, 'lengths', 'read as millimetres, as chosen', false, AS_METRES);
  else if (robot.unit === undefined) checkLengths(robot, notes);
  return notes.remarks;
}

function checkLimits({ joints }: Robot, notes: ReaderNotes): void {
  const limited = joints
    .map((joint) => ({ joint, bound: largestAngleLimit(joint) }))
    .filter(({ bound }) => bound > 0);
  const farthest = limited.reduce((a, b) => (b.bound > a.bound ? b : a), NO_LIMITS);
  if (farthest.joint === null || farthest.bound <= MAX_PLAUSIBLE_ANGLE) return;
  const small = limited.filter(({ bound }) => bound <= MAX_RADIAN_ANGLE).length;
  const isMost = 2 * small > limited.length;
  const reason = isMost
    ? ', but those of most joints are within 2π rad; expected radians'
    : ': degrees are likely';
  notes.addChanged(
    farthest.joint,
    `joint ${quoteInOneLine(farthest.joint.name)}`,
    `limits up to ${formatAngle(farthest.bound)}${reason}`,
    true,
    isMost ? [] : AS_DEGREES,
  );
}
const NO_LIMITS = { joint: null as RobotJoint | null, bound: 0 };

function checkRpy(robot: Robot, file: SourceLocation, notes: ReaderNotes): void {
  const bound = largestRpyAngle(robot);
  if (bound <= MAX_PLAUSIBLE_ANGLE) return;
  const reason = `rpy up to ${formatAngle(bound)}: degrees are likely`;
  notes.addChanged(file, 'rpy', reason, true, AS_DEGREES);
}

const formatAngle = (angle: number): string =>
  `${Number(angle.toPrecision(3))} rad (${Math.round(angle / TWO_PI)} turns)`;

function checkLengths(robot: Robot, notes: ReaderNotes): void {
  const { longest, farthest, moving } = measureChainLengths(robot);
  const location = farthest ?? { file: '', line: 0 };
  if (longest > MAX_PLAUSIBLE_CHAIN) {
    const reason = `the longest chain is ${formatLength(longest)} m long: millimetres are likely`;
    notes.addChanged(location, 'lengths', reason, true, AS_MILLIMETRES);
  } else if (moving > 1 && longest > 0 && longest < MIN_PLAUSIBLE_CHAIN) {
    const reason = `the longest chain is only ${formatLength(1000 * longest)} mm long: the lengths may not be in metres`;
    notes.addChanged(location, 'lengths', reason, true);
  }
}

const formatLength = (length: number): string => String(Number(length.toPrecision(3)));
