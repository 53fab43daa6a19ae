import type { PlainObject } from '@iklab/core/scenario';

export const makeTwoLinkStudy = (count: number, changes: PlainObject = {}) => ({
  iklabStudy: 1,
  name: 'two links',
  scenario: {
    tree: {
      joints: [
        { id: 'shoulder', limits: [-3.2, 3.2] },
        { id: 'elbow', parent: 'shoulder', xyz: [1, 0, 0], limits: [0, 3.1] },
      ],
      effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.7, 0, 0] }],
    },
    targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
    methods: [{ id: 'dls' }, { id: 'sdls' }],
    limitPolicy: 'clamp',
    run: { mode: 'converge' },
    ...changes,
  },
  count,
  seed: 4,
});
