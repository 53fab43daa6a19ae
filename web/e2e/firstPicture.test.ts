// @module-tag full
/** Loading up to the first picture: scripts that it does not need are requested later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite } from './pageTools.ts';

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

const LATER = ['input', 'after', 'beside', 'studies', 'captions', 'link'];

test('scripts that the first picture does not need are requested after it is drawn', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchPictures);
  await page.goto(site.url);
  const asked = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ name: name.replace(/.*\//, ''), startTime })),
    );
  const timeOf = async (script: string) =>
    (await asked()).find(({ name }) => name.startsWith(`${script}-`))?.startTime ?? Number.NaN;
  for (const script of LATER)
    await expect.poll(() => timeOf(script), { message: script }).toBeGreaterThan(0);
  const [first = Number.NaN] = await page.evaluate(() => window.__drawn);
  for (const script of LATER) expect(await timeOf(script), script).toBeGreaterThan(first);
  await context.close();
});
