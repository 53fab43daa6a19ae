import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canvas, differing, pixels } from './canvasPixels.ts';
import { FOUR, visiting } from './handsTools.ts';
import { DRAWN, hook, inPlot, openSite, type Site, shown } from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

test('a pose that the cursor of a chart is at stands as a ghost in every pane', () =>
  visiting(
    site,
    FOUR,
    async (page) => {
      await hook(page).step(80);
      await page.getByRole('button', { name: 'Pause' }).click();
      const early = await inPlot(page, 0, 0.1);
      const before = await pixels(page, await canvas(page));
      await page.mouse.move(early.x, early.y);
      const after = await pixels(page, await canvas(page));
      const changed = [0, 0, 0, 0];
      after.all.forEach((pixel, i) => {
        if (pixel === before.all[i]) return;
        const [x, y] = [i % after.width, Math.floor(i / after.width)];
        const pane = (x < after.width / 2 ? 0 : 1) + (y < after.height / 2 ? 0 : 2);
        changed[pane] = (changed[pane] ?? 0) + 1;
      });
      for (const count of changed) expect(count).toBeGreaterThan(300);
      await page.mouse.move(5, 5);
      expect(differing((await pixels(page, await canvas(page))).all, before.all)).toBe(0);
    },
    { blind: false },
  ));

test('a moment of the past is drawn as it was, trails and all', async () => {
  const pictures: Uint32Array[] = [];
  for (const later of [0, 60]) {
    const { page, close } = await site.visit(`?test=1${FOUR}`, DRAWN);
    await shown(page);
    await hook(page).step(25);
    await hook(page).step(later);
    await page.getByRole('button', { name: 'Pause' }).click();
    if (later > 0) await page.getByRole('slider', { name: 'History' }).fill('25');
    pictures.push((await pixels(page, await canvas(page))).all);
    await close();
  }
  const [then, now] = pictures as [Uint32Array, Uint32Array];
  expect(differing(now, then)).toBe(0);
});

test('the picture to share has the size of the panes and every method in its colour', () =>
  visiting(
    site,
    FOUR,
    async (page) => {
      await hook(page).step(40);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('tab', { name: 'File' }).click();
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Picture' }).click();
      const { width, height, all } = await pixels(
        page,
        await readFile(await (await coming).path()),
      );
      const box = await page.locator('canvas').first().boundingBox();
      expect([width, height]).toEqual([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]);
      const counts = new Map<number, number>();
      for (const pixel of all) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      expect(counts.size).toBeGreaterThan(1000); // no blank sheet
      // transpose, truncated, DLS′, SDLS in the light theme, each at least as its mark
      for (const color of [0x20236d, 0x7c4805, 0x3d8468, 0xf833ad])
        expect(counts.get(color) ?? 0).toBeGreaterThan(30);
    },
    DRAWN,
  ));
