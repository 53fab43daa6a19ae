// @module-tag full
/** Exported pictures of a run: PNG, GIF and film. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, getTestHook, openTestSite, type TestSite } from './pageTools.ts';

// drawn on the CPU, with up to sixteen times as many pixels
const SMALL = { viewport: { width: 800, height: 600 } };

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** Size and colour count of the last frame of a PNG or GIF, and frame times in µs. */
const decoded = (page: Page, bytes: Buffer, type: string) =>
  page.evaluate(
    async ([text, type]) => {
      const data = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type });
      await decoder.tracks.ready;
      await decoder.completed;
      const track = decoder.tracks.selectedTrack;
      const times: (number | null)[] = [];
      let last = { width: 0, height: 0, colours: 0 };
      for (let frameIndex = 0; frameIndex < (track?.frameCount ?? 0); frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const [width, height] = [image.displayWidth, image.displayHeight];
        times.push(image.duration);
        const to = new OffscreenCanvas(width, height).getContext('2d', {
          willReadFrequently: true,
        });
        to?.drawImage(image, 0, 0);
        const pixels = new Uint32Array(to?.getImageData(0, 0, width, height).data.buffer ?? []);
        last = { width, height, colours: new Set(pixels).size };
        image.close();
      }
      return { ...last, times, forEver: track?.repetitionCount === Number.POSITIVE_INFINITY };
    },
    [bytes.toString('base64'), type] as const,
  );

test('a PNG has the stated number of pixels, and the canvas keeps its size', () =>
  site.inSharedPage(
    '#preset=y&methods=sdls',
    async ({ page }) => {
      await getTestHook(page).step(10);
      const canvas = page.locator('canvas').first();
      const own = await canvas.evaluate((each: HTMLCanvasElement) => [each.width, each.height]);
      await findButton(page, 'Share').click();
      await page.getByRole('tab', { name: 'Picture' }).click();
      for (const scale of [4, 1]) {
        await page.getByRole('radio', { name: `${scale}×` }).check();
        const shownText = await page.getByText(/^[\d,]+ × [\d,]+ pixels$/).innerText();
        const [width, height] = shownText.replaceAll(',', '').match(/\d+/g) ?? [];
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          findButton(page, 'Save as PNG').click(),
        ]);
        const picture = await decoded(page, await readFile(await file.path()), 'image/png');
        expect([picture.width, picture.height]).toEqual([Number(width), Number(height)]);
        expect(picture.colours).toBeGreaterThan(100);
        await page
          .getByRole('status')
          .getByText(/^[\d.]+ [kM]B\.$/)
          .waitFor();
      }
      await expect
        .poll(() => canvas.evaluate((each: HTMLCanvasElement) => [each.width, each.height]))
        .toEqual(own);
      await findButton(page, 'Close').click();
    },
    SMALL,
  ));

test('the run is saved as a looping GIF, and the page stays at its frame', () =>
  site.inSharedPage(
    '#preset=y&methods=sdls',
    async ({ page }) => {
      await getTestHook(page).step(10);
      await findButton(page, 'Share').click();
      await page.getByRole('tab', { name: 'Picture' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        findButton(page, 'Save as GIF').click(),
      ]);
      const { times, ...picture } = await decoded(
        page,
        await readFile(await file.path()),
        'image/gif',
      );
      expect(picture).toMatchObject({ width: 480, forEver: true });
      expect(picture.colours).toBeGreaterThan(50);
      expect(times).toEqual([...Array.from({ length: 10 }, () => 80_000), 960_000]); // µs
      expect(file.suggestedFilename()).toBe('y.gif');
      await findButton(page, 'Close').click();
      await page.getByText(/^frame 10$/).waitFor();
    },
    SMALL,
  ));

/** Size and duration of a film, and how many values differ between three moments. */
async function filmOf(bytes: Buffer) {
  const elsewhere = await site.browser.newPage(); // the page's own policy allows no films
  try {
    return await elsewhere.evaluate(async (text) => {
      const data = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const video = document.createElement('video');
      video.muted = true;
      const heard = (kind: string) =>
        new Promise((done, fail) => {
          video.addEventListener(kind, done, { once: true });
          video.addEventListener('error', () => fail(new Error(video.error?.message)), {
            once: true,
          });
        });
      const loaded = heard('loadeddata');
      video.src = URL.createObjectURL(new Blob([data], { type: 'video/webm' }));
      await loaded;
      const { videoWidth: width, videoHeight: height, duration } = video;
      const to = new OffscreenCanvas(width, height).getContext('2d', {
        willReadFrequently: true,
      }) as OffscreenCanvasRenderingContext2D;
      const moments: Uint8ClampedArray[] = [];
      for (const time of [0.04, 0.44, duration - 0.04]) {
        const there = heard('seeked');
        video.currentTime = time;
        await there;
        to.drawImage(video, 0, 0);
        moments.push(to.getImageData(0, 0, width, height).data);
      }
      const differ = (a = moments[0], b = moments[0]) =>
        (a ?? []).filter((value, i) => Math.abs(value - (b?.[i] ?? 0)) > 60).length;
      URL.revokeObjectURL(video.src);
      const [start, middle, end] = moments;
      return { width, height, duration, moved: [differ(start, middle), differ(middle, end)] };
    }, bytes.toString('base64'));
  } finally {
    await elsewhere.close();
  }
}

test('the run is saved as a WebM film of the same duration that shows it moving', () =>
  site.inSharedPage(
    '#preset=y&methods=sdls',
    async ({ page }) => {
      await getTestHook(page).step(10);
      await findButton(page, 'Share').click();
      await page.getByRole('tab', { name: 'Picture' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        findButton(page, 'Save as WebM').click(),
      ]);
      expect(file.suggestedFilename()).toBe('y.webm');
      const bytes = await readFile(await file.path());
      const film = await filmOf(bytes);
      expect(film.width).toBe(480);
      expect(film.height % 2).toBe(0);
      expect(film.duration).toBeCloseTo((10 * 80 + 960) / 1000, 3);
      for (const changed of film.moved) expect(changed).toBeGreaterThan(50);
      await findButton(page, 'Close').click();
      await page.getByText(/^frame 10$/).waitFor();
    },
    SMALL,
  ));
