/**
 * Measures the built page in Chromium: the script time of a frame with four panes of double-Y, a
 * pointer move, the time from navigation to the first moving frame, and the sizes of the loaded
 * files.
 * `npm run bench -- page`
 *
 * The script time is everything in the animation frames that draw: solvers, scene graph, Three.js,
 * numbers of the page. If the CPU draws, a WebGL call blocks until earlier calls are done, which is
 * not script time. So frames are timed twice: with normal WebGL, and with drawing, setting and
 * copying calls that return at once; the difference is the time inside WebGL.
 */
import { join } from 'node:path';
import { benchFirst } from './benchFirst.mjs';
import { benchHand } from './benchHand.mjs';
import { openBuilds, watch } from './benchSite.mjs';
import { measured } from './budgets.mjs';
import { root } from './tools.mjs';

const WARM = 60; // Frames.
const FRAMES = 300;
const PATIENCE = { timeout: 300_000, polling: 200 };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const quartiles = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.75].map((q) => sorted[Math.round(q * (sorted.length - 1))].toFixed(2)).join('-');
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Times of this many frames, and the number of WebGL calls per frame. */
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
  // Small, so that drawing on the CPU does not take time from the script.
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

/** Prints the measurements of the page in web/dist, and returns the times and sizes. */
export async function benchPage(rounds) {
  const folder = join(root, 'web/dist');
  const builds = await openBuilds([folder]);
  try {
    const site = { browser: builds.browser, url: builds.urls[0] };
    const frame = await scriptTime(site);
    tellFrame(frame);
    const moves = await benchHand(site);
    for (const { name, times, functions } of moves) {
      const microseconds = (1000 * mean(times)).toFixed(0); // The clock is coarse.
      console.log(`a pointer's move on ${name}: ${microseconds} µs, ${functions.toFixed(0)} calls`);
    }
    const first = await benchFirst(builds, rounds);
    const sizes = measured(folder).filter(({ kind }) => kind !== 'lazy');
    for (const { kind, size } of sizes) console.log(`${SIZES[kind]}: ${size.toFixed(1)} KB`);
    return { frame, moves, first, sizes };
  } finally {
    await builds.close();
  }
}

/** After gzip. */
const SIZES = {
  first: 'scripts of the first load, gzip',
  css: 'styles of the first load, gzip',
  wasm: 'the module, gzip',
};

function tellFrame({ whole, script, calls }) {
  const ms = (times) =>
    `median ${median(times).toFixed(2)} ms (${quartiles(times)}), mean ${mean(times).toFixed(2)}`;
  console.log(`Four panes of double-Y, ${FRAMES} frames each way:`);
  console.log(`script of a frame:     ${ms(script)}`);
  console.log('  (calls of WebGL that draw, set or copy return at once)');
  console.log(`the same with WebGL:   ${ms(whole)}`);
  console.log(`  (${calls.toFixed(0)} calls, which block where the picture is drawn on the CPU)`);
}
