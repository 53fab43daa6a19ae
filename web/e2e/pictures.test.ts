import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countDifferingPixels, readCanvasPixels } from './canvasPixels.ts';
import { DOUBLE_Y_SCENE } from './dragTools.ts';
import {
  DRAWN_PAGE_OPTIONS,
  findButton,
  getChartPosition,
  getTestHook,
  openFileByMenu,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForCharts,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const SIZE = { width: 1100, height: 760 };

let site: TestSite;
let visit: PageVisit;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());
beforeEach(async () => {
  visit = await site.visit(`?test=1${DOUBLE_Y_SCENE}`, { ...DRAWN_PAGE_OPTIONS, viewport: SIZE });
  await waitForScene(visit.page);
  await getTestHook(visit.page).step(25);
});
afterEach(async () => {
  expect(visit.messages).toEqual([]);
  await visit.close();
});

const pause = (page: Page) => findButton(page, 'Pause').click();

/** A screenshot of the window. */
const shot = (page: Page, place = '.panes canvas'): Promise<Buffer> =>
  page.locator(place).screenshot();

test('the view changes when frames advance, and is identical otherwise', async () => {
  const { page } = visit;
  await getTestHook(page).step(5);
  const one = await shot(page, '.panes');
  expect(one.equals(await shot(page, '.panes'))).toBe(true);
  await getTestHook(page).step(20);
  expect(one.equals(await shot(page, '.panes'))).toBe(false);
});

secondTierTest('an earlier frame is drawn again pixel by pixel, including trails', async () => {
  const { page } = visit;
  await pause(page);
  const then = await readCanvasPixels(page);
  await findButton(page, 'Play').click();
  await getTestHook(page).step(60);
  await pause(page);
  expect(countDifferingPixels((await readCanvasPixels(page)).all, then.all)).toBeGreaterThan(1000);
  await page.getByRole('slider', { name: 'History' }).fill('25');
  expect(countDifferingPixels((await readCanvasPixels(page)).all, then.all)).toBe(0);
});

secondTierTest(
  "hovering over a chart draws that update's pose as a ghost in every pane",
  async () => {
    const { page } = visit;
    await getTestHook(page).step(60);
    await pause(page);
    const early = await getChartPosition(page, 0, 0.1);
    const before = await readCanvasPixels(page);
    await page.mouse.move(early.x, early.y);
    const after = await readCanvasPixels(page);
    const changed = [0, 0, 0, 0];
    after.all.forEach((pixel, i) => {
      if (pixel === before.all[i]) return;
      const [x, y] = [i % after.width, Math.floor(i / after.width)];
      const pane = (x < after.width / 2 ? 0 : 1) + (y < after.height / 2 ? 0 : 2);
      changed[pane] = (changed[pane] ?? 0) + 1;
    });
    for (const count of changed) expect(count, `${changed}`).toBeGreaterThan(200);
    await page.mouse.move(5, 5);
    expect(countDifferingPixels((await readCanvasPixels(page)).all, before.all)).toBe(0);
  },
);

secondTierTest(
  'the PNG has the size of the panes and contains the colour of every method',
  async () => {
    const { page } = visit;
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'Picture' }).click();
    await page.getByRole('radio', { name: '1×' }).check();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as PNG' }).click();
    const { width, height, all } = await readCanvasPixels(
      page,
      await readFile(await (await coming).path()),
    );
    const box = await page.locator('canvas').first().boundingBox();
    expect([width, height]).toEqual([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]);
    const counts = new Map<number, number>();
    for (const pixel of all) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(1000); // not blank
    // transpose, truncated, DLS′, SDLS in the light theme, each at least as large as its mark
    for (const color of [0x20236d, 0x7c4805, 0x3d8468, 0xf833ad])
      expect(counts.get(color) ?? 0).toBeGreaterThan(30);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  },
);

