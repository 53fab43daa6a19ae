import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dragByMouse,
  expectCoordinatesNear,
  FIXED_TARGET_SCENE,
  getTargetRingPosition,
  NOTHING_EDITED_TITLE,
  PHONE_OPTIONS,
  visitSharedPage,
  type WindowPosition,
} from './dragTools.ts';
import { getTestHook, openTestSite, type TestSite, unfoldSceneCard } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(site, fragment, act, options);

const cursor = (page: Page) =>
  page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor);
const undoes = (page: Page) => page.getByRole('button', { name: /^Undo/ }).getAttribute('title');

/** Centre of the link after a point in the picture of a pane. */
async function link(page: Page, panel: number, from: number): Promise<WindowPosition> {
  await getTestHook(page).step(0);
  const spots = await getTestHook(page).spots(panel);
  const middle = (i: number): number => ((spots[i] as number) + (spots[i + 2] as number)) / 2;
  return { x: middle(2 * from), y: middle(2 * from + 1) };
}

/** Hovers until links can be grabbed: the script for it loads after the first picture. */
async function take(page: Page, at: WindowPosition): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.waitForFunction(
    () => (document.querySelector('.panes') as HTMLElement).style.cursor === 'grab',
    null,
    { polling: 100 },
  );
  await page.mouse.down();
}

describe('by mouse', () => {
  test('dragging a link rotates its joint in all panes and sets the start pose', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const from = await link(page, 0, 3);
      const before = await getTestHook(page).drawn(0);
      const to = { x: from.x + 30, y: from.y + 25 };
      const name = page.locator('.joint-name:not(.in-hand)');
      await take(page, from);
      await getTestHook(page).step(0);
      const message = await name.textContent();
      expect(message).toMatch(/^j4 {2}-?[\d.]+°$/);
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await getTestHook(page).step(0);
      expect(await name.textContent()).not.toBe(message);
      const shownBefore = await getTestHook(page).drawn(0);
      expect(await cursor(page)).toBe('grabbing');
      expectCoordinatesNear(shownBefore.slice(0, 12), before.slice(0, 12), 1e-3); // points before its joint do not move
      expect(shownBefore.slice(12)).not.toEqual(before.slice(12));
      for (const panel of [1, 2])
        expectCoordinatesNear(await getTestHook(page).drawn(panel), shownBefore, 1e-12);
      await page.mouse.up();
      await page.waitForFunction(() => window.__iklab.frame === 0);
      expect(await undoes(page)).toBe('Undo: Start pose (Ctrl+Z)');
      for (const panel of [0, 1, 2])
        expectCoordinatesNear(await getTestHook(page).solved(panel), shownBefore, 1e-9);
      await page.keyboard.press('Control+z');
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
    }));

  test('during the drag cards, panes and tags show the same position and angle error', () =>
    visit('#preset=arm-6', async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const report = (what: string) => page.locator(what).allTextContents();
      const before = await report('.card .scene_error');
      const from = await link(page, 0, 2);
      await take(page, from);
      await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
      await getTestHook(page).step(0);
      const shownBefore = await report('.card .scene_error');
      expect(await report('.pane .figure')).toEqual(shownBefore);
      expect(await report('.tag > span')).toEqual(shownBefore);
      expect(new Set(await report('.card .scene_updates'))).toEqual(
        new Set([expect.stringMatching(/^0 /)]),
      );
      await page.mouse.up();
      expect(shownBefore).not.toEqual(before);
      expect(new Set(shownBefore).size).toBe(1); // all methods would start there
      expect(shownBefore[0]).toMatch(/^[\d.]+ m?m · [\d.]+°$/);
    }));

  secondTierTest('the dragged link stays under the pointer', () =>
    visit('#preset=planar-3-link', async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const from = await link(page, 1, 0);
      const spots = await getTestHook(page).spots(1);
      // around the first joint, at the same distance in a plane seen almost from above
      const turn = 0.3;
      const [x, y] = [from.x - (spots[0] as number), from.y - (spots[1] as number)];
      const to = {
        x: (spots[0] as number) + x * Math.cos(turn) - y * Math.sin(turn),
        y: (spots[1] as number) + x * Math.sin(turn) + y * Math.cos(turn),
      };
      await take(page, from);
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await getTestHook(page).step(0);
      const [after, base] = [await link(page, 1, 0), await getTestHook(page).spots(1)];
      await page.mouse.up();
      const heading = (at: WindowPosition): number =>
        Math.atan2(at.y - (base[1] as number), at.x - (base[0] as number));
      expect(Math.abs(heading(after) - heading(to))).toBeLessThan(0.02);
    }),
  );

  test('Escape during the drag restores the pose', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const before = await getTestHook(page).drawn(0);
      const from = await link(page, 0, 2);
      await take(page, from);
      await page.mouse.move(from.x + 40, from.y - 30, { steps: 3 });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await getTestHook(page).step(0);
      expect(await getTestHook(page).drawn(0)).toEqual(before);
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
    }));

  test('with clamped limits a long drag still sets a valid start pose', () =>
    visit('#preset=human-arm', async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      await unfoldSceneCard(page);
      await page.getByLabel('Joint limits').selectOption('clamp');
      await getTestHook(page).step(0);
      const last = (await getTestHook(page).drawn(0)).length / 3 - 2;
      const from = await link(page, 0, last);
      await take(page, from);
      for (const way of [1, -1])
        await page.mouse.move(from.x + 200 * way, from.y + 150 * way, { steps: 6 });
      await page.mouse.up();
      // a start outside the limits would be rejected
      expect(await undoes(page)).toMatch(/^Undo: Start pose/);
    }));

  test('a ring over a link is grabbed before the link', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const onLink = await link(page, 0, 2);
      await dragByMouse(page, await getTargetRingPosition(page, 0), onLink);
      await page.getByRole('button', { name: 'Pause' }).click();
      expect(await undoes(page)).toMatch(/^Undo: Move target 1/);
      await dragByMouse(page, onLink, { x: onLink.x + 40, y: onLink.y });
      await page.getByRole('button', { name: /^Undo/ }).click();
      expect(await undoes(page)).toMatch(/^Undo: Move target 1/);
    }));
});

