/** Opens scene after scene in one page, sometimes with a lost WebGL context, and checks memory and messages. */

import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import type { Page } from 'playwright-core';
import type { BasicTestSite } from './harness.ts';
import { getTestHook, waitForScene } from './pageTools.ts';

const LOST_EVERY = 10; // scenes
/**
 * Warning of WebGL that objects created before a context loss are freed after it, which is no
 * finding.
 */
const FREED = /^warning: WebGL: INVALID_OPERATION: delete\w*: object does not belong/;
const HOLES = 12e6; // bytes
const KEPT = 60e3; // bytes per scene, for the undo history
const FIRST = 100; // scenes until all caches are full

export interface PageSoakResult {
  readonly scenes: number;
  /** Number of times the WebGL context was lost and restored. */
  readonly contextLosses: number;
  /** Bytes of the module's heap after the first scenes and at the end. */
  readonly heap: readonly [number, number];
  readonly used: readonly [number, number];
  /** Growth beyond heap fragmentation and the undo history. */
  readonly grew: boolean;
  readonly messages: readonly string[];
}

async function openNext(page: Page, id: string): Promise<void> {
  await page.evaluate(async (preset) => {
    const before = window.__iklab.scenario;
    location.hash = `preset=${preset}`;
    while (window.__iklab.scenario === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame); // the page shows it
    window.__iklab.step(3);
  }, id);
}

/** Loses and restores the WebGL context, as when a driver restarts. */
async function loseGraphics(page: Page): Promise<void> {
  await page.evaluate(() => {
    const canvas = document.querySelector('.panes canvas') as HTMLCanvasElement;
    const graphics = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    Object.assign(window, { graphics });
    graphics?.loseContext();
  });
  await page.waitForSelector('.lost');
  await page.evaluate(() => {
    (window as unknown as { graphics: WEBGL_lose_context }).graphics.restoreContext();
  });
  await page.waitForSelector('.lost', { state: 'detached' });
}

async function heapUsage(page: Page): Promise<{ heap: number; used: number }> {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { heap: (await getTestHook(page).held()).heap, used: usedSize };
}

/**
 * Opens at most `most` scenes, one after the other, until the time `until`; returns sizes of memory
 * and messages.
 */
export async function soakPage(
  site: BasicTestSite,
  most: number,
  until: number,
): Promise<PageSoakResult> {
  const { page, messages, close } = await site.visit('?test=1#preset=y', { fresh: true });
  await waitForScene(page);
  let [scenes, lost] = [0, 0];
  let first = await heapUsage(page);
  while (scenes < most && performance.now() < until) {
    await openNext(page, scenarioPresetIds[scenes % scenarioPresetIds.length] ?? '');
    scenes++;
    if (scenes === FIRST) first = await heapUsage(page);
    if (scenes % LOST_EVERY > 0) continue;
    await loseGraphics(page);
    lost++;
  }
  const last = await heapUsage(page);
  await close();
  const later = Math.max(0, scenes - FIRST);
  const grown = (what: 'heap' | 'used'): number => (later > 0 ? last[what] - first[what] : 0);
  return {
    scenes,
    contextLosses: lost,
    heap: [first.heap, last.heap],
    used: [first.used, last.used],
    grew: grown('heap') > HOLES || grown('used') > KEPT * later + HOLES,
    messages: messages.filter((text) => !FREED.test(text)),
  };
}
