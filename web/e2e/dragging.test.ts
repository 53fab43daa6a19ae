import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  areWindowPositionsNear,
  DOUBLE_Y_SCENE,
  dragByMouse,
  FIXED_TARGET_SCENE,
  getTargetRingPosition,
  NOTHING_EDITED_TITLE,
  PHONE_OPTIONS,
  readTargetPosition,
  swipe,
  visitSharedPage,
} from './dragTools.ts';
import { getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(site, fragment, act, options);

describe('by mouse', () => {
  test('a dragged target follows the pointer in all panes, and the methods follow it', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      const from = await getTargetRingPosition(page, 0);
      const to = { x: from.x - 90, y: from.y + 50 };
      await page.mouse.move(from.x + 4, from.y - 3);
      await page.mouse.down();
      await page.mouse.move(to.x + 4, to.y - 3, { steps: 5 });
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
      const before = await getTestHook(page).drawn(0);
      await getTestHook(page).step(12);
      expect(await getTestHook(page).drawn(0)).not.toEqual(before);
      await page.mouse.up();
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
      const tags = await page
        .locator('.tag')
        .evaluateAll((all) => all.map((tag) => (tag as HTMLElement).style.transform));
      expect(new Set(tags).size).toBe(1);
    }));

  test('a target can be dragged in any pane; camera and other targets stay still', () =>
    visit(DOUBLE_Y_SCENE, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const others = [await getTargetRingPosition(page, 2), await getTargetRingPosition(page, 3)];
      const [first, last] = [page.locator('.pane').first(), page.locator('.pane').last()];
      const [a, b] = [await first.boundingBox(), await last.boundingBox()];
      if (!a || !b) throw new Error('a pane has no place');
      const from = await getTargetRingPosition(page, 0);
      const shift = { x: b.x - a.x, y: b.y - a.y };
      const there = { x: from.x + shift.x, y: from.y + shift.y };
      await dragByMouse(page, there, { x: there.x - 60, y: there.y + 40 });
      expect(
        areWindowPositionsNear(await getTargetRingPosition(page, 0), {
          x: from.x - 60,
          y: from.y + 40,
        }),
      ).toBe(true);
      expect([await getTargetRingPosition(page, 2), await getTargetRingPosition(page, 3)]).toEqual(
        others,
      );
    }));

  tieredTest(['Overlay', 'One'])('a target can be dragged in the layout %s', (layout) =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await page.getByRole('button', { name: layout, exact: true }).click();
      const from = await getTargetRingPosition(page, 0);
      const to = { x: from.x - 60, y: from.y + 70 };
      await dragByMouse(page, from, to);
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
      await page.getByRole('button', { name: 'Grid', exact: true }).click();
    }),
  );

  secondTierTest(
    'a moving target follows the pointer while it is held, then continues its path',
    () =>
      visit(DOUBLE_Y_SCENE, async (page) => {
        const from = await getTargetRingPosition(page, 1);
        const to = { x: from.x + 20, y: from.y + 30 };
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 3 });
        for (let i = 0; i < 30; i++) await getTestHook(page).step(1);
        const ringBefore = await getTargetRingPosition(page, 1);
        expect(Math.hypot(ringBefore.x - to.x, ringBefore.y - to.y)).toBeLessThan(4);
        await page.mouse.up();
        expect(await page.locator('.spoken').textContent()).toMatch(
          /^Centre of the path of target 2/,
        );
        await getTestHook(page).step(30);
        expect(areWindowPositionsNear(await getTargetRingPosition(page, 1), ringBefore)).toBe(
          false,
        );
      }),
  );

  test('with Alt a target moves along the line of sight', () =>
    visit('#preset=spatial-8', async (page) => {
      const [from, before] = [
        await getTargetRingPosition(page, 0),
        await readTargetPosition(page, 0),
      ];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.keyboard.down('Alt');
      await page.mouse.move(from.x, from.y - 10);
      await page.mouse.move(from.x, from.y - 50, { steps: 3 });
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), from)).toBe(true);
      await page.mouse.up();
      await page.keyboard.up('Alt');
      const after = await readTargetPosition(page, 0);
      expect(after).not.toEqual(before);
    }));

  test('Escape during a drag restores the target, and further pointer moves are ignored', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      const [from, before] = [
        await getTargetRingPosition(page, 0),
        await readTargetPosition(page, 0),
      ];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 80, from.y + 20, { steps: 3 });
      await page.keyboard.press('Escape');
      await page.mouse.move(from.x - 120, from.y + 60);
      await page.mouse.up();
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), from)).toBe(true);
      expect(await readTargetPosition(page, 0)).toEqual(before);
    }));

  test('one click picks up a target, the next one drops it', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      const from = await getTargetRingPosition(page, 0);
      const to = { x: from.x - 70, y: from.y + 90 };
      const cursor = () =>
        page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor);
      await page.mouse.move(from.x, from.y);
      expect(await cursor()).toBe('grab');
      await page.mouse.click(from.x, from.y);
      await page.mouse.move(to.x, to.y);
      expect(await cursor()).toBe('crosshair');
      await page.mouse.click(to.x, to.y);
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
      await page.mouse.click(to.x - 60, to.y);
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
    }));
});

