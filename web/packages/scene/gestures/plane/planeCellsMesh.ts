/**
 * Draws a translucent square of coloured cells in one pane. The mechanism stays visible through it.
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
import { freezeTransform } from '../../picture/bodies/armature.ts';
import { GROUND_LAYER, UNDERLAY_MATERIAL_OPTIONS } from '../../picture/ground/groundLayer.ts';
import type { PaneResolution } from '../../picture/thickLines.ts';
import { planeNormal, type ScenePlane, toVector3 } from './scenePlane.ts';

/**
 * Cell colours of a plane, row by row from the bottom. Alpha is 255 for coloured, 128 for hatched,
 * 0 for unknown.
 */
export interface PlaneCellColors {
  readonly cells: number;
  readonly pixels: Uint32Array<ArrayBuffer>;
}

/** Opacities of the cells: over the background (`all`) and over a mechanism (`over`). */
export const PLANE_CELL_OPACITIES = { all: 0.78, over: 0.6 };
const BELOW =
  (PLANE_CELL_OPACITIES.all - PLANE_CELL_OPACITIES.over) / (1 - PLANE_CELL_OPACITIES.over);
const STRIPE = 7; // Distance between lines of the hatch, px of the style sheets.

export class PlaneCellsMesh {
  readonly #meshes: readonly [Mesh, Mesh];
  readonly #uniforms;
  #cells = 0;

  constructor(hatch: Color, resolution: PaneResolution, pixel: number) {
    this.#uniforms = {
      map: { value: null as DataTexture | null },
      hatch: { value: hatch },
      resolution,
      stripe: { value: STRIPE * pixel },
    };
    const geometry = new PlaneGeometry(1, 1);
    const mesh = (cover: number, options: object): Mesh => {
      const uniforms = { ...this.#uniforms, cover: { value: cover } };
      const made = new Mesh(
        geometry,
        new ShaderMaterial({
          side: DoubleSide,
          ...options,
          uniforms,
          vertexShader,
          fragmentShader,
        }),
      );
      made.frustumCulled = false;
      made.visible = false;
      freezeTransform(made);
      return made;
    };
    const under = mesh(BELOW, UNDERLAY_MATERIAL_OPTIONS);
    under.renderOrder = -1.5; // Between the ground and everything on it.
    under.layers.set(GROUND_LAYER);
    const over = mesh(PLANE_CELL_OPACITIES.over, { transparent: true, depthWrite: false });
    over.renderOrder = -1;
    this.#meshes = [under, over];
  }

  placeOn(world: Object3D, plane: ScenePlane): void {
    const { centre, u, v, size } = plane;
    const basis = new Matrix4().makeBasis(
      toVector3(u).multiplyScalar(size),
      toVector3(v).multiplyScalar(size),
      planeNormal(plane),
    );
    for (const mesh of this.#meshes) {
      if (mesh.parent !== world) world.add(mesh);
      mesh.matrix.copy(basis).setPosition(...centre);
      mesh.updateMatrixWorld(true);
    }
  }

  paint({ cells, pixels }: PlaneCellColors): void {
    if (cells !== this.#cells) {
      this.#uniforms.map.value?.dispose();
      this.#uniforms.map.value = new DataTexture(new Uint8Array(pixels.buffer), cells, cells);
      this.#cells = cells;
    }
    const map = this.#uniforms.map.value as DataTexture;
    map.image.data = new Uint8Array(pixels.buffer);
    map.needsUpdate = true;
  }

  show(isVisible: boolean): void {
    for (const mesh of this.#meshes) mesh.visible = isVisible && this.#cells > 0;
  }

  dispose(): void {
    this.#uniforms.map.value?.dispose();
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

// The colours of the cells are already in sRGB.
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
