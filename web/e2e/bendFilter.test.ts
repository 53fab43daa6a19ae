/** Editing the filter curve of a method in its chart: by pointer and keys, as a running panel, and undone. */
import { testEngine } from '@iklab/core/engine/testing';
import { decodeLink } from '@iklab/core/scenario/link';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  getTestHook,
  openTestSite,
  type PageVisit,
  type PageVisitOptions,
  type TestSite,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const { catalogue } = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (
  act: (visit: PageVisit) => Promise<void>,
  options: PageVisitOptions = {},
): Promise<void> =>
  site.inSharedPage(
    '#preset=double-y',
    async (visit) => {
      await visit.page.waitForSelector('.chart canvas', { state: 'attached' });
      await act(visit);
      // the next test may use the same page
      if (await isBending(visit.page)) await toggle(visit.page).click();
    },
    options,
  );

const filter = (page: Page) => page.locator('.chart').nth(1);
const knots = (page: Page) => filter(page).getByRole('slider');
const toggle = (page: Page) => filter(page).getByRole('button', { name: 'Bend', exact: true });
const isBending = async (page: Page) =>
  (await toggle(page).count()) > 0 && (await toggle(page).getAttribute('aria-pressed')) === 'true';
const method = (page: Page) => filter(page).getByLabel('Filter τ(σ): method');
const panels = async (page: Page) => (await getTestHook(page).scenario()).methods;
const heights = (page: Page) =>
  knots(page).evaluateAll((all) => all.map((knot) => Number(knot.ariaValueNow)));
const shownMethod = (page: Page) =>
  method(page).evaluate((menu) => (menu as HTMLSelectElement).selectedOptions[0]?.text);

async function bend(page: Page): Promise<void> {
  await method(page).selectOption('DLS′');
  await toggle(page).click();
  await expect.poll(() => knots(page).count()).toBe(7);
}

async function drag(page: Page, index: number, by: number): Promise<void> {
  const { x, y, width, height } = (await knots(page).nth(index).boundingBox()) ?? never();
  const [u, v] = [x + width / 2, y + height / 2];
  await page.mouse.move(u, v);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(u, v + (by * i) / 6);
  await page.mouse.up();
}
/** The text of the fifth method of the address. */
async function linkedText(page: Page): Promise<unknown> {
  const link = await decodeLink(new URL(page.url()).hash, catalogue).catch(() => null);
  return link?.ok ? link.value.scenario.methods[4]?.params.text : null;
}
const never = (): never => {
  throw new Error('it does not stand in the page');
};

test('dragging a knot adds a custom method beside the original; each drag is one undo step', () =>
  visit(async ({ page, messages }) => {
    const before = await panels(page);
    await bend(page);
    const low = (await heights(page))[3] as number;
    expect(await panels(page)).toEqual(before);
    await drag(page, 3, -20);
    await expect.poll(async () => (await panels(page)).length).toBe(5);
    await expect.poll(() => page.locator('.pane').count()).toBe(5);
    const bent = (await panels(page))[4];
    const dls = before.find(({ label }) => label === 'DLS′');
    expect(bent).toMatchObject({ id: 'formula', label: 'DLS′, bent' });
    expect(bent?.targetClamp).toEqual(dls?.targetClamp);
    await expect.poll(() => shownMethod(page)).toBe('DLS′, bent');
    const high = (await heights(page))[3] as number;
    expect(high).toBeGreaterThan(2 * low);
    expect(bent?.params.text).toContain(`param τ₄ = ${high} `);
    await getTestHook(page).step(20);
    await drag(page, 4, 10);
    await expect.poll(async () => (await heights(page))[4]).toBeLessThan(0.7);
    expect(await panels(page)).toHaveLength(5);
    const undo = page.getByRole('button', { name: /^Undo/ });
    await undo.click();
    await expect.poll(async () => (await panels(page))[4]?.params.text).toBe(bent?.params.text);
    await undo.click();
    await expect.poll(() => panels(page)).toEqual(before);
    await expect.poll(() => shownMethod(page)).toBe('DLS′');
    expect(messages).toEqual([]);
  }));

