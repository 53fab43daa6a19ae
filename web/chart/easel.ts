/** A canvas that fills its box, drawn in CSS pixels. */
import type { Pen } from './sketch.ts';

export class Easel {
  readonly canvas = document.createElement('canvas');
  readonly #box: HTMLElement;
  readonly #draw: (pen: Pen, width: number, height: number) => void;
  readonly #sizes: ResizeObserver;

  constructor(box: HTMLElement, draw: (pen: Pen, width: number, height: number) => void) {
    this.#box = box;
    this.#draw = draw;
    box.append(this.canvas);
    this.#sizes = new ResizeObserver(() => this.redraw());
    this.#sizes.observe(box);
  }

  redraw(): void {
    const pen = this.canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (!pen || width === 0 || height === 0) return;
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    pen.scale(ratio, ratio);
    this.#draw(pen, width, height);
  }

  close(): void {
    this.#sizes.disconnect();
    this.canvas.remove();
  }
}
