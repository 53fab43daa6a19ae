/** Studies: published tables are made anew in the page, go out as files, and their rows open as cases. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayHash } from '../engine/replay.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { tabaczynskiCounts } from '../study/published/tabaczynskiCounts.ts';
import { faults } from './axe.ts';
import { button, openSite, type Site, shared } from './pageTools.ts';

const engine = await testEngine();

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

async function visit(address: string, act: (page: Page) => Promise<void>): Promise<void> {
  const opened = await site.visit(`?test=1${address}`);
  try {
    await act(opened.page);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

const rows = (page: Page) => page.locator('.data tbody tr');
/** Made, whatever it takes. */
const made = (page: Page) => page.waitForSelector('.data tbody tr');

async function saved(page: Page, kind: string): Promise<string> {
  await button(page, 'Export').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('figure 3 is made in a worker: the paper’s shares come out, and do not by another variant', () =>
  visit('#/studies/buss-kim-figure-3', async (page) => {
    await made(page);
    expect(await page.locator('.verdict-line').textContent()).toBe('All 5 come out.');
    expect(await rows(page).count()).toBe(5);
    expect(await faults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Paper' }).check();
    await page.waitForFunction(() =>
      /0 of 5/.test(document.querySelector('.verdict-line')?.textContent ?? ''),
    );
    expect(await page.locator('.data .said.off').count()).toBe(5);
  }));

test('a table goes out as CSV and JSON with what the page shows', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    const figures = tabaczynskiCounts.figures('printed', [
      tabaczynskiCounts.work({ variant: 'printed', index: 0, first: 0, count: 0 }, engine),
    ]);
    const csv = (await saved(page, 'CSV')).trim().split('\r\n');
    expect(csv).toHaveLength(figures.length + 1);
    expect(csv[1]).toBe(
      '"Tabaczynski, table 4.4",2 links to 0.01,Truncated,,14,14,0,,,1,the same as printed',
    );
    const json = JSON.parse(await saved(page, 'JSON'));
    expect(json.manifest.build).toBe(engine.catalogue.build);
    expect(json.figures.map(({ ours }: { ours: number | null }) => ours)).toEqual(
      figures.map(({ ours }) => (Number.isNaN(ours) ? null : ours)),
    );
  }));

test('a row opens as a case in Compare, whose hash is that of its document in Node', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Open 5 links to 10⁻⁷, DLS' }).click();
    await page.waitForSelector('.pane');
    expect(await page.locator('.pane:visible').count()).toBe(1);
    const { hash } = await shared(page);
    const [figure] = tabaczynskiCounts
      .figures('printed', [
        tabaczynskiCounts.work({ variant: 'printed', index: 0, first: 0, count: 0 }, engine),
      ])
      .filter(({ row, column }) => row === '5 links to 10⁻⁷' && column === 'DLS');
    expect(hash).toBe(replayHash(engine, sceneOf(figure?.opens, engine)));
  }));

test('the papers’ numbers stand on one page, those that are off first', () =>
  visit('#/studies', async (page) => {
    await page.getByRole('button', { name: /^Make all/ }).click();
    await page.waitForFunction(() => document.querySelectorAll('.data tbody tr').length > 100);
    const verdicts = await page
      .locator('.data .said')
      .evaluateAll((cells) => cells.map((cell) => cell.classList[1]));
    const place = { off: 0, same: 1, unjudged: 2, 'not-printed': 3 };
    const places = verdicts.map((verdict) => place[verdict as keyof typeof place]);
    expect(places).toEqual([...places].sort());
    expect(await faults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Off alone' }).check();
    expect(await rows(page).count()).toBe(verdicts.filter((verdict) => verdict === 'off').length);
  }));

test('an unknown study is said to be none', () =>
  visit('#/studies/nothing-here', async (page) => {
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toBe('There is no study “nothing-here”.');
  }));
