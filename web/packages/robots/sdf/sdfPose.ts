/** The `<pose>` of an element. */
import {
  DEGREE,
  type Frame,
  frameOf,
  hypot,
  ORIGIN,
  type Quaternion,
  quote,
  rotationOfQuaternion,
  type Vec3,
} from 'iklab/scenario';
import type { XmlElement } from '../xml.ts';
import { childOf, isTrue, type SdfValues } from './sdfValues.ts';

export interface SdfPose {
  readonly frame: Frame;
  /** Name of the frame in which the pose is given; '' for the default of the element. */
  readonly relativeTo: string;
}

const FORMATS = ['euler_rpy', 'quat_xyzw'];

/** `who`: the element that has the pose, as faults name it. */
export function readPose(
  parent: XmlElement,
  version: number,
  who: string,
  values: SdfValues,
): SdfPose {
  const element = childOf(parent, 'pose');
  if (!element) return { frame: ORIGIN, relativeTo: '' };
  // Versions before 1.7 name the attribute `frame`.
  const named = element.attributes.get(version < 107 ? 'frame' : 'relative_to');
  const relativeTo = (named ?? element.attributes.get('relative_to') ?? '').trim();
  return { frame: frameIn(element, who, values), relativeTo };
}

function frameIn(element: XmlElement, who: string, values: SdfValues): Frame {
  const format = element.attributes.get('rotation_format')?.trim() || 'euler_rpy';
  if (!FORMATS.includes(format)) {
    const reason = `must be ${FORMATS.join(' or ')}; got ${quote(format)}`;
    values.notes.fault(element, `${who}, pose rotation_format`, reason);
    return ORIGIN;
  }
  const degrees = isTrue(element.attributes.get('degrees'));
  if (format === 'euler_rpy') {
    const read = values.list(element, 6, who);
    if (read === null) return ORIGIN;
    const angles = read.slice(3).map((angle) => (degrees ? angle * DEGREE : angle));
    return frameOf(read.slice(0, 3) as unknown as Vec3, angles as unknown as Vec3);
  }
  if (degrees) {
    const reason = 'must not be true with rotation_format="quat_xyzw"';
    values.notes.fault(element, `${who}, pose degrees`, reason);
  }
  const read = values.list(element, 7, who);
  if (read === null) return ORIGIN;
  const quaternion = read.slice(3) as unknown as Quaternion;
  if (hypot(...quaternion) === 0) {
    values.notes.fault(element, `${who}, pose`, 'must not have a quaternion of length 0');
    return ORIGIN;
  }
  return { at: read.slice(0, 3) as unknown as Vec3, turn: rotationOfQuaternion(quaternion) };
}
