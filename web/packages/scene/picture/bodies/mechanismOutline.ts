import {
  type BufferGeometry,
  type Color,
  type Material,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  type SkinnedMesh,
} from 'three';
import type { Palette } from '../palette.ts';
import type { PaneResolution } from '../thickLines.ts';

const LINE = 2; // Width, px.
const HALO = 2;
const INSIDE = 1; // Stencil value inside the mechanism.

export class MechanismOutline {
  readonly meshes: readonly SkinnedMesh[];
  readonly #line: MeshBasicMaterial;
  readonly #halo: MeshBasicMaterial;
  readonly #inside: MeshBasicMaterial;

  /** `edge` is the hull of the mechanism. `skin` makes a mesh that moves with the bones. */
  constructor(
    edge: BufferGeometry,
    skin: (solid: BufferGeometry, material: Material) => SkinnedMesh,
    resolution: PaneResolution,
  ) {
    this.#inside = makeStencilMaterial();
    this.#inside.colorWrite = false;
    this.#inside.stencilZPass = ReplaceStencilOp;
    this.#halo = makeHullMaterial(LINE + HALO, resolution);
    this.#line = makeHullMaterial(LINE, resolution);
    this.meshes = [this.#inside, this.#halo, this.#line].map((material, i) => {
      const mesh = skin(edge, material);
      mesh.renderOrder = 4 + i; // After trails.
      return mesh;
    });
    this.isShown = false;
  }

  set isShown(isShown: boolean) {
    for (const mesh of this.meshes) mesh.visible = isShown;
  }

  paint({ surface }: Palette, color: Color): void {
    this.#halo.color.copy(surface);
    this.#line.color.copy(color);
  }

  dispose(): void {
    for (const material of [this.#inside, this.#halo, this.#line]) material.dispose();
  }
}

function makeStencilMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({
    depthTest: false,
    depthWrite: false,
    stencilWrite: true,
    stencilFunc: NotEqualStencilFunc,
    stencilRef: INSIDE,
  });
}

function makeHullMaterial(pixels: number, resolution: PaneResolution): MeshBasicMaterial {
  const material = makeStencilMaterial();
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { wide: { value: pixels }, resolution });
    const wider = `
      vec2 way = (projectionMatrix * vec4(transformedNormal, 0.)).xy * resolution;
      gl_Position.xy += way / max(length(way), 1e-6) * wide * 2. / resolution * gl_Position.w;`;
    const project = '#include <project_vertex>';
    const text = shader.vertexShader.replace(project, `${project}\n${wider}`);
    shader.vertexShader = `uniform float wide;\nuniform vec2 resolution;\n${text}`;
  };
  return material;
}
