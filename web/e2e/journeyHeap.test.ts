// @module-tag full
/** Memory of a page that stays open, and of one that opens scene after scene. */

import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const small = { viewport: { width: 420, height: 340 }, fresh: true };
const MB = 1e6;

/** Memory in use after garbage collection. */
async function heapUsage(page: Page, session: CDPSession) {
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  // typed arrays are stored outside the heap
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes, documents } = await session.send('Memory.getDOMCounters');
  return {
    ...(await getTestHook(page).held()),
    used: usedSize,
    arrays: backingStorageSize,
    jsEventListeners,
    nodes,
    documents,
  };
}

/** Opens all presets in turn, `count` times, and runs each for a few frames. */
const openAll = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    async ({ ids, rounds }) => {
      for (const id of Array.from({ length: rounds }, () => ids).flat()) {
        const before = window.__iklab.scenario;
        location.hash = `#preset=${id}`;
        while (window.__iklab.scenario === before) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame); // the page shows it
        window.__iklab.step(3);
      }
    },
    // the page opens with the first one, so it is opened last
    { ids: [...scenarioPresetIds.slice(1), scenarioPresetIds[0] as string], rounds: count },
  );

test('opening 100 scenes leaks no GPU resources, listeners, nodes or memory', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=double-y', small);
  await waitForScene(page);
  const session = await page.context().newCDPSession(page);
  await openAll(page, 3);
  const before = await heapUsage(page, session);
  const rounds = Math.ceil(100 / scenarioPresetIds.length) - 3;
  await openAll(page, rounds);
  const after = await heapUsage(page, session);
  const { geometries, textures, programs, jsEventListeners, documents } = before;
  expect(after).toMatchObject({ geometries, textures, programs, jsEventListeners, documents });
  const grown = (what: 'heap' | 'used' | 'arrays' | 'nodes'): number => after[what] - before[what];
  expect(grown('nodes')).toBeLessThan(100);
  expect(grown('arrays')).toBeLessThan(2 * MB);
  // the undo history holds every document that was replaced: 20 KB each
  expect(grown('used')).toBeLessThan(0.06 * MB * rounds * scenarioPresetIds.length);
  // scenes of different sizes fragment the heap: it may grow by one, not by all that were opened
  expect(grown('heap')).toBeLessThan(12 * MB);
  expect(messages).toEqual([]);
  await close();
}, 600_000);

const arm = (name: string, length: number): string => {
  const links = [0, 1, 2, 3].map((i) => `<link name="l${i}"/>`);
  const joints = [1, 2, 3].map(
    (i) =>
      `<joint name="j${i}" type="continuous"><parent link="l${i - 1}"/><child link="l${i}"/><axis xyz="0 1 0"/><origin xyz="0 0 ${length}"/></joint>`,
  );
  return `<robot name="${name}">${links.join('')}${joints.join('')}</robot>`;
};

/** Drops a robot and visits every room of the page. */
async function lookAround(page: Page, round: number): Promise<void> {
  const name = `r${round}`;
  await dropFiles(page, [{ path: `${name}.urdf`, content: arm(name, 0.3 + 0.01 * round) }]);
  await waitForRobotName(page, name);
  await page.locator('.robots_report, .inspector').first().waitFor();
  for (const [section, seen] of SECTIONS) {
    await page.evaluate((to) => {
      location.hash = to;
    }, section);
    await page.locator(seen).waitFor();
  }
  for (const dialog of ['Share', 'Add a method']) {
    await page.getByRole('button', { name: dialog, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

const SECTIONS = [
  ['#/methods', '.methods .map'],
  ['#/methods/sdls', '.method-name:has-text("SDLS")'],
  ['#/methods/qp', '.method-name:has-text("QP")'],
  ['#/studies', '.study_studies-three'],
  ['#/studies/map', '.study_study .study_map-field >> nth=0'],
  ['#/studies/sweep', '.study_form'],
  ['#/studies/benchmark', '.study_form'],
  ['#preset=y', '.pane >> nth=0'],
] as const;

test('dropping robots and visiting all rooms leaks no elements, listeners or workers', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=y', { fresh: true });
  await waitForScene(page);
  const session = await page.context().newCDPSession(page);
  const all = async () => ({
    ...(await heapUsage(page, session)),
    canvases: await page.locator('canvas').count(),
    workers: page.workers().length,
  });
  // fill the robot store first
  for (let round = 0; round < 8; round++) await lookAround(page, round);
  const before = await all();
  for (let round = 8; round < 14; round++) await lookAround(page, round);
  const after = await all();
  const { geometries, textures, programs, documents, canvases, workers } = before;
  expect(after).toMatchObject({ geometries, textures, programs, documents, canvases, workers });
  // per round: what differs in the page that is drawn now
  expect((after.jsEventListeners - before.jsEventListeners) / 6).toBeLessThan(2);
  expect((after.nodes - before.nodes) / 6).toBeLessThan(20);
  expect((after.used - before.used) / 6).toBeLessThan(0.4 * MB);
  expect(messages).toEqual([]);
  await close();
}, 600_000);

test('running 10 000 frames leaks no memory, GPU resources or listeners', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=double-y', small);
  await waitForScene(page);
  const session = await page.context().newCDPSession(page);
  const run = (frames: number) =>
    page.evaluate((count) => {
      for (let i = 0; i < count; i += 20) window.__iklab.step(20);
    }, frames);
  // the lab that computes the replay hash allocates its memory once
  await page.waitForFunction(() =>
    /^[0-9a-f]{4}$/.test(document.querySelector('.scene_replay-end code')?.textContent ?? ''),
  );
  // the history holds a minute: its arrays and chart lines are full after 3600 frames
  await run(4000);
  const before = await heapUsage(page, session);
  await run(6000);
  const after = await heapUsage(page, session);
  expect(await getTestHook(page).frame()).toBe(10_000);
  const { heap, geometries, textures, programs, jsEventListeners, documents } = before;
  expect(after).toMatchObject({
    heap,
    geometries,
    textures,
    programs,
    jsEventListeners,
    documents,
  });
  expect(after.arrays - before.arrays).toBeLessThan(0.1 * MB);
  // includes code compiled meanwhile: 50 bytes per frame
  expect(after.used - before.used).toBeLessThan(0.3 * MB);
  expect(messages).toEqual([]);
  await close();
}, 600_000);
