import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { ROTATING_ARM_BVH } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  readShareDialog,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
/** One page for all tests; each test begins with a preset. */
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  ({ page } = await site.visit('?test=1#preset=planar-3-link'));
  await waitForScene(page);
});
beforeEach(() => followSceneLink(page, '#preset=y'));
afterAll(() => site?.close());

const AXES = ['0 0 1', '0 1 0', '0 1 0', '0 1 0', '0 0 1', '0 1 0'];
const link = (name: string) => `<link name="${name}"/>`;
const joint = (i: number) =>
  `<joint name="j${i}" type="revolute"><parent link="l${i - 1}"/><child link="l${i}"/>` +
  `<origin xyz="0 0 0.2"/><axis xyz="${AXES[i - 1]}"/><limit lower="-3" upper="3"/></joint>`;
const fixed = (name: string, parent: string) =>
  `${link(name)}<joint name="to_${name}" type="fixed"><parent link="${parent}"/><child link="${name}"/>` +
  '<origin xyz="0 0 0.1"/></joint>';

/** Six joints, a tool and a flange. */
const ARM = `<?xml version="1.0"?>
<robot name="made_arm">
${[0, 1, 2, 3, 4, 5, 6].map((i) => link(`l${i}`)).join('\n')}
${[1, 2, 3, 4, 5, 6].map(joint).join('\n')}
${fixed('tool0', 'l6')}
${fixed('flange', 'l5')}
<transmission/>
</robot>`;

const name = () =>
  getTestHook(page)
    .scenario()
    .then(({ name }) => name);
test('a dropped URDF opens with targets, reports what it left out, and can be shared', async () => {
  await dropFiles(page, [{ path: 'made_arm.urdf', content: ARM }]);
  await waitForRobotName(page, 'made_arm');
  const report = page.getByRole('complementary', { name: 'Import report' });
  await report.waitFor();
  expect(await report.innerText()).toContain('Nothing was uploaded');
  expect(await report.locator('.robots_counts').innerText()).toMatch(/6\s+movable joints/);
  expect(await report.locator('.robots_remarks').innerText()).toContain('made_arm.urdf:18');
  const { targets, methods, tree } = await getTestHook(page).scenario();
  expect(targets.map(({ effector, orientation }) => [effector, orientation !== null])).toEqual([
    ['tool0', true],
  ]);
  expect(methods).toHaveLength(4);
  expect(tree).toMatchObject({ joints: { length: 6 } });
  const { link: address, hash } = await readShareDialog(page);

  const there = await site.visit(`?test=1#${address.split('#')[1]}`);
  await waitForScene(there.page);
  expect((await getTestHook(there.page).scenario()).name).toBe('made_arm');
  expect((await readShareDialog(there.page)).hash).toBe(hash);
});

test('changing the effector and importing a robot can be undone', async () => {
  const before = await name();
  await dropFiles(page, [{ path: 'made_arm.urdf', content: ARM }]);
  await waitForRobotName(page, 'made_arm');
  const effectors = async () =>
    (await getTestHook(page).scenario()).targets.map((each) => each.effector);
  const report = page.locator('.robots_report');
  await report.getByTitle('Make flange an effector').click();
  await report.getByRole('button', { name: /^flange/ }).waitFor();
  expect(await effectors()).toEqual(['tool0', 'flange']);
  await report.getByRole('button', { name: /^tool0/ }).click();
  await page.getByRole('menuitem', { name: 'not an effector' }).first().click();
  await report.getByTitle('Make tool0 an effector').waitFor();
  expect(await effectors()).toEqual(['flange']);
  await findButton(page, 'Undo').first().click();
  await findButton(page, 'Undo').first().click();
  await report.getByTitle('Make flange an effector').waitFor();
  expect(await effectors()).toEqual(['tool0']);
  await findButton(page, 'Undo').first().click();
  await page.waitForFunction((text) => window.__iklab.scenario.name === text, before);
});

test('a dropped DH table opens as a robot, with a button for the other convention', async () => {
  const rows = 'a,alpha,d,theta\n0,90,0.3,q1\n0.4,0,0,q2\n0.2,0,0,q3\n';
  await dropFiles(page, [{ path: 'planned.csv', content: rows }]);
  await waitForRobotName(page, 'planned');
  const frames = async () => {
    const { tree } = await getTestHook(page).scenario();
    return 'joints' in tree ? tree.joints.map(({ xyz }) => xyz) : null;
  };
  // The first rotation by α = 90° is after d = 0.3 m in the standard convention, before it in the modified one.
  const standard = await frames();
  expect(standard?.[0]).toEqual([0, 0, 0.3]);
  const report = page.locator('.robots_report');
  await report.getByRole('button', { name: 'Read as modified (Craig)' }).click();
  await report.getByRole('button', { name: 'Read as standard' }).waitFor();
  expect((await frames())?.[0]).toEqual([0, -0.3, 0]);
  await findButton(page, 'Undo').first().click();
  await report.getByRole('button', { name: 'Read as modified (Craig)' }).waitFor();
  expect(await frames()).toEqual(standard);
});

test('a dropped table of joint values is a log, not a robot', async () => {
  await followSceneLink(page, '#preset=two-joints');
  const before = await name();
  const rows = 't,q1,q2\n0,0,0\n0.1,0.1,0.2\n0.2,0.2,0.3\n';
  await dropFiles(page, [{ path: 'moves.csv', content: rows }]);
  await page.getByText('moves.csv plays next to your methods').first().waitFor();
  expect(await name()).toBe(before);
});

