import type { Palette } from './palette.ts';
import type { Cell } from './paneCells.ts';

/** What stands in a pane of the picture. */
export interface Caption {
  readonly text: string;
  readonly slot: number;
  readonly cell: Cell;
}

const INSET = 14;
const LINE = 24;

/** Pictures that somebody waits for: a canvas holds one only until the display has taken it. */
export class PictureRequests {
  #orders: { resolve(picture: Blob): void; reject(reason: unknown): void }[] = [];

  nextPicture(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.#orders.push({ resolve, reject });
    });
  }

  /** Right after a draw. */
  deliver(canvas: HTMLCanvasElement, captions: () => readonly Caption[], palette: Palette): void {
    if (this.#orders.length === 0) return;
    const picture = png(canvas, captions(), palette);
    for (const { resolve, reject } of this.#orders.splice(0)) picture.then(resolve, reject);
  }
}

/** The canvas as PNG, with what the page writes over it: who is who. */
function png(
  canvas: HTMLCanvasElement,
  captions: readonly Caption[],
  palette: Palette,
): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const to = copy.getContext('2d') as CanvasRenderingContext2D;
  to.drawImage(canvas, 0, 0);
  const scale = canvas.width / canvas.clientWidth;
  to.scale(scale, scale);
  const { color, fontFamily } = getComputedStyle(canvas);
  to.font = `600 15px ${fontFamily}`;
  to.textBaseline = 'middle';
  captions.forEach(({ text, slot, cell }, i) => {
    const above = captions.slice(0, i).filter((other) => together(other.cell, cell)).length;
    const y = cell.y + INSET + LINE * (above + 0.5);
    to.strokeStyle = `#${palette.ground.getHexString()}`;
    to.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.width, cell.height);
    to.fillStyle = `#${palette.slots[slot - 1]?.getHexString()}`;
    to.beginPath();
    to.arc(cell.x + INSET + 5, y, 5, 0, 2 * Math.PI);
    to.fill();
    to.fillStyle = color;
    to.fillText(text, cell.x + INSET + 18, y);
  });
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('the browser did not make a picture of the canvas'));
    }, 'image/png');
  });
}

const together = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y;
