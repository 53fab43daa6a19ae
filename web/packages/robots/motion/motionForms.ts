/** The formats of an exported motion, by the endings of their files. */
export const MOTION_FORMATS = ['bvh', 'glb', 'csv', 'yaml'] as const;
export type MotionFormat = (typeof MOTION_FORMATS)[number];
