import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTHING_EDITED_TITLE } from './dragTools.ts';
import {
  addMethod,
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  unfoldSceneCard,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (visit: PageVisit) => Promise<void>): Promise<void> =>
  site.inSharedPage(fragment, async (visit) => {
    await act(visit);
    const inspector = visit.page.locator('.inspector');
    if ((await inspector.count()) === 0) return;
    await inspector.getByRole('button', { name: 'Close' }).click();
    await inspector.waitFor({ state: 'detached' });
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const names = (page: Page) => page.locator('.pane:not([hidden]) h2').allTextContents();
const noteOf = (page: Page, pane: number) => page.locator('.pane .note').nth(pane).textContent();
const field = (page: Page, name: string) => page.getByLabel(`${name}, value`);

async function choose(page: Page, method: string, item: string): Promise<void> {
  await button(page, `Menu of ${method}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a parameter changes without a restart, and undo, redo and reset work', () =>
  visit('#preset=double-y', async ({ page }) => {
    await getTestHook(page).step(20);
    await page.keyboard.press('3');
    await field(page, 'Damping λ').fill('0,2');
    await page.keyboard.press('Enter');
    expect(await noteOf(page, 2)).toBe('λ 0.2, clamped 0.25 m');
    await getTestHook(page).step(5);
    expect(await getTestHook(page).frame()).toBe(25);
    await button(page, 'Undo').click();
    expect(await noteOf(page, 2)).toBe('λ 0.7, clamped 0.25 m');
    await page.locator('.panes').focus();
    await page.keyboard.press('Control+Shift+z');
    expect(await noteOf(page, 2)).toBe('λ 0.2, clamped 0.25 m');
    await button(page, 'Reset Damping λ').click();
    expect(await noteOf(page, 2)).toBe('λ 1.1, clamped 0.25 m');
    expect(await getTestHook(page).frame()).toBe(25);
  }));

secondTierTest(
  'an added method is scaled to the mechanism, and its reset button restores that value',
  () =>
    visit('#preset=arm-6', async ({ page }) => {
      await addMethod(page, /^Priority/);
      await page.locator('.scene_inspect').last().click();
      const fits = page.locator('.inspector .fits');
      expect(await fits.textContent()).toBe('scaled to this mechanism (default: 1.1 m)');
      expect(await field(page, 'Damping λ').inputValue()).toBe('0.06');
      await field(page, 'Damping λ').fill('0.3');
      await page.keyboard.press('Enter');
      expect(await fits.count()).toBe(0);
      await button(page, 'Reset Damping λ').click();
      expect(await field(page, 'Damping λ').inputValue()).toBe('0.06');
      expect(await fits.count()).toBe(1);
      await page.keyboard.press('3');
      expect(await field(page, 'Damping λ').inputValue()).toBe('0.1');
      expect(await fits.count()).toBe(0);
      await button(page, 'Reset Damping λ').click();
      expect(await field(page, 'Damping λ').inputValue()).toBe('1.1');
    }),
);

secondTierTest('two panels of one method with different λ differ', () =>
  visit('#preset=y&methods=dls,dls', async ({ page }) => {
    await page.locator('.scene_inspect').first().click();
    await field(page, 'Damping λ').fill('0.1');
    await page.keyboard.press('Enter');
    await getTestHook(page).step(30);
    expect(await getTestHook(page).solved(0)).not.toEqual(await getTestHook(page).solved(1));
  }),
);

test('a slider drag is one undo step', () =>
  visit('#preset=double-y', async ({ page }) => {
    await page.keyboard.press('3');
    const slider = page.getByRole('slider', { name: 'Damping λ', exact: true });
    const box = await slider.boundingBox();
    if (!box) throw new Error('the slider has no place');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, y, { steps: 6 });
    await page.mouse.up();
    expect(await noteOf(page, 2)).not.toBe('λ 0.7, clamped 0.25 m');
    await button(page, 'Undo').click();
    expect(await noteOf(page, 2)).toBe('λ 0.7, clamped 0.25 m');
    expect(await button(page, 'Undo').getAttribute('title')).toMatch(NOTHING_EDITED_TITLE);
  }));

test('methods are duplicated, moved, added and removed, and undo restores the start', () =>
  visit('#preset=double-y', async ({ page }) => {
    const start = await names(page);
    await choose(page, 'DLS′', 'Duplicate');
    expect(await names(page)).toEqual(['Transpose', 'Truncated', 'DLS′', 'DLS′ 2', 'SDLS']);
    await choose(page, 'DLS′ 2', 'Move up');
    expect(await names(page)).toEqual(['Transpose', 'Truncated', 'DLS′ 2', 'DLS′', 'SDLS']);
    await choose(page, 'Transpose', 'Remove');
    await addMethod(page, /^DLS′ then SDLS/);
    expect(await names(page)).toEqual(['Truncated', 'DLS′ 2', 'DLS′', 'SDLS', 'DLS′ then SDLS']);
    await getTestHook(page).step(10);
    expect(await getTestHook(page).panels()).toBe(5);
    for (let i = 0; i < 4; i++) await button(page, 'Undo').click();
    expect(await button(page, 'Undo').getAttribute('title')).toMatch(NOTHING_EDITED_TITLE);
    expect(await names(page)).toEqual(start);
  }));

secondTierTest('panes are hidden, shown alone and shown again', () =>
  visit('#preset=double-y', async ({ page }) => {
    const all = await names(page);
    await button(page, 'Hide Transpose').click();
    expect(await names(page)).toEqual(all.slice(1));
    await page.keyboard.press('Shift+Digit4');
    expect(await names(page)).toEqual(['SDLS']);
    await page.keyboard.press('Shift+Digit4');
    await button(page, 'Show Transpose').click();
    await button(page, 'One').click();
    expect((await names(page)).length).toBe(1);
    await button(page, 'Grid').click();
    expect(await names(page)).toEqual(all);
  }),
);

test('mechanism, mode and tolerance are edits, which Alt+R resets and undo restores', () =>
  visit('#preset=double-y', async ({ page }) => {
    await unfoldSceneCard(page);
    await page.getByRole('combobox', { name: 'Mechanism' }).selectOption({ label: 'Y' });
    expect(await page.title()).toBe('Y · IK Lab');
    expect(await names(page)).toEqual(['Transpose', 'Truncated', 'DLS′', 'SDLS']);
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('converge');
    await page.getByLabel('Tolerance', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await getTestHook(page).step(3);
    expect(await page.textContent('.count')).toBe('update 3');
    await page.keyboard.press('Alt+r');
    expect(await page.title()).toBe('Y · IK Lab'); // the focus is in a field, so the shortcut is ignored
    await page.locator('.panes').focus();
    await page.keyboard.press('Alt+r');
    expect(await page.title()).toBe('Double Y · IK Lab');
    await page.keyboard.press('Control+z');
    expect(await page.title()).toBe('Y · IK Lab');
  }));

test('keys step by one update, and Play resumes from the newest frame', () =>
  visit('#preset=double-y', async ({ page }) => {
    await getTestHook(page).step(10);
    const report = () => page.textContent('.count');
    await page.keyboard.press('.');
    await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 11');
    await page.keyboard.press(',');
    await page.keyboard.press(',');
    await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 9');
    await page.getByLabel('History').fill('4');
    await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 4');
    await button(page, 'Play').click();
    await getTestHook(page).step(1);
    expect(await report()).toBe('frame 12');
  }));

test('the scene text marks invalid lines and is applied only without errors', () =>
  visit('#preset=double-y', async ({ page }) => {
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Edit as text' }).click();
    const area = page.getByLabel('Scene as JSON');
    const text = await area.inputValue();
    expect(await button(page, 'Apply').isDisabled()).toBe(true);
    const line = text.slice(0, text.indexOf('"limitPolicy"')).split('\n').length;
    await area.fill(text.replace('"limitPolicy": "ignore"', '"limitPolicy": "bend"'));
    expect(await page.locator('.share_faults li').allTextContents()).toEqual([
      expect.stringMatching(`^line ${line}limitPolicy must be one of .*; got "bend"`),
    ]);
    expect(await page.locator('.share_gutter .share_wrong').allTextContents()).toEqual([
      String(line),
    ]);
    expect(await button(page, 'Apply').isDisabled()).toBe(true);
    await area.fill(text.replace('"iklab": 2,', '"iklab": 2 "'));
    expect(await page.locator('.share_gutter .share_wrong').allTextContents()).toEqual(['2']);
    await area.fill(text.replace('"name": "Double Y"', '"name": "Mine"'));
    await button(page, 'Apply').click();
    expect(await page.title()).toBe('Mine · IK Lab');
    await button(page, 'Undo').click();
    expect(await page.title()).toBe('Double Y · IK Lab');
  }));

test('moving a target, undo or a parameter change restarts a stopped run', () =>
  visit('#preset=tabaczynski-5-link', async ({ page }) => {
    const count = async () => Number((await page.textContent('.count'))?.split(' ')[1]);
    await getTestHook(page).step(4000);
    expect(await count()).toBeGreaterThan(1);
    expect(await button(page, 'Run again').count()).toBe(1);
    await page.locator('.handles > button').first().focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await getTestHook(page).step(1);
    expect(await count()).toBe(1); // counted from the move
    await getTestHook(page).step(4000);
    await button(page, 'Undo').click();
    await getTestHook(page).step(1);
    expect(await count()).toBe(1);
    await getTestHook(page).step(4000);
    await unfoldSceneCard(page);
    await page.getByRole('combobox', { name: 'Joint limits' }).selectOption('clamp');
    await getTestHook(page).step(4000);
    await page.locator('.scene_inspect').first().click();
    await page.getByLabel('Gain β, value').fill('0.5');
    await page.keyboard.press('Enter');
    await getTestHook(page).step(1);
    expect(await count()).toBe(1);
  }));
