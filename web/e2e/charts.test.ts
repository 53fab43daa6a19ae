import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getChartPosition,
  getTestHook,
  openTestSite,
  type PageVisit,
  type PageVisitOptions,
  type TestSite,
  waitForCharts,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (
  act: (visit: PageVisit) => Promise<void>,
  fragment = '#preset=double-y',
  options: PageVisitOptions = {},
): Promise<void> =>
  site.inSharedPage(
    fragment,
    async (visit) => {
      await visit.page.waitForSelector('.chart canvas', { state: 'attached' });
      await act(visit);
    },
    options,
  );

const chart = (page: Page, index: number) => page.locator('.chart').nth(index);
const plot = (page: Page, index: number) => chart(page, index).getByRole('img');
const chartLabel = async (page: Page, index: number): Promise<string> =>
  (await plot(page, index).getAttribute('aria-label')) ?? '';
const history = (page: Page) => page.getByRole('slider', { name: 'History' });

/** The selected kind of each chart. */
const titles = (page: Page): Promise<string[]> =>
  page
    .locator('.chart h2 select')
    .evaluateAll((menus) =>
      menus.map((menu) => (menu as HTMLSelectElement).selectedOptions[0]?.text ?? ''),
    );

/** Selects the kind of a chart. */
const show = (page: Page, index: number, kind: string): Promise<unknown> =>
  chart(page, index).locator('h2 select').selectOption(kind);

/** Pixels of a chart's canvas. */
const pixels = (page: Page, index: number): Promise<string> =>
  chart(page, index)
    .locator('canvas')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

async function hover(page: Page, index: number, share: number): Promise<void> {
  const { x, y } = await getChartPosition(page, index, share);
  await page.mouse.move(x, y);
}

describe('charts', () => {
  test('describe errors, filters and joint angles in their accessible names, as the panes show them', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(30);
      await waitForCharts(page);
      expect(await titles(page)).toEqual(['Error', 'Filter τ(σ)', 'Joint angles']);
      const panes = page.locator('.pane');
      const figures = await panes.evaluateAll((all) =>
        all.map((pane) => {
          const figure = pane.querySelector('.figure')?.textContent?.split(' · ')[0];
          return `${pane.ariaLabel} ${figure}`;
        }),
      );
      expect(await chartLabel(page, 0)).toBe(
        `Error against update, logarithmic. At the end: ${figures.join(', ')}.`,
      );
      await expect
        .poll(() => chartLabel(page, 1)) // found in slices
        .toMatch(
          /^Filter of each method against singular value, logarithmic: Transpose σ from [\d.]+ to /,
        );
      expect(await chartLabel(page, 2)).toBe(
        'Joint angles between their limits, SDLS: 0 of 25 at a limit.',
      );
    }));

  test('change as the run advances and repeat the same pixels after a restart', () =>
    visit(async ({ page }) => {
      await show(page, 1, 'Error over time');
      await getTestHook(page).step(10);
      await waitForCharts(page);
      const early = await Promise.all([0, 1, 2].map((i) => pixels(page, i)));
      await getTestHook(page).step(50);
      await waitForCharts(page);
      for (const i of [0, 1, 2])
        await expect.poll(async () => (await pixels(page, i)) === early[i]).toBe(false);
      await page.getByRole('button', { name: 'Restart', exact: true }).click();
      await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 0');
      await getTestHook(page).step(10);
      await waitForCharts(page);
      await expect.poll(async () => (await pixels(page, 0)) === early[0]).toBe(true);
      await show(page, 1, 'Filter τ(σ)');
    }));

  secondTierTest('are labelled by update when the run converges', () =>
    visit(async ({ page }) => {
      await show(page, 1, 'Error, linear');
      expect(await titles(page)).toEqual(['Error', 'Error, linear', 'Joint angles']);
      await getTestHook(page).step(4);
      await waitForCharts(page);
      expect(await chartLabel(page, 1)).toMatch(/^Error against update, linear\./);
      await show(page, 1, 'Filter τ(σ)');
    }, '#preset=human-arm'),
  );

  test('show the joint angles of the selected method', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(20);
      const before = await pixels(page, 2);
      await page
        .getByRole('combobox', { name: 'Joint angles: method' })
        .selectOption({ label: 'Transpose' });
      expect(await chartLabel(page, 2)).toContain('Transpose');
      expect((await pixels(page, 2)) === before).toBe(false);
    }));

  test('omit a hidden method and draw it again when shown', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(30);
      await waitForCharts(page);
      const all = await pixels(page, 0);
      await page.getByRole('button', { name: 'Hide SDLS' }).click();
      await expect.poll(() => chartLabel(page, 0)).not.toContain('SDLS');
      expect(await chartLabel(page, 0)).toContain('Truncated');
      expect((await pixels(page, 0)) === all).toBe(false);
      await page.getByRole('button', { name: 'Show SDLS' }).click();
      await expect.poll(async () => (await pixels(page, 0)) === all).toBe(true);
    }));

  test('show the full run or only the last 240 updates', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(400);
      await waitForCharts(page);
      const all = await pixels(page, 0);
      const menu = page.getByRole('combobox', { name: 'Error: time range' });
      await menu.selectOption('last 240 updates');
      expect((await pixels(page, 0)) === all).toBe(false);
      await menu.selectOption('by update');
      expect((await pixels(page, 0)) === all).toBe(true);
    }));

  secondTierTest('are redrawn when the colour scheme changes', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(20);
      await waitForCharts(page);
      const light = await Promise.all([0, 1, 2].map((i) => pixels(page, i)));
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const i of [0, 1, 2]) {
        await expect.poll(async () => (await pixels(page, i)) === light[i]).toBe(false);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }),
  );
});

