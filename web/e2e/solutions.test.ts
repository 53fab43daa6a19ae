/** All solutions beside the run: their numbers while a target is dragged, and starting from one. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { PHONE_OPTIONS } from './dragTools.ts';
import {
  findButton,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const open = (act: (page: Page) => Promise<void>, options: object = {}) =>
  site.inOwnPage(
    '?test=1#preset=arm-6',
    async ({ page }) => {
      await waitForScene(page);
      await act(page);
    },
    options,
  );

async function draw(page: Page, frames = 0): Promise<void> {
  await getTestHook(page).step(frames);
  await waitUntilPageSettled(page);
}

const strip = (page: Page) => page.getByRole('region', { name: 'Solutions' });
const tiles = (page: Page) => strip(page).getByRole('button', { name: /^solution/ });

/** Number of each tile with the signs of its solution. */
const signs = async (page: Page): Promise<string[]> =>
  (await tiles(page).locator('.unseen').allTextContents()).map((label) =>
    label.replace(/^(solution \d+), .* of \d+: ([^;]*);.*$/, '$1: $2'),
  );

const order = (page: Page): Promise<string[]> =>
  tiles(page).evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset.number ?? ''));

test('numbers stay with their solutions in a drag, a click starts all methods there', () =>
  open(async (page) => {
    await page.keyboard.press('s');
    await waitUntilPageSettled(page);
    await draw(page, 100);
    expect(await tiles(page).count()).toBe(8);
    expect(await page.locator('.chart-strip').isVisible()).toBe(false);
    const before = [await signs(page), await tiles(page).first().locator('.unseen').textContent()];
    const caption = page.locator('.pane .state').first();
    expect(await caption.textContent()).toContain('solution 1');

    const from = await getTargetRingPosition(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 12, { steps: 5 });
    await draw(page);
    const during = [await signs(page), await tiles(page).first().locator('.unseen').textContent()];
    expect([...(during[0] ?? [])].sort()).toEqual([...(before[0] ?? [])].sort());
    expect(during[1]).not.toBe(before[1]); // Its rotation, or its margin.
    await page.mouse.up();
    await draw(page, 100);

    const [, , , fourth] = await order(page);
    const { start } = await getTestHook(page).scenario();
    await tiles(page).nth(3).click();
    await draw(page);
    expect((await order(page))[0]).toBe(fourth);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-number'))).toBe(
      fourth,
    );
    for (const state of await page.locator('.pane .state').allTextContents())
      expect(state).toContain(`solution ${fourth}`);
    const undo = page.getByRole('button', { name: /^Undo/ });
    expect(await undo.getAttribute('title')).toContain(`Start from solution ${fourth}`);
    await undo.click();
    await draw(page, 100);
    expect((await getTestHook(page).scenario()).start).toEqual(start);
    expect((await order(page))[3]).toBe(fourth);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('s');
    await waitUntilPageSettled(page);
    expect(await strip(page).count()).toBe(0);
    expect(await page.locator('.chart-strip').isVisible()).toBe(true);
  }));

test('on a phone, the solutions take the sheet of the charts, two side by side', () =>
  open(async (page) => {
    await findButton(page, 'More').last().click();
    await findButton(page, 'Solutions').click();
    await waitUntilPageSettled(page);
    await draw(page, 100);
    const boxes = await tiles(page).evaluateAll((all) =>
      all.map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return { x, y, right: x + width, bottom: y + height };
      }),
    );
    expect(boxes).toHaveLength(8);
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(2);
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  }, PHONE_OPTIONS));
