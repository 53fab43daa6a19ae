import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  followSceneLink,
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForCharts,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const PHONE = { viewport: { width: 390, height: 844 } };

async function visit(
  act: (visit: PageVisit) => Promise<void>,
  fragment = '#preset=double-y',
  options: Parameters<TestSite['visit']>[1] = {},
): Promise<void> {
  const opened = await site.visit(`?test=1${fragment}`, options);
  try {
    await waitForScene(opened.page);
    await opened.page.waitForSelector('.chart canvas', { state: 'attached' });
    await act(opened);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

const chart = (page: Page, index: number) => page.locator('.chart').nth(index);
const chartLabel = async (page: Page, index: number): Promise<string> =>
  (await chart(page, index).getByRole('img').getAttribute('aria-label')) ?? '';
const show = (page: Page, index: number, kind: string): Promise<unknown> =>
  chart(page, index).locator('h2 select').selectOption(kind);
const table = (page: Page) => page.getByRole('button', { name: 'Table', exact: true });
const rows = (page: Page): Promise<string[][]> =>
  page
    .locator('.charts_chart-table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('.name')?.textContent ?? '',
        ...[...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
      ]),
    );
/** The label of a chart once it is unchanged for 20 frames; charts are redrawn at most ten times a second. */
const settledWords = (page: Page, index: number): Promise<string> =>
  chart(page, index)
    .getByRole('img')
    .evaluate(async (element) => {
      let words = '';
      for (let same = 0; same < 20; same++) {
        await new Promise(requestAnimationFrame);
        const now = element.ariaLabel ?? '';
        if (now !== words) same = 0;
        words = now;
      }
      return words;
    });

describe('during a run', () => {
  let opened: PageVisit;
  let page: Page;
  beforeEach(async () => {
    opened = await site.visit('?test=1#preset=double-y');
    ({ page } = opened);
    await waitForScene(page);
    await page.waitForSelector('.chart canvas', { state: 'attached' });
  });
  afterEach(async () => {
    expect(opened.messages).toEqual([]);
    await opened.close();
  });

  test('the filter chart names the direction under the pointer', async () => {
    await getTestHook(page).step(40);
    await expect.poll(() => chartLabel(page, 1)).toContain('SDLS σ from');
    const box = await chart(page, 1).locator('canvas').boundingBox();
    if (!box) throw new Error('the chart has no place');
    // some position along the row of marks points at a direction
    for (let share = 0.2; share < 0.8; share += 0.02) {
      await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
      if ((await chartLabel(page, 1)).includes('Direction')) break;
    }
    expect(await chartLabel(page, 1)).toContain('Direction');
    await page.mouse.move(5, 5);
    await expect.poll(() => chartLabel(page, 1)).not.toContain('Direction');
  });

  secondTierTest('the table opens by keyboard; axe finds no violations', async () => {
    expect(await findAxeViolations(page, { within: '.chart-strip' })).toEqual([]);
    await table(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.charts_chart-table tbody tr');
    expect(await findAxeViolations(page, { within: '.chart-strip' })).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.charts_chart-row', { state: 'visible' });
  });

  test('the filter chart shows the update selected in the history', async () => {
    await getTestHook(page).step(20);
    await waitForCharts(page);
    const now = await settledWords(page, 1);
    await page.getByRole('slider', { name: 'History' }).fill('3');
    await expect.poll(() => chartLabel(page, 1)).not.toBe(now);
    await page.getByRole('slider', { name: 'History' }).press('End');
    await expect.poll(() => chartLabel(page, 1)).toBe(now);
  });

  test('the table lists every method, sorts by column and compares with a reference method', async () => {
    await getTestHook(page).step(200);
    await table(page).click();
    await expect.poll(async () => (await rows(page)).length).toBe(4);
    const names = async () => (await rows(page)).map(([name]) => name);
    expect(await names()).toEqual(['Transpose', 'Truncated', 'DLS′', 'SDLS']);
    expect((await rows(page)).map((row) => row[3])).toEqual(['200', '200', '200', '200']);
    await page.getByRole('button', { name: 'jitter' }).click();
    expect((await names())[0]).toBe('DLS′');
    const jitter = page.getByRole('columnheader', { name: 'jitter' });
    expect(await jitter.getAttribute('aria-sort')).toBe('ascending');
    await page.locator('.explained:popover-open').getByText('How often joints reverse').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.explained:popover-open').count()).toBe(0);
    await page.getByRole('button', { name: 'shake' }).hover();
    await page.locator('.explained:popover-open').getByText('joint step changes').waitFor();
    expect(await page.locator('.charts_chart-table [aria-label=best]').count()).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'compare with SDLS', exact: true }).click();
    const [dls] = await rows(page);
    expect(dls?.[1]).toMatch(/^▸?(× [\d.]+|=)$/);
    expect(await page.textContent('.charts_chart-table .charts_formulas')).toContain(
      'Σ|Δ²θ| / (Σ|Δθ| + 10⁻⁶ rad)',
    );
    await table(page).click();
  });

  secondTierTest(
    'over settled updates, SDLS shakes more than five times as much as clamped SDLS',
    async () => {
      await followSceneLink(page, '#preset=double-y&methods=sdls,sdls-clamped');
      await getTestHook(page).step(900);
      await table(page).click();
      await page.getByRole('combobox', { name: 'Table: range of updates' }).selectOption('settled');
      await page.getByRole('button', { name: 'compare with SDLS, clamped' }).click();
      const all = await rows(page);
      const heads = await page.locator('.charts_chart-table thead th').allTextContents();
      const shake = heads.findIndex((text) => text.startsWith('shake'));
      const off = all.find(([name]) => name === 'SDLS')?.[shake] ?? '';
      expect(Number(off.replace(/[▸× ]/g, ''))).toBeGreaterThan(5);
      await table(page).click();
    },
  );

  test('clicking a stop reason explains it in a sentence with numbers', async () => {
    await followSceneLink(page, '#preset=tabaczynski-2-link');
    const word = page
      .getByRole('button', {
        name: /^(reached|oscillating|stopped short|update limit|out of reach|blocked|overshoots|slowed)/,
      })
      .first();
    for (let i = 0; i < 40 && (await word.count()) === 0; i++) await getTestHook(page).step(25);
    await word.click();
    const message = page
      .getByRole('dialog', { name: /^(Why|How) / })
      .locator('p')
      .first();
    await expect.poll(() => message.textContent()).toMatch(/\d/);
  });
});

