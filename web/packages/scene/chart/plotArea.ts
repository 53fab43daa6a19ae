/** The rectangle between two axes: maps values to pixels and draws grid lines and tick labels. */

import type { AxisRange } from './axisRange.ts';
import { type Painter, pixelCentre } from './painter.ts';

export interface AxisTick {
  readonly value: number;
  /** Text of the tick; null for a line without a label. */
  readonly text: string | null;
  readonly color?: string;
  readonly align?: CanvasTextAlign;
}

export interface PlotAxis {
  readonly range: AxisRange;
  readonly ticks: readonly AxisTick[];
}

export interface PlotMargins {
  readonly left: number;
  readonly right: number;
}

const TOP = 10;
const BOTTOM = 24;
const LABEL_MARGIN = 8; // Distance from the row labels to the rectangle, px.
const LABEL_OFFSET = 10; // Distance from the lower edge to the centre of the column labels, px.
const TICK_LENGTH = 4;

export function tickLabelsMargin(
  painter: Painter,
  ticks: readonly AxisTick[],
  least: number,
): number {
  const widest = Math.max(0, ...ticks.map(({ text }) => painter.textWidth(text ?? '', 400)));
  return Math.ceil(Math.max(least, widest + LABEL_MARGIN + 1));
}

export class PlotArea {
  readonly painter: Painter;
  readonly left: number;
  readonly right: number;
  readonly top = TOP;
  readonly bottom: number;
  readonly #across: AxisRange;
  readonly #upward: AxisRange;

  constructor(
    painter: Painter,
    { left, right }: PlotMargins,
    across: AxisRange,
    upward: AxisRange,
  ) {
    this.painter = painter;
    this.left = left;
    this.right = painter.width - right;
    this.bottom = painter.height - BOTTOM;
    this.#across = across;
    this.#upward = upward;
  }

  readonly x = (value: number): number =>
    this.left + toShare(value, this.#across) * (this.right - this.left);

  readonly y = (value: number): number =>
    this.bottom - toShare(value, this.#upward) * (this.bottom - this.top);

  valueAt(x: number): number {
    const [low, high] = this.#across;
    return low + ((x - this.left) / (this.right - this.left)) * (high - low);
  }

  contains([x, y]: readonly [number, number]): boolean {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
  }

  drawRows(ticks: readonly AxisTick[]): void {
    const { theme } = this.painter;
    for (const { value, text, color = theme.grid } of ticks) {
      const y = pixelCentre(this.y(value));
      this.painter.line(color, [this.left, y, this.right, y]);
      if (text !== null) this.#drawLabel(text, this.left - LABEL_MARGIN, this.y(value), 'right');
    }
  }

  drawColumns(ticks: readonly AxisTick[]): void {
    for (const { value, color = this.painter.theme.grid } of ticks) {
      const x = pixelCentre(this.x(value));
      this.painter.line(color, [x, this.top, x, this.bottom]);
    }
    this.drawLabels(ticks);
  }

  drawRuler(ticks: readonly AxisTick[]): void {
    const { painter, left, right, bottom } = this;
    for (const { value } of ticks) {
      const x = pixelCentre(this.x(value) - 0.5);
      painter.line(painter.theme.axis, [x, bottom, x, bottom + TICK_LENGTH]);
    }
    painter.line(painter.theme.axis, [left, pixelCentre(bottom), right, pixelCentre(bottom)]);
    this.drawLabels(ticks);
  }

  drawLabels(ticks: readonly AxisTick[]): void {
    const y = this.painter.height - LABEL_OFFSET;
    for (const { value, text, align = 'center' } of ticks)
      if (text !== null) this.#drawLabel(text, this.x(value), y, align);
  }

  drawUnit(text: string, side: 'left' | 'right'): void {
    const { width, height } = this.painter;
    this.#drawLabel(
      text,
      side === 'left' ? this.left - LABEL_MARGIN : width,
      height - LABEL_OFFSET,
      'right',
    );
  }

  #drawLabel(text: string, x: number, y: number, align: CanvasTextAlign): void {
    this.painter.text(text, [x, y], { color: this.painter.theme.faint, align });
  }
}

const toShare = (value: number, [low, high]: AxisRange): number => (value - low) / (high - low);
