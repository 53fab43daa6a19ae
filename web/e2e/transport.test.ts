/** The transport: speed, replay hash and fit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCombobox, makeSharedVisits } from './motionTools.ts';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const SIZES = [
  [1440, 900],
  [1024, 768],
  [800, 700],
  [390, 844],
  [360, 640],
] as const;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = makeSharedVisits(() => site);

describe('transport', () => {
  test('keeps running when started at speed 4×, and logs nothing', async () => {
    const { page, messages, close } = await site.visit('#preset=y&play=0');
    await waitForScene(page);
    await findCombobox(page, 'Speed').selectOption('4×');
    await findButton(page, 'Play').click();
    await page.waitForFunction(
      () => Number(document.querySelector('.count')?.textContent?.split(' ')[1]) > 40,
    );
    expect(messages).toEqual([]);
    await close();
  });

  test('shows the end of the replay hash in Share, which changes with the scene and undo', () =>
    visit('#preset=y', async (page) => {
      const end = page.locator('.scene_replay-end code');
      const known = async () => {
        await page.waitForFunction(() =>
          /^[0-9a-f]{4}$/.test(document.querySelector('.scene_replay-end code')?.textContent ?? ''),
        );
        return end.textContent();
      };
      const first = await known();
      await page.locator('.scene_replay-end button.plain').click();
      const code = page.locator('.share_replay code');
      await page.waitForFunction(
        () => document.querySelector('.share_replay code')?.textContent?.length === 16,
      );
      expect((await code.textContent())?.slice(-4)).toBe(first);
      await findButton(page, 'Close').click();
      await findCombobox(page, 'Path of all targets').selectOption('circle');
      const other = (not: string | null) =>
        page.waitForFunction((end) => {
          const text = document.querySelector('.scene_replay-end code')?.textContent ?? '';
          return /^[0-9a-f]{4}$/.test(text) && text !== end;
        }, not);
      await other(first);
      const second = await end.textContent();
      await findButton(page, 'Undo').click();
      await other(second);
      expect(await end.textContent()).toBe(first);
    }));

  test('labels of methods at the timeline do not overlap or leave it', () =>
    visit(
      '#preset=arm-6&methods=transpose,sdls,dls,truncated,levenberg-marquardt,bfgs,ccd',
      async (page) => {
        await getTestHook(page).step(1000);
        for (const [width, height] of SIZES.slice(0, 3)) {
          await page.setViewportSize({ width, height });
          await waitUntilPageSettled(page);
          await page.waitForFunction(() => document.querySelectorAll('.arrival').length > 1);
          const [line, boxes] = await page.evaluate(() => {
            const of = (each: Element) => {
              const { left, right } = each.getBoundingClientRect();
              return { left, right };
            };
            const all = [...document.querySelectorAll('.arrival')].map(of);
            return [of(document.querySelector('.scrub') as Element), all];
          });
          boxes.forEach(({ left, right }, i) => {
            expect(right).toBeLessThanOrEqual(line.right + 1);
            if (i > 0) expect(left).toBeGreaterThanOrEqual(boxes[i - 1]?.right ?? 0);
          });
        }
      },
    ));

  secondTierTest('fits in windows of five sizes, also while recording', () =>
    visit('#preset=double-y', async (page) => {
      const fits = () =>
        page.evaluate(() => {
          const bar = document.querySelector('.transport') as HTMLElement;
          const right = bar.getBoundingClientRect().right;
          const beyond = [...bar.querySelectorAll('*')].filter(
            (each) => each.getBoundingClientRect().right > right + 8,
          );
          return [beyond.length, bar.scrollWidth - bar.clientWidth > 8];
        });
      await page.locator('.scene_picks').waitFor({ state: 'attached' });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await waitUntilPageSettled(page);
        expect(await fits(), `${width} x ${height}`).toEqual([0, false]);
        const path = findCombobox(page, 'Path of all targets');
        if (!(await path.isVisible()))
          await page.getByRole('navigation').getByRole('button', { name: 'More' }).click();
        await path.selectOption('record');
        await findButton(page, 'Stop').waitFor();
        expect(await fits(), `${width} x ${height}, recording`).toEqual([0, false]);
        await findButton(page, 'Stop').click();
        await page.locator('.scene_recording').waitFor({ state: 'detached' });
      }
    }),
  );
});
