/** Represents a robot as capsules, for programs without a renderer. */
import type { Scene, Vec3 } from '@iklab/core/scenario';
import { COARSEST_ROBOT_DETAIL } from '../../drawn/robotDetailLevel.ts';
import { makeMechanismShape } from './mechanismShape.ts';
import { makeRobotHousingShape } from './robotHousingBody.ts';

export interface BodyCapsule {
  /** Index of the bone: 0 for the base; i + 1 for joint i of the tree. */
  readonly bone: number;
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

export function approximateRobotByCapsules(scene: Scene): readonly BodyCapsule[] {
  const shape = makeMechanismShape(scene, []);
  const { shadows } = shape.machine
    ? makeRobotHousingShape(scene, shape, COARSEST_ROBOT_DETAIL).shape
    : shape;
  return shadows.map(({ bone, from, to, radius }) => ({
    ...{ bone, radius },
    from: from.toArray(),
    to: to.toArray(),
  }));
}
