/** The bodies of a robot as capsules, for drawings without a renderer. */
import type { Scene, Vec3 } from 'iklab/scenario';
import { COARSEST } from '../drawn/fineness.ts';
import { machineOf } from './drawnBody.ts';
import { shapeOf } from './shape.ts';

export interface BodyCapsule {
  /** 0: the base; joint i of the tree has i + 1. */
  readonly bone: number;
  /** In the frame of the bone, metres. */
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

/** The capsules that cast its shadow in the panes. */
export function bodyCapsules(scene: Scene): readonly BodyCapsule[] {
  const shape = shapeOf(scene, []);
  const { shadows } = shape.machine ? machineOf(scene, shape, COARSEST).shape : shape;
  return shadows.map(({ bone, from, to, radius }) => ({
    ...{ bone, radius },
    from: from.toArray(),
    to: to.toArray(),
  }));
}
