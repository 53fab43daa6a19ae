/** A KUKA LBR iiwa 7 R800 by its dimensions: its shoulder, elbow and wrist give a swivel angle. */
export const SWIVEL_ARM = {
  iklab: 2,
  name: 'iiwa 7',
  tree: {
    joints: [0.34, 0, 0.4, 0, 0.4, 0, 0].map((z, i) => ({
      id: `a${i + 1}`,
      ...(i > 0 ? { parent: `a${i}` } : {}),
      xyz: [0, 0, z],
      axis: i % 2 === 0 ? [0, 0, 1] : [0, i === 3 ? -1 : 1, 0],
      limits: i % 2 === 0 ? [-2.9, 2.9] : [-2.1, 2.1],
    })),
    effectors: [{ id: 'tool', parent: 'a7', xyz: [0, 0, 0.126] }],
  },
  start: [0.2, 0.5, -0.3, -1.3, 0.4, 1, 0.1],
  targets: [{ effector: 'tool', position: [0.5, 0.1, 0.45], orientation: [0, 0.95, 0, 0.3122499] }],
  methods: [{ id: 'sdls' }, { id: 'dls' }],
  run: { mode: 'converge' },
};

/** Three links of 1 m in a plane, without limits: one redundant degree of freedom, and no swivel angle. */
export const PLANAR_ARM = {
  iklab: 2,
  tree: {
    joints: [
      { id: 'a' },
      { id: 'b', parent: 'a', xyz: [1, 0, 0] },
      { id: 'c', parent: 'b', xyz: [1, 0, 0] },
    ],
    effectors: [{ id: 'tip', parent: 'c', xyz: [1, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1.8, 0.4, 0] }],
  methods: [{ id: 'dls' }],
};

/** The same arm with limits of ±0.1 rad. It cannot reach its target within them. */
export const NARROW_LIMITS_ARM = {
  ...PLANAR_ARM,
  tree: {
    ...PLANAR_ARM.tree,
    joints: PLANAR_ARM.tree.joints.map((joint) => ({ ...joint, limits: [-0.1, 0.1] })),
  },
  targets: [{ effector: 'tip', position: [1, 0, 0] }],
  limitPolicy: 'clamp',
};
