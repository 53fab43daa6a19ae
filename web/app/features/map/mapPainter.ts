import { stylePixel } from '@iklab/scene/dom';
import { MAP_CELL_MISSED, type MapLayer } from '@iklab/study/maps';
import type { MapCellShader, MapTheme } from './mapColours.ts';

const STRIPE = 6; // Pixels between hatching lines.

export class MapPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #cells = document.createElement('canvas');
  readonly #mask = document.createElement('canvas');
  readonly #lines = document.createElement('canvas');

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Paints the layers of a map, from coarse to fine. `hatched`: hatches unreached cells. */
  paint(
    layers: readonly { readonly layer: MapLayer; readonly shade: MapCellShader }[],
    theme: MapTheme,
    hatched: boolean,
    width = this.#canvas.clientWidth,
  ): void {
    const size = Math.max(1, Math.round(width * devicePixelRatio));
    if (this.#canvas.width !== size) this.#canvas.width = this.#canvas.height = size;
    const context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, size, size);
    context.imageSmoothingEnabled = false;
    for (const { layer, shade } of layers) {
      this.#fill(layer, shade, theme);
      if (hatched) context.drawImage(this.#hatch(size, theme), 0, 0);
      context.drawImage(this.#cells, 0, 0, size, size);
    }
  }

  /** Draws a layer with one pixel per cell; the first row of cells is at the bottom. */
  #fill(layer: MapLayer, shade: MapCellShader, { surface }: MapTheme): void {
    const { cells, state } = layer;
    for (const canvas of [this.#cells, this.#mask]) canvas.width = canvas.height = cells;
    const [colours, mask] = [new ImageData(cells, cells), new ImageData(cells, cells)];
    const [pixels, missed] = [
      new Uint32Array(colours.data.buffer),
      new Uint32Array(mask.data.buffer),
    ];
    for (let cell = 0; cell < state.length; cell++) {
      const column = cell % cells;
      const index = (cells - 1 - (cell - column) / cells) * cells + column;
      pixels[index] = shade(cell);
      if (state[cell] === MAP_CELL_MISSED && pixels[index] === 0) missed[index] = 0xff000000;
    }
    contextOf(this.#cells).putImageData(colours, 0, 0);
    contextOf(this.#mask).putImageData(mask, 0, 0);
    const tinted = contextOf(this.#mask);
    tinted.globalCompositeOperation = 'source-in';
    tinted.fillStyle = surface;
    tinted.fillRect(0, 0, cells, cells);
  }

  #hatch(size: number, { hatch }: MapTheme): HTMLCanvasElement {
    this.#lines.width = this.#lines.height = size;
    const context = contextOf(this.#lines);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#mask, 0, 0, size, size);
    context.globalCompositeOperation = 'source-atop';
    const pixel = stylePixel() * devicePixelRatio;
    context.strokeStyle = hatch;
    context.lineWidth = pixel;
    context.beginPath();
    for (let offset = -size; offset < size; offset += STRIPE * pixel) {
      context.moveTo(offset, size);
      context.lineTo(offset + size, 0);
    }
    context.stroke();
    return this.#lines;
  }
}

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D =>
  canvas.getContext('2d') as CanvasRenderingContext2D;
