import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { Palette } from './palette.ts';
import type { PaneCell } from './panes/paneCells.ts';

export interface PictureCaption {
  readonly text: string;
  readonly slot: number;
  readonly cell: PaneCell;
}

const CAPTION_INSET = 14;
const CAPTION_HEIGHT = 24;

export interface PictureOptions {
  /** Number of picture pixels per window pixel; by default that of the display. */
  readonly scale?: number;
  readonly names?: boolean;
}

const MAX_WAIT = 1000; // Time for a hidden view to become visible, ms.

interface PictureOrder {
  readonly names: boolean;
  resolve(picture: HTMLCanvasElement): void;
  reject(reason: unknown): void;
}

/** Pending requests for pictures. A canvas loses its picture when the browser displays it. */
export class PictureRequests {
  #orders: PictureOrder[] = [];
  #cancelTimeout: CancelCallback | undefined;

  /** Resolves with a copy of the next picture; rejects if the canvas has no size. */
  nextPicture(names = true): Promise<HTMLCanvasElement> {
    return new Promise((resolve, reject) => {
      this.#orders.push({ names, resolve, reject });
    });
  }

  /** Resolves all pending requests with copies of the canvas. Call right after drawing. */
  deliver(
    canvas: HTMLCanvasElement,
    captions: () => readonly PictureCaption[],
    palette: Palette,
  ): void {
    if (this.#orders.length === 0) return;
    if (canvas.width === 0 || canvas.height === 0) {
      this.#cancelTimeout ??= threadTime.schedule(MAX_WAIT, () => this.#rejectAll(), 'background');
      return;
    }
    this.#clear();
    for (const { names, resolve, reject } of this.#orders.splice(0))
      try {
        resolve(copyCanvas(canvas, names ? captions() : [], palette));
      } catch (error) {
        reject(error); // Only the caller has to know.
      }
  }

  #clear(): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = undefined;
  }

  #rejectAll(): void {
    this.#clear();
    for (const { reject } of this.#orders.splice(0))
      reject(new Error('there is no picture of what is hidden'));
  }
}

function copyCanvas(
  canvas: HTMLCanvasElement,
  captions: readonly PictureCaption[],
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
    const above = captions.slice(0, i).filter((earlier) => isSameCell(earlier.cell, cell)).length;
    const y = cell.y + CAPTION_INSET + CAPTION_HEIGHT * (above + 0.5);
    to.strokeStyle = `#${palette.ground.getHexString()}`;
    to.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.width, cell.height);
    to.fillStyle = `#${palette.slots[slot - 1]?.getHexString()}`;
    to.beginPath();
    to.arc(cell.x + CAPTION_INSET + 5, y, 5, 0, 2 * Math.PI);
    to.fill();
    to.fillStyle = color;
    to.fillText(text, cell.x + CAPTION_INSET + 18, y);
  });
  return copy;
}

const isSameCell = (a: PaneCell, b: PaneCell): boolean => a.x === b.x && a.y === b.y;
