import { stylePixel } from '../dom/stylePixel.ts';
import type { Chart, ChartContext } from './chart.ts';
import { type CanvasPoint, type DrawingContext, Painter } from './painter.ts';

/**
 * Base class of charts on a canvas that fills its container. Lengths are CSS pixels that scale with
 * the font size.
 */
export abstract class CanvasChart implements Chart {
  protected readonly parts: ChartContext;
  protected visible: readonly boolean[] = [];
  /** Index of the history entry under the chart's cursor; null for the newest entry. */
  protected marked: number | null = null;
  protected readonly canvas = document.createElement('canvas');
  readonly #box: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#redrawIfResized());
  #drawn = '';

  constructor(box: HTMLElement, parts: ChartContext) {
    this.parts = parts;
    this.#box = box;
    box.append(this.canvas);
    this.#sizes.observe(box);
    this.#listen();
  }

  /** Returns a description of the chart for screen readers; null if the chart is still empty. */
  protected abstract draw(painter: Painter): string | null;

  update(visible: readonly boolean[]): void {
    this.visible = visible;
    this.redraw();
  }

  setCursor(entry: number | null): void {
    if (entry === this.marked) return;
    this.marked = entry;
    this.redraw();
  }

  redraw(): void {
    const context = this.canvas.getContext('2d');
    const { width, height } = this.size;
    if (!context || width === 0 || height === 0) return;
    const ratio = devicePixelRatio * stylePixel();
    this.#drawn = this.#sizeKey;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.parts.history.length === 0) return;
    context.scale(ratio, ratio);
    const painter = new Painter(context, this.parts.theme(), width, height);
    const description = this.draw(painter);
    if (description !== null) this.#box.ariaLabel = description;
  }

  drawTo(context: DrawingContext): string | null {
    if (this.parts.history.length === 0) return null;
    const { width, height } = this.size;
    return this.draw(new Painter(context, this.parts.theme(), width, height));
  }

  get #sizeKey(): string {
    const { clientWidth, clientHeight } = this.#box;
    return `${clientWidth} ${clientHeight} ${devicePixelRatio} ${stylePixel()}`;
  }

  #redrawIfResized(): void {
    if (this.#sizeKey !== this.#drawn) this.redraw();
  }

  close(): void {
    this.#sizes.disconnect();
    this.canvas.remove();
  }

  protected get entry(): number {
    return this.marked ?? this.parts.history.last;
  }

  get size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#box;
    return { width: clientWidth / stylePixel(), height: clientHeight / stylePixel() };
  }

  /** `_at` is the pointer position on the canvas; null if the pointer left the canvas. */
  protected handlePointer(_at: CanvasPoint | null): void {}

  protected handleClick(_at: CanvasPoint): void {}

  #listen(): void {
    const pointOf = ({ offsetX, offsetY }: MouseEvent): CanvasPoint => [
      offsetX / stylePixel(),
      offsetY / stylePixel(),
    ];
    const over = (event: MouseEvent) => this.handlePointer(pointOf(event));
    this.canvas.addEventListener('pointerdown', over);
    this.canvas.addEventListener('pointermove', over);
    this.canvas.addEventListener('pointerleave', () => this.handlePointer(null));
    this.canvas.addEventListener('click', (event) => this.handleClick(pointOf(event)));
  }
}
