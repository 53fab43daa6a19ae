import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOUBLE_Y_SCENE, dragByMouse, visitSharedPage, type WindowPosition } from './dragTools.ts';
import {
  addMethod,
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

const visit = (act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(site, DOUBLE_Y_SCENE, act, options);

/** Orbits the camera of a pane, starting on an empty spot. */
async function orbit(page: Page, pane: number, by = 60): Promise<void> {
  const box = await page.locator('.pane').nth(pane).boundingBox();
  if (!box) throw new Error(`pane ${pane} has no place`);
  const from = { x: box.x + 30, y: box.y + box.height / 2 };
  await dragByMouse(page, from, { x: from.x + by, y: from.y + 20 });
  await getTestHook(page).step(0);
}

/** Sets the first joint of the start pose, in degrees. */
async function startAt(page: Page, degrees: string): Promise<void> {
  await page.getByRole('button', { name: 'Joints', exact: true }).click();
  await page.getByLabel('j1, value', { exact: true }).fill(degrees);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use as start pose' }).click();
  await page.locator('.joints_joints-panel').waitFor({ state: 'detached' });
  await getTestHook(page).step(1);
}

const near = (a: number[], b: number[]): void => {
  a.forEach((value, i) => {
    expect(value).toBeCloseTo(b[i] as number, 9);
  });
};

test('a new start pose keeps an untouched camera; another mechanism moves it', () =>
  visit(async (page) => {
    const eye = await getTestHook(page).eye(0);
    await startAt(page, '80');
    near(await getTestHook(page).eye(0), eye);
    await unfoldSceneCard(page);
    await page.getByLabel('Mechanism', { exact: true }).selectOption('planar-3-link');
    await getTestHook(page).step(1);
    expect(await getTestHook(page).eye(0)).not.toEqual(eye);
  }));

secondTierTest('edits that rebuild the scene keep a camera that was moved; F resets it', () =>
  visit(async (page) => {
    const first = await getTestHook(page).eye(0);
    await orbit(page, 0);
    const eye = await getTestHook(page).eye(0);
    expect(eye).not.toEqual(first);

    await addMethod(page, /^Pseudoinverse/);
    await page.locator('.pane').nth(4).waitFor();
    await getTestHook(page).step(1);
    near(await getTestHook(page).eye(4), eye);

    await unfoldSceneCard(page);
    await page.getByLabel('Joint limits').selectOption('clamp');
    await getTestHook(page).step(1);
    near(await getTestHook(page).eye(0), eye);

    await page.getByRole('button', { name: /^Menu of Transpose/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await getTestHook(page).step(1);
    near(await getTestHook(page).eye(0), eye);

    await startAt(page, '20');
    near(await getTestHook(page).eye(0), eye);

    await page.locator('.panes').focus();
    await page.keyboard.press('f');
    await getTestHook(page).step(0);
    expect(await getTestHook(page).eye(0)).not.toEqual(eye);
  }),
);

secondTierTest('orbiting the camera across panes selects no text', () =>
  visit(async (page) => {
    const boxes = await page.locator('.pane').evaluateAll((all) =>
      all.map((pane) => {
        const { x, y, height } = pane.getBoundingClientRect();
        return { x: x + 30, y: y + height / 2 };
      }),
    );
    for (const to of boxes.slice(1)) await dragByMouse(page, boxes[0] as WindowPosition, to);
    await page.mouse.dblclick(boxes[0]?.x ?? 0, boxes[0]?.y ?? 0);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  }),
);

secondTierTest('unlinked cameras move separately; linking copies the camera moved last', () =>
  visit(async (page) => {
    const linked = page.getByRole('button', { name: 'Linked cameras' });
    const eyes = () => Promise.all([0, 1, 2, 3].map((pane) => getTestHook(page).eye(pane)));
    await orbit(page, 1);
    for (const eye of await eyes()) near(eye, (await eyes())[0] as number[]);

    await page.keyboard.press('l');
    expect(await linked.getAttribute('aria-pressed')).toBe('false');
    const before = await eyes();
    await orbit(page, 3, 90);
    await orbit(page, 2, -70);
    const eyePositions = await eyes();
    expect(eyePositions.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(
      new Set(eyePositions.map((eye) => eye.map((value) => value.toFixed(6)).join())).size,
    ).toBe(3);

    // a target ring can be grabbed where its own pane draws it
    const titles = await page
      .locator('.pane')
      .nth(2)
      .locator('.tag')
      .first()
      .evaluate((tag) => (tag as HTMLElement).style.transform);
    const box = await page.locator('.pane').nth(2).boundingBox();
    const [x = 0, y = 0] = (titles.match(/-?\d+/g) ?? []).map(Number);
    await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
    expect(
      await page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor),
    ).toBe('grab');

    await linked.click();
    for (const eye of await eyes()) near(eye, eyePositions[2] as number[]);
  }),
);

secondTierTest("every pane labels the length of a grid cell in the scene's unit", () =>
  visit(async (page) => {
    const scales = page.locator('.grid-scale > span:visible');
    const texts = async (): Promise<string[]> => {
      await page.locator('.grid-scale').first().waitFor({ state: 'attached' });
      await getTestHook(page).step(0);
      return scales.allTextContents();
    };
    expect(await texts()).toEqual(['0.5 m', '0.5 m', '0.5 m', '0.5 m']);
    const bar = page.locator('.grid-scale > i:visible').first();
    const before = await bar.getAttribute('style');
    await orbit(page, 0);
    expect(await bar.getAttribute('style')).not.toBe(before);

    await page.getByRole('button', { name: 'Overlay' }).click();
    expect(await texts()).toEqual(['0.5 m']);

    await page.evaluate(() => {
      location.hash = '#preset=human-arm&methods=dls';
    });
    await page.locator('.pane').nth(1).waitFor({ state: 'detached' });
    const [text] = await texts();
    expect(text).toMatch(/^[125]0* units$/);

    await page.setViewportSize({ width: 320, height: 300 });
    await expect.poll(texts).toEqual([]);
  }),
);
