/** The layout holds with wide fonts, narrow fonts, and without the fonts that the page names. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { findMisplacedTags, findOverflowingElements } from './layoutTools.ts';
import {
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { tieredTest } from './tiers.ts';

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

tieredTest.describe(['wide', 'narrow', 'none'] as const)('with fonts: %s', (fonts) => {
  let site: TestSite;
  let openVisit: PageVisit;
  beforeAll(async () => {
    site = await openTestSite({ blind: true, fonts });
    openVisit = await site.visit('?test=1#preset=double-y');
    await waitForScene(openVisit.page);
  });
  afterAll(() => site?.close());

  test('the page text has the digit width of these fonts', async () => {
    const width = await openVisit.page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
      return pen.measureText('0').width;
    });
    expect(width).toBeCloseTo({ wide: 63.6, narrow: 45.6, none: 60.2 }[fonts], 0);
  });

  test('target tags stay in their pane and do not overlap', () =>
    site.inOwnPage('?test=1#preset=double-y', async ({ page }) => {
      await waitForScene(page);
      for (let frame = 0; frame < 480; frame += 60) {
        await getTestHook(page).step(60);
        expect(await page.evaluate(findMisplacedTags)).toEqual([]);
      }
    }));

  tieredTest(['double-y', 'spatial-8', 'nonsense'])('nothing overflows in %s', async (preset) => {
    const { page } = openVisit;
    await page.evaluate((hash) => location.assign(hash), `#preset=${preset}`);
    await waitForScene(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await waitUntilPageSettled(page);
      await getTestHook(page).step(20);
      expect(await page.evaluate(findOverflowingElements), `${width} x ${height}`).toEqual([]);
    }
  });

  tieredTest(sizes)(
    'at %d x %d a method page does not overflow, and axe finds no violations',
    async (...size) => {
      const { page } = openVisit;
      const [width, height] = size;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => location.assign('#/methods/dls'));
      await page.waitForSelector('.equation math', { state: 'attached' });
      await page.waitForFunction((w) => innerWidth === w, width);
      const out = await page.evaluate(() =>
        [...document.querySelectorAll('.methods article, .methods article *')]
          .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
          .map((part) => part.outerHTML.slice(0, 120)),
      );
      expect(out).toEqual([]);
      // other fonts change positions, not colours
      const themes = fonts === 'wide' ? (['dark', 'light'] as const) : (['dark'] as const);
      expect(await findAxeViolations(page, { themes })).toEqual([]);
    },
  );
});