test('each chart kind can be selected and is kept after a reload', () =>
  visit(async ({ page }) => {
    await getTestHook(page).step(30);
    const report: [string, RegExp][] = [
      ['Error over time', /^Error over time, linear\. At the end: Transpose /],
      [
        'Manipulability',
        /^Manipulability against update, logarithmic\. At the end: Transpose [\d.]/,
      ],
      ['Condition', /^Condition against update, logarithmic\. At the end: Transpose [\d.]/],
      ['Damping λ', /^Damping λ against update, linear\. At the end: DLS′ 700 mm\.$/],
      ['Clamp distance', /^Clamp distance against update, linear\. At the end: D₁ 2\d\d mm, D₂ /],
      ['Disturbance', /No method in this scene has a secondary goal\.$/],
      [
        'Δθ per joint',
        /^Change of each joint in the last update, SDLS\. The largest: .+: −?[\d.]+°\.$/,
      ],
      ['Weights λ(θ)', /^SDLS does not weight joints by their limits/],
      ['Joint angles', /^Joint angles between their limits, SDLS/],
      ['Filter τ(σ)', /^Filter of each method against singular value/],
    ];
    for (const [kind, words] of report) {
      await show(page, 0, kind);
      await expect.poll(() => chartLabel(page, 0)).toMatch(words);
    }
    await show(page, 2, 'Condition');
    await page.reload();
    await waitForScene(page);
    await page.waitForSelector('.chart canvas', { state: 'attached' });
    const kinds = await page
      .locator('.chart h2 select')
      .evaluateAll((all) =>
        all.map((menu) => (menu as HTMLSelectElement).selectedOptions[0]?.text),
      );
    expect(kinds).toEqual(['Filter τ(σ)', 'Filter τ(σ)', 'Condition']);
  }));

secondTierTest('on a phone the table replaces the chart, and a chart tab brings it back', () =>
  visit(
    async ({ page }) => {
      await page.getByRole('button', { name: 'Charts' }).click();
      await getTestHook(page).step(40);
      await table(page).click();
      await page.waitForSelector('.charts_chart-table tbody tr');
      expect(await page.locator('.chart:visible').count()).toBe(0);
      expect(await findAxeViolations(page, { within: '.chart-strip' })).toEqual([]);
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect.poll(() => page.locator('.chart:visible').count()).toBe(1);
      expect(await findAxeViolations(page, { within: '.chart-strip' })).toEqual([]);
    },
    '#preset=double-y',
    PHONE,
  ),
);
