/** What stands on the canvas of the panes, pixel by pixel. */
import type { Page } from 'playwright-core';
import { hook } from './pageTools.ts';

/** The canvas alone, without what the page lays over it. */
export async function canvas(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    for (const over of document.querySelectorAll<HTMLElement>('.pane, .handles, .viewbar'))
      over.style.opacity = '0';
  });
  await hook(page).step(0);
  return page.locator('canvas').first().screenshot();
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Each as 0xrrggbb. */
  readonly all: Uint32Array;
}

export async function pixels(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, bytes } = await page.evaluate(async (text) => {
    const coded = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([coded]));
    const to = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!to) throw new Error('no canvas to decode on');
    to.drawImage(image, 0, 0);
    const { data } = to.getImageData(0, 0, image.width, image.height);
    let binary = '';
    for (let i = 0; i < data.length; i += 8192)
      binary += String.fromCharCode(...data.subarray(i, i + 8192));
    return { width: image.width, height: image.height, bytes: btoa(binary) };
  }, png.toString('base64'));
  const data = Buffer.from(bytes, 'base64');
  return {
    width,
    height,
    all: Uint32Array.from({ length: width * height }, (_, i) => data.readUIntBE(4 * i, 3)),
  };
}

/** How many pixels of two pictures are not the same; one by one `toEqual` takes seconds. */
export const differing = (a: Uint32Array, b: Uint32Array): number =>
  a.filter((pixel, i) => pixel !== b[i]).length + Math.abs(a.length - b.length);
