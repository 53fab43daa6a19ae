import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dragByMouse, getTargetRingPosition, PHONE_OPTIONS, swipe } from './dragTools.ts';
import { getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (act: (page: Page) => Promise<void>, options = {}): Promise<void> =>
  site.inSharedPage(
    '#preset=arm-6',
    async ({ page }) => {
      await getTestHook(page).step(40);
      await act(page);
    },
    options,
  );

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

test('after E, arrow keys rotate a target, and the methods follow; undo restores it', () =>
  visit(async (page) => {
    const before = await getTestHook(page).drawn(3);
    const handle = page.locator('.handles > button').first();
    await handle.focus();
    await page.keyboard.press('e');
    expect(await handle.getAttribute('aria-label')).toMatch(/^Target 1, tool, rotating at x/);
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await getTestHook(page).step(40);
    const after = await getTestHook(page).drawn(3);
    const tip = (points: number[]) => points.slice(-3);
    expect(after).not.toEqual(before);
    tip(after).forEach((value, axis) => {
      expect(value).toBeCloseTo(tip(before)[axis] as number, 3); // the position is unchanged
    });
    for (let i = 0; i < 4; i++) await undo(page).click();
    await getTestHook(page).step(40);
    // the target is restored, and the arm has returned to it
    const back = await getTestHook(page).drawn(3);
    back.forEach((value, i) => {
      expect(value).toBeCloseTo(before[i] as number, 2);
    });
  }));

secondTierTest('dragging the end of a rotation arm rotates the target', () =>
  visit(async (page) => {
    const before = await getTestHook(page).drawn(3);
    const box = await page.locator('.handles > button').first().boundingBox();
    if (!box) throw new Error('the target has no handle');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // the cursor shows where a rotation arm ends
    const cursor = () =>
      page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor);
    let found: { x: number; y: number } | null = null;
    for (let angle = 0; angle < 360 && !found; angle += 10) {
      const radians = (angle * Math.PI) / 180;
      const at = { x: middle.x + 36 * Math.cos(radians), y: middle.y + 36 * Math.sin(radians) };
      await page.mouse.move(at.x, at.y);
      if ((await cursor()) === 'grab') found = at;
    }
    if (!found) throw new Error('no arm ends 36 px from the ring');
    await page.mouse.down();
    await page.mouse.move(found.x + 20, found.y - 10, { steps: 4 });
    await page.mouse.up();
    await getTestHook(page).step(40);
    expect(await getTestHook(page).drawn(3)).not.toEqual(before);
    expect(await undo(page).isEnabled()).toBe(true);
  }),
);

test('dragging the rim of a ring rotates the target, dragging its disc moves it', () =>
  visit(async (page) => {
    const { x, y } = await getTargetRingPosition(page);
    // opposite the arm ends, which are at the lower right
    await dragByMouse(page, { x: x - 21, y }, { x: x - 15, y: y - 15 });
    expect(await undo(page).getAttribute('title')).toContain('Turn target 1');
    await dragByMouse(page, { x: x - 11, y }, { x: x - 40, y: y - 10 });
    expect(await undo(page).getAttribute('title')).toContain('Move target 1');
  }));

secondTierTest(
  'a touch on the disc moves the target from any point, one on the rim rotates it',
  () =>
    visit(async (page) => {
      const middle = { x: 0, y: 0 };
      const around = Array.from({ length: 6 }, (_, i) => ({
        x: 18 * Math.cos((i * Math.PI) / 3),
        y: 18 * Math.sin((i * Math.PI) / 3),
      }));
      for (const { x, y } of [middle, ...around]) {
        const at = await getTargetRingPosition(page);
        const from = { x: at.x + x, y: at.y + y };
        await swipe(page, from, { x: from.x + 24, y: from.y - 16 });
        await getTestHook(page).step(1);
        expect(await undo(page).getAttribute('title'), `from ${x}, ${y}`).toContain(
          'Move target 1',
        );
        await undo(page).click();
        await getTestHook(page).step(1);
      }
      const { x, y } = await getTargetRingPosition(page);
      // above, because on a phone the ring is near the side of its pane
      await swipe(page, { x: x + 15, y: y - 26 }, { x: x + 30, y: y - 10 });
      expect(await undo(page).getAttribute('title')).toContain('Turn target 1');
    }, PHONE_OPTIONS),
);
