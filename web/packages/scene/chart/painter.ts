/**
 * Draws lines, marks and text on a canvas in the colours of the theme. Lengths are in CSS pixels.
 */
import { SLOT_MARK_OUTLINES } from '@iklab/core/format';
import { type ChartTheme, methodSlotColor } from './chartTheme.ts';

/** Returns the centre of the nearest pixel. A line one pixel wide is sharp there. */
export const pixelCentre = (value: number): number => Math.round(value) + 0.5;

const LINE = 16; // Line height, px.
const TEXT_MARGIN = 24;

export type CanvasPoint = readonly [x: number, y: number];

export interface TextStyle {
  readonly color?: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  readonly halo?: boolean;
}

export interface DrawingContext
  extends Pick<
    CanvasRenderingContext2D,
    | 'save'
    | 'restore'
    | 'clip'
    | 'beginPath'
    | 'closePath'
    | 'moveTo'
    | 'lineTo'
    | 'arc'
    | 'rect'
    | 'stroke'
    | 'fill'
    | 'fillRect'
    | 'fillText'
    | 'strokeText'
    | 'lineWidth'
    | 'lineJoin'
    | 'globalAlpha'
    | 'font'
    | 'textAlign'
    | 'textBaseline'
  > {
  strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  fillStyle: CanvasRenderingContext2D['fillStyle'];
  roundRect(x: number, y: number, width: number, height: number, radii?: number): void;
  setLineDash(dash: number[]): void;
  measureText(text: string): { readonly width: number };
}

interface PathStyle {
  readonly color: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export class Painter {
  readonly context: DrawingContext;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;

  constructor(context: DrawingContext, theme: ChartTheme, width: number, height: number) {
    this.context = context;
    this.theme = theme;
    this.width = width;
    this.height = height;
  }

  line(
    color: string,
    [x1, y1, x2, y2]: readonly [...CanvasPoint, ...CanvasPoint],
    width = 1,
  ): void {
    const ends: CanvasPoint[] = [
      [x1, y1],
      [x2, y2],
    ];
    this.path(ends, { color, width });
  }

  /** Draws a line through the points. A null point leaves a gap. */
  path(points: Iterable<CanvasPoint | null>, { color, width = 1, dash = [] }: PathStyle): void {
    const { context } = this;
    context.beginPath();
    let open = false;
    for (const point of points) {
      if (point && open) context.lineTo(...point);
      else if (point) context.moveTo(...point);
      open = point !== null;
    }
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    context.stroke();
    context.setLineDash([]);
  }

  ring([x, y]: CanvasPoint, radius: number, color: string, width: number): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }

  mark(slot: number, [x, y]: CanvasPoint, radius: number, color = this.color(slot)): void {
    const { context } = this;
    const outline = SLOT_MARK_OUTLINES[slot - 1] ?? [];
    context.beginPath();
    if (outline.length === 0) context.arc(x, y, radius, 0, 2 * Math.PI);
    for (const [u, v] of outline) context.lineTo(x + u * radius, y + v * radius);
    context.closePath();
    // The outline first: drawn last, it would cover the points of a small star.
    context.strokeStyle = this.theme.surface;
    context.lineWidth = 1.25;
    context.stroke();
    context.fillStyle = color;
    context.fill();
  }

  /** Draws a text whose letters are vertically centred at `y`. */
  text(text: string, [x, y]: CanvasPoint, style: TextStyle = {}): void {
    const { context, theme } = this;
    context.font = this.#font(style.weight);
    context.textAlign = style.align ?? 'left';
    context.textBaseline = 'middle';
    if (style.halo) {
      context.strokeStyle = theme.surface;
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeText(text, x, y);
    }
    context.fillStyle = style.color ?? theme.ink;
    context.fillText(text, x, y);
  }

  paragraph(text: string): void {
    const lines = [''];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (this.textWidth(longer) < this.width - 2 * TEXT_MARGIN) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    const style = { color: this.theme.faint, align: 'center' } as const;
    lines.forEach((line, i) => {
      const y = this.height / 2 + LINE * (i - (lines.length - 1) / 2);
      this.text(line, [this.width / 2, y], style);
    });
  }

  textWidth(text: string, weight = 500): number {
    this.context.font = this.#font(weight);
    return this.context.measureText(text).width;
  }

  shorten(text: string, width: number): string {
    if (this.textWidth(text) <= width) return text;
    let short = text;
    while (short.length > 1 && this.textWidth(`${short}…`) > width) short = short.slice(0, -1);
    return `${short.trimEnd()}…`;
  }

  clipTo(
    [left, top, right, bottom]: readonly [...CanvasPoint, ...CanvasPoint],
    draw: () => void,
  ): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    draw();
    context.restore();
  }

  withAlpha(alpha: number, draw: () => void): void {
    this.context.globalAlpha = alpha;
    draw();
    this.context.globalAlpha = 1;
  }

  color(slot: number): string {
    return methodSlotColor(this.theme, slot);
  }

  #font(weight = 400): string {
    return `${weight} 11px ${this.theme.family}`;
  }
}
