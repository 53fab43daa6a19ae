/** 4 × 4 matrix as 16 numbers, column by column, as in glTF and Three.js. */
export type Matrix4x4 = readonly number[];

export const IDENTITY_TRANSFORM: Matrix4x4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiplyMatrices(a: Matrix4x4, b: Matrix4x4): Matrix4x4 {
  const out = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++)
        out[4 * column + row] =
          (out[4 * column + row] as number) +
          (a[4 * k + row] as number) * (b[4 * column + k] as number);
  return out;
}

/**
 * Returns the matrix that applies a scale, then a rotation (quaternion x y z w), then a
 * translation.
 */
export function composeMatrix(
  [x = 0, y = 0, z = 0]: readonly number[],
  [i = 0, j = 0, k = 0, w = 1]: readonly number[],
  [p = 1, q = 1, r = 1]: readonly number[],
): Matrix4x4 {
  return [
    ...[p * (1 - 2 * (j * j + k * k)), 2 * p * (i * j + k * w), 2 * p * (i * k - j * w), 0],
    ...[2 * q * (i * j - k * w), q * (1 - 2 * (i * i + k * k)), 2 * q * (j * k + i * w), 0],
    ...[2 * r * (i * k + j * w), 2 * r * (j * k - i * w), r * (1 - 2 * (i * i + j * j)), 0],
    ...[x, y, z, 1],
  ];
}

export function transformPoint(
  matrix: Matrix4x4,
  points: ArrayLike<number>,
  from: number,
  out: Float32Array,
  to: number,
): void {
  const [x, y, z] = [points[from], points[from + 1], points[from + 2]] as [number, number, number];
  for (let row = 0; row < 3; row++)
    out[to + row] =
      (matrix[row] as number) * x +
      (matrix[4 + row] as number) * y +
      (matrix[8 + row] as number) * z +
      (matrix[12 + row] as number);
}