describe('by touch', () => {
  test('a touch 20 px from the centre drags a target', () =>
    visit(
      FIXED_TARGET_SCENE,
      async (page) => {
        const from = await getTargetRingPosition(page, 0);
        const to = { x: from.x - 30, y: from.y + 40 };
        await swipe(page, { x: from.x - 20, y: from.y }, { x: to.x - 20, y: to.y });
        expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), to)).toBe(true);
      },
      PHONE_OPTIONS,
    ));

  secondTierTest('a touch 30 px from the centre orbits the camera instead', () =>
    visit(
      FIXED_TARGET_SCENE,
      async (page) => {
        const [from, before] = [
          await getTargetRingPosition(page, 0),
          await readTargetPosition(page, 0),
        ];
        await swipe(page, { x: from.x - 30, y: from.y }, { x: from.x - 70, y: from.y + 40 });
        expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), from)).toBe(false);
        expect(await readTargetPosition(page, 0)).toEqual(before);
      },
      PHONE_OPTIONS,
    ),
  );

  secondTierTest('a tap right after a swipe is still handled', () =>
    visit(
      FIXED_TARGET_SCENE,
      async (page) => {
        const seen = page.locator('.pane:visible');
        const from = await getTargetRingPosition(page, 0);
        for (const panes of [1, 3, 1, 3]) {
          await swipe(page, { x: from.x - 80, y: from.y }, { x: from.x - 20, y: from.y + 80 });
          await seen.first().locator('h2 button').tap();
          await expect.poll(() => seen.count()).toBe(panes);
        }
      },
      PHONE_OPTIONS,
    ),
  );
});

describe('scenario document', () => {
  /** True if the page's scenario object was not replaced since the previous call. */
  const stays = (page: Page) =>
    page.evaluate(() => {
      const asked = window as unknown as { was?: unknown };
      const before = asked.was;
      asked.was = window.__iklab.scenario;
      return asked.was === before;
    });
  const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
  const nothing = async (page: Page) =>
    expect(await undo(page).getAttribute('title')).toMatch(NOTHING_EDITED_TITLE);

  test('changes once, when the pointer is released, and undo reverts the drag', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      const from = await getTargetRingPosition(page, 0);
      await stays(page);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 60, from.y + 40, { steps: 6 });
      expect(await stays(page)).toBe(true);
      await page.mouse.up();
      expect(await stays(page)).toBe(false);
      await undo(page).click();
      await nothing(page);
      await getTestHook(page).step(0);
      expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), from)).toBe(true);
    }));

  secondTierTest('changes when the arrow key is released; Escape cancels the move', () =>
    visit(FIXED_TARGET_SCENE, async (page) => {
      await page.locator('.handles > button').first().focus();
      await stays(page);
      await page.keyboard.down('ArrowLeft');
      await page.keyboard.down('ArrowLeft');
      expect(await stays(page)).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.up('ArrowLeft');
      expect(await stays(page)).toBe(true);
      await nothing(page);
      await page.keyboard.press('ArrowLeft');
      expect(await stays(page)).toBe(false);
    }),
  );

  secondTierTest('does not change when the browser cancels a touch', () =>
    visit(
      FIXED_TARGET_SCENE,
      async (page) => {
        const [from, before] = [
          await getTargetRingPosition(page, 0),
          await readTargetPosition(page, 0),
        ];
        const session = await page.context().newCDPSession(page);
        const send = (type: 'touchStart' | 'touchMove' | 'touchCancel', away = 0) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchCancel' ? [] : [{ x: from.x - away, y: from.y + away }],
          });
        await stays(page);
        await send('touchStart');
        for (const away of [20, 30, 40]) await send('touchMove', away);
        await getTestHook(page).step(1);
        expect(areWindowPositionsNear(await getTargetRingPosition(page, 0), from)).toBe(false);
        await send('touchCancel');
        await getTestHook(page).step(1);
        expect(await readTargetPosition(page, 0)).toEqual(before);
        expect(await stays(page)).toBe(true);
        await nothing(page);
      },
      PHONE_OPTIONS,
    ),
  );
});
