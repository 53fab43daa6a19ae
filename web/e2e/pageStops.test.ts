import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DRAWN_PAGE_OPTIONS, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Text of the error page after `take` has removed something. */
async function errorText(take: (context: BrowserContext) => Promise<unknown>): Promise<string> {
  const context = await site.browser.newContext();
  await take(context);
  const page = await context.newPage();
  await page.goto(site.url);
  await page.waitForSelector('.stop:not(.late)');
  expect(await page.textContent('h1')).toBe('IK Lab cannot run here');
  const text = (await page.locator('.stop p').allTextContents()).join(' ');
  await context.close();
  return text;
}

test('names WebAssembly as missing', async () => {
  const text = await errorText((context) =>
    context.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  );
  expect(text).toContain('needs WebAssembly');
});

test('names WebGL 2 as missing', async () => {
  const text = await errorText((context) =>
    context.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  );
  expect(text).toContain('needs WebGL 2');
});

test('reports a module that cannot be loaded and suggests checking the connection', async () => {
  const text = await errorText((context) => context.route('**/*.wasm', (route) => route.abort()));
  expect(text).toContain('could not be loaded');
  expect(text).toContain('Check the connection');
});

test('reports a damaged module as not loaded', async () => {
  const text = await errorText((context) =>
    context.route('**/*.wasm', (route) =>
      route.fulfill({ contentType: 'application/wasm', body: '\0asm, but no more' }),
    ),
  );
  expect(text).toContain('could not be loaded');
});

secondTierTest(
  'reports after a delay that the page has not started if its script is missing',
  async () => {
    const context = await site.browser.newContext();
    await context.route('**/*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => {
      const stop = document.querySelector('.stop') as HTMLElement;
      return getComputedStyle(stop).visibility === 'visible';
    });
    expect(await page.textContent('.stop')).toContain('The page has not started');
    await context.close();
  },
);

secondTierTest(
  'reports a lost WebGL context and draws the same picture once it is restored',
  async () => {
    const { page, messages, close } = await site.visit(
      '?test=1#preset=double-y',
      DRAWN_PAGE_OPTIONS,
    );
    await waitForScene(page);
    await page.evaluate(() => window.__iklab.step(30));
    const picture = (): Promise<Buffer> => page.locator('.panes canvas').screenshot();
    const before = await picture();
    await lose(page, true);
    await page.waitForSelector('.lost');
    expect(await page.textContent('.lost')).toContain('The view returns');
    await lose(page, false);
    await page.waitForSelector('.lost', { state: 'detached' });
    await page.evaluate(() => window.__iklab.step(0));
    expect((await picture()).equals(before)).toBe(true);
    expect(messages).toEqual([]);
    await close();
  },
);

const lose = (page: Page, gone: boolean): Promise<void> =>
  page.evaluate((go) => {
    const state = globalThis as { lost?: WEBGL_lose_context | null };
    const canvas = document.querySelector('.panes canvas') as HTMLCanvasElement;
    state.lost ??= canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    if (go) state.lost?.loseContext();
    else state.lost?.restoreContext();
  }, gone);
