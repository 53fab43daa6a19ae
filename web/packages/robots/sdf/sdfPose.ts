import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import { quote } from '@iklab/core/scenario/checks';
import {
  DEGREE,
  type Frame,
  hypot,
  makeFrame,
  ORIGIN,
  rotationFromQuaternion,
} from '@iklab/core/scenario/numbers';
import type { XmlElement } from '../xml.ts';
import { findChild, isTrue, type SdfValues } from './sdfValues.ts';

export interface SdfPose {
  readonly frame: Frame;
  /** Name of the frame in which the pose is given; '' for the default of the element. */
  readonly relativeTo: string;
}

const ROTATION_FORMATS = ['euler_rpy', 'quat_xyzw'];

/** Reads the pose of an element. `who`: the element, as faults name it. */
export function readPose(
  parent: XmlElement,
  version: number,
  who: string,
  values: SdfValues,
): SdfPose {
  const element = findChild(parent, 'pose');
  if (!element) return { frame: ORIGIN, relativeTo: '' };
  // Versions before 1.7 name the attribute `frame`.
  const named = element.attributes.get(version < 107 ? 'frame' : 'relative_to');
  const relativeTo = (named ?? element.attributes.get('relative_to') ?? '').trim();
  return { frame: readFrame(element, who, values), relativeTo };
}

function readFrame(element: XmlElement, who: string, values: SdfValues): Frame {
  const format = element.attributes.get('rotation_format')?.trim() || 'euler_rpy';
  if (!ROTATION_FORMATS.includes(format)) {
    const reason = `must be ${ROTATION_FORMATS.join(' or ')}; got ${quote(format)}`;
    values.notes.addFault(element, `${who}, pose rotation_format`, reason);
    return ORIGIN;
  }
  const degrees = isTrue(element.attributes.get('degrees'));
  if (format === 'euler_rpy') {
    const read = values.readList(element, 6, who);
    if (read === null) return ORIGIN;
    const angles = read.slice(3).map((angle) => (degrees ? angle * DEGREE : angle));
    return makeFrame(read.slice(0, 3) as unknown as Vec3, angles as unknown as Vec3);
  }
  if (degrees) {
    const reason = 'must not be true with rotation_format="quat_xyzw"';
    values.notes.addFault(element, `${who}, pose degrees`, reason);
  }
  const read = values.readList(element, 7, who);
  if (read === null) return ORIGIN;
  const quaternion = read.slice(3) as unknown as Quaternion;
  if (hypot(...quaternion) === 0) {
    values.notes.addFault(element, `${who}, pose`, 'must not have a quaternion of length 0');
    return ORIGIN;
  }
  return {
    position: read.slice(0, 3) as unknown as Vec3,
    rotation: rotationFromQuaternion(quaternion),
  };
}
