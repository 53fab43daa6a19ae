/** Many instances of one mechanism: drawn, configured, opened in Compare and closed. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { readCanvasPixels } from './canvasPixels.ts';
import { DRAWN_PAGE_OPTIONS, getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const CROWD = '#crowd=24&method=dls&preset=ur5e';
const ACCENT = 0xc8410b;

const forward = (page: Page) => page.getByRole('button', { name: 'Forward one update' });
const clock = async (page: Page): Promise<string> =>
  (await page.locator('main.beside .clock').innerText()).trim();
const fragment = (page: Page): Promise<string> => page.evaluate(() => location.hash);
/** Positions of canvas pixels in the target colour. */
async function targetsSeen(page: Page) {
  const canvas = page.locator('main.beside canvas');
  const { width, height, all } = await readCanvasPixels(page, await canvas.screenshot());
  const near = (a: number, b: number): boolean =>
    [16, 8, 0].every((bit) => Math.abs(((a >> bit) & 255) - ((b >> bit) & 255)) < 24);
  const at: [number, number][] = [];
  for (let i = 0; i < height * width; i++)
    if (near(all[i] as number, ACCENT)) at.push([i % width, Math.floor(i / width)]);
  return { at, width, height };
}

test('a crowd is drawn and advances by updates; its settings are in the address', async () => {
  const visit = await site.visit(`?test=1${CROWD}`, {
    ...DRAWN_PAGE_OPTIONS,
    colorScheme: 'light',
  });
  const { page } = visit;
  await forward(page).click();
  const first = await targetsSeen(page);
  expect(first.at.length).toBeGreaterThan(200);
  for (let i = 0; i < 3; i++) await forward(page).click();
  await expect.poll(() => clock(page)).toBe('update 3');
  expect(await targetsSeen(page)).not.toEqual(first);
  expect(await page.locator('main.beside h1').innerText()).toBe('24 × UR5e');
  const error = page.getByText('mean error').locator('..').locator('b');
  expect(await error.innerText()).toMatch(/^\d+(\.\d+)? mm$/);

  await page.getByRole('combobox', { name: 'Method' }).selectOption('sdls');
  await expect.poll(() => fragment(page)).toBe('#crowd=24&method=sdls&preset=ur5e');
  await expect.poll(() => clock(page)).toBe('update 4'); // the update count continues
  await page.getByRole('radio', { name: 'Scattered' }).check({ force: true });
  await page.getByRole('radio', { name: 'Sphere' }).check({ force: true });
  await page.getByRole('slider', { name: 'Number of instances' }).press('Home');
  await expect
    .poll(() => fragment(page))
    .toBe('#crowd=1&pattern=scatter&ground=sphere&method=sdls&preset=ur5e');
  expect(await page.locator('main.beside h1').innerText()).toBe('1 × UR5e');
  expect(visit.messages).toEqual([]);
  await visit.close();
});

secondTierTest(
  'clicking an instance opens it in Compare with four methods, its start pose and moving target',
  async () => {
    const visit = await site.visit(`?test=1${CROWD}`, {
      ...DRAWN_PAGE_OPTIONS,
      colorScheme: 'light',
    });
    const { page } = visit;
    for (let i = 0; i < 3; i++) await forward(page).click();
    const { at, width, height } = await targetsSeen(page);
    const away = ([x, y]: readonly [number, number]) => Math.hypot(x - width / 2, y - height / 2);
    const [nearest] = at.sort((a, b) => away(a) - away(b));
    if (!nearest) throw new Error('no target is seen');
    const box = await page.locator('main.beside canvas').boundingBox();
    await page.mouse.click((box?.x ?? 0) + nearest[0], (box?.y ?? 0) + nearest[1] + 8);
    await expect.poll(() => page.locator('main.beside').count()).toBe(0);
    expect(await page.locator('.pane').count()).toBe(4);
    const { methods, start, targets } = await getTestHook(page).scenario();
    expect(methods.map(({ id }) => id)).toContain('dls');
    expect(start?.length).toBe(6);
    expect(targets[0]?.motion).not.toBeNull();
    expect(visit.messages).toEqual([]);
    await visit.close();
  },
);

secondTierTest('invalid settings in the address are reported; valid ones apply', async () => {
  const visit = await site.visit('?test=1#crowd=3&pattern=row&seed=x&preset=y', DRAWN_PAGE_OPTIONS);
  const { page } = visit;
  await forward(page).click();
  const message = await page.getByRole('alert').innerText();
  expect(message).toContain('pattern must be one of wave, scatter, together; got "row"');
  expect(message).toContain('seed must be a whole number');
  expect(await page.locator('main.beside h1').innerText()).toBe('3 × Y');
  await visit.close();
});

secondTierTest('the menu opens the current scene as a crowd; Back returns to it', async () => {
  const visit = await site.visit('?test=1#preset=y', DRAWN_PAGE_OPTIONS);
  const { page } = visit;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Crowd of this scene' }).click();
  await forward(page).waitFor({ timeout: 60_000 });
  expect(await fragment(page)).toBe('#crowd=1000&preset=y');
  await page.goBack();
  await expect.poll(() => page.locator('.pane:visible').count()).toBeGreaterThan(0);
  expect(await page.locator('main.beside').count()).toBe(0);
  await visit.close();
});

secondTierTest('opening and leaving 20 crowds releases their WebGL contexts', async () => {
  const visit = await site.visit('?test=1#preset=y', { fresh: true });
  const { page } = visit;
  // more than the WebGL contexts that a browser grants a page
  for (let i = 0; i < 20; i++) {
    await page.evaluate(() => {
      location.hash = '#crowd=2&preset=y';
    });
    await forward(page).waitFor();
    await page.evaluate(() => {
      location.hash = '#preset=y';
    });
    await forward(page).last().waitFor();
  }
  expect(visit.messages).toEqual([]);
  await visit.close();
});

secondTierTest('with reduced motion the crowd starts paused; axe finds no violations', async () => {
  const visit = await site.visit(CROWD, { reducedMotion: 'reduce' });
  const { page } = visit;
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(await clock(page)).toBe('update 0');
  expect(await findAxeViolations(page)).toEqual([]);
  await visit.close();
});
