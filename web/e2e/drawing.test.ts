import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Draw an arm' });

/** Clicks the sheet at a fraction of its size from the top left. */
async function press(page: Page, x: number, y: number, count = 1): Promise<void> {
  const box = await dialog(page).getByRole('application').boundingBox();
  if (!box) throw new Error('no sheet');
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { clickCount: count });
}

const links = (page: Page) => dialog(page).getByRole('status').innerText();

test('clicks draw an arm, and a double click opens it with four methods', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await page.locator('button.scene-name').click();
    await findButton(page, 'Draw an arm…').click();
    await press(page, 0.6, 0.4);
    await press(page, 0.8, 0.4);
    await press(page, 0.9, 0.9);
    expect(await links(page)).toContain('3 links');
    await page.keyboard.press('Backspace');
    expect(await links(page)).toContain('2 links');
    await press(page, 0.8, 0.7, 2);
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
    await dialog(page).waitFor({ state: 'detached' });
    const { tree, methods, targets } = await getTestHook(page).scenario();
    expect(tree).toMatchObject({ planar: { points: { length: 3 } } });
    expect(methods).toHaveLength(4);
    expect(targets).toHaveLength(1);
    await page.waitForFunction(() => window.__iklab.panels === 4);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await page.waitForFunction(() => window.__iklab.scenario.name !== 'Drawn arm');
  }));

secondTierTest('taps draw an arm on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page } = await site.visit('?test=1', phone);
  await waitForScene(page);
  await page.locator('button.scene-name').tap();
  await findButton(page, 'Draw an arm…').tap();
  const sheet = await dialog(page).getByRole('application').boundingBox();
  if (!sheet) throw new Error('no sheet');
  const tap = (x: number, y: number) =>
    page.touchscreen.tap(sheet.x + x * sheet.width, sheet.y + y * sheet.height);
  await tap(0.6, 0.4);
  await tap(0.8, 0.3);
  await tap(0.9, 0.6);
  expect(await links(page)).toContain('3 links');
  expect(await dialog(page).locator('.gallery_arm .gallery_next').count()).toBe(0);
  await findButton(page, 'Undo point').tap();
  await findButton(page, 'Open as scene').tap();
  await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
  const { tree } = await getTestHook(page).scenario();
  const points = 'planar' in tree && 'points' in tree.planar ? tree.planar.points : [];
  expect(points).toHaveLength(2);
  const [first, second] = points;
  expect(second?.[0]).toBeGreaterThan(first?.[0] ?? 9);
  expect(second?.[1]).toBeGreaterThan(first?.[1] ?? 9);
});

secondTierTest('arrow keys, Space and Enter draw an arm; an empty drawing cannot be opened', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('draw an arm');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await findButton(page, 'Open as scene').isDisabled()).toBe(true);
    for (const key of ['ArrowUp', 'ArrowUp', 'Space', 'ArrowRight', 'ArrowRight', 'Space'])
      await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
    const { tree } = await getTestHook(page).scenario();
    expect(tree).toEqual({
      planar: {
        points: [
          [0, 0.1],
          [0.1, 0.1],
        ],
      },
    });
  }),
);
