import {
  CustomBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  ZeroFactor,
} from 'three';

/**
 * Rendering layer of all parts under the mechanisms; if several mechanisms share a view, the layer
 * is drawn first.
 */
export const GROUND_LAYER = 1;

/**
 * Options of materials that are drawn before, and so never over, the current pose: they blend, but
 * are sorted with the opaque objects.
 */
export const UNDERLAY_MATERIAL_OPTIONS = {
  transparent: false,
  blending: CustomBlending,
  blendSrc: SrcAlphaFactor,
  blendDst: OneMinusSrcAlphaFactor,
  blendSrcAlpha: ZeroFactor,
  blendDstAlpha: OneFactor,
  depthTest: false,
  depthWrite: false,
} as const;
