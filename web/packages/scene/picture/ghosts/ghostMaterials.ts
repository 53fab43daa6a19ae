/**
 * Materials of translucent robots. Each robot is drawn three times: depth, nearest surface as
 * glass, outline.
 */
import {
  BackSide,
  CustomBlending,
  type DataTexture,
  FrontSide,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  SrcAlphaFactor,
  ZeroFactor,
} from 'three';
import type { MechanismBody } from '../bodies/mechanismBody.ts';
import type { PaneResolution } from '../thickLines.ts';

/**
 * Number of texels of a ghost's style: colour and opacities. In a row, the style follows the bones.
 */
export const STYLE_TEXELS = 2;

export class GhostMaterials {
  readonly depth: ShaderMaterial;
  readonly glass: ShaderMaterial;
  readonly outline: ShaderMaterial;

  /**
   * Makes the materials of all ghosts. Each row of `poses` has the bone matrices and the style of a
   * ghost.
   */
  constructor(poses: DataTexture, bones: number, body: MechanismBody, resolution: PaneResolution) {
    const uniforms = { poses: { value: poses }, resolution };
    const make = (options: object, defines: Readonly<Record<string, string>> = {}) =>
      new ShaderMaterial({
        uniforms,
        vertexShader,
        fragmentShader,
        transparent: false, // Sorted with the opaque objects: after trails, before marks.
        blending: CustomBlending,
        blendSrc: SrcAlphaFactor,
        blendDst: OneMinusSrcAlphaFactor,
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
        defines: { BONES: String(bones), ...defines },
        ...options,
      });
    this.depth = make({ side: FrontSide, colorWrite: false });
    this.glass = make({ side: FrontSide, depthWrite: false });
    // The hull of capsules is wider than these, but less than a pixel if they are thin.
    const wider = { WIDER: body.widen ? '1.15 * wide' : '.6' };
    this.outline = make({ side: BackSide, depthWrite: false }, wider);
  }

  dispose(): void {
    for (const material of [this.depth, this.glass, this.outline]) material.dispose();
  }
}

// The model matrix is no transform: its last column has the row of the ghost and its distance
// behind coinciding surfaces, relative to the distance from the camera.
const vertexShader = `
  uniform highp sampler2D poses;
  uniform vec2 resolution;
  attribute float skinIndex;
  attribute float paint;
  attribute float wide;
  varying vec3 outward;
  varying vec3 sight;
  flat varying vec4 color;
  flat varying vec4 style;
  invariant gl_Position;
  void main() {
    int row = int(modelMatrix[3].x + .5), first = 4 * int(skinIndex + .5);
    mat4 bone = mat4(
      texelFetch(poses, ivec2(first, row), 0), texelFetch(poses, ivec2(first + 1, row), 0),
      texelFetch(poses, ivec2(first + 2, row), 0), texelFetch(poses, ivec2(first + 3, row), 0));
    color = texelFetch(poses, ivec2(4 * BONES, row), 0);
    style = texelFetch(poses, ivec2(4 * BONES + 1, row), 0);
    vec4 place = viewMatrix * bone * vec4(position, 1.);
    outward = mat3(viewMatrix) * mat3(bone) * normal;
  #ifdef WIDER
    float pixel = 2. / (projectionMatrix[1][1] * resolution.y) * -place.z;
    place.xyz += normalize(outward) * WIDER * pixel;
  #endif
    sight = place.xyz;
    gl_Position = projectionMatrix * vec4(place.xyz * (1. + modelMatrix[3].y), 1.);
  #ifndef WIDER
    if (paint > 2.5) gl_Position = vec4(2., 2., 2., 1.); // no pins of joint axes
  #endif
  }`;

// Glass is clear where it is seen face on, and dense at its rim.
const fragmentShader = `
  varying vec3 outward;
  varying vec3 sight;
  flat varying vec4 color;
  flat varying vec4 style;
  void main() {
  #ifdef WIDER
    gl_FragColor = vec4(color.rgb, style.z);
  #else
    float facing = abs(dot(normalize(outward), normalize(sight)));
    float rim = 1. - facing;
    gl_FragColor = vec4(color.rgb, mix(style.x, style.y, rim * rim));
  #endif
    #include <colorspace_fragment>
  }`;
