import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differing, pixels } from './canvasPixels.ts';
import { FOUR } from './handsTools.ts';
import {
  button,
  DRAWN,
  hook,
  inPlot,
  openSite,
  type Site,
  shown,
  type Visit,
} from './pageTools.ts';

let site: Site;
let visit: Visit;
beforeAll(async () => {
  site = await openSite({ blind: true });
  visit = await site.visit(`?test=1${FOUR}`, { ...DRAWN, viewport: { width: 1100, height: 760 } });
  await shown(visit.page);
});
afterAll(() => site?.close());

const pause = (page: Page) => button(page, 'Pause').click();

test('a moment of the past is drawn as it was, trails and all', async () => {
  const { page } = visit;
  await hook(page).step(25);
  await pause(page);
  const then = await pixels(page);
  await button(page, 'Play').click();
  await hook(page).step(60);
  await pause(page);
  expect(differing((await pixels(page)).all, then.all)).toBeGreaterThan(1000);
  await page.getByRole('slider', { name: 'History' }).fill('25');
  expect(differing((await pixels(page)).all, then.all)).toBe(0);
});

test('a pose that the cursor of a chart is at stands as a ghost in every pane', async () => {
  const { page } = visit;
  await page.getByRole('slider', { name: 'History' }).press('End');
  const early = await inPlot(page, 0, 0.1);
  const before = await pixels(page);
  await page.mouse.move(early.x, early.y);
  const after = await pixels(page);
  const changed = [0, 0, 0, 0];
  after.all.forEach((pixel, i) => {
    if (pixel === before.all[i]) return;
    const [x, y] = [i % after.width, Math.floor(i / after.width)];
    const pane = (x < after.width / 2 ? 0 : 1) + (y < after.height / 2 ? 0 : 2);
    changed[pane] = (changed[pane] ?? 0) + 1;
  });
  for (const count of changed) expect(count, `${changed}`).toBeGreaterThan(200);
  await page.mouse.move(5, 5);
  expect(differing((await pixels(page)).all, before.all)).toBe(0);
});

test('the picture to share has the size of the panes and every method in its colour', async () => {
  const { page } = visit;
  await button(page, 'Share').click();
  await page.getByRole('tab', { name: 'File' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture' }).click();
  const { width, height, all } = await pixels(page, await readFile(await (await coming).path()));
  const box = await page.locator('canvas').first().boundingBox();
  expect([width, height]).toEqual([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]);
  const counts = new Map<number, number>();
  for (const pixel of all) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(1000); // no blank sheet
  // transpose, truncated, DLS′, SDLS in the light theme, each at least as its mark
  for (const color of [0x20236d, 0x7c4805, 0x3d8468, 0xf833ad])
    expect(counts.get(color) ?? 0).toBeGreaterThan(30);
  expect(visit.messages).toEqual([]);
});
