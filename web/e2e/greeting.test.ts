import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FOUR, handles, visiting } from './handsTools.ts';
import { hook, openSite, type Site, shown } from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

const RACE = 80; // frames of the race: two for each update
const PAUSE = 20;

async function greeted(act: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, messages, close } = await site.visit('?test=greeting', options);
  try {
    await shown(page);
    await act(page);
    expect(messages).toEqual([]);
  } finally {
    await close();
  }
}

const hint = (page: Page) => page.getByText('Drag me');
const counts = (page: Page) => page.locator('.card .updates').allTextContents();
const titles = (page: Page) => page.locator('.pane .figure').allTextContents();

describe('the greeting', () => {
  test('races from one pose to the same places, then asks to drag, then the scene begins', () =>
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
      await hook(page).step(20);
      expect(await counts(page)).toEqual(Array(4).fill('10 updates'));
      expect(new Set(await titles(page)).size).toBe(4);
      expect(await hint(page).isVisible()).toBe(false);
      await hook(page).step(RACE - 20);
      expect(await rings()).toEqual(places); // nothing has moved but the mechanisms
      expect(await hint(page).isVisible()).toBe(true);
      expect(await counts(page)).toContain('40 updates');
      await hook(page).step(PAUSE);
      expect(await hook(page).frame()).toBe(0);
      await hook(page).step(30);
      expect(await hook(page).frame()).toBe(30);
      expect(await rings()).not.toEqual(places);
      expect(await hint(page).isVisible()).toBe(true);
    }));

  test('leaves the run of the scene as it is', () =>
    greeted(async (page) => {
      await hook(page).step(RACE + PAUSE + 40);
      const after = await hook(page).solved(3);
      expect(await hook(page).drawn(3)).toHaveLength(after.length);
      const { page: plain, close } = await site.visit(`?test=1${FOUR}`);
      await shown(plain);
      await hook(plain).step(40);
      expect(await hook(plain).solved(3)).toEqual(after);
      await close();
    }));

  test.each([
    ['a key', (page: Page) => page.keyboard.press('Shift')],
    ['a press', (page: Page) => page.mouse.click(700, 500)],
  ])('%s ends it at once', (_, touch) =>
    greeted(async (page) => {
      await hook(page).step(30);
      await touch(page);
      await hook(page).step(1);
      expect(await hook(page).frame()).toBe(1);
      expect(await hint(page).isVisible()).toBe(true);
    }),
  );

  test('a target can be dragged out of it', () =>
    greeted(async (page) => {
      await hook(page).step(30);
      const box = await handles(page).nth(3).boundingBox();
      if (!box) throw new Error('the target has no handle');
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 40, from.y - 30, { steps: 3 });
      await page.mouse.up();
      await hook(page).step(1);
      expect(await page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toBe(
        'Undo: Move target 4 (Ctrl+Z)',
      );
      expect(await hint(page).isVisible()).toBe(false);
    }));

  test('with reduced motion its end stands at once, and Play begins the scene', () =>
    greeted(
      async (page) => {
        await page.waitForFunction(() =>
          [...document.querySelectorAll('.card .updates')].some(
            (el) => el.textContent === '40 updates',
          ),
        );
        expect(await hint(page).isVisible()).toBe(true);
        await hook(page).step(50);
        expect(await counts(page)).toContain('40 updates');
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await hook(page).step(5);
        expect(await hook(page).frame()).toBe(5);
      },
      { reducedMotion: 'reduce' },
    ));
});

test('no greeting where a link names its scene, nor where the last one is restored', async () => {
  const { page, close } = await site.visit(`?test=greeting${FOUR}`);
  await shown(page);
  await hook(page).step(3);
  expect(await hook(page).frame()).toBe(3);
  await page.getByRole('button', { name: 'Trails' }).click();
  await page.waitForFunction(() => localStorage.getItem('iklab.scene') !== null);
  await page.goto(`${site.url}?test=greeting`);
  await page.getByText('Your last scene').waitFor();
  await hook(page).step(3);
  expect(await hook(page).frame()).toBe(3);
  await close();
});

test('"Drag me" stands at a ring after a while, until a hand has been at one', () =>
  visiting(site, FOUR, async (page) => {
    expect(await hint(page).isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint(page).isVisible()).toBe(true);
    await handles(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await hint(page).isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint(page).isVisible()).toBe(false);
  }));
