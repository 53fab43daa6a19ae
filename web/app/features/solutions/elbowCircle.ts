import type { Joint, Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  composeFrames,
  cross,
  dot,
  inverseFrame,
  rotateVector,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { jointFrames, jointValues } from '@iklab/core/scenario/robot';
import type { SelfMotionDiagram } from './selfMotionDiagram.ts';

/** Number of points of the circle. */
export const ELBOW_POINTS = 120;

const SHOULDER = 0; // Row of the first joint.
const ELBOW = 3; // Row of the joint of the elbow.

interface Line {
  readonly position: Vec3;
  readonly direction: Vec3;
}

/**
 * Returns points on the circle of the elbow at equal steps of the swivel angle, from −180° on, in
 * the scenario frame; empty if the axis of the curve is not the swivel angle. The elbow is the
 * point of axis 4 nearest to the shoulder, where axes 1 and 2 meet.
 */
export function elbowCircle(diagram: SelfMotionDiagram, joints: readonly Joint[]): readonly Vec3[] {
  const { rows } = diagram;
  const [first, second, elbow] = [rows[SHOULDER], rows[SHOULDER + 1], rows[ELBOW]].map(
    (row) => row?.joint,
  );
  if (diagram.axis !== 'swivel' || !first || !second || !elbow) return [];
  const framesAt = (angle: number) =>
    jointFrames(joints, jointValues(joints, diagram.poseAt(angle)));
  const frameOf = framesAt(diagram.from);
  const lineOf = ({ id, axis }: Joint): Line => {
    const { position, rotation } = frameOf(id);
    return { position, direction: rotateVector(rotation, unitVector(axis)) };
  };
  const shoulder = meetingPoint(lineOf(first), lineOf(second));
  const { position, direction } = lineOf(elbow);
  const along = dot(addScaled(shoulder, position, -1), direction);
  const place = addScaled(position, direction, along);
  const inJoint = composeFrames(inverseFrame(frameOf(elbow.id)), {
    position: place,
    rotation: frameOf(null).rotation,
  }).position;
  return Array.from({ length: ELBOW_POINTS }, (_, k) => {
    const frame = framesAt(diagram.from + (k / ELBOW_POINTS) * diagram.length)(elbow.id);
    return addScaled(frame.position, rotateVector(frame.rotation, inJoint));
  });
}

/** Returns the point of the first line that is nearest to the second line. */
function meetingPoint(a: Line, b: Line): Vec3 {
  const normal = cross(a.direction, b.direction);
  const between = addScaled(b.position, a.position, -1);
  const share = dot(cross(between, b.direction), normal) / dot(normal, normal);
  return addScaled(a.position, a.direction, share);
}
