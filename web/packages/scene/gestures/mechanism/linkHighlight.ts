import {
  BufferGeometry,
  type InterleavedBufferAttribute,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Armature } from '../../picture/bodies/armature.ts';
import type { DrawnLimb, LinkMeshes } from '../../picture/bodies/mechanismShape.ts';
import { readPalette } from '../../picture/palette.ts';

const WIDE = 2.3; // Width, relative to the radius of the limb.

export class LimbHighlight {
  readonly #lines = new LineSegments2(
    new LineSegmentsGeometry().setPositions(new Float32Array(6)),
    new LineMaterial({ worldUnits: true, transparent: true, opacity: 0.4, depthTest: false }),
  );
  readonly #ends = new Float64Array(6);
  #limb: DrawnLimb | null = null;
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 1;
  }

  show(armature: Armature, limb: DrawnLimb): void {
    if (this.#limb !== limb || this.#lines.parent !== armature.world) {
      this.#limb = limb;
      this.#lines.material.color.copy(readPalette(this.#root).accent);
      this.#lines.material.linewidth = WIDE * limb.radius[0];
      armature.world.add(this.#lines);
    }
    armature.readPositions([limb.from, limb.to], this.#ends);
    const { data } = this.#lines.geometry.getAttribute(
      'instanceStart',
    ) as InterleavedBufferAttribute;
    data.array.set(this.#ends);
    data.needsUpdate = true;
    this.#lines.updateMatrixWorld();
  }

  hide(): void {
    this.#limb = null;
    this.#lines.removeFromParent();
  }

  dispose(): void {
    this.hide();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }
}

const SHARE = 0.3; // Opacity of the accent on a mesh.

export class LinkMeshHighlight {
  readonly #mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      transparent: true,
      opacity: SHARE,
      depthWrite: false,
      polygonOffset: true, // Coplanar with the mesh that it highlights.
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    }),
  );
  #bone = -1;
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#mesh.frustumCulled = false;
  }

  /** Highlights the mesh of a bone. `carrier` is the object that moves with the bone. */
  show(carrier: Object3D, meshes: LinkMeshes, bone: number): void {
    if (this.#bone !== bone) {
      this.#bone = bone;
      this.#mesh.geometry.dispose();
      this.#mesh.geometry = meshes.single(bone);
      this.#mesh.material.color.copy(readPalette(this.#root).accent);
    }
    if (this.#mesh.parent !== carrier) carrier.add(this.#mesh);
    this.#mesh.updateMatrixWorld(true);
  }

  hide(): void {
    this.#bone = -1;
    this.#mesh.removeFromParent();
  }

  dispose(): void {
    this.hide();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}
