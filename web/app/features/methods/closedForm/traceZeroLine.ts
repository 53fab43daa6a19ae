import type { FlatPoint } from '@iklab/run/drawing';

const CELLS = 72;

type Corner = readonly [x: number, y: number, value: number];

/**
 * Returns short lines along which a function of two angles is 0, for angles from -π to π: linear in
 * each half of a cell of 5 degrees.
 */
export function traceZeroLine(
  value: (x: number, y: number) => number,
): readonly (readonly [FlatPoint, FlatPoint])[] {
  const at = (i: number): number => Math.PI * ((2 * i) / CELLS - 1);
  const corners = Array.from({ length: (CELLS + 1) * (CELLS + 1) }, (_, n): Corner => {
    const [x, y] = [at(n % (CELLS + 1)), at(Math.floor(n / (CELLS + 1)))];
    return [x, y, value(x, y)];
  });
  const corner = (i: number, j: number) => corners[i + (CELLS + 1) * j] as Corner;
  const crossing = (a: Corner, b: Corner): FlatPoint[] => {
    if (a[2] < 0 === b[2] < 0) return [];
    const share = a[2] / (a[2] - b[2]);
    return [[a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]];
  };
  const lines: (readonly [FlatPoint, FlatPoint])[] = [];
  for (let i = 0; i < CELLS; i++)
    for (let j = 0; j < CELLS; j++) {
      const [a, d] = [corner(i, j), corner(i + 1, j + 1)];
      for (const b of [corner(i + 1, j), corner(i, j + 1)]) {
        const [from, to] = [...crossing(a, b), ...crossing(b, d), ...crossing(d, a)];
        if (from && to) lines.push([from, to]);
      }
    }
  return lines;
}
