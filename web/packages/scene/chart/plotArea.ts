/** The rectangle between two axes: where values stand in it, and the lines and names of the axes. */
import { crisp, type Painter } from './painter.ts';
import type { Range } from './scale.ts';

export interface Tick {
  readonly at: number;
  /** null: a line without a name. */
  readonly text: string | null;
  /** Of its line, where that is not one of the grid. */
  readonly color?: string;
  readonly align?: CanvasTextAlign;
}

export interface Axis {
  readonly range: Range;
  readonly ticks: readonly Tick[];
}

/** From the edges of the canvas to the rectangle. */
export interface Margins {
  readonly left: number;
  readonly right: number;
}

const TOP = 10;
const BOTTOM = 24;
const ASIDE = 8; // px from the names of the rows to the rectangle
const NAMES = 10; // px from the lower edge to the middle of the names of the columns
const TICK = 4;

/** From the edge to the rectangle, so that the names of the rows are whole. */
export function namesMargin(painter: Painter, ticks: readonly Tick[], least: number): number {
  const widest = Math.max(0, ...ticks.map(({ text }) => painter.textWidth(text ?? '', 400)));
  return Math.ceil(Math.max(least, widest + ASIDE + 1));
}

export class PlotArea {
  readonly painter: Painter;
  readonly left: number;
  readonly right: number;
  readonly top = TOP;
  readonly bottom: number;
  readonly #across: Range;
  readonly #upward: Range;

  constructor(painter: Painter, { left, right }: Margins, across: Range, upward: Range) {
    this.painter = painter;
    this.left = left;
    this.right = painter.width - right;
    this.bottom = painter.height - BOTTOM;
    this.#across = across;
    this.#upward = upward;
  }

  readonly x = (value: number): number =>
    this.left + share(value, this.#across) * (this.right - this.left);

  readonly y = (value: number): number =>
    this.bottom - share(value, this.#upward) * (this.bottom - this.top);

  /** The value at a place. */
  across(x: number): number {
    const [low, high] = this.#across;
    return low + ((x - this.left) / (this.right - this.left)) * (high - low);
  }

  holds([x, y]: readonly [number, number]): boolean {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
  }

  /** Lines from left to right, named on the left. */
  rows(ticks: readonly Tick[]): void {
    const { theme } = this.painter;
    for (const { at, text, color = theme.grid } of ticks) {
      const y = crisp(this.y(at));
      this.painter.line(color, [this.left, y, this.right, y]);
      if (text !== null) this.#name(text, this.left - ASIDE, this.y(at), 'right');
    }
  }

  /** Lines from top to bottom, named below. */
  columns(ticks: readonly Tick[]): void {
    for (const { at, color = this.painter.theme.grid } of ticks) {
      const x = crisp(this.x(at));
      this.painter.line(color, [x, this.top, x, this.bottom]);
    }
    this.names(ticks);
  }

  /** The lower edge, with short lines below it. */
  ruler(ticks: readonly Tick[]): void {
    const { painter, left, right, bottom } = this;
    for (const { at } of ticks) {
      const x = crisp(this.x(at) - 0.5);
      painter.line(painter.theme.axis, [x, bottom, x, bottom + TICK]);
    }
    painter.line(painter.theme.axis, [left, crisp(bottom), right, crisp(bottom)]);
    this.names(ticks);
  }

  /** What stands below the columns. */
  names(ticks: readonly Tick[]): void {
    const y = this.painter.height - NAMES;
    for (const { at, text, align = 'center' } of ticks)
      if (text !== null) this.#name(text, this.x(at), y, align);
  }

  /** What the columns count: beside their names, at the left or the right edge of the canvas. */
  unit(text: string, side: 'left' | 'right'): void {
    const { width, height } = this.painter;
    this.#name(text, side === 'left' ? this.left - ASIDE : width, height - NAMES, 'right');
  }

  #name(text: string, x: number, y: number, align: CanvasTextAlign): void {
    this.painter.text(text, [x, y], { color: this.painter.theme.faint, align });
  }
}

const share = (value: number, [low, high]: Range): number => (value - low) / (high - low);
