/** The first drag of a robot that was just imported, by mouse and by touch: at least two of four methods reach the target. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { firstDragRobotUrdfs } from './firstDragRobots.ts';
import {
  dragByMouse,
  followSceneLink,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  swipe,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { tieredTest } from './tiers.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  ({ page } = await site.visit('?test=1#preset=planar-3-link', { hasTouch: true }));
  await waitForScene(page);
});
afterAll(() => site?.close());

const WAYS = [
  [24, 18],
  [-24, 18],
  [24, -18],
  [-24, -18],
] as const;

const stops = (): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { past, panels } = window.__iklab;
    return Array.from({ length: panels }, (_, i) => `${past.stop(past.last, i)}`);
  });

tieredTest(
  Object.entries(firstDragRobotUrdfs).flatMap(([name, text]) => [
    { name, text, hand: 'mouse', move: dragByMouse },
    { name, text, hand: 'finger', move: swipe },
  ]),
)('$name: at least two methods reach the target dragged by $hand', async ({ text, move }) => {
  for (const [x, y] of WAYS) {
    await followSceneLink(page, '#preset=y');
    await waitForRobotName(page, 'Y');
    await dropFiles(page, [{ path: 'made.urdf', content: text }]);
    await waitForRobotName(page, /name="(\w+)"/.exec(text)?.[1] ?? '');
    await page.locator('.robots_report').waitFor();
    await page.locator('.handles > button').first().waitFor();
    const from = await getTargetRingPosition(page);
    await move(page, from, { x: from.x + x, y: from.y + y });
    await getTestHook(page).step(400);
    const all = await stops();
    expect(all).toHaveLength(4);
    const arrived = all.filter((stop) => stop === 'reached').length;
    expect(arrived, `${x}, ${y}: ${all.join()}`).toBeGreaterThanOrEqual(2);
  }
});
