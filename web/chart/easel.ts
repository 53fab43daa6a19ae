/** A canvas that fills its box, drawn in pixels of the style sheets. */
import { unit } from '../browser/unit.ts';
import type { Pen } from './sketch.ts';

/** Of a box, in pixels of the style sheets. */
export const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth / unit(),
  height: clientHeight / unit(),
});

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
    const { width, height } = this.size;
    if (!pen || width === 0 || height === 0) return;
    const ratio = devicePixelRatio * unit();
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    pen.scale(ratio, ratio);
    this.#draw(pen, width, height);
  }

  get size(): { readonly width: number; readonly height: number } {
    return sizeOf(this.#box);
  }

  /** Where the pointer is, from the left; null: it has left. */
  onPointer(told: (across: number | null) => void): void {
    this.canvas.addEventListener('pointermove', ({ offsetX }) => told(offsetX / unit()));
    this.canvas.addEventListener('pointerleave', () => told(null));
  }

  close(): void {
    this.#sizes.disconnect();
    this.canvas.remove();
  }
}
