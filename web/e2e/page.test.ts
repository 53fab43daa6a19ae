import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DRAWN_PAGE_OPTIONS,
  getTestHook,
  openTestSite,
  type PageVisit,
  type PageVisitOptions,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (
  address: string,
  act: (visit: PageVisit) => Promise<void>,
  options: PageVisitOptions = {},
): Promise<void> =>
  site.inOwnPage(
    address,
    async (opened) => {
      await waitForScene(opened.page);
      await act(opened);
    },
    options,
  );

const inTurn = (act: (visit: PageVisit) => Promise<void>): Promise<void> =>
  site.inSharedPage('#preset=double-y', act);

const count = '.count';
const figures = '.figure';

test('the default scene opens, runs automatically and shows a pane per method', () =>
  visit(
    '',
    async ({ page }) => {
      await page.waitForFunction(() => /update [1-9]/.test(document.body.textContent ?? ''));
      const names = await page.locator('.pane h2').allTextContents();
      expect(names).toEqual(['Transpose', 'Truncated', 'DLS′', 'SDLS']);
      expect(await page.title()).toBe('Four methods on one robot · IK Lab');
      const notes = () => page.locator('.pane .note').allTextContents();
      await expect
        .poll(notes)
        .toEqual([
          'α optimal per update',
          'drops σ < 0.01 σ1',
          'λ 0.7, clamped 0.25 m',
          'γmax 45°, clamped 0.25 m',
        ]);
    },
    DRAWN_PAGE_OPTIONS,
  ));

test('advancing frames changes all errors, and at most one pane is marked best', () =>
  inTurn(async ({ page }) => {
    expect(await page.textContent(count)).toBe('frame 0');
    expect(await page.locator('.best').count()).toBe(0);
    const before = await page.locator(figures).allTextContents();
    expect(new Set(before).size).toBe(1);
    await getTestHook(page).step(30);
    expect(await page.textContent(count)).toBe('frame 30');
    const after = await page.locator(figures).allTextContents();
    after.forEach((text, i) => {
      expect(text).toMatch(/^(< )?[\d.]+ m?m$/);
      expect(text).not.toBe(before[i]);
    });
    await getTestHook(page).step(90); // a complete window
    expect(await page.locator('.best').count()).toBeLessThanOrEqual(1);
  }));

test('the button, Space, and Space on the button pause and resume', () =>
  inTurn(async ({ page }) => {
    const moves = async (): Promise<boolean> => {
      const before = await getTestHook(page).frame();
      await getTestHook(page).step(3);
      return (await getTestHook(page).frame()) === before + 3;
    };
    expect(await moves()).toBe(true);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await moves()).toBe(false);
    await page.keyboard.press('Space'); // the focus is on the button
    expect(await moves()).toBe(true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Space');
    expect(await moves()).toBe(false);
    await page.keyboard.press('Space');
    expect(await moves()).toBe(true);
  }));

test('Restart returns to frame 0 and the start pose', () =>
  inTurn(async ({ page }) => {
    const start = await getTestHook(page).drawn(0);
    await getTestHook(page).step(25);
    expect(await getTestHook(page).drawn(0)).not.toEqual(start);
    await page.getByRole('button', { name: 'Restart', exact: true }).click();
    await getTestHook(page).step(0); // updates the texts, too; otherwise they update at most ten times a second
    await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 0');
    expect(await getTestHook(page).drawn(0)).toEqual(start);
  }));

test('dragging and Shift+arrow orbit the cameras of all panes, and Fit resets them', () =>
  inTurn(async ({ page }) => {
    await getTestHook(page).step(10);
    const places = () =>
      page
        .locator('.tag')
        .evaluateAll((tags) => tags.map((tag) => (tag as HTMLElement).style.transform));
    const before = await places();
    expect(before.slice(0, 4)).toEqual(before.slice(12)); // equal in the first and last pane
    await page.mouse.move(330, 320);
    await page.mouse.down();
    await page.mouse.move(450, 340, { steps: 3 });
    await page.mouse.up();
    await getTestHook(page).step(0);
    const turned = await places();
    turned.forEach((place, i) => {
      expect(place).not.toBe(before[i]);
    });
    expect(turned.slice(0, 4)).toEqual(turned.slice(12));
    await page.locator('.panes').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await getTestHook(page).step(0);
    expect(await places()).not.toEqual(turned);
    await page.getByRole('button', { name: 'Fit' }).click();
    await getTestHook(page).step(0);
    expect(await places()).toEqual(before);
  }));

test('makes no request after loading, and none outside its own folder', () =>
  visit(
    '?test=1',
    async ({ page, requests }) => {
      await waitUntilPageSettled(page); // including parts that load after the page is shown
      const loaded = requests.length;
      for (const part of ['studies', 'pictureTab'])
        expect(requests.some(({ url }) => url.includes(`/assets/${part}-`))).toBe(true);
      await getTestHook(page).step(3);
      await page.setViewportSize({ width: 800, height: 700 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('button', { name: 'Restart', exact: true }).click();
      // in any state of the run
      await page.getByRole('button', { name: /^(Pause|Play|Run again)$/ }).click();
      await waitUntilPageSettled(page);
      expect(requests.slice(loaded)).toEqual([]);
      for (const { url, status } of requests) {
        expect(url.startsWith(site.url)).toBe(true);
        expect(status).toBe(200);
      }
    },
    { fresh: true },
  ));

test('with reduced motion the page opens paused at frame 240', async () => {
  const { page, close } = await site.visit('#preset=double-y', { reducedMotion: 'reduce' });
  await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 240');
  expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(1);
  await close();
});
