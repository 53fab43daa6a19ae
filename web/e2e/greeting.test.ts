import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOUBLE_Y_SCENE, findTargetHandles, visitOwnPage } from './dragTools.ts';
import {
  getTestHook,
  makeAllToolsOptions,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

async function greeted(act: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, messages, close } = await site.visit('?test=greeting', {
    ...makeAllToolsOptions(site),
    ...options,
  });
  try {
    await waitForScene(page);
    await act(page);
    expect(messages).toEqual([]);
  } finally {
    await close();
  }
}

const hint = (page: Page) => page.getByText('Drag me');
const counts = (page: Page) => page.locator('.card .scene_updates').allTextContents();
const titles = (page: Page) => page.locator('.pane .figure').allTextContents();
const states = (page: Page) => page.locator('.pane .state').allTextContents();

describe('first visit', () => {
  test('runs four methods from one pose to fixed targets, keeps the result, then accepts a drag', () =>
    greeted(async (page) => {
      const rings = () =>
        page
          .locator('.handles > button')
          .evaluateAll((all) => all.map((ring) => (ring as HTMLElement).style.transform));
      await getTestHook(page).step(0);
      expect(new Set(await titles(page)).size).toBe(1);
      const start = await getTestHook(page).drawn(0);
      for (const panel of [1, 2, 3]) expect(await getTestHook(page).drawn(panel)).toEqual(start);
      const places = await rings();
      await getTestHook(page).step(30);
      expect(await counts(page)).toEqual(Array(4).fill('10 updates')); // at the slow pace of the first visit
      expect(new Set(await titles(page)).size).toBe(4);
      expect(await hint(page).isVisible()).toBe(false);
      await getTestHook(page).step(1000);
      const [ended, result] = [await getTestHook(page).past(), await states(page)];
      expect(result.filter((words) => words.includes('reached in'))).toHaveLength(3);
      expect(await hint(page).isVisible()).toBe(true);
      await getTestHook(page).step(600);
      expect([await getTestHook(page).past(), await states(page)]).toEqual([ended, result]);
      expect(await rings()).toEqual(places); // only the mechanisms have moved

      // a dragged target stays where it was put, and the methods continue from their poses
      const box = await findTargetHandles(page).nth(3).boundingBox();
      if (!box) throw new Error('the target has no handle');
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 40, from.y - 30, { steps: 3 });
      await page.mouse.up();
      await getTestHook(page).step(1);
      const put = await rings();
      expect(put[3]).not.toBe(places[3]);
      expect(await counts(page)).toContain('1 update');
      await getTestHook(page).step(1000);
      expect(await rings()).toEqual(put);
      expect(await hint(page).isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toBe(
        'Undo: Move target 4 (Ctrl+Z)',
      );
    }));

  secondTierTest('any key press switches from the slow pace to one update per frame', () =>
    greeted(async (page) => {
      await getTestHook(page).step(3);
      expect(await counts(page)).toEqual(Array(4).fill('1 update'));
      await page.keyboard.press('Shift');
      await getTestHook(page).step(3);
      expect(await counts(page)).toEqual(Array(4).fill('4 updates'));
    }),
  );

  test('with reduced motion the result shows at once, and Run again replays it', () =>
    greeted(
      async (page) => {
        await page.waitForFunction(
          () =>
            [...document.querySelectorAll('.pane .state')].filter((state) =>
              state.textContent?.includes('reached in'),
            ).length === 3,
        );
        expect(await hint(page).isVisible()).toBe(true);
        await page.getByRole('button', { name: 'Run again', exact: true }).click();
        await getTestHook(page).step(5);
        expect(await counts(page)).toEqual(Array(4).fill('5 updates'));
      },
      { reducedMotion: 'reduce' },
    ));
});

test('the introduction stays short; "All tools" opens the full page, also after a reload', async () => {
  const { page, close } = await site.visit('?test=greeting', {
    ...{ fresh: true, viewport: { width: 1440, height: 900 } },
  });
  await waitForScene(page);
  await getTestHook(page).step(30);
  const counts = await page.evaluate(() => {
    const words = document.body.innerText
      .split(/\s+/)
      .filter((word) => /[a-z]/i.test(word) && !/^k?m?m$/.test(word));
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, [tabindex="0"]',
    );
    const seen = [...controls].filter((each) => each.checkVisibility());
    return { words: words.length, controls: seen.length };
  });
  expect(counts.words).toBeLessThanOrEqual(85);
  expect(counts.controls).toBeLessThanOrEqual(30);
  expect(await page.getByRole('heading', { name: 'Inverse kinematics' }).isVisible()).toBe(true);
  // the full name of a label, whose text loads after the first picture
  await page.locator('b[title="Selectively damped least squares"]').waitFor();
  await page.getByRole('button', { name: 'All tools' }).click();
  const column = page.getByRole('complementary', { name: 'Scene and methods' });
  await column.waitFor();
  await page.reload();
  await waitForScene(page);
  await column.waitFor();
  await close();
});

secondTierTest('a linked or restored scene runs at full pace', async () => {
  const { page, close } = await site.visit(`?test=greeting${DOUBLE_Y_SCENE}`);
  await waitForScene(page);
  await getTestHook(page).step(3);
  expect(await getTestHook(page).frame()).toBe(3);
  await page.getByRole('button', { name: 'Trails' }).click();
  await page.waitForFunction(() => localStorage.getItem('iklab.scenes') !== null);
  await page.goto(`${site.url}?test=greeting`);
  await waitForScene(page);
  expect(await page.getByText('Your last scene').count()).toBe(1);
  await getTestHook(page).step(3);
  expect(await getTestHook(page).frame()).toBe(3);
  await close();
});

secondTierTest(
  '"Drag me" appears after some updates and disappears for good once a target is moved',
  () =>
    visitOwnPage(site, DOUBLE_Y_SCENE, async (page) => {
      expect(await hint(page).isVisible()).toBe(false);
      await getTestHook(page).step(100);
      expect(await hint(page).isVisible()).toBe(true);
      await findTargetHandles(page).first().focus();
      await page.keyboard.press('ArrowLeft');
      expect(await hint(page).isVisible()).toBe(false);
      await getTestHook(page).step(100);
      expect(await hint(page).isVisible()).toBe(false);
    }),
);
