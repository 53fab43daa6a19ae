import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hook, openSite, type Site, shown } from './pageTools.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Faults that axe finds, each as rule and place. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
  });
}

describe.each(['light', 'dark'] as const)('in the %s theme axe finds nothing', (colorScheme) => {
  test.each([
    ['at work', '#preset=double-y'],
    ['with limits and several outcomes', '#preset=human-arm'],
    ['with a link that cannot be read', '#preset=nonsense'],
  ])('%s', async (_, fragment) => {
    const { page, close } = await site.visit(`?test=1${fragment}`, { colorScheme });
    await shown(page);
    await hook(page).step(40);
    expect(await faults(page)).toEqual([]);
    await close();
  });

  test('on the page that cannot run', async () => {
    const context = await site.browser.newContext({ colorScheme });
    await context.route('**/*.wasm', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForSelector('.stop:not(.late)');
    expect(await faults(page)).toEqual([]);
    await context.close();
  });
});

test('the theme follows the system, and ?theme= overrides it', async () => {
  const surface = async (address: string, colorScheme: 'light' | 'dark'): Promise<string> => {
    const { page, close } = await site.visit(address, { colorScheme });
    await shown(page);
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await close();
    return color;
  };
  expect(await surface('?test=1', 'light')).toBe('rgb(255, 255, 255)');
  expect(await surface('?test=1', 'dark')).toBe('rgb(21, 23, 28)');
  expect(await surface('?test=1&theme=dark', 'light')).toBe('rgb(21, 23, 28)');
});

test('the picture has a text in its place, and every button a name', async () => {
  const { page, close } = await site.visit('?test=1');
  await shown(page);
  const text = await page.getByRole('img').first().getAttribute('aria-label');
  for (const word of ['Double Y', 'four targets', 'Transpose', 'SDLS'])
    expect(text).toContain(word);
  for (const button of await page.getByRole('button').all()) {
    expect(await button.getAttribute('aria-label')).toMatch(/^\w+$/);
  }
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    expect(await page.getByRole(landmark).count()).toBe(1);
  }
  await close();
});

test.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
])('nothing overflows at %i x %i', async (width, height) => {
  for (const fragment of ['#preset=double-y', '#preset=spatial-8', '#preset=nonsense']) {
    const { page, close } = await site.visit(`?test=1${fragment}`, { viewport: { width, height } });
    await shown(page);
    await hook(page).step(40);
    expect(await overflowing(page)).toEqual([]);
    await close();
  }
});

/** Elements that stand outside the window, or titles that run out of their pane. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push('page');
    const parts = 'header, header *, .transport, .transport *, .caption, .notice, .pane';
    for (const part of document.querySelectorAll(parts)) {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      if (!inside) found.push(part.outerHTML.slice(0, 120));
      const box = part.closest('.pane')?.getBoundingClientRect();
      if (box && right > box.right + 0.5) found.push(`out of its pane: ${part.outerHTML}`);
    }
    return found;
  });
