import type { InterleavedBufferAttribute } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Armature } from './armature.ts';
import { readPalette } from './palette.ts';
import type { Limb } from './shape.ts';

const WIDE = 2.3; // in the radius of the limb

/** The light on a link that the hand is at. */
export class LinkHighlight {
  readonly #lines = new LineSegments2(
    new LineSegmentsGeometry().setPositions(new Float32Array(6)),
    new LineMaterial({ worldUnits: true, transparent: true, opacity: 0.4, depthTest: false }),
  );
  readonly #ends = new Float64Array(6);
  #limb: Limb | null = null;

  constructor() {
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 1;
  }

  show(armature: Armature, limb: Limb): void {
    if (this.#limb !== limb || this.#lines.parent !== armature.world) {
      this.#limb = limb;
      this.#lines.material.color.copy(readPalette().accent);
      this.#lines.material.linewidth = WIDE * limb.radius[0];
      armature.world.add(this.#lines);
    }
    armature.read([limb.from, limb.to], this.#ends);
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
