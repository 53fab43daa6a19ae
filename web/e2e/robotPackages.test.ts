/** Dropped robot packages: what opens automatically, and what the report says. */

import { encodeMeshText, TEST_PACKAGE_FILES } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DroppedFile, dropFiles, waitForRobotName } from './dropping.ts';
import {
  dragByMouse,
  findButton,
  followSceneLink,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  swipe,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
/** One page for all tests, each of which starts with a preset. */
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  ({ page } = await site.visit('?test=1#preset=planar-3-link', { hasTouch: true }));
  await waitForScene(page);
});
beforeEach(() => followSceneLink(page, '#preset=y'));
afterAll(() => site?.close());

const files = (all: Readonly<Record<string, Uint8Array>>): DroppedFile[] =>
  Object.entries(all).map(([path, content]) => ({ path, content }));

const ROBOT = 'made_description/urdf/made.urdf.xacro';
const LIMITS = 'made_description/config/limits.yaml';

/** The package with several variants, whose default is none of them. */
function kinds(): DroppedFile[] {
  const { [LIMITS]: _, ...rest } = TEST_PACKAGE_FILES;
  const text = (path: string) => new TextDecoder().decode(TEST_PACKAGE_FILES[path]);
  const asked = text(ROBOT).replace(
    '<xacro:include',
    '<xacro:arg name="kind" default="m5x"/><xacro:include',
  );
  const macros = 'made_description/urdf/segments.xacro';
  return files({
    ...rest,
    [ROBOT]: encodeMeshText(asked),
    [macros]: encodeMeshText(text(macros).replace('/config/', '/config/$(arg kind)/')),
    'made_description/config/m5e/limits.yaml': encodeMeshText('lower: -2.5\nupper: 2.5\n'),
    'made_description/config/m10e/limits.yaml': encodeMeshText('lower: -1.5\nupper: 1.5\n'),
  });
}

const limits = async () => {
  const { tree } = await getTestHook(page).scenario();
  return 'joints' in tree ? tree.joints[0]?.limits : null;
};

test('a package with an invalid default variant opens the nearest one; a menu has the others', async () => {
  await dropFiles(page, kinds());
  await waitForRobotName(page, 'made_arm');
  const report = page.locator('.robots_report');
  await report.waitFor();
  expect(await limits()).toEqual([-2.5, 2.5]);
  expect(await report.locator('.robots_remarks').innerText()).toContain(
    'the default "m5x" matches none of the files; "m5e" is used (other values: m10e)',
  );
  const kind = report.getByLabel('kind');
  expect(await kind.locator('option').allInnerTexts()).toEqual(['m5e', 'm10e']);
  await kind.selectOption('m10e');
  await expect.poll(limits).toEqual([-1.5, 1.5]);
  await findButton(page, 'Undo').first().click();
  await expect.poll(limits).toEqual([-2.5, 2.5]);
});

secondTierTest('an error of one drop disappears with the next drop', async () => {
  await dropFiles(page, [{ path: 'bad.urdf', content: 'hello' }]);
  await page.locator('.notice').waitFor();
  await dropFiles(page, files(TEST_PACKAGE_FILES));
  await waitForRobotName(page, 'made_arm');
  expect(await page.locator('.notice').count()).toBe(0);
});

secondTierTest.each([
  ['a mouse', dragByMouse],
  ['a finger', swipe],
])('after its first drag by %s at least two of four methods reach the target', async (_, move) => {
  await dropFiles(page, files(TEST_PACKAGE_FILES));
  await waitForRobotName(page, 'made_arm');
  await page.locator('.robots_report').waitFor();
  await page.locator('.handles > button').first().waitFor();
  const from = await getTargetRingPosition(page);
  await move(page, from, { x: from.x - 24, y: from.y + 18 });
  await getTestHook(page).step(400);
  const stops = await page.evaluate(() => {
    const { past, panels } = window.__iklab;
    return Array.from({ length: panels }, (_, i) => past.stop(past.last, i));
  });
  expect(stops).toHaveLength(4);
  expect(stops.filter((stop) => stop === 'reached').length).toBeGreaterThanOrEqual(2);
});

secondTierTest('an edit that moves link frames warns that the meshes no longer fit', async () => {
  await dropFiles(page, files(TEST_PACKAGE_FILES));
  await waitForRobotName(page, 'made_arm');
  await page.locator('.scene_robot').getByText('1 of 1 mesh').waitFor({ state: 'attached' });
  await findButton(page, 'Edit').click();
  const d = page.getByLabel('d of row 1');
  await d.fill('0.4');
  await d.press('Enter');
  const notice = page.locator('.notice');
  await notice.waitFor();
  expect(await notice.innerText()).toContain('The meshes only fit the original mechanism');
  await findButton(page, 'Undo').first().click();
  await notice.waitFor({ state: 'detached' });
});
