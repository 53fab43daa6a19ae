// @module-tag full
/** Gallery cards draw their mechanisms in the colour of a method, and play once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

declare global {
  interface Window {
    /** Counts of drawn and of coloured pixels of a card's picture, and a checksum of it. */
    cardPicture(tile: Element): { seen: number; coloured: number; sum: number };
  }
}

/** In the page. */
function readsCards(): void {
  window.cardPicture = (tile) => {
    const canvas = tile.querySelector('canvas') ?? new OffscreenCanvas(1, 1);
    const { width, height } = canvas;
    const to = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!to) throw new Error('no canvas to read from');
    to.drawImage(canvas, 0, 0);
    const { data } = to.getImageData(0, 0, width, height);
    let [seen, coloured, sum] = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0, a = 0] = data.subarray(i, i + 4);
      if (a === 0) continue; // nothing was drawn yet
      const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
      if (low < 235) seen++;
      if (high - low > 60) coloured++;
      sum = (sum * 31 + high) % 1e9;
    }
    return { seen, coloured, sum };
  };
}

const cards = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tile')].map((tile) => ({
      name: tile.querySelector('b')?.textContent ?? '',
      ...window.cardPicture(tile),
    })),
  );

/** In the page: counts the distinct pictures that a card shows until the first one returns; returns the last checksum. */
function played(name: string): Promise<{ pictures: number; last: number }> {
  const tile = [...document.querySelectorAll('.tile')].find((each) =>
    each.textContent?.includes(name),
  ) as Element;
  const first = window.cardPicture(tile).sum;
  const sums = new Set([first]);
  const until = performance.now() + 30_000;
  return new Promise((done) => {
    const look = (): void => {
      const last = window.cardPicture(tile).sum;
      sums.add(last);
      const over = (sums.size > 1 && last === first) || performance.now() > until;
      if (over) done({ pictures: sums.size, last });
      else requestAnimationFrame(look);
    };
    look();
  });
}

test('each robot card draws its mechanism in colour; a hovered card plays once', () =>
  site.inOwnPage(
    '?test=1#preset=y',
    async ({ page }) => {
      await waitForScene(page);
      await page.locator('button.scene-name').click();
      await page.getByRole('button', { name: /^Robots/ }).click();
      await page.evaluate(readsCards);
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('.tile')].every(
            (tile) => window.cardPicture(tile).seen > 0,
          ),
        undefined,
        { timeout: 90_000, polling: 250 }, // each takes a second if the CPU draws it
      );
      const still = await cards(page);
      expect(still.length).toBeGreaterThan(10);
      for (const { name, seen, coloured } of still) {
        expect(seen, `of ${name}`).toBeGreaterThan(1000);
        expect(coloured, `of ${name}, in the colours of method and target`).toBeGreaterThan(60);
      }
      const watched = page.evaluate(played, 'Panda');
      await page.locator('.tile', { hasText: 'Panda' }).first().hover();
      const { pictures, last } = await watched;
      expect(pictures, 'pictures while it plays').toBeGreaterThan(1);
      expect(last).toBe(still.find(({ name }) => name.includes('Panda'))?.sum);
    },
    { viewport: { width: 1280, height: 900 } },
  ));
