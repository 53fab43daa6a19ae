export const MOTION_FORMATS = ['bvh', 'glb', 'csv', 'yaml'] as const;
export type MotionFormat = (typeof MOTION_FORMATS)[number];
