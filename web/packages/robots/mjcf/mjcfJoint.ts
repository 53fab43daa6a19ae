/** A joint of an MJCF body. */
import {
  addScaled,
  DIRECTIONS,
  type Frame,
  hypot,
  inDegrees,
  ORIGIN,
  quote,
  rotated,
  rotationAbout,
  unitVector,
  type Vec3,
} from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import type { RobotJoint, RobotJointType } from '../robot.ts';
import type { XmlElement } from '../xml.ts';
import type { XmlNumbers } from '../xmlNumbers.ts';
import type { Compiler, MjcfPoses } from './mjcfPose.ts';

const TYPES = new Map<string, RobotJointType>([
  ['hinge', 'revolute'],
  ['slide', 'prismatic'],
  ['ball', 'ball'],
  ['free', 'floating'],
]);

export interface MjcfJoint extends Pick<RobotJoint, 'name' | 'type' | 'axis' | 'limits'> {
  readonly element: XmlElement;
  /** Frame of the joint at value 0, in the frame of the body before the joint moves. */
  readonly frame: Frame;
  /** Origin of the body in the frame of the joint. */
  readonly bodyFrame: Vec3;
  /** The joint value in the pose that the file describes. */
  readonly ref: number;
}

export interface JointReader {
  readonly compiler: Compiler;
  readonly numbers: XmlNumbers;
  readonly poses: MjcfPoses;
  readonly notes: Notes;
}

/** `frame`: of the enclosing `<frame>`, in the frame of the body. */
export function readMjcfJoint(
  element: XmlElement,
  name: string,
  frame: Frame,
  reader: JointReader,
): MjcfJoint | null {
  const { compiler, numbers, poses, notes } = reader;
  const who = `joint ${quote(name)}`;
  const written = element.name === 'freejoint' ? 'free' : element.attributes.get('type');
  const type = TYPES.get(written ?? 'hinge');
  if (!type) {
    const known = [...TYPES.keys()].join(', ');
    notes.fault(element, `${who}, type`, `must be one of ${known}; got ${quote(written ?? '')}`);
    return null;
  }
  const axis = rotated(frame.turn, axisOf(element, type, who, poses, notes));
  const angle = type === 'revolute' || type === 'ball' ? compiler.angle : 1;
  const ref = angle * (numbers.list(element, 'ref', [1, 1], who)?.[0] ?? 0);
  const limits = limitsOf(element, type, angle, who, reader);
  const base = { element, name, type, axis, limits, ref };
  if (type === 'floating') return { ...base, frame: ORIGIN, bodyFrame: [0, 0, 0] };
  if (type === 'prismatic')
    return {
      ...base,
      frame: { at: addScaled([0, 0, 0], unitVector(axis), -ref), turn: ORIGIN.turn },
      bodyFrame: [0, 0, 0],
    };
  const at = addScaled(frame.at, rotated(frame.turn, poses.vector(element, 'pos', who)));
  const turn = ref === 0 || type === 'ball' ? ORIGIN.turn : rotationAbout(unitVector(axis), -ref);
  return { ...base, frame: { at, turn }, bodyFrame: [-at[0], -at[1], -at[2]] };
}

function axisOf(
  element: XmlElement,
  type: RobotJointType,
  who: string,
  poses: MjcfPoses,
  notes: Notes,
): Vec3 {
  if (type === 'ball' || type === 'floating') return DIRECTIONS.z;
  const axis = poses.vector(element, 'axis', who, DIRECTIONS.z);
  if (hypot(...axis) > 0) return axis;
  notes.fault(element, `${who}, axis`, 'must not have length 0');
  return DIRECTIONS.z;
}

function limitsOf(
  element: XmlElement,
  type: RobotJointType,
  angle: number,
  who: string,
  { compiler, numbers, notes }: JointReader,
): readonly [number, number] | null {
  const range = numbers.list(element, 'range', [2, 2], who);
  const limited = element.attributes.get('limited') ?? 'auto';
  if (!['true', 'false', 'auto'].includes(limited))
    notes.fault(element, `${who}, limited`, `must be true, false or auto; got ${quote(limited)}`);
  const told = (reason: string) => notes.changed(element, `${who}, range`, reason, true);
  if (range === null) {
    if (limited === 'true') told('limited, but without a range; treated as unlimited');
    return null;
  }
  if (limited === 'false' || type === 'floating') return null;
  if (limited === 'auto' && !compiler.autolimits) {
    told(
      'a range without limited="true" while the compiler has autolimits off; treated as unlimited',
    );
    return null;
  }
  const [lower, upper] = [angle * (range[0] as number), angle * (range[1] as number)];
  if (type === 'ball')
    return hingesOf(upper, (reason) => notes.changed(element, `${who}, range`, reason, true));
  if (lower < upper) return [lower, upper];
  told(`${range.join(' ')}: the first is not below the second; treated as unlimited`);
  return null;
}

/**
 * Hinge limits for a ball joint that rotates by at most `most` about any axis. Below a right angle,
 * no hinge exceeds this angle: the sine of the second is an entry of the rotation matrix, the
 * others are projections of a tilted axis. So the cone is contained in the hinge limits.
 */
function hingesOf(most: number, told: (reason: string) => void): readonly [number, number] | null {
  const degrees = Number(inDegrees(most).toFixed(1));
  if (most > 0 && most < Math.PI / 2) {
    told(
      `each of the three hinges is limited to ±${degrees}°, which contains the cone of the file`,
    );
    return [-most, most];
  }
  told(
    `a ball joint limited to ${degrees}° cannot be expressed by limits of hinges; treated as unlimited`,
  );
  return null;
}
