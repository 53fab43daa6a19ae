/**
 * Times one pointer move that drags a target: from the event until the page has processed it with
 * all effects, before drawing. Function calls are counted with the engine's coverage.
 */

const MOVES = 200;
const JOINTS = 250;

const long = {
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

/** Runs in the page: moves the mouse in a drag; returns the milliseconds of each move. */
async function moves(count) {
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
    for (let turn = 0; turn < 4; turn++) await null; // Includes the rendering by then.
    times.push(performance.now() - start);
  }
  globalThis.requestAnimationFrame = later;
  return times;
}

async function hold(page) {
  await page.waitForFunction(() => document.querySelector('.handles > button'));
  await page.evaluate(() => globalThis.__iklab.step(3));
  const box = await page.locator('.handles > button').first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20, { steps: 3 });
}

async function calls(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.evaluate(moves, 1);
  await session.send('Profiler.takePreciseCoverage');
  await page.evaluate(moves, MOVES);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  const own = result.filter(({ url }) => url.includes('/assets/'));
  const counts = own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count));
  return counts.reduce((sum, count) => sum + count, 0) / MOVES;
}

async function measured(site, scene) {
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
  await hold(page);
  await page.evaluate(moves, MOVES); // Until the engine has compiled the code.
  const times = await page.evaluate(moves, MOVES);
  const functions = await calls(page);
  await context.close();
  return { times, functions };
}

/** Milliseconds of each move and function calls per move, for each scene. */
export async function benchHand(site) {
  return [
    { name: 'double-Y', ...(await measured(site, null)) },
    { name: `a chain of ${JOINTS} joints`, ...(await measured(site, long)) },
  ];
}
