import { isAtJointLimit } from '@iklab/core/scenario/robot';
import { InstancedMesh, Matrix4, MeshBasicMaterial } from 'three';
import type { Palette } from '../palette.ts';
import type { Armature } from './armature.ts';
import type { JointLimitArc, MechanismBody } from './mechanismBody.ts';

const matrix = new Matrix4();
const halfRotation = new Matrix4().makeRotationY(Math.PI); // The axis of an arc is y.

/**
 * Draws a red arc about each joint at a limit or beyond. If limits lock joints, the arc is a full
 * ring.
 */
export class JointLimitArcs {
  readonly mesh: InstancedMesh;
  readonly #arcs: readonly (JointLimitArc | null)[];
  readonly #material = new MeshBasicMaterial();

  readonly #locks: boolean;

  constructor(body: MechanismBody, locks: boolean) {
    this.#arcs = body.arcs;
    this.#locks = locks;
    this.mesh = new InstancedMesh(body.arc, this.#material, Math.max(1, 2 * body.arcs.length));
    this.mesh.frustumCulled = false;
  }

  update(angles: Float64Array, armature: Armature): void {
    let count = 0;
    for (let i = 0; i < this.#arcs.length; i++) {
      const arc = this.#arcs[i];
      if (!arc) continue;
      if (!isAtJointLimit(angles[i] as number, arc.limits)) continue;
      const bone = armature.points[arc.bone];
      if (!bone) continue;
      this.mesh.setMatrixAt(count++, matrix.multiplyMatrices(bone.matrixWorld, arc.frame));
      if (this.#locks) this.mesh.setMatrixAt(count++, matrix.multiply(halfRotation));
    }
    this.mesh.count = count;
    this.mesh.visible = count > 0;
    if (count > 0) this.mesh.instanceMatrix.needsUpdate = true;
  }

  paint(palette: Palette): void {
    this.#material.color.copy(palette.bad);
  }

  dispose(): void {
    this.mesh.dispose();
    this.#material.dispose();
  }
}
