import type { PlaneCellColors } from '@iklab/scene/gestures';
import { MAP_CELL_MISSED, MAP_CELL_UNKNOWN, type MapLayer } from '@iklab/study/maps';
import type { MapCellShader } from './mapColours.ts';

/** Pixel value of hatched cells: half opaque and without colour. */
export const HATCHED_PIXEL = 0x80000000;

/**
 * Returns the pixels of a map's layers, from coarse to fine. Each cell count per side is a multiple
 * of the previous count. `hatched`: hatches unreached cells.
 */
export function combineMapLayers(
  layers: readonly { readonly layer: MapLayer; readonly shade: MapCellShader }[],
  hatched: boolean,
): PlaneCellColors {
  const side = Math.max(1, ...layers.map(({ layer }) => layer.cells));
  const pixels = new Uint32Array(side * side);
  for (const { layer, shade } of layers) {
    const wide = side / layer.cells;
    for (let cell = 0; cell < layer.state.length; cell++) {
      if (layer.state[cell] === MAP_CELL_UNKNOWN) continue;
      const missed = hatched && layer.state[cell] === MAP_CELL_MISSED ? HATCHED_PIXEL : 0;
      const colour = shade(cell) || missed;
      const [column, row] = [cell % layer.cells, Math.floor(cell / layer.cells)];
      const first = row * wide * side + column * wide;
      for (let k = 0; k < wide; k++) pixels.fill(colour, first + k * side, first + k * side + wide);
    }
  }
  return { cells: side, pixels };
}
