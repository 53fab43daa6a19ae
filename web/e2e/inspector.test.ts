import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findAxeViolations, findTooSmallControls } from './axe.ts';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  unfoldSceneCard,
  waitForCharts,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
let visit: PageVisit;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

// open panels and settings are stored with the page, so each test has its own
beforeEach(async () => {
  visit = await site.visit('?test=1#preset=y&methods=dls,sdls,truncated,transpose,ccd');
  page = visit.page;
  await waitForScene(page);
});
afterEach(async () => {
  expect(visit.messages).toEqual([]);
  await visit.close();
});

const inspector = () => page.locator('.inspector');
const inspect = (method: string) =>
  page.locator('.scene_inspect', { hasText: method }).first().click();
const close = () => inspector().getByLabel('Close').click();
const parameters = () => inspector().locator('section', { hasText: 'Parameters' }).first();
const fact = async (name: string): Promise<string> => {
  const row = inspector().locator('.method_facts > div', { hasText: name }).first();
  return (await row.locator('dd').textContent()) ?? '';
};

test('all controls of the inspector are at least 24 px large', async () => {
  await getTestHook(page).step(30);
  await inspect('DLS');
  await inspector().locator('.method_facts').waitFor();
  expect(await findTooSmallControls(page, '.inspector')).toEqual([]);
});

test('the inspector shows the formula, the filter and the numbers of the current update', async () => {
  await getTestHook(page).step(30);
  await inspect('DLS');
  const formula = await inspector().locator('.equation math').boundingBox();
  expect((formula?.y ?? 900) + (formula?.height ?? 0)).toBeLessThan(640);
  expect(await inspector().locator('.summary').textContent()).toBe('Damped least squares');
  // computed in slices, with pauses between them
  await expect.poll(() => fact('updates')).toBe('30');
  expect(await inspector().locator('.method_filter-now .method_dot').count()).toBe(6);
  expect(await fact('rank')).toBe('6 of 6');
  expect(await fact('on limits')).toBe('none');
  await getTestHook(page).step(12);
  await expect.poll(() => fact('updates')).toBe('42');
});

test('its jitter equals the value in the table', async () => {
  await inspect('DLS');
  await getTestHook(page).step(42);
  await findButton(page, 'Table').click();
  const head = await page.locator('.charts_chart-table th').allTextContents();
  const column = head.findIndex((text) => text.startsWith('jitter'));
  const row = page.locator('.charts_chart-table tbody tr').first();
  const cell = (await row.locator('th, td').nth(column).textContent()) ?? '';
  const message = Number(cell.replace('▸', '')); // the mark of the best value
  await expect.poll(async () => Number(await fact('jitter'))).toBeCloseTo(message, 1);
});

test('charts of one method switch to the inspected or clicked method', async () => {
  await inspect('DLS');
  await waitForCharts(page);
  const menu = page.getByRole('combobox', { name: 'Filter τ(σ): method' });
  expect(await menu.inputValue()).toBe('DLS');
  await inspect('SDLS');
  expect(await menu.inputValue()).toBe('SDLS');
  await close();
  await page.locator('.pane h2 button', { hasText: 'Truncated' }).click();
  expect(await menu.inputValue()).toBe('Truncated');
});

test('parameters without effect are hidden; card and pane show λ', async () => {
  await inspect('DLS');
  const names = () => parameters().locator('.name').allTextContents();
  expect(await names()).toEqual(['Damping λ', 'λ rule']);
  await page.getByLabel('λ rule').selectOption('manipulability');
  expect(await names()).toEqual(['λ rule', 'Largest λ', 'Manipulability w₀']);
  await findButton(page, 'Reset λ rule').click();
  expect(await names()).toEqual(['Damping λ', 'λ rule']);
  expect(await page.locator('.card .note').first().textContent()).toContain('λ 0.14');
  const note = page.locator('.pane .note').first();
  expect(await note.textContent()).toContain('λ 0.14');
  expect((await note.boundingBox())?.width).toBeGreaterThan(30);
});

test('short option lists are radio buttons, set by mouse and keys, outlined in forced colours', async () => {
  await inspect('DLS');
  const clamp = inspector().getByRole('radiogroup', { name: 'Clamped' });
  await clamp.getByRole('radio', { name: 'fixed' }).check();
  expect(await page.locator('.card .note').first().textContent()).toContain('clamped');
  await page.keyboard.press('ArrowLeft');
  expect(await clamp.getByRole('radio', { name: 'off' }).isChecked()).toBe(true);
  // also with forced colours, where fills are not drawn
  await page.emulateMedia({ forcedColors: 'active' });
  const outlines = await clamp
    .locator('span')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle));
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1);
});

secondTierTest('an explanation opens by focus, hover and click', async () => {
  await unfoldSceneCard(page);
  const word = page.getByRole('button', { name: 'Joint limits', exact: true });
  const message = page.locator('.explained:popover-open');
  await word.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await message.getByText('Locked: a joint at its limit').waitFor();
  expect(await findAxeViolations(page, { within: '.scene' })).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await message.count()).toBe(0);
  await page.getByRole('button', { name: 'Mode', exact: true }).hover();
  await message.getByText('Track: a fixed number of updates').waitFor();
  await page.mouse.move(700, 300);
  await message.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Error: what it shows' }).click();
  await message.getByText('Sum of the distances').waitFor();
  await page.mouse.click(700, 300);
});

secondTierTest(
  'the used λ has at most three digits; the close button stays beside a long name',
  async () => {
    await followSceneLink(page, '#preset=y&methods=dls,levenberg-marquardt');
    await getTestHook(page).step(30);
    await inspect('Levenberg');
    const [digits = ''] = (await fact('λ')).split(' m');
    expect(digits.replace(/^0\.0*|\./g, '').length).toBeLessThanOrEqual(3);
    const head = await inspector().locator('h2').boundingBox();
    const cross = await inspector().locator('> header .iconb').boundingBox();
    if (!head || !cross) throw new Error('the header is not seen');
    expect(Math.abs(cross.y + cross.height / 2 - head.y - head.height / 2)).toBeLessThan(4);
    expect(cross.x).toBeGreaterThanOrEqual(head.x + head.width);
  },
);
