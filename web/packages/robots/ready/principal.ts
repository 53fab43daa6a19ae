/** Eigenvalues and vectors of a small symmetric matrix, by rotations: of + − × ÷ and √ alone. */

export interface Principal {
  readonly values: readonly number[];
  /** Of the same place: a unit vector. */
  readonly vectors: readonly (readonly number[])[];
}

const SWEEPS = 12;
const NOTHING = 1e-24; // of the squares on the diagonal

/** `matrix` is used up. */
export function principal(matrix: number[][]): Principal {
  const size = matrix.length;
  const vectors = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let [off, on] = [0, 0];
    for (let p = 0; p < size; p++) {
      on += square(at(matrix, p, p));
      for (let q = p + 1; q < size; q++) off += square(at(matrix, p, q));
    }
    if (off <= NOTHING * on) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, p, q);
  }
  return { values: matrix.map((row, i) => row[i] ?? 0), vectors };
}

const square = (x: number): number => x * x;
const at = (matrix: readonly (readonly number[])[], i: number, j: number): number =>
  matrix[i]?.[j] ?? 0;

/** Jacobi's: the element p, q becomes 0. */
function rotate(matrix: number[][], vectors: number[][], p: number, q: number): void {
  const apq = at(matrix, p, q);
  if (apq === 0) return;
  const slope = (at(matrix, q, q) - at(matrix, p, p)) / (2 * apq);
  const t = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of matrix) mix(row, p, q, c, s);
  const [above = [], below = []] = [matrix[p], matrix[q]];
  for (let k = 0; k < above.length; k++) {
    const [x = 0, y = 0] = [above[k], below[k]];
    above[k] = c * x - s * y;
    below[k] = s * x + c * y;
  }
  const [one = [], other = []] = [vectors[p], vectors[q]];
  for (let k = 0; k < one.length; k++) {
    const [x = 0, y = 0] = [one[k], other[k]];
    one[k] = c * x - s * y;
    other[k] = s * x + c * y;
  }
}

function mix(row: number[], p: number, q: number, c: number, s: number): void {
  const [x = 0, y = 0] = [row[p], row[q]];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}
