import type { JointType, Vec3 } from '@iklab/core/scenario';
import { AXIS_DIRECTIONS, cross, unitVector } from '@iklab/core/scenario/numbers';
import type { RobotJoint } from './robot.ts';

/**
 * One of the joints in series that replace a joint. The first has the replaced joint's frame; each
 * other has its predecessor's.
 */
export interface SingleAxisJoint {
  readonly suffix: string;
  readonly type: JointType;
  readonly axis: Vec3;
}

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;

/** Returns an empty list for fixed and floating joints. */
export function splitMultiAxisJoint({ type, axis }: RobotJoint): readonly SingleAxisJoint[] {
  const hinge = (suffix: string, about: Vec3): SingleAxisJoint => ({
    suffix,
    type: 'revolute',
    axis: about,
  });
  switch (type) {
    case 'fixed':
    case 'floating':
      return [];
    case 'ball':
      return [hinge('_x', X), hinge('_y', Y), hinge('_z', Z)];
    case 'universal':
      return [hinge('_x', X), hinge('_y', Y)];
    case 'planar': {
      const [first, second] = findPerpendiculars(axis);
      const slide = (suffix: string, along: Vec3): SingleAxisJoint => ({
        suffix,
        type: 'prismatic',
        axis: along,
      });
      return [slide('_x', first), slide('_y', second), hinge('_turn', axis)];
    }
    default:
      return [{ suffix: '', type, axis }];
  }
}

function findPerpendiculars(axis: Vec3): [Vec3, Vec3] {
  const largest = axis.map(Math.abs).indexOf(Math.max(...axis.map(Math.abs)));
  const start = [Y, Z, X][largest] as Vec3;
  const second = unitVector(cross(axis, start));
  const first = unitVector(cross(second, axis));
  return [first, second];
}
