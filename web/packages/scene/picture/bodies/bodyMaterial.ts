import { Color, MeshStandardMaterial, type WebGLProgramParametersWithUniforms } from 'three';
import { type CapsuleShadows, SHADOW_SHADER } from '../ground/capsuleShadows.ts';

/**
 * Parts of a mechanism with a colour each. The vertex attribute `paint` is an index in this list.
 */
export const COLORED_BODY_PARTS = ['link', 'joint', 'cap', 'pin'] as const;
export type ColoredBodyPart = (typeof COLORED_BODY_PARTS)[number];

const vertexHead = `
  attribute float paint;
  uniform vec3 link, joint, cap, pin;
  varying vec3 coat;
  varying vec2 feel; // roughness; 1 if lit, 0 if flat`;

const vertexBody = `
  coat = paint < .5 ? link : paint < 1.5 ? joint : paint < 2.5 ? cap : pin;
  feel = vec2(paint < .5 ? .44 : paint < 1.5 ? .42 : .62, paint < 2.5 ? 1. : 0.);`;

const shadowVertex = `
  place = (modelMatrix * vec4(transformed, 1.)).xyz;
  facing = normalize(mat3(modelMatrix) * objectNormal);`;

// Occlusion dims the ambient light (`open`), and the shadow dims the key light (`sunny`).
const shadowFragment = `
  if (shaded > 0.) {
    vec3 outward = normalize(facing);
    float open = skylight(place, outward, .62);
    float sunny = 1. - .62 * smoothstep(0., .35, dot(outward, SUN)) * (1. - sunlight(place, .55, .22));
    reflectedLight.indirectDiffuse *= open;
    reflectedLight.directDiffuse *= sunny * mix(open, 1., .55);
    reflectedLight.directSpecular *= sunny * open;
  }`;

export class BodyMaterial {
  readonly material = new MeshStandardMaterial();
  readonly colors: Readonly<Record<ColoredBodyPart, Color>>;

  /** `shadows` are the capsules that shade the mechanism; null for no shading. */
  constructor(shadows: CapsuleShadows | null) {
    const uniforms = Object.fromEntries(
      COLORED_BODY_PARTS.map((name) => [name, { value: new Color() }]),
    );
    this.colors = Object.fromEntries(
      COLORED_BODY_PARTS.map((name) => [name, uniforms[name]?.value]),
    ) as Record<ColoredBodyPart, Color>;
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = `${vertexHead}\n${insertAfter(shader.vertexShader, 'begin_vertex', vertexBody)}`;
      const colored = insertAfter(
        shader.fragmentShader,
        'color_fragment',
        'diffuseColor.rgb = coat;',
      );
      const rough = insertAfter(colored, 'roughnessmap_fragment', 'roughnessFactor = feel.x;');
      const flat = 'outgoingLight = mix(coat, outgoingLight, feel.y);\n#include <opaque_fragment>';
      const lit = rough.replace('#include <opaque_fragment>', flat);
      shader.fragmentShader = `varying vec3 coat;\nvarying vec2 feel;\n${lit}`;
      if (shadows) addShading(shader, shadows);
    };
    if (shadows) this.material.defines = { ...this.material.defines, ...shadows.defines };
    this.material.customProgramCacheKey = () => `body ${shadows?.capsules.length ?? 'bright'}`;
  }

  dispose(): void {
    this.material.dispose();
  }
}

function addShading(shader: WebGLProgramParametersWithUniforms, shadows: CapsuleShadows): void {
  shader.uniforms.ends = { value: shadows.ends };
  shader.uniforms.shaded = shadows.onRobot;
  const head = 'varying vec3 place, facing;';
  shader.vertexShader = `${head}\n${insertAfter(shader.vertexShader, 'project_vertex', shadowVertex)}`;
  const dimmed = insertAfter(shader.fragmentShader, 'aomap_fragment', shadowFragment);
  shader.fragmentShader = `${head}\nuniform float shaded;\n${SHADOW_SHADER}\n${dimmed}`;
}

const insertAfter = (shader: string, chunk: string, more: string): string =>
  shader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${more}`);
