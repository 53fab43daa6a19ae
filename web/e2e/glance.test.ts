/** Published tables at first sight: they begin by themselves, a dot for each printed number. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './axe.ts';
import { openSite, type Site, saved } from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

const rows = (page: Page) =>
  page.locator('section[aria-label="All printed numbers"] svg[role=img]');
const dotsIn = (page: Page): Promise<number[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.querySelectorAll('g > g').length));
const whole = (page: Page, name: string) =>
  page.locator(`svg[role=img][aria-label^="${name}: "]:not([aria-label$="yet"])`);

test('tables begin by themselves, the quickest first, and a dot is a row of the export', async () => {
  const visit = await site.visit('#/studies/papers', { fresh: true });
  const { page } = visit;
  await whole(page, 'Tabaczynski, table 4.4').waitFor({ timeout: 30_000 });
  await whole(page, 'Buss & Kim, figure 3').waitFor({ timeout: 60_000 });
  // another page of the lab: they wait
  await page.evaluate(() => {
    location.hash = '#preset=y';
  });
  await page.locator('.pane').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/studies/papers';
  });
  await rows(page).first().waitFor();
  // all of them, then nothing moves any more
  await expect
    .poll(() => page.locator('svg[role=img][aria-label$="not computed yet"]').count(), {
      timeout: 120_000,
    })
    .toBe(0);
  const csv = String(await saved(page, 'Export', 'CSV'))
    .trim()
    .split('\n')
    .slice(1);
  const printed = csv.filter((line) => !line.includes('not printed, or not legible')).length;
  const dots = await dotsIn(page);
  expect(dots).toHaveLength(8);
  const total = dots.reduce((a, b) => a + b, 0);
  expect(total).toBe(printed);
  const counts = await page
    .locator('section[aria-label="All printed numbers"] li b')
    .allInnerTexts();
  expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(total);
  expect(visit.messages).toEqual([]);
  await visit.close();
}, 240_000);

test('dots are read by arrow keys, chosen by their verdict, and open their run', async () => {
  const visit = await site.visit('#/studies/papers', { viewport: { width: 1280, height: 800 } });
  const { page } = visit;
  const row = whole(page, 'Tabaczynski, table 4.4');
  await row.waitFor({ timeout: 60_000 });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  const reading = page.locator('section[aria-label="All printed numbers"] p');
  expect(await reading.innerText()).toMatch(/paper .*, ours .*: as printed\.$/);
  const box = await row.boundingBox();
  if (!box) throw new Error('no row');
  await page.mouse.move(box.x + 5, box.y + 5);
  expect(await reading.innerText()).toMatch(/^A dot is a printed number/);
  expect(await faults(page, { within: 'main' })).toEqual([]);
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.pane').first().waitFor();
  await expect.poll(() => page.locator('main.beside').count()).toBe(0);
  await visit.close();
});

test('nothing begins that nobody asked for where data or work is spared', async () => {
  const visit = await site.visit('?compute=0#/studies/papers', { fresh: true });
  const { page } = visit;
  await page.getByRole('button', { name: 'Compute all 8 tables' }).waitFor();
  await page.waitForTimeout(1500);
  expect((await dotsIn(page)).every((count) => count === 0)).toBe(true);
  await visit.close();
});
