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

/** How a picture is wanted. */
export interface PictureWish {
  /** Its pixels in one of the window; as the window has them where it is not said. */
  readonly scale?: number;
  /** Who is who, written over it. */
  readonly names?: boolean;
}

/** Pictures that somebody waits for: a canvas holds one only until the display has taken it. */
export class PictureRequests {
  #orders: { names: boolean; resolve(picture: HTMLCanvasElement): void }[] = [];

  nextPicture(names = true): Promise<HTMLCanvasElement> {
    return new Promise((resolve) => {
      this.#orders.push({ names, resolve });
    });
  }

  /** Right after a draw. */
  deliver(canvas: HTMLCanvasElement, captions: () => readonly Caption[], palette: Palette): void {
    for (const { names, resolve } of this.#orders.splice(0))
      resolve(copied(canvas, names ? captions() : [], palette));
  }
}

/** With what the page writes over it: who is who. */
function copied(
  canvas: HTMLCanvasElement,
  captions: readonly Caption[],
  palette: Palette,
): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const to = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
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
  return copy;
}

const together = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y;
