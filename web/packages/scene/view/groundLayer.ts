import {
  CustomBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  ZeroFactor,
} from 'three';

/** Where several mechanisms share a picture, what is under any is painted before all. */
export const LAYER = 1;

/** Painted first and never over the pose of now: blended, but in the list of opaque things. */
export const UNDER = {
  transparent: false,
  blending: CustomBlending,
  blendSrc: SrcAlphaFactor,
  blendDst: OneMinusSrcAlphaFactor,
  blendSrcAlpha: ZeroFactor,
  blendDstAlpha: OneFactor,
  depthTest: false,
  depthWrite: false,
} as const;
