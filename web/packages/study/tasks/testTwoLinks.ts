/** A study for external solvers whose arm has a closed-form solution. */
import type { PlainObject } from '@iklab/core/scenario';

/**
 * Makes the document of a study: links of 1 and 0.7 m, joints within ±3.2 and 0 to 3.1 rad, so that
 * one of the two solutions for a point is within the limits. `changes` replace top-level keys of
 * the scenario.
 */
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
