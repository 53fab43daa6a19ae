import { MapLayer } from '@iklab/study/maps';
import { expect, test } from 'vitest';
import { combineMapLayers, HATCHED_PIXEL } from './combineMapLayers.ts';

/** Returns a layer whose first cells are solved (1) or not (0). */
function layer(cells: number, solved: readonly (0 | 1)[]): MapLayer {
  const made = new MapLayer(cells, 1);
  const rows = Float64Array.from(
    solved.flatMap((each, i) => [each, i + 1, 0.1, Number.NaN, Number.NaN]),
  );
  made.add(0, { rows, poses: new Float32Array(solved.length) });
  return made;
}

test('fine cells cover coarse ones, and unsolved cells are hatched if requested', () => {
  const coarse = layer(2, [1, 0, 1, 1]);
  const fine = layer(4, [1, 1, 1, 1, 0]);
  const shades = [coarse, fine].map((each, i) => ({
    layer: each,
    shade: (cell: number) => (each.state[cell] === 1 ? 10 * (i + 1) : 0),
  }));
  const { cells, pixels } = combineMapLayers(shades, true);
  expect(cells).toBe(4);
  expect([...pixels]).toEqual([
    ...[20, 20, 20, 20],
    ...[HATCHED_PIXEL, 10, HATCHED_PIXEL, HATCHED_PIXEL],
    ...[10, 10, 10, 10],
    ...[10, 10, 10, 10],
  ]);
  expect([...combineMapLayers(shades.slice(0, 1), false).pixels]).toEqual([10, 0, 10, 10]);
  expect(combineMapLayers([], true)).toEqual({ cells: 1, pixels: new Uint32Array(1) });
});
