/**
 * Times the built page in Chromium: the script of a frame with four panes of double-Y, and the
 * way from navigation to the first frame that moves. `npm run bench -- page`
 *
 * A frame's script is all that runs in the animation frames that draw: solvers, scene graph,
 * Three.js, numbers of the page. Where the picture is drawn on the CPU, a call of WebGL blocks
 * until earlier ones are done: that is no script. So it is timed twice, with WebGL as it is, and
 * with calls that draw, set or copy returning at once; the difference is the time inside WebGL.
 */
import { join } from 'node:path';
import { benchHand } from './benchHand.mjs';
import { root } from './tools.mjs';

const WARM = 60; // frames
const FRAMES = 300;
const PATIENCE = { timeout: 300_000, polling: 200 };
const LOADS = 7;

/** In the page, before its own script: times every animation frame in which something was drawn. */
export function watch() {
  const seen = { frames: [], starts: [], calls: 0, mute: false };
  Object.assign(globalThis, { __seen: seen });
  let drawn = false;
  const context = WebGL2RenderingContext.prototype;
  const answersNothing =
    /^(draw|uniform|buffer|clear|tex|viewport|scissor|enable|disable|bind|vertexAttrib|blend|depth|stencil|color|useProgram|activeTexture|cullFace|frontFace|pixelStorei|polygonOffset|lineWidth)/;
  for (const name of Object.getOwnPropertyNames(context)) {
    const call = Object.getOwnPropertyDescriptor(context, name)?.value;
    if (typeof call !== 'function') continue;
    const [draws, mutes] = [/^draw(Arrays|Elements)/.test(name), answersNothing.test(name)];
    context[name] = function (...words) {
      seen.calls++;
      if (draws) drawn = true;
      return seen.mute && mutes ? undefined : call.apply(this, words);
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
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Times of so many frames, and the calls of WebGL in one. */
async function frames(page, count) {
  const seen = () => page.evaluate(() => ({ ...globalThis.__seen }));
  const before = await seen();
  const from = before.frames.length;
  await page.waitForFunction((n) => globalThis.__seen.frames.length >= n, from + count, PATIENCE);
  const after = await seen();
  const times = after.frames.slice(from);
  return { times, calls: (after.calls - before.calls) / times.length };
}

async function scriptTime(site) {
  // small: what is drawn on the CPU shall not starve the script
  const context = await site.browser.newContext({ viewport: { width: 400, height: 400 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${site.url}#preset=double-y`);
  await frames(page, WARM);
  const whole = await frames(page, FRAMES);
  await page.evaluate(() => {
    globalThis.__seen.mute = true;
  });
  await frames(page, WARM);
  const script = await frames(page, FRAMES);
  await context.close();
  return { whole: whole.times, script: script.times, calls: whole.calls };
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
    const { whole, script, calls } = await scriptTime(site);
    const loads = [];
    for (let i = 0; i < LOADS; i += 1) loads.push(await firstMove(site));
    const ms = (value) => `${value.toFixed(2)} ms`;
    console.log(`Four panes of double-Y, ${FRAMES} frames each way:`);
    console.log(`script of a frame:     median ${ms(median(script))}, mean ${ms(mean(script))}`);
    console.log('  (calls of WebGL that draw, set or copy return at once)');
    console.log(`the same with WebGL:   median ${ms(median(whole))}, mean ${ms(mean(whole))}`);
    console.log(`  (${calls.toFixed(0)} calls, which block where the picture is drawn on the CPU)`);
    console.log(`navigation to the first moving frame: median ${median(loads).toFixed(0)} ms`);
    for (const { name, times, functions } of await benchHand(site)) {
      const microseconds = (1000 * mean(times)).toFixed(0); // the clock is too coarse for one
      console.log(`a pointer's move on ${name}: ${microseconds} µs, ${functions.toFixed(0)} calls`);
    }
  } finally {
    await site.close();
  }
}
