// @module-tag full
/** Loading up to the first picture: scripts that it does not need are requested later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIXED_TARGET_SCENE } from './dragTools.ts';
import { getTargetRingPosition, openTestSite, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

declare global {
  interface Window {
    /** Times of draw calls, in ms since navigation. */
    __drawn: number[];
  }
}

/** In the page, before its script. */
function watchPictures(): void {
  window.__drawn = [];
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (...words) {
    window.__drawn.push(performance.now());
    return draw.apply(this, words);
  };
}

const LATER = {
  '': ['input', 'after', 'beside', 'studies', 'captions', 'link'],
  '?embed=1': ['input', 'after', 'captions'],
};

test.each(Object.entries(LATER))(
  'scripts that the first picture does not need are requested after it is drawn: %s',
  async (query, scripts) => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(watchPictures);
    await page.goto(`${site.url}${query}`);
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name, startTime }) => ({ name: name.replace(/.*\//, ''), startTime })),
      );
    const timeOf = async (script: string) =>
      (await asked()).find(({ name }) => name.startsWith(`${script}-`))?.startTime ?? Number.NaN;
    for (const script of scripts)
      await expect.poll(() => timeOf(script), { message: script }).toBeGreaterThan(0);
    const [first = Number.NaN] = await page.evaluate(() => window.__drawn);
    for (const script of scripts) expect(await timeOf(script), script).toBeGreaterThan(first);
    await context.close();
  },
);

test.each(['?test=1', '?test=1&embed=1'])(
  'a press on a target before the input in the panes is loaded drags the target: %s',
  async (query) => {
    const address = `${site.url}${query}${FIXED_TARGET_SCENE}`;
    const context = await site.browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(address);
    await waitForScene(page);
    const { x, y } = await getTargetRingPosition(page);
    const position = () => page.evaluate(() => window.__iklab.scenario.targets[0]?.position);
    const before = await position();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/input-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(watchPictures);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.__drawn?.length > 0);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y - 20, { steps: 3 });
    release();
    await waitForScene(page);
    await page.mouse.up();
    await expect.poll(position).not.toEqual(before);
    await context.close();
  },
);
