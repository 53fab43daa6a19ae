import {
  CustomBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  ZeroFactor,
} from 'three';

/** Rendering layer of all parts under the mechanisms. A shared view draws this layer first. */
export const GROUND_LAYER = 1;

/**
 * Options of transparent materials under the current pose: drawn before the pose, never over it.
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
