/** Tests the page before its script runs, and layout shifts while it loads. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const MOST = 0.01; // sum of window share times distance moved
const PART = /\b(tale|ask|story|pane|chart|card|group|column|top|tools|modes)\b/;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Sum of unprompted layout shifts since navigation, and classes of the shifted elements. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        const read = (entries: readonly PerformanceEntry[]) => {
          const all = entries as unknown as {
            value: number;
            sources: { node: Element | null }[];
          }[];
          const nodes = all.flatMap(({ sources }) => sources.map(({ node }) => node));
          resolve({
            sum: all.reduce((sum, { value }) => sum + value, 0),
            moved: nodes.map((node) => node?.getAttribute?.('class') ?? ''),
          });
        };
        new PerformanceObserver((list) => read(list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        });
        setTimeout(() => read([]), 1000);
      }),
  );

tieredTest([
  [1440, 900],
  [390, 844],
])(
  'at %i x %i the layout does not shift from first paint to the end of the first run',
  async (...[width, height]) => {
    const { page, close } = await site.visit('?test=greeting', { viewport: { width, height } });
    await waitForScene(page);
    await getTestHook(page).step(30);
    await page.locator('.ask .chip').first().waitFor({ state: 'attached' }); // hidden by the introduction
    expect((await shifts(page)).sum).toBeLessThan(MOST);
    await getTestHook(page).step(1000);
    // numbers and words of an outcome, and tags of moving parts may shift
    const parts = (await shifts(page)).moved.filter((name) => PART.test(name));
    expect(parts).toEqual([]);
    await close();
  },
);

secondTierTest.each([
  ['light', 'rgb(255, 255, 255)', 'rgb(247, 247, 245)'],
  ['dark', 'rgb(21, 23, 28)', 'rgb(26, 29, 35)'],
] as const)(
  'before its script runs the page has its colours and header: %s',
  async (...[colorScheme, surface, chrome]) => {
    const { page, close } = await site.visit('', { colorScheme });
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    const seen = await page.evaluate(() => {
      const header = document.querySelector('.skeleton i') as Element;
      const { width, height, y } = header.getBoundingClientRect();
      const color = (of: Element) => getComputedStyle(of).backgroundColor;
      return { surface: color(document.body), chrome: color(header), width, height, y };
    });
    expect(seen).toEqual({ surface, chrome, width: 1440, height: 48, y: 0 });
    await page.unroute('**/*.js');
    await close();
  },
);
