import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  DOUBLE_Y_SCENE,
  dragByMouse,
  FIXED_TARGET_SCENE,
  findTargetHandles,
  getTargetRingPosition,
  readTargetPosition,
  visitSharedPage,
} from './dragTools.ts';
import { getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(site, fragment, act, options);

describe('by keyboard', () => {
  test('arrow keys move a target 10 mm, Shift 100 mm, Alt 1 mm; Page Up and Down change depth', () =>
    visit('#preset=spatial-8', async (page) => {
      const before = await readTargetPosition(page, 0);
      for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Alt+PageUp']) {
        await page.keyboard.press(key);
      }
      const after = await readTargetPosition(page, 0);
      const steps = after.map((value, axis) => Math.abs(value - (before[axis] as number)));
      expect(steps.sort().map((step) => Number(step.toFixed(6)))).toEqual([0.001, 0.01, 0.1]);
      for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Alt+PageDown']) {
        await page.keyboard.press(key);
      }
      expect(await readTargetPosition(page, 0)).toEqual(before);
    }));

  test('Tab moves between targets; arrow keys of a handle do not move the camera', () =>
    visit(DOUBLE_Y_SCENE, async (page) => {
      await findTargetHandles(page).first().focus();
      for (const number of [2, 3, 4]) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => document.activeElement?.ariaLabel);
        expect(name).toMatch(new RegExp(`^Target ${number}, tip${number}, at x [−\\d.]+`));
      }
      await page.getByRole('button', { name: 'Pause' }).click();
      const other = await getTargetRingPosition(page, 3);
      await findTargetHandles(page).nth(0).focus();
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await getTargetRingPosition(page, 3)).toEqual(other);
    }));

  test('Tab reaches the first method within 16 stops; the view tools are one stop', () =>
    visit(DOUBLE_Y_SCENE, async (page) => {
      await page.locator('.top a, .top button').first().focus();
      const stops: string[] = [];
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        stops.push(
          await page.evaluate(() => {
            const at = document.activeElement;
            const parts = ['.viewbars', '.card', '.handles', '.pane', '.top'];
            return parts.find((part) => at?.closest(part)) ?? '';
          }),
        );
      }
      expect(stops.filter((part) => part === '.viewbars')).toHaveLength(1);
      expect(stops.indexOf('.card')).toBeLessThan(stops.indexOf('.pane'));
      expect(stops.indexOf('.card')).toBeLessThan(16);
    }));

  test('Enter opens number fields with validation; Escape closes them without a change', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await findTargetHandles(page).first().focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: /^Target 1.*position in mm/ });
      await form.waitFor();
      await page.keyboard.type('-1,25 m');
      await page.keyboard.press('Tab');
      await page.keyboard.type('much');
      await page.keyboard.press('Enter');
      expect(await form.getByRole('alert').textContent()).toBe(
        'y must be a number in mm; got much',
      );
      await page.keyboard.press('Control+A');
      await page.keyboard.type('1500');
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'hidden' });
      expect((await readTargetPosition(page, 0)).slice(0, 2)).toEqual([-1.25, 1.5]);
      const before = await readTargetPosition(page, 0);
      await page.keyboard.press('Enter');
      await page.keyboard.type('99');
      await page.keyboard.press('Escape');
      await page.locator('.numbers').waitFor({ state: 'hidden' });
      expect(
        await findTargetHandles(page)
          .first()
          .evaluate((it) => it === document.activeElement),
      ).toBe(true);
      expect(await readTargetPosition(page, 0)).toEqual(before);
    }));
});

secondTierTest('axe finds no violations in a handle and in its number form with an error', () =>
  visit(DOUBLE_Y_SCENE, async (page) => {
    await findTargetHandles(page).first().focus();
    expect(await findAxeViolations(page, { within: '.handles' })).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('far');
    await page.keyboard.press('Enter');
    await page.getByText('x must be a number in mm; got far').waitFor();
    expect(await findAxeViolations(page, { within: '.handles' })).toEqual([]);
  }),
);

test('the end of a drag announces the target position, then the outcome of each method', () =>
  visit('#preset=planar-3-link', async (page) => {
    const from = await getTargetRingPosition(page, 0);
    await dragByMouse(page, from, { x: from.x - 30, y: from.y + 20 });
    const announcements = () => page.locator('.spoken').textContent();
    expect(await announcements()).toMatch(
      /^Centre of the path of target 1 at x [−\d.]+, y [−\d.]+, z [−\d.]+ mm$/,
    );
    await getTestHook(page).step(400);
    // the outcome is computed in slices
    await expect
      .poll(announcements)
      .toMatch(/reached (the target|all targets) in \d+ updates?, |at [\d.]+ m?m/);
    const names = await page.locator('.pane h2').allTextContents();
    const text = (await announcements()) ?? '';
    for (const name of names) expect(text).toContain(name);
    expect(await page.locator('.spoken').getAttribute('role')).toBe('status');
  }));

secondTierTest(
  'a drag in the default scene announces the target position and the outcome once each',
  () =>
    visit('#preset=four-ways', async (page) => {
      const from = await getTargetRingPosition(page, 0);
      await dragByMouse(page, from, { x: from.x - 20, y: from.y + 10 });
      await getTestHook(page).step(2000);
      const announcements = () => page.getByRole('status').allTextContents();
      const [name = ''] = await page.locator('.pane h2').allTextContents();
      const targetAnnouncements = async () =>
        (await announcements()).filter((text) => text.includes(name));
      await expect.poll(targetAnnouncements).toHaveLength(1); // the outcome is computed in slices
      const places = (await announcements()).filter((text) =>
        /^Target 1 at [^.]*( mm)$/.test(text),
      );
      expect(places).toHaveLength(1);
    }),
);
