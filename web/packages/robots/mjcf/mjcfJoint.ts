import type { Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  AXIS_DIRECTIONS,
  addScaled,
  hypot,
  ORIGIN_FRAME,
  type RigidFrame,
  rotateVector,
  rotationAbout,
  toDegrees,
  unitVector,
} from '@iklab/core/scenario/numbers';
import type { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import type { RobotJoint, RobotJointType } from '../robot.ts';
import type { XmlNumberReader } from '../xmlNumberReader.ts';
import type { MjcfCompilerSettings, MjcfPoseReader } from './mjcfPoseReader.ts';

const TYPES = new Map<string, RobotJointType>([
  ['hinge', 'revolute'],
  ['slide', 'prismatic'],
  ['ball', 'ball'],
  ['free', 'floating'],
]);

export interface MjcfJoint extends Pick<RobotJoint, 'name' | 'type' | 'axis' | 'limits'> {
  readonly element: XmlElement;
  /** Frame of the joint at value 0, in the frame of the body before the joint moves. */
  readonly frame: RigidFrame;
  /** Origin of the body in the frame of its joint, in metres. */
  readonly bodyFrame: Vec3;
  /** The joint value in the pose that the file describes (`ref`). */
  readonly ref: number;
}

export interface MjcfJointContext {
  readonly compiler: MjcfCompilerSettings;
  readonly numbers: XmlNumberReader;
  readonly poses: MjcfPoseReader;
  readonly notes: ReaderNotes;
}

/**
 * Returns null after reporting a fault. `frame`: frame of the enclosing element, in the frame of
 * the body.
 */
export function readMjcfJoint(
  element: XmlElement,
  name: string,
  frame: RigidFrame,
  reader: MjcfJointContext,
): MjcfJoint | null {
  const { compiler, numbers, poses, notes } = reader;
  const who = `joint ${quoteInOneLine(name)}`;
  const written = element.name === 'freejoint' ? 'free' : element.attributes.get('type');
  const type = TYPES.get(written ?? 'hinge');
  if (!type) {
    const typeNames = [...TYPES.keys()].join(', ');
    notes.addFault(
      element,
      `${who}, type`,
      `must be one of ${typeNames}; got ${quoteInOneLine(written ?? '')}`,
    );
    return null;
  }
  const axis = rotateVector(frame.rotation, readAxis(element, type, who, poses, notes));
  const angle = type === 'revolute' || type === 'ball' ? compiler.angle : 1;
  const ref = angle * (numbers.readList(element, 'ref', [1, 1], who)?.[0] ?? 0);
  const limits = readLimits(element, type, angle, who, reader);
  const base = { element, name, type, axis, limits, ref };
  if (type === 'floating') return { ...base, frame: ORIGIN_FRAME, bodyFrame: [0, 0, 0] };
  if (type === 'prismatic')
    return {
      ...base,
      frame: {
        position: addScaled([0, 0, 0], unitVector(axis), -ref),
        rotation: ORIGIN_FRAME.rotation,
      },
      bodyFrame: [0, 0, 0],
    };
  const position = addScaled(
    frame.position,
    rotateVector(frame.rotation, poses.readVector(element, 'pos', who)),
  );
  const rotation =
    ref === 0 || type === 'ball' ? ORIGIN_FRAME.rotation : rotationAbout(unitVector(axis), -ref);
  return {
    ...base,
    frame: { position, rotation },
    bodyFrame: [-position[0], -position[1], -position[2]],
  };
}

function readAxis(
  element: XmlElement,
  type: RobotJointType,
  who: string,
  poses: MjcfPoseReader,
  notes: ReaderNotes,
): Vec3 {
  if (type === 'ball' || type === 'floating') return AXIS_DIRECTIONS.z;
  const axis = poses.readVector(element, 'axis', who, AXIS_DIRECTIONS.z);
  if (hypot(...axis) > 0) return axis;
  notes.addFault(element, `${who}, axis`, 'must not have length 0');
  return AXIS_DIRECTIONS.z;
}

function readLimits(
  element: XmlElement,
  type: RobotJointType,
  angle: number,
  who: string,
  { compiler, numbers, notes }: MjcfJointContext,
): readonly [number, number] | null {
  const range = numbers.readList(element, 'range', [2, 2], who);
  const limited = element.attributes.get('limited') ?? 'auto';
  if (!['true', 'false', 'auto'].includes(limited))
    notes.addFault(
      element,
      `${who}, limited`,
      `must be true, false or auto; got ${quoteInOneLine(limited)}`,
    );
  const report = (reason: string) => notes.addChanged(element, `${who}, range`, reason, true);
  if (range === null) {
    if (limited === 'true') report('limited, but without a range; treated as unlimited');
    return null;
  }
  if (limited === 'false' || type === 'floating') return null;
  if (limited === 'auto' && !compiler.autolimits) {
    report(
      'a range without limited="true" while the compiler has autolimits off; treated as unlimited',
    );
    return null;
  }
  const [lower, upper] = [angle * (range[0] as number), angle * (range[1] as number)];
  if (type === 'ball')
    return ballHingeLimits(upper, (reason) =>
      notes.addChanged(element, `${who}, range`, reason, true),
    );
  if (lower < upper) return [lower, upper];
  report(`${range.join(' ')}: the first is not below the second; treated as unlimited`);
  return null;
}

/**
 * Returns the limits of the three hinges that replace a ball joint whose rotation is at most `most`
 * radians; null for unlimited. Below a right angle, the hinge limits contain the joint's cone: no
 * hinge angle exceeds the rotation.
 */
function ballHingeLimits(
  most: number,
  report: (reason: string) => void,
): readonly [number, number] | null {
  const degrees = Number(toDegrees(most).toFixed(1));
  if (most > 0 && most < Math.PI / 2) {
    report(
      `each of the three hinges is limited to ±${degrees}°, which contains the cone of the file`,
    );
    return [-most, most];
  }
  report(
    `a ball joint limited to ${degrees}° cannot be expressed by limits of hinges; treated as unlimited`,
  );
  return null;
}