describe('by touch', () => {
  secondTierTest('a long press grabs a link; a swipe without it orbits the camera', () =>
    visit(
      FIXED_TARGET_SCENE,
      async (page) => {
        const session = await page.context().newCDPSession(page);
        const send = (
          type: 'touchStart' | 'touchMove' | 'touchEnd',
          touchPoints: WindowPosition[],
        ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
        await page.getByRole('button', { name: 'Pause' }).click();
        const eye = await getTestHook(page).eye(0);
        const from = await link(page, 0, 1);
        await send('touchStart', [from]);
        await page.waitForFunction(
          () => (document.querySelector('.panes') as HTMLElement).style.cursor === 'grabbing',
        );
        await send('touchMove', [{ x: from.x + 10, y: from.y + 25 }]);
        await send('touchMove', [{ x: from.x + 15, y: from.y + 40 }]);
        await send('touchEnd', []);
        expect(await undoes(page)).toMatch(/^Undo: Start pose/);
        expect(await getTestHook(page).eye(0)).toEqual(eye);

        await getTestHook(page).step(0);
        const again = await link(page, 0, 1);
        await send('touchStart', [again]);
        await send('touchMove', [{ x: again.x + 30, y: again.y + 20 }]);
        await send('touchMove', [{ x: again.x + 60, y: again.y + 40 }]);
        await send('touchEnd', []);
        expect(await getTestHook(page).eye(0)).not.toEqual(eye);
      },
      PHONE_OPTIONS,
    ),
  );
});

secondTierTest('a click on a link does not change the start pose', () =>
  visit(FIXED_TARGET_SCENE, async (page) => {
    await page.getByRole('button', { name: 'Pause' }).click();
    const from = await link(page, 0, 3);
    await dragByMouse(page, from, from);
    expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
  }),
);
