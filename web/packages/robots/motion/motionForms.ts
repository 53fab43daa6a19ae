/** The formats of an exported motion, by the endings of their files. */
export const MOTION_FORMS = ['bvh', 'glb', 'csv', 'yaml'] as const;
export type MotionForm = (typeof MOTION_FORMS)[number];
