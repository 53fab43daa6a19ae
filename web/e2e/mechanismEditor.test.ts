import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { NOTHING_EDITED_TITLE } from './dragTools.ts';
import { findButton, getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { withoutTimers } from './shortLivedStates.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const panel = (page: Page) => page.getByRole('complementary', { name: 'Mechanism' });

/** Opens the mechanism editor of a scene, and closes it as it was found. */
const edited = (fragment: string, act: (page: Page) => Promise<void>): Promise<void> =>
  site.inSharedPage(fragment, async ({ page }) => {
    await findButton(page, 'Edit').click();
    await panel(page).waitFor();
    await act(page);
    await page.getByRole('radio', { name: 'DH table' }).click();
    await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
    await panel(page).waitFor({ state: 'detached' });
  });

const joints = async (page: Page) => {
  const { tree } = await getTestHook(page).scenario();
  return 'joints' in tree ? tree.joints : [];
};
const undone = (page: Page) => page.getByRole('button', { name: /^Undo/ }).first().click();

secondTierTest(
  'the focused DH row is labelled in the scene by its lengths, which follow the input',
  () =>
    edited('#preset=planar-3-link', async (page) => {
      const message = page.locator('.row-length:visible');
      await getTestHook(page).step(0);
      expect(await message.count()).toBe(0);
      const a = page.getByLabel('a of row 2');
      await a.focus();
      await expect.poll(() => message.allInnerTexts()).toEqual(['a₂ 0.8 m']);
      // a target tag behind it does not show through
      const backed = await message.evaluate((label) => getComputedStyle(label).backgroundColor);
      expect(backed).toMatch(/^rgb\(/);
      expect(await page.locator('.row-letter').allTextContents()).toEqual(['z₁', 'x₂', 'z₂']);
      await a.fill('0.75');
      await expect.poll(() => message.allInnerTexts()).toEqual(['a₂ 0.75 m']);
      await page.getByLabel('d of row 3').fill('0.2');
      await expect.poll(() => message.allInnerTexts()).toEqual(['a₃ 0.5 m', 'd₃ 0.2 m']);
      await page.getByRole('radio', { name: 'Joints' }).click();
      await message.first().waitFor({ state: 'detached' });
    }),
);

/** Position of a joint's origin in the first pane. */
async function origin(page: Page, index: number): Promise<{ x: number; y: number }> {
  await getTestHook(page).step(0);
  const spots = await getTestHook(page).spots(0);
  return { x: spots[2 * index] as number, y: spots[2 * index + 1] as number };
}
const offset = async (page: Page, index: number) => (await joints(page))[index]?.xyz;
const undoes = (page: Page) => page.getByRole('button', { name: /^Undo/ }).getAttribute('title');

const withJoint = (id: string, act: (page: Page) => Promise<void>): Promise<void> =>
  edited('#preset=planar-3-link', async (page) => {
    await page.getByRole('radio', { name: 'Joints' }).click();
    await panel(page)
      .getByRole('button', { name: new RegExp(`^${id}`) })
      .click();
    await page.locator('.joint-handle').waitFor();
    await act(page);
  });

secondTierTest('arrow keys move the origin of a joint in one undo step and keep the focus', () =>
  withJoint('j1', async (page) => {
    const handle = page.locator('.joint-handle');
    await handle.focus();
    expect(await handle.getAttribute('aria-label')).toBe('Origin of j1, x 0, y 0, z 0 mm');
    // they are one undo step without a pause between them
    await withoutTimers(page, async () => {
      for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Alt+ArrowLeft']) {
        await page.keyboard.press(key);
        await getTestHook(page).step(0);
      }
    });
    await expect.poll(() => offset(page, 0)).toEqual([0.009, 0.1, 0]);
    await expect
      .poll(() => handle.getAttribute('aria-label'))
      .toBe('Origin of j1, x 9, y 100, z 0 mm');
    await expect.poll(() => handle.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await undoes(page)).toBe('Undo: Offset of j1 (Ctrl+Z)');
    await undone(page);
    await expect.poll(() => offset(page, 0)).toBeUndefined(); // the preset, whose tree lists no offsets
  }),
);

secondTierTest(
  'dragging the origin of a joint moves it at once; Escape during the drag restores it',
  () =>
    withJoint('j2', async (page) => {
      // the arm stays planar even when it is seen at an angle
      await page.locator('.panes').focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
      const at = await origin(page, 1);
      const drag = async (): Promise<void> => {
        await page.mouse.move(at.x, at.y);
        await page.mouse.down();
        await page.mouse.move(at.x + 30, at.y + 20, { steps: 3 });
      };
      await drag();
      const originBefore = await origin(page, 1);
      expect(Math.hypot(originBefore.x - at.x - 30, originBefore.y - at.y - 20)).toBeLessThan(2);
      await page.keyboard.press('Escape');
      const back = await origin(page, 1);
      expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1);
      await page.mouse.up();
      expect(await undoes(page)).toMatch(NOTHING_EDITED_TITLE);
      await drag();
      await page.mouse.up();
      await expect.poll(() => undoes(page)).toBe('Undo: Offset of j2 (Ctrl+Z)');
      const moved = await offset(page, 1);
      expect(moved?.[0]).not.toBe(1);
      expect(moved?.[2]).toBe(0);
      expect((await page.getByLabel('Offset of j2, x').inputValue()).length).toBeGreaterThan(0);
    }),
);
