import {
  Color,
  DoubleSide,
  Float32BufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three';
import type { MechanismShape } from '../bodies/mechanismShape.ts';
import type { Palette } from '../palette.ts';
import type { TargetRingUniforms } from '../targets/targetRings.ts';
import { UNDERLAY_MATERIAL_OPTIONS } from './groundLayer.ts';

const SPOT = 0.09; // Radius of a shadow, relative to the unit of the view.

export class TargetDropLines {
  readonly #geometry = new InstancedBufferGeometry();
  readonly #material: ShaderMaterial;

  constructor(goals: TargetRingUniforms, { floor, unit }: MechanismShape) {
    // A spot on the ground (z = 0), then a line (z = 1) from its foot to its head.
    const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, -1, 0, 1, 1, 0, 1, 1, 1, 1, -1, 1, 1];
    this.#geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
    this.#geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    this.#geometry.setAttribute('goal', goals.positions);
    this.#geometry.instanceCount = goals.positions.count;
    this.#material = new ShaderMaterial({
      ...UNDERLAY_MATERIAL_OPTIONS,
      uniforms: {
        resolution: goals.resolution,
        floor: { value: floor },
        spot: { value: SPOT * unit },
        accent: { value: new Color() },
        shade: { value: new Color() },
      },
      vertexShader,
      fragmentShader,
    });
    this.#material.side = DoubleSide; // A spot is seen from above, a line from any side.
  }

  /** Makes the mesh of a pane. Each pane needs its own mesh. */
  makeMesh(): Mesh {
    const mesh = new Mesh(this.#geometry, this.#material);
    mesh.frustumCulled = false;
    mesh.renderOrder = -1;
    return mesh;
  }

  paint(palette: Palette): void {
    const { accent, shade } = this.#material.uniforms;
    accent?.value.copy(palette.accent);
    shade?.value.copy(palette.shadow);
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}

// Distance to the nearest border of the pane except the upper one, px.
const edge = `
  uniform vec2 resolution;
  float edge(vec4 place) {
    vec2 free = (1. - vec2(abs(place.x), -place.y) / place.w) * .5 * resolution;
    return min(free.x, free.y);
  }`;

const vertexShader = `
  attribute vec3 goal;
  uniform float floor, spot;
  varying vec2 at;
  varying vec4 place;
  varying float line, whole;
  ${edge}
  void main() {
    whole = 1.;
    line = position.z;
    vec4 head = modelMatrix * vec4(goal, 1.), foot = vec4(head.x, floor, head.zw);
    mat4 seen = projectionMatrix * viewMatrix;
    if (line < .5) {
      at = position.xy;
      gl_Position = seen * (foot + vec4(position.x, 0., position.y, 0.) * spot);
      vec4 x = seen[0] * spot, z = seen[2] * spot, middle = seen * foot;
      float least = min(min(edge(middle + x), edge(middle - x)), min(edge(middle + z), edge(middle - z)));
      whole = smoothstep(0., 8., least);
    } else {
      vec4 a = seen * foot, b = seen * head;
      vec2 way = (b.xy / b.w - a.xy / a.w) * resolution * .5;
      float size = length(way);
      at = vec2(position.x, position.y * size);
      gl_Position = mix(a, b, position.y);
      vec2 across = vec2(-way.y, way.x) / max(size, 1e-3);
      gl_Position.xy += across * position.x * 1.5 / resolution * gl_Position.w;
    }
    place = gl_Position;
  }`;

// Dashes of 3 px on the screen; a soft spot with a ring in the accent colour. A line fades towards
// the border; a spot that the border would cut is hidden.
const fragmentShader = `
  uniform vec3 accent, shade;
  varying vec2 at;
  varying vec4 place;
  varying float line, whole;
  ${edge}
  void main() {
    float far = length(at);
    float ring = 1. - smoothstep(.06, .16, abs(far - .55));
    float soft = .5 * (1. - smoothstep(.1, 1., far));
    float dash = step(.5, fract(at.y / 6.)) * .45 * smoothstep(0., 28., edge(place));
    vec4 spot = vec4(mix(shade, accent, ring), max(soft, .6 * ring) * whole);
    gl_FragColor = line > .5 ? vec4(accent, dash) : spot;
    #include <colorspace_fragment>
  }`;
