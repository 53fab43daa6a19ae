import {
  CustomBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  ZeroFactor,
} from 'three';

/** Layer of all parts under the mechanisms. If several share a view, this layer is drawn first. */
export const GROUND_LAYER = 1;

/**
 * Options of materials that are drawn first and never over the current pose: blended, but sorted
 * with opaque objects.
 */
export const UNDERLAY_MATERIAL = {
  transparent: false,
  blending: CustomBlending,
  blendSrc: SrcAlphaFactor,
  blendDst: OneMinusSrcAlphaFactor,
  blendSrcAlpha: ZeroFactor,
  blendDstAlpha: OneFactor,
  depthTest: false,
  depthWrite: false,
} as const;
