/** Targets with unconstrained axes: unticked in their form, and followed by an arm with five joints. */

import { FIVE_JOINT_ARM_URDF } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { findCombobox, makeSharedVisits } from './motionTools.ts';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  unfoldSceneCard,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = makeSharedVisits(() => site);
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const free = async (page: Page) => (await getTestHook(page).scenario()).targets[0]?.free;

async function openTarget(page: Page): Promise<void> {
  await unfoldSceneCard(page);
  const targets = page.locator('.scene_targets');
  if (!(await targets.evaluate((all) => (all as HTMLDetailsElement).open)))
    await targets.locator('> summary').click();
  const name = page.locator('.target-name').first();
  if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
}

test('unticking axes sets the free components of a target, and undo restores them', () =>
  visit('#preset=arm-6', async (page) => {
    await openTarget(page);
    await box(page, 'Constrain the position of target 1 along x').click();
    expect(await free(page)).toEqual({ position: ['x'], orientation: [], frame: 'world' });
    await findCombobox(page, 'Axes of target 1').selectOption('target');
    await findCombobox(page, 'Constrained part of the orientation of target 1').selectOption(
      'cone',
    );
    const cone = { cone: { axis: [0, 0, 1], angle: 0.3 } };
    expect(await free(page)).toEqual({ position: ['x'], orientation: cone, frame: 'target' });
    await findCombobox(page, 'Free axis of target 1').selectOption('y');
    await findCombobox(page, 'Constrained part of the orientation of target 1').selectOption(
      'spin',
    );
    expect(await free(page)).toMatchObject({ orientation: { spin: [0, 1, 0] } });
    expect(await findAxeViolations(page)).toEqual([]);
    await box(page, 'Orientation of target 1').click();
    expect(await free(page)).toBeNull();
    await findButton(page, 'Undo').click();
    expect(await free(page)).toMatchObject({ orientation: { spin: [0, 1, 0] } });
  }));

secondTierTest(
  'a dropped arm with five joints frees the rotation about z and follows a circle',
  () =>
    visit('#preset=y', async (page) => {
      await dropFiles(page, [{ path: 'five.urdf', content: FIVE_JOINT_ARM_URDF }]);
      await waitForRobotName(page, 'five');
      expect(await free(page)).toEqual({ position: [], orientation: ['z'], frame: 'world' });
      await openTarget(page);
      await findCombobox(page, 'Path of target 1').selectOption('circle');
      await findCombobox(page, 'Mode').selectOption('track');
      await getTestHook(page).step(300);
      const { methods, targets, run } = await getTestHook(page).scenario();
      const [target] = targets;
      if (target?.motion?.kind !== 'sine') throw new Error('not a circle');
      const { amplitude, period } = target.motion;
      // distance that the target moves per frame: DLS removes more than half of an error per update
      const travel = ((2 * Math.PI * amplitude[0]) / period[0]) * run.timeStep;
      const dls = methods.findIndex(({ id }) => id === 'dls');
      const message = await page.locator('.pane .figure').nth(dls).innerText();
      const [, far, unit, turn = '0'] = /^([\d.]+) (µm|mm)(?: · ([\d.]+)°)?$/.exec(message) ?? [
        message,
      ];
      expect(Number(far) * (unit === 'mm' ? 1e-3 : 1e-6), message).toBeLessThan(travel);
      const radians = (Number(turn) * Math.PI) / 180;
      expect(radians * target.orientationWeight, message).toBeLessThan(travel);
    }),
);