secondTierTest('keys move, add and remove knots; a knot above 2/σ shows a warning', () =>
  visit(async ({ page }) => {
    await method(page).selectOption('DLS′');
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => knots(page).count()).toBe(7);
    await page.keyboard.press('Tab');
    const first = knots(page).first();
    await expect.poll(() => first.evaluate((knot) => knot === document.activeElement)).toBe(true);
    expect(await first.getAttribute('aria-label')).toMatch(/^τ at σ 0\.\d+$/);
    for (const _ of Array(3)) await page.keyboard.press('Tab');
    const [, , , start = 0] = await heights(page);
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await heights(page))[3]).toBeCloseTo(start * 10 ** 0.02, 2);
    const words = filter(page).getByRole('status');
    expect(await words.textContent()).toBe('Drag a knot, or use the arrow keys.');
    for (let i = 0; i < 9; i++) await page.keyboard.press('PageUp');
    const warning = 'Above 2/σ, each update increases the error along this direction.';
    await expect.poll(() => words.textContent()).toBe(warning);
    await page.keyboard.press('Enter');
    await expect.poll(() => knots(page).count()).toBe(8);
    await page.keyboard.press('Delete');
    await expect.poll(() => knots(page).count()).toBe(7);
    await expect.poll(async () => (await panels(page)).length).toBe(5);
    expect(await findAxeViolations(page, { within: '.chart:nth-child(2)' })).toEqual([]);
    await knots(page).nth(1).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => knots(page).count()).toBe(0);
    expect(await toggle(page).evaluate((each) => each === document.activeElement)).toBe(true);
  }),
);

secondTierTest('a bent filter can be edited further after its link is reloaded', () =>
  visit(async ({ page }) => {
    await bend(page);
    await drag(page, 2, -15);
    await expect.poll(async () => (await panels(page)).length).toBe(5);
    const now = await heights(page);
    const written = (await panels(page))[4]?.params.text;
    await expect.poll(() => linkedText(page)).toBe(written);
    await page.reload();
    await page.waitForSelector('.chart canvas', { state: 'attached' });
    await method(page).selectOption('DLS′, bent');
    await toggle(page).click();
    await expect.poll(() => heights(page)).toEqual(now);
    await drag(page, 5, 10);
    await expect.poll(async () => (await heights(page))[5]).not.toBe(now[5]);
    expect(await panels(page)).toHaveLength(5);
  }),
);

secondTierTest(
  'the open formula text follows dragged knots, and the inspector value moves its knot',
  () =>
    visit(async ({ page }) => {
      await bend(page);
      await drag(page, 3, -15);
      await expect.poll(async () => (await panels(page)).length).toBe(5);
      await page.getByRole('button', { name: 'Menu of DLS′, bent' }).click();
      await page.getByRole('menuitem', { name: 'Edit formula' }).click();
      const text = page.locator('.cm-content');
      const line = async () => `param τ₅ = ${(await heights(page))[4]} "τ at σ`;
      await expect.poll(() => text.innerText()).toContain(await line());
      const before = await line();
      await drag(page, 4, -12);
      await expect.poll(() => line()).not.toBe(before);
      await expect.poll(async () => (await text.innerText()).includes(await line())).toBe(true);
      await page.getByRole('button', { name: 'Close' }).first().click();
      await page.locator('body').press('5'); // its inspector
      const field = page.getByRole('textbox', { name: /^τ at σ .*, value/ }).nth(4);
      const low = (await heights(page))[4] as number;
      await field.fill(`${low / 2}`);
      await field.press('Enter');
      await expect.poll(async () => (await heights(page))[4]).toBeCloseTo(low / 2, 3);
      await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
    }),
);

secondTierTest('a double click adds a knot; methods without a filter have no Bend button', () =>
  visit(async ({ page }) => {
    await bend(page);
    const plot = (await filter(page).getByRole('img').boundingBox()) ?? never();
    const [a, b] = await Promise.all([2, 3].map((i) => knots(page).nth(i).boundingBox()));
    const x = ((a?.x ?? 0) + (b?.x ?? 0)) / 2 + 14;
    await page.mouse.dblclick(x, plot.y + plot.height / 2);
    await expect.poll(() => knots(page).count()).toBe(8);
    await toggle(page).click();
    await method(page).selectOption('SDLS');
    await expect.poll(() => toggle(page).count()).toBe(0);
  }),
);

secondTierTest(
  'on a phone, knots measure 44 px and can be dragged; the page does not overflow',
  () =>
    visit(
      async ({ page }) => {
        await page.getByRole('button', { name: 'Charts' }).click();
        await page.locator('.chart-tabs').getByRole('button', { name: 'Filter' }).click();
        await bend(page);
        const { width = 0, height = 0 } = (await knots(page).nth(3).boundingBox()) ?? {};
        expect([width, height]).toEqual([44, 44]);
        await drag(page, 3, -15);
        await expect.poll(async () => (await panels(page)).length).toBe(5);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ),
);
