import { Color, MeshStandardMaterial } from 'three';

/** What solids are painted with; a vertex bears the place of its paint in this list. */
export const PAINTS = ['link', 'joint', 'cap', 'pin'] as const;
export type Paint = (typeof PAINTS)[number];

const vertexHead = `
  attribute float paint;
  uniform vec3 link, joint, cap, pin;
  varying vec3 coat;
  varying vec2 feel; // roughness, and whether light falls on it`;

const vertexBody = `
  coat = paint < .5 ? link : paint < 1.5 ? joint : paint < 2.5 ? cap : pin;
  feel = vec2(paint < .5 ? .62 : paint < 1.5 ? .5 : .45, paint < 2.5 ? 1. : 0.);`;

/** The paint of a whole mechanism, for one draw call. */
export class BodyMaterial {
  readonly material = new MeshStandardMaterial();
  readonly colors: Readonly<Record<Paint, Color>>;

  constructor() {
    const uniforms = Object.fromEntries(PAINTS.map((name) => [name, { value: new Color() }]));
    this.colors = Object.fromEntries(PAINTS.map((name) => [name, uniforms[name]?.value])) as Record<
      Paint,
      Color
    >;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = `${vertexHead}\n${after(shader.vertexShader, 'begin_vertex', vertexBody)}`;
      const colored = after(shader.fragmentShader, 'color_fragment', 'diffuseColor.rgb = coat;');
      const rough = after(colored, 'roughnessmap_fragment', 'roughnessFactor = feel.x;');
      const flat = 'outgoingLight = mix(coat, outgoingLight, feel.y);\n#include <opaque_fragment>';
      const lit = rough.replace('#include <opaque_fragment>', flat);
      shader.fragmentShader = `varying vec3 coat;\nvarying vec2 feel;\n${lit}`;
    };
  }

  dispose(): void {
    this.material.dispose();
  }
}

const after = (shader: string, chunk: string, more: string): string =>
  shader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${more}`);
