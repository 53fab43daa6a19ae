// @module-tag full
/** The skinned mesh of an imported figure follows its solved bones. */

import { SKINNED_TUBE_GLTF } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import {
  dragByMouse,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  readShareDialog,
  type TestSite,
  type WindowPosition,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** A point beside the hand bone: on the skin, and off the capsule of the bone. */
async function beside(page: Page, panel: number): Promise<WindowPosition> {
  await getTestHook(page).step(0);
  const spots = await getTestHook(page).spots(panel);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = spots.slice(-4);
  const away = 0.2;
  return { x: x0 + 0.8 * (x1 - x0) + away * (y1 - y0), y: y0 + 0.8 * (y1 - y0) - away * (x1 - x0) };
}

/** Name of the joint whose link is under a point, or ''. */
async function under(page: Page, { x, y }: WindowPosition): Promise<string> {
  await page.mouse.move(x + 2, y);
  await page.mouse.move(x, y);
  await getTestHook(page).step(0);
  const panes = page.locator('.panes');
  const taken = await panes.evaluate((element) => (element as HTMLElement).style.cursor);
  const name = await page.locator('.joint-name:not(.in-hand)').first().textContent();
  return taken === 'grab' ? (name ?? '') : '';
}

test('the skin moves with the solved hand', async () => {
  const { page, messages } = await site.visit('?test=1');
  await waitForScene(page);
  await dropFiles(page, [{ path: 'tube.gltf', content: SKINNED_TUBE_GLTF }]);
  await waitForRobotName(page, 'tube');
  await page.locator('.robots_report').getByRole('button', { name: 'Close' }).click();
  await waitUntilPageSettled(page); // the camera frames the meshes of the robot
  const before = await beside(page, 2);
  await expect.poll(() => under(page, before)).toMatch(/^Hand_/);
  const from = await getTargetRingPosition(page);
  await dragByMouse(page, from, { x: from.x - 90, y: from.y - 90 });
  await getTestHook(page).step(120);
  const after = await beside(page, 2);
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(40);
  expect(await under(page, after)).toMatch(/^Hand_/);
  expect(await under(page, before)).toBe('');
  expect(messages).toEqual([]);
});

test('a link omits the meshes, and the page that opens it reports one missing', async () => {
  const openVisit = await site.visit('?test=1');
  await waitForScene(openVisit.page);
  await dropFiles(openVisit.page, [{ path: 'tube.gltf', content: SKINNED_TUBE_GLTF }]);
  await waitForRobotName(openVisit.page, 'tube');
  const { link } = await readShareDialog(openVisit.page);
  const there = await site.visit(`?test=1#${link.split('#')[1]}`);
  await waitForScene(there.page);
  await there.page
    .locator('.notice')
    .getByText('Links cannot include meshes (1 missing)')
    .waitFor();
  expect([...openVisit.messages, ...there.messages]).toEqual([]);
});
