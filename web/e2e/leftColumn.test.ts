/** The left column: a stable layout while loading, the scene line, and its shortcuts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropFiles } from './dropping.ts';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const WINDOWS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [844, 390],
] as const;

async function visit(width: number, height: number): Promise<Page> {
  const { page } = await site.visit('?test=1', { viewport: { width, height } });
  await waitForScene(page);
  return page;
}

const box = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [left, top, right, bottom].map(Math.round);
    });

describe('scene line', () => {
  tieredTest([
    [1440, 900],
    [1280, 720],
    [1024, 768],
  ])(
    'at %i x %i names the scene; four cards and the benchmark link are visible',
    async (width, height) => {
      const page = await visit(width, height);
      const line = page.getByRole('region', { name: 'Scene' }).getByRole('heading');
      expect((await line.innerText()).replace(/\s+/g, ' ')).toBe('Double Y 25 joints, 4 targets');
      const [, , , foot = 0] = await box(page, '.column');
      const cards = await page.locator('.card').all();
      expect(cards).toHaveLength(4);
      const studyLink = page.getByRole('link', { name: 'Which method is best?' });
      for (const part of [...cards, studyLink]) {
        const seen = await part.boundingBox();
        expect((seen?.y ?? 0) + (seen?.height ?? Number.NaN)).toBeLessThanOrEqual(foot);
      }
      await studyLink.click();
      await page.waitForFunction(() => location.hash === '#/studies/benchmark');
    },
  );

  test('stays unfolded or folded after a reload', async () => {
    const page = await visit(1440, 900);
    const limits = page.getByLabel('Joint limits');
    expect(await limits.isVisible()).toBe(false);
    await unfoldSceneCard(page);
    expect(await limits.isVisible()).toBe(true);
    expect(await findButton(page, 'Joints').count()).toBe(1);
    await page.reload();
    await waitForScene(page);
    expect(await limits.isVisible()).toBe(true);
    await page.locator('.scene_fold').click();
    await page.reload();
    await waitForScene(page);
    expect(await limits.isVisible()).toBe(false);
  });

  secondTierTest('on a phone the benchmark link is above the cards', async () => {
    const page = await visit(390, 844);
    await page.getByRole('navigation').getByRole('button', { name: 'Methods' }).click();
    await page.getByRole('link', { name: 'Which method is best?' }).waitFor();
    const [, , , foot] = await box(page, '.scene_entries > h2 > .scene_which');
    const [, top = 0] = await box(page, '.card');
    expect(foot).toBeLessThanOrEqual(top);
  });
});

test('the map in the scene opens by its button or M and closes by its buttons', async () => {
  const page = await visit(1440, 900);
  const map = page.getByRole('complementary', { name: 'Map in the scene' });
  await findButton(page, 'Map').click();
  await map.waitFor();
  expect(await findButton(page, 'Map').getAttribute('aria-pressed')).toBe('true');
  await findButton(page, 'Map').click();
  await map.waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await map.waitFor();
  await findButton(page, 'Close the map').click();
  await map.waitFor({ state: 'detached' });
});

tieredTest(WINDOWS)(
  'at %i x %i a notice moves neither panes nor cameras and does not cover the panes',
  async (width, height) => {
    const page = await visit(width, height);
    await waitUntilPageSettled(page);
    const places = async () => [await box(page, '.panes'), await getTestHook(page).eye(0)];
    const before = await places();
    await dropFiles(page, [{ path: 'notes.txt', content: 'hello' }]);
    const notice = page.locator('.notice');
    await notice.waitFor();
    await waitUntilPageSettled(page);
    expect(await places()).toEqual(before);
    if (width > 640 && height > 480) {
      const [, top = 0] = await box(page, '.notice');
      const [, , , foot = 0] = await box(page, '.panes');
      expect(top).toBeGreaterThanOrEqual(foot);
    }
    await notice.getByRole('button', { name: 'Close' }).click();
    await waitUntilPageSettled(page);
    expect(await places()).toEqual(before);
  },
);

secondTierTest.each(WINDOWS)(
  'at %i x %i the panes keep their place while the story changes',
  async (width, height) => {
    const page = await visit(width, height);
    await waitUntilPageSettled(page);
    const before = await box(page, '.panes');
    for (const frames of [20, 60, 120]) {
      await getTestHook(page).step(frames);
      await waitUntilPageSettled(page);
      expect(await box(page, '.panes')).toEqual(before);
    }
  },
);

secondTierTest(
  'before its script runs the page shows the outlines of its final layout',
  async () => {
    const { page } = await site.visit('empty', { fresh: true });
    let go = (): void => {};
    const awaited = new Promise<void>((done) => {
      go = done;
    });
    await page.route('**/*.js', async (route) => {
      await awaited;
      await route.continue();
    });
    await page.goto(`${site.url}?test=1`, { waitUntil: 'commit' });
    await page.locator('.skeleton').waitFor();
    const lines = await Promise.all([1, 2, 4].map((i) => box(page, `.skeleton i:nth-child(${i})`)));
    expect(await page.locator('.stop').isVisible()).toBe(false);
    go();
    await waitForScene(page);
    expect(await page.locator('.skeleton').count()).toBe(0);
    expect(lines).toEqual(
      await Promise.all(['.top', '.column', '.transport'].map((part) => box(page, part))),
    );
    await page.context().close();
  },
);
