/**
 * Figure 1 of Na, Yang and Jia: λ of a joint over its angle by eq. (11), c = 1, limits ±90°, for
 * four powers p. The module computes λ.
 */
import type { Engine } from '@iklab/core/engine';
import { withLabOnDocument } from './tableScenes.ts';

export const DAMPING_POWERS = [4, 8, 16, 32] as const;
const LIMIT = 90; // Degrees.

export interface DampingCurve {
  readonly p: number;
  /** Points of the curve: pairs of angle in degrees and λ. */
  readonly points: readonly (readonly [number, number])[];
  readonly atHalfRange: number;
}

const document = {
  iklab: 1,
  tree: {
    joints: [
      { id: 'joint', type: 'revolute', axis: [0, 0, 1], limits: [-Math.PI / 2, Math.PI / 2] },
    ],
    effectors: [{ id: 'tip', parent: 'joint', xyz: [1, 0, 0] }],
  },
  start: [0],
  targets: [{ effector: 'tip', position: [1, 0, 0] }],
  methods: DAMPING_POWERS.map((p) => ({
    id: 'idls',
    label: `p ${p}`,
    params: { c: 1, p, centre: 'mean', weightTerm: false },
  })),
};

/** `each`: spacing of the points, degrees. */
export function computeDampingCurves(engine: Engine, each = 1): DampingCurve[] {
  const degrees = Array.from({ length: (2 * LIMIT) / each + 1 }, (_, i) => i * each - LIMIT);
  const radians = [...degrees, LIMIT / 2].map((angle) => (angle * Math.PI) / 180);
  return withLabOnDocument(document, engine, (lab) =>
    DAMPING_POWERS.map((p, panel) => {
      const lambdas = [...(lab.jointDamping(panel, [radians])[0] ?? [])];
      const atHalfRange = lambdas.pop() ?? Number.NaN;
      return { p, points: degrees.map((angle, i) => [angle, lambdas[i] as number]), atHalfRange };
    }),
  );
}
