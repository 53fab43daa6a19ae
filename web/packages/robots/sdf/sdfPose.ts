import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  frameFromXyzRpy,
  hypot,
  ORIGIN_FRAME,
  RADIANS_PER_DEGREE,
  type RigidFrame,
  rotationFromQuaternion,
} from '@iklab/core/scenario/numbers';
import type { XmlElement } from '../readXml.ts';
import { findChildElement, isSdfTrue, type SdfValueReader } from './sdfValueReader.ts';

export interface SdfPose {
  readonly frame: RigidFrame;
  /** Name of the frame that the pose is relative to; '' for the default of the element. */
  readonly relativeTo: string;
}

const ROTATION_FORMATS = ['euler_rpy', 'quat_xyzw'];

export function readSdfPose(
  parent: XmlElement,
  version: number,
  who: string,
  values: SdfValueReader,
): SdfPose {
  const element = findChildElement(parent, 'pose');
  if (!element) return { frame: ORIGIN_FRAME, relativeTo: '' };
  // Versions before 1.7 name the attribute `frame`.
  const named = element.attributes.get(version < 107 ? 'frame' : 'relative_to');
  const relativeTo = (named ?? element.attributes.get('relative_to') ?? '').trim();
  return { frame: readFrame(element, who, values), relativeTo };
}

function readFrame(element: XmlElement, who: string, values: SdfValueReader): RigidFrame {
  const format = element.attributes.get('rotation_format')?.trim() || 'euler_rpy';
  if (!ROTATION_FORMATS.includes(format)) {
    const reason = `must be ${ROTATION_FORMATS.join(' or ')}; got ${quoteInOneLine(format)}`;
    values.notes.addFault(element, `${who}, pose rotation_format`, reason);
    return ORIGIN_FRAME;
  }
  const degrees = isSdfTrue(element.attributes.get('degrees'));
  if (format === 'euler_rpy') {
    const read = values.readList(element, 6, who);
    if (read === null) return ORIGIN_FRAME;
    const angles = read.slice(3).map((angle) => (degrees ? angle * RADIANS_PER_DEGREE : angle));
    return frameFromXyzRpy(read.slice(0, 3) as unknown as Vec3, angles as unknown as Vec3);
  }
  if (degrees) {
    const reason = 'must not be true with rotation_format="quat_xyzw"';
    values.notes.addFault(element, `${who}, pose degrees`, reason);
  }
  const read = values.readList(element, 7, who);
  if (read === null) return ORIGIN_FRAME;
  const quaternion = read.slice(3) as unknown as Quaternion;
  if (hypot(...quaternion) === 0) {
    values.notes.addFault(element, `${who}, pose`, 'must not have a quaternion of length 0');
    return ORIGIN_FRAME;
  }
  return {
    position: read.slice(0, 3) as unknown as Vec3,
    rotation: rotationFromQuaternion(quaternion),
  };
}
