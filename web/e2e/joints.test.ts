import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectCoordinatesNear,
  FIXED_TARGET_SCENE,
  NOTHING_EDITED_TITLE,
  PHONE_OPTIONS,
  visitSharedPage,
  type WindowPosition,
} from './dragTools.ts';
import { getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(
    site,
    fragment,
    async (page) => {
      await act(page);
      if ((await page.locator('.joints_joints-panel').count()) === 0) return;
      await page.getByRole('button', { name: 'Joints', exact: true }).click();
      await gone(page);
    },
    options,
  );
const ARM = '#preset=ur5e'; // six joints with limits

const undoes = (page: Page) => page.getByRole('button', { name: /^Undo/ }).getAttribute('title');
const slider = (page: Page, joint: string) =>
  page.getByRole('slider', { name: joint, exact: true });
const shown = (page: Page) => page.locator('.joints_pose-texts > code').textContent();
const q = async (page: Page): Promise<number[]> => JSON.parse((await shown(page)) ?? '');
const gone = (page: Page) => page.locator('.joints_joints-panel').waitFor({ state: 'detached' });

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Joints', exact: true }).click();
  await page.locator('.joints_joint-rows').waitFor();
  await getTestHook(page).step(0);
}

/** Points of the first pane after the next frame, which shows the edited pose. */
async function drawn(page: Page): Promise<number[]> {
  await getTestHook(page).step(0);
  return getTestHook(page).drawn(0);
}

async function middle(
  page: Page,
  joint: string,
): Promise<WindowPosition & { readonly width: number }> {
  const box = await slider(page, joint).boundingBox();
  if (!box) throw new Error(`${joint} has no slider`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

describe('by keyboard', () => {
  test('arrow keys rotate a joint in all panes; the pose becomes the start in one undo step', () =>
    visit(ARM, async (page) => {
      await open(page);
      const before = await drawn(page);
      const from = await q(page);
      await slider(page, 'elbow_joint').focus();
      for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowLeft', 'PageDown'])
        await page.keyboard.press(key);
      const made = await q(page);
      expectCoordinatesNear(
        made,
        from.map((value, i) => value + (i === 2 ? 1 + 1 - 0.1 - 10 : 0)),
        0.1,
      );
      expect(await slider(page, 'elbow_joint').getAttribute('aria-valuetext')).toMatch(/°$/);
      const drawnBefore = await drawn(page);
      expect(drawnBefore).not.toEqual(before);
      for (const panel of [1, 2, 3])
        expectCoordinatesNear(await getTestHook(page).drawn(panel), drawnBefore, 1e-12);
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE); // the scenario is unchanged
      await page.getByRole('button', { name: 'Use as start pose' }).click();
      await gone(page);
      await page.waitForFunction(() => window.__iklab.frame === 0);
      expectCoordinatesNear(await getTestHook(page).solved(0), drawnBefore, 1e-9);
      expect(await undoes(page)).toBe('Undo: Start pose (Ctrl+Z)');
      await page.keyboard.press('Control+z');
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
    }));

  secondTierTest('End moves to the joint limit; Escape and Play discard the pose', () =>
    visit(ARM, async (page) => {
      const before = await drawn(page);
      await open(page);
      await slider(page, 'elbow_joint').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('PageUp');
      expect((await q(page))[2]).toBe(180);
      // updated with the next frame
      const name = page.locator('.joint-name.in-hand');
      await expect.poll(() => name.textContent()).toBe('elbow_joint  180°');
      await page.keyboard.press('Escape');
      await gone(page);
      expectCoordinatesNear(await drawn(page), before, 1e-12);
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
      // the run continues from where it was
      await page.getByRole('button', { name: 'Pause' }).click();
      await open(page);
      await slider(page, 'elbow_joint').focus();
      await page.keyboard.press('PageUp');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await gone(page);
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
    }),
  );
});

describe('by mouse', () => {
  test('a slider sets a value in tenths of a degree; the reset button returns it to 0', () =>
    visit(ARM, async (page) => {
      await open(page);
      const { x, y, width } = await middle(page, 'wrist_1_joint');
      await page.mouse.click(x + width / 8, y);
      const value = (await q(page))[3] as number;
      expect(value).toBeGreaterThan(80); // an eighth of 720°
      expect(value).toBeLessThan(100);
      expect(value).toBe(Number(value.toFixed(1)));
      await page.getByRole('button', { name: 'Reset wrist_1_joint' }).click();
      expect((await q(page))[3]).toBe(0);
    }));

  test('dragging a link changes one joint value and no undo step', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await open(page);
      const from = await q(page);
      const spots = await getTestHook(page).spots(0);
      const half = (i: number): number => ((spots[i] as number) + (spots[i + 2] as number)) / 2;
      const at = { x: half(6), y: half(7) };
      await page.mouse.move(at.x, at.y);
      await page.waitForFunction(
        () => (document.querySelector('.panes') as HTMLElement).style.cursor === 'grab',
      );
      await page.mouse.down();
      await page.mouse.move(at.x + 25, at.y + 25, { steps: 4 });
      await page.mouse.up();
      const made = await q(page);
      expect(made.filter((value, i) => value !== from[i])).toHaveLength(1);
      const turned = made.findIndex((value, i) => value !== from[i]);
      expect(
        await page.locator('.joints_joint-rows li').nth(turned).getAttribute('data-held'),
      ).toBe('true');
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
    }));

  test('"Move target here" moves the targets to the effectors in one undo step, with zero error', () =>
    visit(ARM, async (page) => {
      await open(page);
      await slider(page, 'shoulder_pan_joint').focus();
      await page.keyboard.press('PageUp');
      await page.getByRole('button', { name: 'Move target here' }).click();
      await gone(page);
      expect(await undoes(page)).toBe('Undo: Move targets to the effectors (Ctrl+Z)');
      await open(page);
      await slider(page, 'shoulder_pan_joint').focus();
      await page.keyboard.press('PageUp');
      await getTestHook(page).step(0);
      expect(await page.locator('.card .scene_error').first().textContent()).toMatch(/^< 0\.01 mm/);
    }));
});

secondTierTest('by touch: a swipe moves a slider on a phone, and the pose becomes the start', () =>
  visit(
    ARM,
    async (page) => {
      const sheet = page.getByRole('navigation', { name: 'Sheet' });
      await sheet.getByRole('button', { name: 'More' }).click();
      await open(page);
      const title = page.locator('.pane:not([hidden]) > header');
      expect(await title.allInnerTexts()).toEqual(['Start pose']);
      const row = await page.locator('.joints_joint-rows li').first().boundingBox();
      expect(row?.height).toBeGreaterThanOrEqual(44);
      const { x, y, width } = await middle(page, 'shoulder_pan_joint');
      const session = await page.context().newCDPSession(page);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: WindowPosition[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
      await send('touchStart', [{ x, y }]);
      await send('touchMove', [{ x: x + width / 8, y }]);
      await send('touchMove', [{ x: x + width / 4, y }]);
      await send('touchEnd', []);
      const value = (await q(page))[0] as number;
      expect(value).toBeGreaterThan(150); // a quarter of 720°
      expect(value).toBeLessThan(210);
      await page.getByRole('button', { name: 'Use as start pose' }).tap();
      await gone(page);
      expect((await title.allInnerTexts()).join()).not.toContain('Start pose');
      expect(await undoes(page)).toMatch(/^Undo: Start pose/);
    },
    PHONE_OPTIONS,
  ),
);
