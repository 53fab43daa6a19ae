/**
 * Times the built page in Chromium: the script of a frame (four panes of double-Y, everything but
 * the GPU, which here is the CPU: so in a small window), and the way from navigation to the first
 * frame that moves. `npm run bench -- page`
 */
import { join } from 'node:path';
import { root } from './tools.mjs';

const FRAMES = 150;
const PATIENCE = { timeout: 120_000 };
const LOADS = 7;

/** In the page, before its own script: times every animation frame in which something was drawn. */
function watch() {
  const seen = { frames: [], starts: [] };
  Object.assign(globalThis, { __seen: seen });
  let drawn = false;
  const context = WebGL2RenderingContext.prototype;
  for (const name of Object.keys(context).filter((key) => /^draw(Arrays|Elements)/.test(key))) {
    const draw = context[name];
    context[name] = function (...words) {
      drawn = true;
      return draw.apply(this, words);
    };
  }
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) =>
    request.call(globalThis, (now) => {
      drawn = false;
      const start = performance.now();
      callback(now);
      if (!drawn) return;
      seen.frames.push(performance.now() - start);
      seen.starts.push(start);
    });
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function scriptTime(site) {
  const context = await site.browser.newContext({ viewport: { width: 400, height: 400 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${site.url}#preset=double-y`);
  await page.waitForFunction((count) => globalThis.__seen.frames.length >= count, FRAMES, PATIENCE);
  const frames = await page.evaluate(() => globalThis.__seen.frames);
  await context.close();
  return median(frames.slice(FRAMES / 5));
}

async function firstMove(site) {
  const context = await site.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(site.url);
  await page.waitForFunction(() => globalThis.__seen.starts.length >= 2, null, PATIENCE);
  const second = await page.evaluate(() => globalThis.__seen.starts[1]);
  await context.close();
  return second;
}

export async function benchPage() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'web/e2e/harness.ts'));
  const site = await module.openSite();
  try {
    const script = await scriptTime(site);
    const loads = [];
    for (let i = 0; i < LOADS; i += 1) loads.push(await firstMove(site));
    console.log(`script of a frame, four panes of double-Y: median ${script.toFixed(2)} ms`);
    console.log(`navigation to the first moving frame: median ${median(loads).toFixed(0)} ms`);
  } finally {
    await site.close();
  }
}