describe('in a paused run', () => {
  const chart = (index: number) => visit.page.locator('.chart').nth(index);
  const chartLabel = (index: number) => chart(index).getByRole('img').getAttribute('aria-label');

  secondTierTest(
    'hovering over one chart moves the cursor in all charts and changes the panes',
    async () => {
      const { page } = visit;
      await page.setViewportSize({ ...SIZE, width: 1240 }); // three charts side by side
      await getTestHook(page).step(15);
      await pause(page);
      await waitForCharts(page);
      await page.mouse.move(5, 5);
      const curves = (index: number) =>
        chart(index)
          .locator('canvas')
          .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
      const without = await Promise.all([0, 1, 2].map(curves));
      const still = await shot(page);
      const early = await getChartPosition(page, 0, 0.3);
      await page.mouse.move(early.x, early.y);
      for (const i of [0, 1, 2])
        await expect.poll(async () => (await curves(i)) === without[i]).toBe(false);
      await expect.poll(async () => (await shot(page)).equals(still)).toBe(false);
      await page.mouse.move(5, 5);
      for (const i of [0, 1, 2])
        await expect.poll(async () => (await curves(i)) === without[i]).toBe(true);
      await expect.poll(async () => (await shot(page)).equals(still)).toBe(true);
    },
  );

  secondTierTest(
    'selecting a singular direction describes its SDLS step and draws arrows',
    async () => {
      const { page } = visit;
      await pause(page);
      await expect.poll(() => chartLabel(1)).toContain('SDLS σ from');
      const before = await shot(page);
      const moved = async () => !(await shot(page)).equals(before);
      const menu = page.getByRole('combobox', { name: 'Singular direction' });
      await menu.focus();
      await page.keyboard.press('ArrowDown');
      await expect
        .poll(() => chartLabel(1))
        .toMatch(
          /Direction 1: σ₁ [\d.]+, α₁ .+; N\/M [\d.]+, γ₁ [\d.]+°; needs (< )?[\d.]+°, τ [\d.]+\.$/,
        );
      await expect.poll(moved).toBe(true);
      await menu.selectOption('all σ');
      await expect.poll(moved).toBe(false);
    },
  );

  secondTierTest('the Manipulability button shows and hides the ellipsoids', async () => {
    const { page } = visit;
    await pause(page);
    const before = await shot(page);
    const moved = async () => !(await shot(page)).equals(before);
    const manipulability = page.getByRole('button', { name: 'Manipulability' });
    await manipulability.click();
    await page.mouse.move(5, 5);
    expect(await manipulability.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(moved).toBe(true);
    await manipulability.click();
    await page.mouse.move(5, 5);
    await expect.poll(moved).toBe(false);
  });

  secondTierTest(
    'T switches trails off, Joint axes changes the view, and the help lists the keys',
    async () => {
      const { page } = visit;
      const pressed = (name: string) => findButton(page, name).getAttribute('aria-pressed');
      await page.locator('.panes').focus();
      expect(await pressed('Trails')).toBe('true');
      await page.keyboard.press('t');
      expect(await pressed('Trails')).toBe('false');
      await page.mouse.move(5, 5);
      await getTestHook(page).step(0);
      const before = await shot(page);
      await findButton(page, 'Joint axes').click();
      await page.mouse.move(5, 5);
      await getTestHook(page).step(0);
      expect((await shot(page)).equals(before)).toBe(false);
      await page.keyboard.press('?');
      for (const key of ['L', 'T', 'G', 'F'])
        await page.locator('.find_keys-help dt').getByText(key, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
    },
  );
});

const joint = (id: string, parent: string | null, limits: readonly number[]) => {
  return { id, parent, limits, axis: [0, 0, 1], xyz: parent ? [1, 0, 0] : [0, 0, 0] };
};
/** The first joint is at its limit. */
const LIMITED = {
  iklab: 1,
  name: 'Limited',
  tree: {
    joints: [joint('a', null, [0, 1]), joint('b', 'a', [-1, 1])],
    effectors: [{ id: 'tip', parent: 'b', xyz: [1, 0, 0] }],
  },
  start: [0, 0.5],
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'dls' }],
};

secondTierTest(
  'draws marks for a joint at its limit, a hovered link and an edited joint',
  async () => {
    const { page } = visit;
    await openFileByMenu(page, 'limited.json', JSON.stringify(LIMITED));
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Limited');
    const changes = async (act: () => Promise<void>, most = 20_000): Promise<void> => {
      const before = await readCanvasPixels(page);
      await act();
      const changed = countDifferingPixels((await readCanvasPixels(page)).all, before.all);
      expect(changed).toBeGreaterThan(50);
      expect(changed).toBeLessThan(most);
    };
    await changes(() => page.getByRole('button', { name: 'Joints at a limit' }).click());
    await changes(async () => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = await getTestHook(page).spots(0);
      await page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2);
    });
    await findButton(page, 'Edit').click();
    await page.getByRole('radio', { name: 'Joints' }).click();
    await page.mouse.move(5, 5);
    const panel = page.getByRole('complementary', { name: 'Mechanism' });
    await changes(() => panel.getByRole('button', { name: /^b/ }).click());
  },
);
