// @module-tag full
/** A robot from import to its link, and the same run on the command line. */
import { execFileSync } from 'node:child_process';
import { makeTestPackageZip, TEST_PACKAGE_FILES } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCliLaunchArguments } from '../fuzz/commandLine.ts';
import { type DroppedFile, dropFiles, waitForRobotName } from './dropping.ts';
import {
  dragByMouse,
  findButton,
  followSceneLink,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  type PageVisit,
  readShareDialog,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
} from './pageTools.ts';

let site: TestSite;
let openVisit: PageVisit;
let there: PageVisit;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  openVisit = await site.visit('?test=1#preset=planar-3-link');
  there = await site.visit('?test=1#preset=planar-3-link');
  await Promise.all([waitForScene(openVisit.page), waitForScene(there.page)]);
});
afterAll(() => site?.close());

const iklab = (args: readonly string[], input = '') =>
  execFileSync(process.execPath, getCliLaunchArguments(...args), { encoding: 'utf8', input });

const kinds: [string, DroppedFile[]][] = [
  ['made.zip', [{ path: 'made.zip', content: makeTestPackageZip() }]],
  [
    'made_description',
    Object.entries(TEST_PACKAGE_FILES).map(([path, content]) => ({ path, content })),
  ],
];

/** The smallest error shown in the panes, in metres. */
const nearest = async (page: Page): Promise<number> => {
  const message = await page.locator('.pane .figure').allInnerTexts();
  const metres = message.map((text) => {
    const [, value = '', unit] = /([\d.]+)\s*(m|mm)\b/.exec(text) ?? [];
    return Number(value) * (unit === 'mm' ? 1e-3 : 1);
  });
  expect(metres).toHaveLength(4);
  return Math.min(...metres);
};

/** Rotates the second joint a little and takes the pose as the start. */
async function jog(page: Page): Promise<void> {
  await findButton(page, 'Joints').click();
  const slider = page.locator('.joints_joints-panel').getByRole('slider').nth(1);
  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Use as start pose' }).click();
}

test.each(kinds)(
  '%s: imported, dragged, jogged, locked at its limits and shared with the same hash',
  async (name, files) => {
    const { page, messages } = openVisit;
    await followSceneLink(page, '#preset=y');
    await dropFiles(page, files);
    await waitForRobotName(page, 'made_arm');
    const report = page.getByRole('complementary', { name: 'Import report' });
    await report.waitFor();
    expect(await report.locator('.summary').innerText()).toContain(name);
    expect(await report.locator('.robots_counts').innerText()).toMatch(/^6\s+movable joints/);
    const best = report.getByRole('button', { name: 'Find the best method' });
    expect(await best.getAttribute('class')).toContain('primary');
    await unfoldSceneCard(page);
    await page.getByText('1 of 1 mesh').waitFor();

    const from = await getTargetRingPosition(page);
    await dragByMouse(page, from, { x: from.x - 40, y: from.y + 30 });
    await getTestHook(page).step(200);
    expect(await nearest(page)).toBeLessThan(1e-3);
    const { targets, start } = await getTestHook(page).scenario();
    const [at] = targets;
    expect(at?.position).not.toEqual([0, 0, 1.6]);

    await jog(page);
    await page.waitForFunction((was) => window.__iklab.scenario.start?.[1] !== was, start?.[1]);
    await page.getByLabel('Joint limits').selectOption('lock');
    const now = await getTestHook(page).scenario();
    expect(now).toMatchObject({ limitPolicy: 'lock', targets: [{ position: at?.position }] });
    expect(now.tree).toMatchObject({ joints: Array(6).fill({ limits: [-2.5, 2.5] }) });
    const { link, hash } = await readShareDialog(page);

    const fragment = `#${link.split('#')[1]}`;
    await followSceneLink(there.page, fragment);
    expect(await getTestHook(there.page).scenario()).toMatchObject({
      start: now.start,
      tree: now.tree,
    });
    expect((await readShareDialog(there.page)).hash).toBe(hash);
    expect(iklab(['hash', '-'], iklab(['open', fragment])).trim()).toBe(hash);
    expect([...messages, ...there.messages]).toEqual([]);
  },
);
