/**
 * In one pane a square of coloured cells, translucent: under the mechanism where that is before it,
 * and over it where it is behind, so that the arm is always to be made out.
 */
import {
  type Color,
  DataTexture,
  DoubleSide,
  Matrix4,
  Mesh,
  type Object3D,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import { still } from './armature.ts';
import { LAYER, UNDER } from './groundLayer.ts';
import type { Resolution } from './lines.ts';
import { normalOf, type ScenePlane, vector } from './scenePlane.ts';

/** Row after row from below; alpha 255: a colour, 128: hatched, 0: nothing is known. */
export interface PlaneCells {
  readonly cells: number;
  readonly pixels: Uint32Array<ArrayBuffer>;
}

/** What covers the background in all, and what covers a mechanism that is behind. */
export const COVERS = { all: 0.78, over: 0.6 };
const BELOW = (COVERS.all - COVERS.over) / (1 - COVERS.over);
const STRIPE = 7; // px of the style sheets from one line of the hatch to the next

export class PlanePicture {
  readonly #meshes: readonly [Mesh, Mesh];
  readonly #own;
  #cells = 0;

  /** `resolution`: of a pane; `pixel`: of the style sheets, in those of the picture. */
  constructor(hatch: Color, resolution: Resolution, pixel: number) {
    this.#own = {
      map: { value: null as DataTexture | null },
      hatch: { value: hatch },
      resolution,
      stripe: { value: STRIPE * pixel },
    };
    const geometry = new PlaneGeometry(1, 1);
    const mesh = (cover: number, look: object): Mesh => {
      const uniforms = { ...this.#own, cover: { value: cover } };
      const made = new Mesh(
        geometry,
        new ShaderMaterial({ side: DoubleSide, ...look, uniforms, vertexShader, fragmentShader }),
      );
      made.frustumCulled = false;
      made.visible = false;
      still(made);
      return made;
    };
    const under = mesh(BELOW, UNDER);
    under.renderOrder = -1.5; // between the ground and all that stands on it
    under.layers.set(LAYER);
    const over = mesh(COVERS.over, { transparent: true, depthWrite: false });
    over.renderOrder = -1;
    this.#meshes = [under, over];
  }

  placeOn(world: Object3D, plane: ScenePlane): void {
    const { centre, u, v, size } = plane;
    const basis = new Matrix4().makeBasis(
      vector(u).multiplyScalar(size),
      vector(v).multiplyScalar(size),
      normalOf(plane),
    );
    for (const mesh of this.#meshes) {
      if (mesh.parent !== world) world.add(mesh);
      mesh.matrix.copy(basis).setPosition(...centre);
      mesh.updateMatrixWorld(true);
    }
  }

  paint({ cells, pixels }: PlaneCells): void {
    if (cells !== this.#cells) {
      this.#own.map.value?.dispose();
      this.#own.map.value = new DataTexture(new Uint8Array(pixels.buffer), cells, cells);
      this.#cells = cells;
    }
    const map = this.#own.map.value as DataTexture;
    map.image.data = new Uint8Array(pixels.buffer);
    map.needsUpdate = true;
  }

  show(seen: boolean): void {
    for (const mesh of this.#meshes) mesh.visible = seen && this.#cells > 0;
  }

  dispose(): void {
    this.#own.map.value?.dispose();
    for (const mesh of this.#meshes) {
      mesh.removeFromParent();
      (mesh.material as ShaderMaterial).dispose();
    }
    this.#meshes[0].geometry.dispose();
  }
}

const vertexShader = `
  varying vec2 at, high;

  void main() {
    at = uv;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.);
    high = gl_Position.yw;
  }`;

// the colours of the cells are those of the screen already
const fragmentShader = `
  varying vec2 at, high;
  uniform sampler2D map;
  uniform vec3 hatch;
  uniform vec2 resolution;
  uniform float cover, stripe;

  void main() {
    vec4 cell = texture2D(map, at);
    bool coloured = cell.a > .75;
    float line = step(mod(gl_FragCoord.x + gl_FragCoord.y, stripe), 1.42);
    float alpha = coloured ? cover : cell.a > .25 ? line * cover : 0.;
    float down = (1. - high.x / high.y) * .5 * resolution.y;
    alpha *= mix(coloured ? .5 : 0., 1., smoothstep(30., 60., down)); // faint behind the titles
    gl_FragColor = vec4(coloured ? cell.rgb : hatch, alpha);
  }`;
