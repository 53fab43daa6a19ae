/**
 * Tests the COMP 477 lecture's J* = Jᵀ(JᵀJ)⁻¹ on the module's Jacobians of two links, where J*
 * exists, and of five links, where J* does not.
 */
import type { Engine } from '@iklab/core/engine';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { withLabOnDocument } from './tableScenes.ts';

type PlanarJacobian = readonly [readonly number[], readonly number[]];

/**
 * Results of the misprinted and the right pseudoinverse X. Residual: the largest entry of |J X -
 * 1|.
 */
export interface PseudoinverseMisprint {
  /** Residuals for the square J of two links: Jᵀ(JᵀJ)⁻¹ as printed, and J⁺. */
  readonly square: { readonly printed: number; readonly right: number };
  readonly wide: {
    readonly columns: number;
    /** Rank of JᵀJ; below the number of columns, so JᵀJ has no inverse. */
    readonly rank: number;
    /** Residual of the right inverse Jᵀ(JJᵀ)⁻¹. */
    readonly right: number;
    /** Largest difference of the joint steps by Jᵀ(JJᵀ)⁻¹ and by the module, radians. */
    readonly step: number;
  };
}

export function computePseudoinverseMisprint(engine: Engine): PseudoinverseMisprint {
  const two = readJacobian('tabaczynski-2-link', engine);
  const five = readJacobian('tabaczynski-5-link', engine);
  const gram = product(transposed(two.rows), two.rows);
  const printed = product(transposed(two.rows), inverse(gram as unknown as PlanarJacobian));
  const right = rightInverse(five.rows);
  const steps = product(
    right,
    five.error.map((x) => [x]),
  );
  return {
    square: {
      printed: residual(two.rows, printed),
      right: residual(two.rows, rightInverse(two.rows)),
    },
    wide: {
      columns: five.rows[0].length,
      rank: five.rank,
      right: residual(five.rows, right),
      step: Math.max(...steps.map(([x], j) => Math.abs((x ?? 0) - (five.step[j] ?? 0)))),
    },
  };
}

/**
 * Returns J (from singular values and vectors), the error e and the joint step for a planar arm
 * preset.
 */
function readJacobian(preset: string, engine: Engine) {
  const document = { ...scenarioPreset(preset)?.document, methods: [{ id: 'pseudoinverse' }] };
  return withLabOnDocument(document, engine, (lab) => {
    const { sigma, alpha, step, ...found } = lab.inspect(0);
    const used = [...sigma.keys()].filter(
      (i) => (sigma[i] as number) > 1e-9 * (sigma[0] as number),
    );
    const sum = (axis: number, factor: (i: number) => number) =>
      used.reduce((all, i) => all + (found.u(i)[axis] as number) * factor(i), 0);
    const row = (axis: number): number[] =>
      [...step].map((_, j) => sum(axis, (i) => (sigma[i] as number) * (found.v(i)[j] as number)));
    return {
      rows: [row(0), row(1)] as PlanarJacobian,
      error: [0, 1].map((axis) => sum(axis, (i) => alpha[i] as number)),
      step: [...step],
      rank: used.length,
    };
  });
}

type Matrix = readonly (readonly number[])[];
const transposed = (a: Matrix): number[][] =>
  (a[0] ?? []).map((_, j) => a.map((row) => row[j] as number));
const product = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) =>
    (b[0] ?? []).map((_, j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] as number), 0)),
  );

function inverse([[a = 0, b = 0], [c = 0, d = 0]]: PlanarJacobian): PlanarJacobian {
  const det = a * d - b * c;
  return [
    [d / det, -b / det],
    [-c / det, a / det],
  ];
}

const rightInverse = (rows: PlanarJacobian): number[][] =>
  product(transposed(rows), inverse(product(rows, transposed(rows)) as unknown as PlanarJacobian));

const residual = (rows: PlanarJacobian, x: Matrix): number =>
  Math.max(
    ...product(rows, x).flatMap((row, i) =>
      row.map((value, j) => Math.abs(value - Number(i === j))),
    ),
  );