describe('chart cursor', () => {
  test('clicking in a chart moves the history to that update', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(40);
      await waitForCharts(page);
      const start = await pixels(page, 0);
      await hover(page, 0, 0.5);
      await page.mouse.down();
      await page.mouse.up();
      await page.mouse.move(5, 5);
      await expect.poll(() => history(page).inputValue()).toBe('20');
      await page.waitForFunction(
        () => document.querySelector('.count')?.textContent === 'frame 20',
      );
      await expect.poll(async () => (await pixels(page, 0)) === start).toBe(false);
    }));
});

describe('history slider', () => {
  test('shows the recorded poses of an earlier, the first and the last frame', () =>
    visit(async ({ page }) => {
      const start = await getTestHook(page).drawn(3);
      await getTestHook(page).step(20);
      const middle = await getTestHook(page).drawn(3);
      await getTestHook(page).step(20);
      const end = await getTestHook(page).drawn(3);
      await history(page).fill('20');
      await expect.poll(() => getTestHook(page).drawn(3)).toEqual(middle);
      expect(await page.textContent('.count')).toBe('frame 20');
      await history(page).press('Home');
      await expect.poll(() => getTestHook(page).drawn(3)).toEqual(start);
      await history(page).press('End');
      await expect.poll(() => getTestHook(page).drawn(3)).toEqual(end);
    }));

  secondTierTest('steps back one update, forward again, and past the end', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(12);
      const end = await getTestHook(page).drawn(0);
      await page.getByRole('button', { name: 'Back one update' }).click();
      await expect.poll(() => page.textContent('.count')).toBe('frame 11');
      await page.getByRole('button', { name: 'Forward one update', exact: true }).click();
      await expect.poll(() => getTestHook(page).drawn(0)).toEqual(end);
      await page.getByRole('button', { name: 'Forward one update', exact: true }).click();
      await expect.poll(() => getTestHook(page).frame()).toBe(13);
    }),
  );

  secondTierTest('keeps only the last 3600 frames', () =>
    visit(async ({ page }) => {
      await getTestHook(page).step(3700);
      await expect.poll(() => history(page).getAttribute('max')).toBe('3700');
      expect(await history(page).getAttribute('min')).toBe('101');
      await history(page).press('Home');
      await expect.poll(() => page.textContent('.count')).toBe('frame 101');
    }),
  );
});

secondTierTest('a phone shows one chart at a time, selected by name', () =>
  visit(
    async ({ page }) => {
      await page.getByRole('button', { name: 'Charts' }).click();
      await page.waitForSelector('.chart:visible');
      const seen = () => page.locator('.chart:visible').count();
      await getTestHook(page).step(30);
      expect(await seen()).toBe(1);
      await waitForCharts(page);
      await page.getByRole('button', { name: 'Joints' }).click();
      expect(await seen()).toBe(1);
      expect(await page.locator('.chart:visible [role=img]').getAttribute('aria-label')).toContain(
        'Joint angles',
      );
    },
    '#preset=double-y',
    { viewport: { width: 390, height: 844 } },
  ),
);
