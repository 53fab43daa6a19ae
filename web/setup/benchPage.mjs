/**
 * Measures the built page in Chromium: the script time of a frame with four panes of double-Y, the
 * time of a pointer move, the time from navigation to the first moving frame, and file sizes.
 * `npm run bench -- page`
 * The script time is the time of animation frames that draw, without WebGL. WebGL calls block if
 * the CPU draws. So frames are timed twice: normally, and with drawing, setting and copying calls
 * that return at once. The difference is the time inside WebGL.
 */
import { join } from 'node:path';
import { quantile, summary } from './benchReport.mjs';
import { openBuilds, watch } from './benchSite.mjs';
import { measured } from './budgets.mjs';
import { root } from './tools.mjs';

const WARM = 60; // Frames.
const FRAMES = 300;
const TIMEOUT = { timeout: 300_000, polling: 200 };

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function frames(page, count) {
  const seen = () => page.evaluate(() => ({ ...globalThis.__seen }));
  const before = await seen();
  const from = before.frames.length;
  await page.waitForFunction((n) => globalThis.__seen.frames.length >= n, from + count, TIMEOUT);
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

const MOVES = 200;
const JOINTS = 250;

const longChain = {
  iklab: 1,
  name: 'Long',
  tree: {
    joints: Array.from({ length: JOINTS }, (_, i) => ({
      id: `j${i}`,
      parent: i > 0 ? `j${i - 1}` : null,
      xyz: i > 0 ? [0.01, 0, 0] : [0, 0, 0],
    })),
    effectors: [{ id: 'tip', parent: `j${JOINTS - 1}`, xyz: [0.01, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'dls' }, { id: 'sdls' }, { id: 'transpose' }, { id: 'ccd' }],
};

/**
 * Runs in the page: moves the mouse in a drag. Returns the milliseconds of each move, from the
 * event until the page has processed all effects, before drawing.
 */
async function movePointer(count) {
  const frame = document.querySelector('.panes');
  const { left, top } = frame.getBoundingClientRect();
  const later = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = () => 0; // Prevents drawing meanwhile.
  const times = [];
  for (let i = 0; i < count; i++) {
    const angle = i / 10;
    const event = new PointerEvent('pointermove', {
      pointerId: 1,
      pointerType: 'mouse',
      buttons: 1,
      bubbles: true,
      clientX: left + 150 + 40 * Math.cos(angle),
      clientY: top + 100 + 40 * Math.sin(angle),
    });
    const start = performance.now();
    frame.dispatchEvent(event);
    for (let tick = 0; tick < 4; tick++) await null; // Includes the rendering by then.
    times.push(performance.now() - start);
  }
  globalThis.requestAnimationFrame = later;
  return times;
}

async function beginDrag(page) {
  await page.waitForFunction(() => document.querySelector('.handles > button'));
  await page.evaluate(() => globalThis.__iklab.step(3));
  const box = await page.locator('.handles > button').first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20, { steps: 3 });
}

async function countCalls(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.evaluate(movePointer, 1);
  await session.send('Profiler.takePreciseCoverage');
  await page.evaluate(movePointer, MOVES);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  const own = result.filter(({ url }) => url.includes('/assets/'));
  const counts = own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count));
  return counts.reduce((sum, count) => sum + count, 0) / MOVES;
}

async function timeMoves(site, scene) {
  const context = await site.browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}?test=1#preset=double-y`);
  if (scene) {
    const file = { name: 'scene.json', mimeType: 'application/json' };
    await page.waitForFunction(() => globalThis.__iklab);
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(scene)) });
    await page.waitForFunction((name) => globalThis.__iklab.scenario.name === name, scene.name);
  }
  await page.waitForFunction(() => globalThis.__iklab);
  await beginDrag(page);
  await page.evaluate(movePointer, MOVES); // Until the engine has compiled the code.
  const times = await page.evaluate(movePointer, MOVES);
  const functions = await countCalls(page);
  await context.close();
  return { times, functions };
}

