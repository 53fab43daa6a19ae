/** The “Why?” card: opened by mouse, keys and touch, explains the outcome, applies fixes, and can be undone. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
let visit: PageVisit;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

// undo and an applied fix restart the run, so each test has its own page
beforeEach(async () => {
  visit = await site.visit('?test=1', { hasTouch: true });
  page = visit.page;
  await waitForScene(page);
  await getTestHook(page).step(400);
  await waitUntilPageSettled(page);
});
afterEach(async () => {
  expect(visit.messages).toEqual([]);
  await visit.close();
});

const word = (place: 'pane' | 'card', slot = 1) =>
  page.locator(`.${place}[data-slot="${slot}"] .state`);
const answer = () => page.getByRole('dialog', { name: /Transpose/ });
const cures = () => answer().locator('.explain_cures button');

/** Waits until the explanation is computed. */
const answered = () => answer().locator('.answer:not([aria-busy=true])').first().waitFor();

/** Waits until the trials of fixes are over. */
const tried = () =>
  page.waitForFunction(() => {
    const lists = [...document.querySelectorAll('.explain_cures')];
    return lists.length > 0 && lists.every(({ ariaBusy }) => ariaBusy === 'false');
  });

const boxes = async () => {
  const [paneBox, answerBox] = await Promise.all([
    page.locator('.pane[data-slot="1"]').boundingBox(),
    answer().boundingBox(),
  ]);
  if (!paneBox || !answerBox) throw new Error('the pane or the answer is not seen');
  return { paneBox, answerBox };
};

/** Checks that the pane is visible and the card does not cover it. */
async function expectNoOverlap(): Promise<void> {
  await waitUntilPageSettled(page);
  const { paneBox, answerBox } = await boxes();
  expect(paneBox.height).toBeGreaterThan(150);
  const beside =
    answerBox.x >= paneBox.x + paneBox.width - 1 || answerBox.x + answerBox.width <= paneBox.x + 1;
  const below =
    answerBox.y >= paneBox.y + paneBox.height - 1 ||
    answerBox.y + answerBox.height <= paneBox.y + 1;
  expect(beside || below).toBe(true);
}

test('every outcome is a button in pane and card, with "Why?" unless the target is reached', async () => {
  for (const slot of [1, 2, 3, 4]) {
    const answerText = await word('pane', slot).innerText();
    expect(await word('card', slot).innerText()).toBe(answerText);
    expect(/Why\?$/.test(answerText)).toBe(!/reached/.test(answerText));
    expect((await word('pane', slot).boundingBox())?.height).toBeGreaterThanOrEqual(24);
  }
});

test("a click opens the card beside the pane with the pane's error; axe finds no violations", async () => {
  await word('pane').click();
  await answer().waitFor();
  await expectNoOverlap();
  const figure = await page.locator('.card[data-slot="1"] .scene_error').innerText();
  await answered();
  expect(await answer().locator('.answer').first().innerText()).toContain(figure);
  expect(await answer().locator('.bars > .explain_blocks').count()).toBe(1);
  const arrow = page.locator('.arrow-name');
  await expect.poll(() => arrow.textContent()).toMatch(/^σ.+: weak direction$/);
  await tried();
  expect(await findAxeViolations(page, { within: '.why' })).toEqual([]);
  await page.keyboard.press('Escape');
  await answer().waitFor({ state: 'detached' });
  await arrow.waitFor({ state: 'hidden' }); // with the next frame
  expect(await word('pane').evaluate((each) => each === document.activeElement)).toBe(true);
});

test('the outcome names the cause that a trial from the pose confirmed', async () => {
  expect(await word('pane').innerText()).toMatch(/^overshoots/);
  await word('pane').click();
  await tried();
  expect(await answer().innerText()).toMatch(
    /With (error gain g = [\d.]+|a step limit of [\d.]+°|a target clamp of [\d.]+ mm?) from this pose, Transpose lowers the error by \d+ % in 400 updates\./,
  );
  expect(await page.locator('.tale').innerText()).toContain('Transpose overshoots.');
  // at another pose the reason is not known yet
  await page.keyboard.press('Escape');
  await getTestHook(page).step(0);
  await page.getByRole('button', { name: 'Run again' }).click();
  await getTestHook(page).step(3);
  expect(await word('pane').innerText()).not.toMatch(/overshoots/);
});

test('an embedded run without charts names the same causes as the page', async () => {
  const states = (of: Page) => of.locator('.pane .state').allInnerTexts();
  await site.inOwnPage('?embed&test=1#preset=four-ways', async ({ page: embedded }) => {
    await waitForScene(embedded);
    await getTestHook(embedded).step(400);
    await waitUntilPageSettled(embedded);
    expect(await states(embedded)).toEqual(await states(page));
  });
});

test('by keyboard a fix is applied and restarts the run, and undo restores the scene', async () => {
  const before = await getTestHook(page).scenario();
  await word('card').focus();
  await page.keyboard.press('Enter');
  await tried();
  expect(await cures().count()).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  expect(await cures().evaluateAll((all) => all.indexOf(document.activeElement as never))).toBe(0);
  await page.keyboard.press('Enter');
  await answer().waitFor({ state: 'detached' });
  expect(await getTestHook(page).scenario()).not.toEqual(before);
  expect(await getTestHook(page).frame()).toBe(0); // from the start, as in the trial
  await page.keyboard.press('Control+z');
  expect(await getTestHook(page).scenario()).toEqual(before);
});

secondTierTest(
  'a method that reaches the target late gets fixes that need at most half the updates',
  async () => {
    const words = await page.locator('.card .state').allInnerTexts();
    const counts = words.map((text) => Number(/^reached in (\d+)/.exec(text)?.[1] ?? 0));
    const late = Math.max(...counts);
    expect(late).toBeGreaterThan(50);
    await page.locator('.card .state').nth(counts.indexOf(late)).click();
    await page.getByRole('heading', { name: 'What would be faster' }).waitFor();
    await tried();
    const gains = await page.locator('.explain_cures .gain').allInnerTexts();
    expect(gains.length).toBeGreaterThan(0);
    for (const gain of gains)
      expect(Number(/reached in (\d+)/.exec(gain)?.[1])).toBeLessThanOrEqual(late / 2);
    expect(await page.locator('.why .explain_missing').count()).toBe(0);
  },
);

secondTierTest(
  'on a phone a tap opens half a sheet that leaves the pane visible, in both orientations',
  async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntilPageSettled(page);
    await getTestHook(page).step(0);
    expect((await word('pane').boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await word('pane').tap();
    await answer().waitFor();
    await expectNoOverlap();
    await page.setViewportSize({ width: 844, height: 390 });
    await expectNoOverlap();
    await answer().getByRole('button', { name: 'Close' }).tap();
    await answer().waitFor({ state: 'detached' });
    expect(await page.locator('.pane:visible').count()).toBe(4);
  },
);
