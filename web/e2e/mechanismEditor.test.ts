import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNTOUCHED } from './handsTools.ts';
import { button, hook, openSite, type Site } from './pageTools.ts';
import { withoutTimers } from './passing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

const panel = (page: Page) => page.getByRole('complementary', { name: 'Mechanism' });

/** With the editor of a scene's mechanism, which is closed again as it was found. */
const edited = (fragment: string, act: (page: Page) => Promise<void>): Promise<void> =>
  site.inSharedPage(fragment, async ({ page }) => {
    await button(page, 'Edit').click();
    await panel(page).waitFor();
    await act(page);
    await page.getByRole('radio', { name: 'DH table' }).click();
    await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
    await panel(page).waitFor({ state: 'detached' });
  });

const joints = async (page: Page) => {
  const { tree } = await hook(page).scenario();
  return 'joints' in tree ? tree.joints : [];
};
const undone = (page: Page) => page.getByRole('button', { name: /^Undo/ }).first().click();
/** The scene has taken an edit, or given it back. */
const count = (page: Page, wanted: number) =>
  page.waitForFunction((many) => {
    const { tree } = window.__iklab.scenario;
    return 'joints' in tree && tree.joints.length === many;
  }, wanted);

test('a table: the scene follows each cell, one undo takes back what was typed', () =>
  edited('#preset=planar-3-link', async (page) => {
    const a = page.getByLabel('a of row 2');
    const before = await a.inputValue();
    const { methods } = await hook(page).scenario();
    await a.fill('');
    await a.pressSequentially('1.25');
    await page.waitForFunction(() => {
      const { tree } = window.__iklab.scenario;
      return 'joints' in tree && tree.joints[2]?.xyz[0] === 1.25;
    });
    expect((await hook(page).scenario()).methods).toEqual(methods);
    expect(await a.inputValue()).toBe('1.25');
    await page.getByLabel('α of row 1').fill('pi/2');
    expect((await joints(page))[1]?.rpy[0]).toBeCloseTo(Math.PI / 2, 9);
    await page.getByRole('radio', { name: 'Radians' }).click();
    expect(await page.getByLabel('α of row 1').inputValue()).toBe('pi/2');
    await page.getByRole('radio', { name: 'Degrees' }).click();
    await undone(page);
    expect((await joints(page))[1]?.rpy[0]).toBe(0);
    await undone(page);
    expect(await a.inputValue()).toBe(before);
    expect('joints' in (await hook(page).scenario()).tree).toBe(false);
  }));

test('a fault stays in its cell and the scene as it was; Escape gives back', () =>
  edited('#preset=planar-3-link', async (page) => {
    const alpha = page.getByLabel('α of row 3');
    await alpha.fill('-pi/');
    const fault = page.getByRole('alert');
    expect(await fault.innerText()).toContain('Row 3, α: "-pi/" ends after "/"');
    expect(await fault.innerText()).toContain('The scene keeps 0 until then');
    expect(await alpha.getAttribute('aria-invalid')).toBe('true');
    expect('joints' in (await hook(page).scenario()).tree).toBe(false);
    await alpha.press('Escape');
    await fault.waitFor({ state: 'detached' });
    expect(await alpha.inputValue()).toBe('0');
  }));

test('rows are added, turned into slides, moved and removed; each is one step', () =>
  edited('#preset=planar-3-link', async (page) => {
    await button(page, 'Add a row').click();
    await count(page, 4);
    await button(page, 'Row 4').click();
    await page
      .getByRole('menuitem', { name: /^Prismatic/ })
      .last()
      .click();
    await page.waitForFunction(() => {
      const { tree } = window.__iklab.scenario;
      return 'joints' in tree && tree.joints[3]?.type === 'prismatic';
    });
    await button(page, 'Row 1').click();
    await page.getByRole('menuitem', { name: 'Remove' }).first().click();
    await count(page, 3);
    expect((await joints(page)).map(({ id }) => id)).toEqual(['j2', 'j3', 'q1']);
    await undone(page);
    await undone(page);
    expect((await joints(page)).map(({ type }) => type)).toEqual(Array(4).fill('revolute'));
  }));

test('a table is pasted, copied cells of a spreadsheet as well; a tree says why it is none', () =>
  edited('#preset=double-y', async (page) => {
    expect(await page.locator('.mechanism_dh').innerText()).toContain('4 effectors');
    const paste = page.getByRole('textbox', { name: 'Paste a table' });
    await paste.fill('modified DH\na\talpha\td\n0\t0\t0.4\n0.1\tpi/2\t0\n0.3\t0\t0');
    await count(page, 3);
    expect(await page.getByRole('radio', { name: 'Modified' }).isChecked()).toBe(true);
    expect((await hook(page).scenario()).targets.map(({ effector }) => effector)).toEqual(['tool']);
    await paste.fill('nothing\nof a table');
    await page.getByRole('alert').waitFor();
    await count(page, 3);
    await undone(page);
    expect((await hook(page).scenario()).targets).toHaveLength(4);
  }));

