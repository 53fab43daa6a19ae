/** The pixels of the canvas of the panes. */
import type { Page } from 'playwright-core';

export interface CanvasPixels {
  readonly width: number;
  readonly height: number;
  /** Colours of the pixels, row by row, each a number 0xrrggbb. */
  readonly all: Uint32Array;
}

/** Returns the pixels of a PNG, or by default of the canvas of the panes, without overlays. */
export async function readCanvasPixels(page: Page, png?: Buffer): Promise<CanvasPixels> {
  const { width, height, bytes } = await page.evaluate(copied, png?.toString('base64') ?? '');
  const parts = new Uint8Array(Buffer.from(bytes, 'base64').swap32());
  const all = new Uint32Array(parts.buffer).map((pixel) => pixel >>> 8);
  return { width, height, all };
}

/**
 * In the page: returns red, green, blue and alpha of all pixels of a PNG or the canvas, in base 64.
 */
async function copied(png: string) {
  let image: ImageBitmap | HTMLCanvasElement;
  if (png) {
    const coded = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    image = await createImageBitmap(new Blob([coded]));
  } else {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // changes of size arrive
    window.__iklab.step(0); // no await from here on: a presented frame is discarded
    image = document.querySelector('.panes canvas') as HTMLCanvasElement;
  }
  const { width, height } = image;
  const to = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!to) throw new Error('no canvas to decode on');
  to.drawImage(image, 0, 0);
  const { data } = to.getImageData(0, 0, width, height);
  const reader = new FileReader();
  const read = new Promise((done) => reader.addEventListener('load', done));
  reader.readAsDataURL(new Blob([data]));
  await read;
  return { width, height, bytes: String(reader.result).split(',')[1] ?? '' };
}

/** Returns the number of pixels that differ; `toEqual` on all pixels takes seconds. */
export const countDifferingPixels = (a: Uint32Array, b: Uint32Array): number =>
  a.filter((pixel, i) => pixel !== b[i]).length + Math.abs(a.length - b.length);
