/** The rectangle between two axes: maps values to pixels and draws grid lines and tick labels. */
import { crisp, type Painter } from './painter.ts';
import type { Range } from './scale.ts';

export interface Tick {
  readonly at: number;
  /** Null for a line without a label. */
  readonly text: string | null;
  /** Colour of its line, if it is not a grid line. */
  readonly color?: string;
  readonly align?: CanvasTextAlign;
}

export interface Axis {
  readonly range: Range;
  readonly ticks: readonly Tick[];
}

/** Distances from the edges of the canvas to the rectangle. */
export interface Margins {
  readonly left: number;
  readonly right: number;
}

const TOP = 10;
const BOTTOM = 24;
const ASIDE = 8; // Distance from the row labels to the rectangle, px.
const NAMES = 10; // Distance from the lower edge to the centre of the column labels, px.
const TICK = 4;

/** Left margin that fits the row labels. */
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

  /** Value at a pixel. */
  across(x: number): number {
    const [low, high] = this.#across;
    return low + ((x - this.left) / (this.right - this.left)) * (high - low);
  }

  holds([x, y]: readonly [number, number]): boolean {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
  }

  /** Draws horizontal lines, labelled on the left. */
  rows(ticks: readonly Tick[]): void {
    const { theme } = this.painter;
    for (const { at, text, color = theme.grid } of ticks) {
      const y = crisp(this.y(at));
      this.painter.line(color, [this.left, y, this.right, y]);
      if (text !== null) this.#name(text, this.left - ASIDE, this.y(at), 'right');
    }
  }

  /** Draws vertical lines. */
  columns(ticks: readonly Tick[]): void {
    for (const { at, color = this.painter.theme.grid } of ticks) {
      const x = crisp(this.x(at));
      this.painter.line(color, [x, this.top, x, this.bottom]);
    }
    this.names(ticks);
  }

  /** Draws the lower edge with tick marks. */
  ruler(ticks: readonly Tick[]): void {
    const { painter, left, right, bottom } = this;
    for (const { at } of ticks) {
      const x = crisp(this.x(at) - 0.5);
      painter.line(painter.theme.axis, [x, bottom, x, bottom + TICK]);
    }
    painter.line(painter.theme.axis, [left, crisp(bottom), right, crisp(bottom)]);
    this.names(ticks);
  }

  /** Draws the column labels. */
  names(ticks: readonly Tick[]): void {
    const y = this.painter.height - NAMES;
    for (const { at, text, align = 'center' } of ticks)
      if (text !== null) this.#name(text, this.x(at), y, align);
  }

  /** Draws the unit of the columns at the left or right edge of the canvas. */
  unit(text: string, side: 'left' | 'right'): void {
    const { width, height } = this.painter;
    this.#name(text, side === 'left' ? this.left - ASIDE : width, height - NAMES, 'right');
  }

  #name(text: string, x: number, y: number, align: CanvasTextAlign): void {
    this.painter.text(text, [x, y], { color: this.painter.theme.faint, align });
  }
}

const share = (value: number, [low, high]: Range): number => (value - low) / (high - low);