secondTierTest('freeing a floating base and changing the up axis can be undone', async () => {
  const floating = `${link('world')}<joint name="float" type="floating"><parent link="world"/><child link="l0"/></joint>`;
  await dropFiles(page, [
    { path: 'walker.urdf', content: ARM.replace('<transmission/>', floating) },
  ]);
  await waitForRobotName(page, 'made_arm');
  const moving = () =>
    getTestHook(page)
      .scenario()
      .then(({ tree }) => ('joints' in tree ? tree.joints.map(({ id }) => id) : []));
  const poseBefore = await moving();
  expect(poseBefore).toHaveLength(6);
  const { targets } = await getTestHook(page).scenario();
  const report = page.locator('.robots_report');
  await report.getByRole('radio', { name: 'floating' }).check();
  await expect
    .poll(moving)
    .toEqual([
      ...['shift_x', 'shift_y', 'shift_z', 'x', 'y', 'z'].map((each) => `float_${each}`),
      ...poseBefore,
    ]);
  expect((await getTestHook(page).scenario()).targets).toEqual(targets);
  expect(await report.locator('.robots_counts').innerText()).toMatch(/12\s+movable joints/);
  await report.getByRole('radio', { name: 'y', exact: true }).check();
  const points = () =>
    getTestHook(page)
      .scenario()
      .then(({ view }) => view.up);
  await expect.poll(points).toBe('y');
  await findButton(page, 'Undo').first().click();
  await expect.poll(points).toBe('z');
  await findButton(page, 'Undo').first().click();
  await expect.poll(moving).toEqual(poseBefore);
  expect(await report.getByRole('radio', { name: 'fixed' }).isChecked()).toBe(true);
});

test('a scene file opens whatever its extension', async () => {
  const text = JSON.stringify({ iklab: 1, preset: 'y', name: 'kept as text' });
  await dropFiles(page, [{ path: 'scene.txt', content: text }]);
  await waitForRobotName(page, 'kept as text');
});

secondTierTest(
  'finds the robot of a folder; an unreadable file is reported and the scene stays',
  async () => {
    const before = await name();
    await dropFiles(page, [{ path: 'bad.urdf', content: ARM.replace('xyz="0 1 0"', 'xyz="0 1"') }]);
    const notice = page.locator('.notice');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('bad.urdf cannot be read');
    expect(await notice.innerText()).toContain('must be three numbers; got "0 1" (2)');
    expect(await name()).toBe(before);
    await dropFiles(page, [{ path: 'notes.txt', content: 'hello' }]);
    await page.waitForFunction(() =>
      document.querySelector('.notice')?.textContent?.includes('contains no robot'),
    );
    await dropFiles(page, [
      { path: 'arm/readme.md', content: 'hello' },
      { path: 'arm/urdf/made_arm.urdf', content: ARM },
    ]);
    await waitForRobotName(page, 'made_arm');
    expect(await page.locator('.robots_report .summary').innerText()).toContain('2 files');
  },
);

test('every known robot is drawn where the module computes it', async () => {
  for (const { id, document } of knownRobotPresets) {
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, `#preset=${id}`);
    await waitForRobotName(page, String(document.name));
    await getTestHook(page).step(3);
    const [drawn, solved] = [await getTestHook(page).drawn(1), await getTestHook(page).solved(1)];
    expect(drawn).toHaveLength(solved.length);
    const off = drawn.map((x, i) => Math.abs(x - (solved[i] ?? Number.NaN)));
    expect(Math.max(...off), id).toBeLessThan(1e-9);
  }
});

secondTierTest(
  'a dropped motion plays: targets follow it, panes and table show the angle off the clip',
  async () => {
    await dropFiles(page, [{ path: 'wave.bvh', content: ROTATING_ARM_BVH }]);
    await waitForRobotName(page, 'wave');
    const { run, targets } = await getTestHook(page).scenario();
    expect(run.mode).toBe('track');
    expect(targets.map(({ effector, motion }) => [effector, motion?.kind])).toEqual([
      ['LeftHand_end', 'path'],
    ]);
    const message = page.locator('.pane header .robots_off-clip');
    await expect.poll(() => message.count()).toBe(4);
    const off = async () => (await message.allInnerTexts()).map((text) => Number.parseFloat(text));
    await expect.poll(() => message.last().innerText()).toMatch(/^\d+\.\d° from the clip$/);
    const goals = () =>
      page.evaluate(() => [...window.__iklab.past.goals(window.__iklab.past.last)].slice(0, 3));
    expect(await off()).toEqual([0, 0, 0, 0]);
    const before = await goals();
    await getTestHook(page).step(30);
    const after = await goals();
    // after half a second, the second frame of the clip: 90° about (1, 1)
    const wanted = [-0.2, 1, 0];
    after.forEach((x, i) => {
      expect(Math.abs(x - (wanted[i] ?? 0))).toBeLessThan(1e-3);
    });
    expect(Math.hypot(...after.map((x, i) => x - (before[i] ?? 0)))).toBeGreaterThan(1);
    await expect.poll(async () => Math.min(...(await off()))).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const column = page.getByRole('columnheader', { name: /^off the clip/ });
    await column.waitFor();
    const columnIndex = await column.evaluate((head) => (head as HTMLTableCellElement).cellIndex);
    const cells = page
      .locator('.charts_table-scroll tbody tr')
      .locator(`:nth-child(${columnIndex + 1})`);
    const inTable = async () =>
      (await cells.allInnerTexts()).map((text) => /[\d.]+/.exec(text)?.[0]);
    const panes = (await off()).map((degrees) => expect.closeTo(degrees, 0));
    await expect.poll(async () => (await inTable()).map(Number)).toEqual(panes);
    await findButton(page, 'Undo').first().click();
    await page.waitForFunction(() => document.querySelector('.robots_off-clip') === null);
  },
);
