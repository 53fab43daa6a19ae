import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from './axe.ts';
import { hook, openSite, type Site, shown } from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

describe('axe finds nothing', () => {
  test.each([
    ['at work', '#preset=double-y'],
    ['with limits and several outcomes', '#preset=human-arm'],
    ['with a link that cannot be read', '#preset=nonsense'],
  ])('%s', async (_, fragment) => {
    const { page, close } = await site.visit(`?test=1${fragment}`);
    await shown(page);
    await hook(page).step(40);
    expect(await faults(page)).toEqual([]);
    await close();
  });

  test.each([
    ['the inspector', (page: Page) => page.keyboard.press('3')],
    ['a menu', (page: Page) => page.getByRole('button', { name: 'Menu of SDLS' }).click()],
    ['Share', (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click()],
    ['the papers', papers],
    ['the text with a fault', faultyText],
    ['the joints', joints],
    ['a pose that is refused', refusedPose],
    ['the keys', (page: Page) => page.keyboard.press('?')],
    ['all in one picture', (page: Page) => page.getByRole('button', { name: 'Overlay' }).click()],
  ])('%s', async (_, act) => {
    const { page, close } = await site.visit('?test=1#preset=double-y');
    await shown(page);
    await hook(page).step(20);
    await act(page);
    expect(await faults(page)).toEqual([]);
    await close();
  });

  test.each(['Methods', 'Charts', 'More'])('the sheet of a phone: %s', async (tab) => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await site.visit('?test=1#preset=double-y', { viewport });
    await shown(page);
    await hook(page).step(20);
    await page.getByRole('navigation').getByRole('button', { name: tab }).click();
    expect(await faults(page)).toEqual([]);
    await close();
  });

  test('on the page that cannot run', async () => {
    const context = await site.browser.newContext();
    await context.route('**/*.wasm', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForSelector('.stop:not(.late)');
    expect(await faults(page)).toEqual([]);
    await context.close();
  });
});

async function papers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'Cite' }).click();
}

async function joints(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Joints', exact: true }).click();
  await page.locator('.joint-rows').waitFor();
}

async function refusedPose(page: Page): Promise<void> {
  await joints(page);
  await page.getByRole('button', { name: 'Paste q' }).click();
  await page.getByLabel('Pose to paste').fill('1 2');
  await page.keyboard.press('Enter');
}

async function faultyText(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit as text' }).click();
  await page.getByLabel('The scenario as JSON').fill('{ "iklab": 2 }');
}

test('the theme follows the system, and ?theme= overrides it', async () => {
  const surface = async (address: string, colorScheme: 'light' | 'dark'): Promise<string> => {
    const { page, close } = await site.visit(address, { colorScheme });
    await shown(page);
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await close();
    return color;
  };
  expect(await surface('?test=1#preset=double-y', 'light')).toBe('rgb(255, 255, 255)');
  expect(await surface('?test=1#preset=double-y', 'dark')).toBe('rgb(21, 23, 28)');
  expect(await surface('?test=1&theme=dark', 'light')).toBe('rgb(21, 23, 28)');
});

test('the picture has a text in its place, and every button a name', async () => {
  const { page, close } = await site.visit('?test=1#preset=double-y');
  await shown(page);
  const text = await page.getByRole('img').first().getAttribute('aria-label');
  for (const word of ['Double Y', 'four targets', 'Transpose', 'SDLS'])
    expect(text).toContain(word);
  const buttons = await page.getByRole('button').count();
  expect(buttons).toBeGreaterThan(10);
  expect(await page.getByRole('button', { name: /\w/ }).count()).toBe(buttons);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    expect(await page.getByRole(landmark).count()).toBe(1);
  }
  await close();
});
