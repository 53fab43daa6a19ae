// @module-tag full
/** Overview of published tables: they start automatically and show a dot per printed number. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openTestSite, saveFromMenu, type TestSite, waitUntilPageSettled } from './pageTools.ts';
import { watchForElement } from './shortLivedStates.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const rows = (page: Page) =>
  page.locator('section[aria-label="All printed numbers"] svg[role=img]');
const dotsIn = (page: Page): Promise<number[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.querySelectorAll('g > g').length));
const whole = (page: Page, name: string) =>
  page.locator(`svg[role=img][aria-label^="${name}: "]:not([aria-label$="yet"])`);

/** Top and height of each row of dots. */
const places = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll((all) =>
    all.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return `${Math.round(top + scrollY)} ${Math.round(height)}`;
    }),
  );
const sentence = (page: Page): Promise<string> => page.locator('.study_sentence').innerText();

test('tables start automatically; their dots equal the exported rows and survive a reload', async () => {
  const visit = await site.visit('#/studies/papers', { fresh: true });
  const { page } = visit;
  await whole(page, 'Tabaczynski, table 4.4').waitFor({ timeout: 60_000 });
  expect(await sentence(page)).toMatch(/^\d+ of \d+ printed numbers so far are reproduced/);
  await whole(page, 'Buss & Kim, figure 3').waitFor({ timeout: 60_000 });
  const before = await places(page);
  // on another page of the lab the tables pause
  await page.evaluate(() => {
    location.hash = '#preset=y';
  });
  await page.locator('.pane').first().waitFor();
  // dots of a table that is running are hollow
  const hollow = await watchForElement(page, 'svg[role=img].study_hollow g > g');
  await page.evaluate(() => {
    location.hash = '#/studies/papers';
  });
  await hollow();
  // once all are computed, the layout is unchanged
  const again = page.getByRole('button', { name: 'Compute again', exact: true });
  await again.waitFor({ timeout: 400_000 }); // workers compute, as long as that takes
  expect(await page.locator('.study_hollow').count()).toBe(0);
  expect(await places(page)).toEqual(before);
  const lines = String(await saveFromMenu(page, 'Export', 'CSV'))
    .trim()
    .split('\n');
  expect(lines[0]).toMatch(/,verdict,variant,seed$/);
  const dots = await dotsIn(page);
  expect(dots).toHaveLength(9);
  const total = dots.reduce((a, b) => a + b, 0);
  expect(lines).toHaveLength(1 + total);
  const [out, all] = (await sentence(page)).match(/\d+/g) ?? [];
  expect(Number(all)).toBe(total);
  const counts = await page
    .locator('section[aria-label="All printed numbers"] li b')
    .allInnerTexts();
  expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(total);
  expect(Number(counts[0]) + Number(counts[1])).toBe(Number(out));
  const svg = String(await saveFromMenu(page, 'Export', 'SVG'));
  expect(svg.match(/<circle|<path/g)?.length).toBeGreaterThanOrEqual(total);
  // the exported scale labels are centred, too
  expect(svg).toContain('text-anchor="middle"');
  for (const words of ['Haviland &amp; Corke', 'as printed', `${out} of ${all}`])
    expect(svg).toContain(words);
  // the next visit shows the stored results and when they were computed
  await page.reload();
  await page.getByText(/^Computed on this computer today \d/).waitFor();
  expect(await dotsIn(page)).toEqual(dots);
  const begun = await watchForElement(page, 'svg[role=img][aria-label$="not computed yet"]');
  await again.click();
  await begun();
  expect(visit.messages).toEqual([]);
  await visit.close();
}, 600_000);

test('a link under "Errata we found" opens the table with that variant selected', async () => {
  const visit = await site.visit('?test=1&compute=0#/studies/papers');
  const { page } = visit;
  const found = page.locator('section', {
    has: page.getByRole('heading', { name: 'Errata we found' }),
  });
  await found.waitFor();
  expect(await found.getByRole('listitem').count()).toBe(4);
  await found.getByRole('link', { name: /Jacobian/ }).click();
  // the list of running tasks may name it, too
  await page.getByRole('heading', { name: 'Na, Yang & Jia, tables II to IV', level: 1 }).waitFor();
  await page.getByRole('radio', { name: 'True Jacobian', checked: true }).waitFor();
  await visit.close();
});

test('arrow keys read the dots of a row, and Enter opens the run of one', async () => {
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
  expect(await reading.innerText()).toMatch(/^Difference in per cent of the printed number/);
  expect(await findAxeViolations(page, { within: 'main' })).toEqual([]);
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.pane').first().waitFor();
  await expect.poll(() => page.locator('main.beside').count()).toBe(0);
  await visit.close();
});

test('with compute=0 no table starts automatically', async () => {
  const visit = await site.visit('?compute=0#/studies/papers', { fresh: true });
  const { page } = visit;
  await page.getByRole('button', { name: 'Compute all 9 tables' }).waitFor();
  await waitUntilPageSettled(page);
  expect((await dotsIn(page)).every((count) => count === 0)).toBe(true);
  await visit.close();
});
