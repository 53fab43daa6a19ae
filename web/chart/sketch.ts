/** What every chart is drawn with: marks, names with a halo, crisp lines. All in CSS pixels. */
import { MARKS } from '../format/marks.ts';
import { font, type Ink, slotColor } from './ink.ts';

export type Pen = CanvasRenderingContext2D;

/** Fills the mark of a slot, with a rim that lifts it off its curve. */
export function mark(
  pen: Pen,
  ink: Ink,
  slot: number,
  [x, y]: readonly [number, number],
  radius: number,
  color = slotColor(ink, slot),
): void {
  const outline = MARKS[slot - 1] ?? [];
  pen.beginPath();
  if (outline.length === 0) pen.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [u, v] of outline) pen.lineTo(x + u * radius, y + v * radius);
  pen.closePath();
  pen.fillStyle = color;
  pen.fill();
  pen.strokeStyle = ink.surface;
  pen.lineWidth = 1.25;
  pen.stroke();
}

interface Words {
  readonly color: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  readonly halo?: boolean;
}

/** `y` is the middle of the letters. */
export function write(pen: Pen, ink: Ink, text: string, x: number, y: number, words: Words): void {
  pen.font = font(ink, words.weight);
  pen.textAlign = words.align ?? 'left';
  pen.textBaseline = 'middle';
  if (words.halo) {
    pen.strokeStyle = ink.surface;
    pen.lineWidth = 3;
    pen.lineJoin = 'round';
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = words.color;
  pen.fillText(text, x, y);
}

export function line(
  pen: Pen,
  color: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  width = 1,
): void {
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.stroke();
}

/** In the middle of a pixel: a line of one pixel is drawn sharp. */
export const crisp = (value: number): number => Math.round(value) + 0.5;

/** A text cut to a width, with an ellipsis. */
export function shorten(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let short = text;
  while (short.length > 1 && pen.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}