export const CONDITIONS = [
  { how: 'on this machine' },
  // 9 Mbit/s in both directions, round trip 170 ms.
  {
    how: 'by 4G, processor slowed down four times',
    network: { latency: 170, throughput: 9e6 / 8 },
    processor: 4,
  },
  // 1.6 Mbit/s in both directions, round trip 150 ms.
  {
    how: 'by slow 4G, processor slowed down four times',
    network: { latency: 150, throughput: 1.6e6 / 8 },
    processor: 4,
  },
];

/**
 * Milliseconds from navigation to the first moving frame. Optionally slows down network and
 * processor.
 */
export async function firstMove(browser, url, { network, processor }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (network) {
      const session = await context.newCDPSession(page);
      const { latency, throughput } = network;
      const conditions = { downloadThroughput: throughput, uploadThroughput: throughput };
      await session.send('Network.enable');
      const slowly = { offline: false, latency, ...conditions };
      await session.send('Network.emulateNetworkConditions', slowly);
      await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
    }
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.__seen.starts.length >= 2, null, {
      timeout: 120_000,
      polling: 100,
    });
    return await page.evaluate(() => globalThis.__seen.starts[1]);
  } finally {
    await context.close();
  }
}

const STARTS = [
  { name: 'the built page', address: '', mark: '' },
  { name: 'an embedded run', address: '?embed=1#preset=double-y', mark: ', embedded' },
];

/** Milliseconds from navigation to the first moving frame, per round. */
async function timeFirstMoves({ browser, url }, rounds) {
  const results = [];
  for (const condition of CONDITIONS) {
    console.log(`To the first moving frame, ${condition.how}:`);
    const times = STARTS.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [i, { address }] of STARTS.entries())
        times[i].push(await firstMove(browser, url + address, condition));
    for (const [i, { name, mark }] of STARTS.entries()) {
      const [least, low, middle, high] = [0, 0.25, 0.5, 0.75].map((q) =>
        Math.round(quantile(times[i], q)),
      );
      console.log(`  ${name}: median ${middle} ms, quartiles ${low} to ${high}, least ${least}`);
      results.push({ how: condition.how + mark, times: summary(times[i]) });
    }
  }
  return results;
}

export async function benchPage(rounds) {
  const folder = join(root, 'web/dist');
  const builds = await openBuilds([folder]);
  try {
    const site = { browser: builds.browser, url: builds.urls[0] };
    const frame = await scriptTime(site);
    printFrame(frame);
    const moves = [
      { name: 'double-Y', ...(await timeMoves(site, null)) },
      { name: `a chain of ${JOINTS} joints`, ...(await timeMoves(site, longChain)) },
    ];
    for (const { name, times, functions } of moves) {
      const microseconds = (1000 * mean(times)).toFixed(0); // The clock is coarse.
      console.log(`a pointer's move on ${name}: ${microseconds} µs, ${functions.toFixed(0)} calls`);
    }
    const first = await timeFirstMoves(site, rounds);
    const sizes = measured(folder).filter(({ kind }) => SIZES[kind]);
    for (const { kind, size } of sizes) console.log(`${SIZES[kind]}: ${size.toFixed(1)} KB`);
    const { whole, script, calls } = frame;
    return {
      frame: { whole: summary(whole), script: summary(script), calls },
      moves: moves.map((move) => ({ ...move, times: summary(move.times) })),
      first,
      sizes,
    };
  } finally {
    await builds.close();
  }
}

const SIZES = {
  first: 'scripts of the first load, gzip',
  css: 'styles of the first load, gzip',
  moving: 'all files until the first moving frame, gzip',
  embed: 'all files until the first moving frame of an embedded run, gzip',
  wasm: 'the module, gzip',
};

function printFrame({ whole, script, calls }) {
  const ms = (times) => {
    const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(times, q).toFixed(2));
    return `median ${middle} ms (${low}-${high}), mean ${mean(times).toFixed(2)}`;
  };
  console.log(`Four panes of double-Y, ${FRAMES} frames each way:`);
  console.log(`script of a frame:     ${ms(script)}`);
  console.log('  (calls of WebGL that draw, set or copy return at once)');
  console.log(`the same with WebGL:   ${ms(whole)}`);
  console.log(`  (${calls.toFixed(0)} calls, which block where the picture is drawn on the CPU)`);
}
