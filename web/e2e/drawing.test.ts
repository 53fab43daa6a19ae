import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, hook, openSite, type Site, shown } from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Draw your own arm' });

/** A press on the sheet, in shares of it from its left top. */
async function press(page: Page, x: number, y: number, count = 1): Promise<void> {
  const box = await dialog(page).getByRole('application').boundingBox();
  if (!box) throw new Error('no sheet');
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { clickCount: count });
}

const links = (page: Page) => dialog(page).getByRole('status').innerText();

test('an arm is drawn by presses and opens with four methods', async () => {
  const { page } = await site.visit('?test=1');
  await shown(page);
  await page.locator('button.scene-name').click();
  await button(page, 'Draw an arm…').click();
  await press(page, 0.6, 0.4);
  await press(page, 0.8, 0.4);
  await press(page, 0.9, 0.9);
  expect(await links(page)).toContain('3 links');
  await page.keyboard.press('Backspace');
  expect(await links(page)).toContain('2 links');
  await press(page, 0.8, 0.7, 2);
  await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
  await dialog(page).waitFor({ state: 'detached' });
  const { tree, methods, targets } = await hook(page).scenario();
  expect(tree).toMatchObject({ planar: { points: { length: 3 } } });
  expect(methods).toHaveLength(4);
  expect(targets).toHaveLength(1);
  await page.waitForFunction(() => window.__iklab.panels === 4);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.waitForFunction(() => window.__iklab.scenario.name !== 'Drawn arm');
});

test('arrows, Space and Enter draw as well; nothing drawn opens nothing', async () => {
  const { page } = await site.visit('?test=1');
  await shown(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('draw your own');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  expect(await button(page, 'Open as a scene').isDisabled()).toBe(true);
  for (const key of ['ArrowUp', 'ArrowUp', 'Space', 'ArrowRight', 'ArrowRight', 'Space'])
    await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
  const { tree } = await hook(page).scenario();
  expect(tree).toEqual({
    planar: {
      points: [
        [0, 0.1],
        [0.1, 0.1],
      ],
    },
  });
});
