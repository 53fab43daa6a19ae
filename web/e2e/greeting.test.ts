import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FOUR, handles, inVisit } from './dragTools.ts';
import { allTools, hook, openSite, type Site, sceneShown } from './pageTools.ts';
import { full } from './tiers.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

async function greeted(act: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, messages, close } = await site.visit('?test=greeting', {
    ...allTools(site),
    ...options,
  });
  try {
    await sceneShown(page);
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
      await hook(page).step(0);
      expect(new Set(await titles(page)).size).toBe(1);
      const start = await hook(page).drawn(0);
      for (const panel of [1, 2, 3]) expect(await hook(page).drawn(panel)).toEqual(start);
      const places = await rings();
      await hook(page).step(30);
      expect(await counts(page)).toEqual(Array(4).fill('10 updates')); // at the slow pace of the first visit
      expect(new Set(await titles(page)).size).toBe(4);
      expect(await hint(page).isVisible()).toBe(false);
      await hook(page).step(1000);
      const [ended, result] = [await hook(page).past(), await states(page)];
      expect(result.filter((words) => words.includes('reached in'))).toHaveLength(3);
      expect(await hint(page).isVisible()).toBe(true);
      await hook(page).step(600);
      expect([await hook(page).past(), await states(page)]).toEqual([ended, result]);
      expect(await rings()).toEqual(places); // only the mechanisms have moved

      // a dragged target stays where it was put, and the methods continue from their poses
      const box = await handles(page).nth(3).boundingBox();
      if (!box) throw new Error('the target has no handle');
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 40, from.y - 30, { steps: 3 });
      await page.mouse.up();
      await hook(page).step(1);
      const put = await rings();
      expect(put[3]).not.toBe(places[3]);
      expect(await counts(page)).toContain('1 update');
      await hook(page).step(1000);
      expect(await rings()).toEqual(put);
      expect(await hint(page).isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toBe(
        'Undo: Move target 4 (Ctrl+Z)',
      );
    }));

  full('any key press switches from the slow pace to one update per frame', () =>
    greeted(async (page) => {
      await hook(page).step(3);
      expect(await counts(page)).toEqual(Array(4).fill('1 update'));
      await page.keyboard.press('Shift');
      await hook(page).step(3);
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
        await hook(page).step(5);
        expect(await counts(page)).toEqual(Array(4).fill('5 updates'));
      },
      { reducedMotion: 'reduce' },
    ));
});

test('the introduction stays short; "All tools" opens the full page, also after a reload', async () => {
  const { page, close } = await site.visit('?test=greeting', {
    ...{ fresh: true, viewport: { width: 1440, height: 900 } },
  });
  await sceneShown(page);
  await hook(page).step(30);
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
  await sceneShown(page);
  await column.waitFor();
  await close();
});

full('a linked or restored scene runs at full pace', async () => {
  const { page, close } = await site.visit(`?test=greeting${FOUR}`);
  await sceneShown(page);
  await hook(page).step(3);
  expect(await hook(page).frame()).toBe(3);
  await page.getByRole('button', { name: 'Trails' }).click();
  await page.waitForFunction(() => localStorage.getItem('iklab.scenes') !== null);
  await page.goto(`${site.url}?test=greeting`);
  await sceneShown(page);
  expect(await page.getByText('Your last scene').count()).toBe(1);
  await hook(page).step(3);
  expect(await hook(page).frame()).toBe(3);
  await close();
});

full('"Drag me" appears after some updates and disappears for good once a target is moved', () =>
  inVisit(site, FOUR, async (page) => {
    expect(await hint(page).isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint(page).isVisible()).toBe(true);
    await handles(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await hint(page).isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint(page).isVisible()).toBe(false);
  }),
);