test('effectors: one is added with a target, named, moved to a joint and removed', () =>
  edited('#preset=planar-3-link', async (page) => {
    await page.getByRole('radio', { name: 'Joints' }).click();
    const here = panel(page);
    const targets = async () => (await hook(page).scenario()).targets.map((each) => each.effector);
    await here.getByRole('button', { name: 'Add an effector' }).click();
    await expect.poll(targets).toEqual(['tip', 'effector 2']);
    const name = here.getByRole('textbox', { name: 'Name' });
    await name.fill('elbow');
    await name.press('Enter');
    await expect.poll(targets).toEqual(['tip', 'elbow']);
    await here.getByLabel('Parent of elbow').selectOption('j1');
    await page.waitForFunction(() => {
      const { tree } = window.__iklab.scenario;
      return 'joints' in tree && tree.effectors[1]?.parent === 'j1';
    });
    await hook(page).step(3);
    await here.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(targets).toEqual(['tip']);
    await here.getByRole('button', { name: /^tip/ }).click();
    expect(await here.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    await undone(page);
    await expect.poll(targets).toEqual(['tip', 'elbow']);
  }));

test('joints: one is added, named and given limits; what is wrong stands at its field', () =>
  edited('#preset=planar-3-link', async (page) => {
    await page.getByRole('radio', { name: 'Joints' }).click();
    const here = panel(page);
    await here.getByRole('button', { name: /^j3/ }).click();
    await here.getByRole('button', { name: 'Add after' }).click();
    await count(page, 4);
    await here.getByRole('button', { name: /^joint 4/ }).click();
    const name = here.getByRole('textbox', { name: 'Name' });
    await name.fill('j1');
    await name.press('Enter');
    await here.getByRole('alert').waitFor();
    expect(await here.getByRole('alert').innerText()).toContain('must be unique');
    await name.fill('wrist');
    await name.press('Enter');
    await page.waitForFunction(() => {
      const { tree } = window.__iklab.scenario;
      return 'joints' in tree && tree.joints[3]?.id === 'wrist';
    });
    await here.getByLabel('Limits of wrist').click();
    const upper = here.getByLabel('Upper of wrist');
    await upper.fill('-120');
    await upper.press('Enter');
    expect(await here.getByRole('alert').innerText()).toContain('upside down');
    expect((await joints(page))[3]?.limits).toEqual([-Math.PI / 2, Math.PI / 2]);
    await here.getByRole('button', { name: 'Remove' }).click();
    await count(page, 3);
    await undone(page);
    await count(page, 4);
  }));

test('the row in hand is named in the scene by its lengths, which follow what is typed', () =>
  edited('#preset=planar-3-link', async (page) => {
    const said = page.locator('.row-length:visible');
    await hook(page).step(0);
    expect(await said.count()).toBe(0);
    const a = page.getByLabel('a of row 2');
    await a.focus();
    await expect.poll(() => said.allInnerTexts()).toEqual(['a₂ 0.8 m']);
    // a tag of a target that stands there does not show through
    const backed = await said.evaluate((label) => getComputedStyle(label).backgroundColor);
    expect(backed).toMatch(/^rgb\(/);
    expect(await page.locator('.row-letter').allTextContents()).toEqual(['z₁', 'x₂', 'z₂']);
    await a.fill('0.75');
    await expect.poll(() => said.allInnerTexts()).toEqual(['a₂ 0.75 m']);
    await page.getByLabel('d of row 3').fill('0.2');
    await expect.poll(() => said.allInnerTexts()).toEqual(['a₃ 0.5 m', 'd₃ 0.2 m']);
    await page.getByRole('radio', { name: 'Joints' }).click();
    await said.first().waitFor({ state: 'detached' });
  }));

/** Where the origin of the joint at an index is seen in the first pane. */
async function origin(page: Page, index: number): Promise<{ x: number; y: number }> {
  await hook(page).step(0);
  const spots = await hook(page).spots(0);
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

test('the origin of a joint goes by keys: one step, and the focus stays', () =>
  withJoint('j1', async (page) => {
    const handle = page.locator('.joint-handle');
    await handle.focus();
    expect(await handle.getAttribute('aria-label')).toBe('Origin of j1, x 0, y 0, z 0 mm');
    // they are one step where no rest is between them
    await withoutTimers(page, async () => {
      for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Alt+ArrowLeft']) {
        await page.keyboard.press(key);
        await hook(page).step(0);
      }
    });
    await expect.poll(() => offset(page, 0)).toEqual([0.009, 0.1, 0]);
    await expect
      .poll(() => handle.getAttribute('aria-label'))
      .toBe('Origin of j1, x 9, y 100, z 0 mm');
    await expect.poll(() => handle.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await undoes(page)).toBe('Undo: Offset of j1 (Ctrl+Z)');
    await undone(page);
    await expect.poll(() => offset(page, 0)).toBeUndefined(); // the preset, which says its tree in short
  }));

test('it is dragged in the picture, which shows it there at once; Escape gives back', () =>
  withJoint('j2', async (page) => {
    // seen from aside the arm stays planar all the same
    await page.locator('.panes').focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
    const at = await origin(page, 1);
    const drag = async (): Promise<void> => {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 30, at.y + 20, { steps: 3 });
    };
    await drag();
    const held = await origin(page, 1);
    expect(Math.hypot(held.x - at.x - 30, held.y - at.y - 20)).toBeLessThan(2);
    await page.keyboard.press('Escape');
    const back = await origin(page, 1);
    expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1);
    await page.mouse.up();
    expect(await undoes(page)).toMatch(UNTOUCHED);
    await drag();
    await page.mouse.up();
    await expect.poll(() => undoes(page)).toBe('Undo: Offset of j2 (Ctrl+Z)');
    const moved = await offset(page, 1);
    expect(moved?.[0]).not.toBe(1);
    expect(moved?.[2]).toBe(0);
    expect((await page.getByLabel('Offset of j2, x').inputValue()).length).toBeGreaterThan(0);
  }));
