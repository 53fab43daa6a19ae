/** Poses that are shown beside the current ones: ghosts with numbers, and small pictures. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CanvasPixels, countDifferingPixels, readCanvasPixels } from './canvasPixels.ts';
import {
  DRAWN_PAGE_OPTIONS,
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type ShownGhost,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { openRobotWithVisuals } from './testMeshArm.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Visits the arm with six joints, paused after some updates. */
const visit = (act: (page: Page) => Promise<void>) =>
  site.inOwnPage(
    '?test=1#preset=arm-6',
    async ({ page, messages }) => {
      await waitForScene(page);
      await getTestHook(page).step(8);
      await findButton(page, 'Pause').click();
      await act(page);
      expect(messages).toEqual([]);
    },
    DRAWN_PAGE_OPTIONS,
  );

const ELBOW_UP = [0.6, -1.2, 1.2, -1.6, -1.4, 0.4];
const ELBOW_DOWN = [0.6, -0.2, -1.2, -0.4, -1.4, 0.4];
const GHOSTS: readonly ShownGhost[] = [
  { theta: ELBOW_UP, number: 1, faint: false },
  { theta: ELBOW_DOWN, number: 4, faint: true },
  { theta: ELBOW_UP.with(0, 2.2), number: 7, faint: false, highlighted: true },
];

async function showGhosts(page: Page, ghosts: readonly ShownGhost[]): Promise<void> {
  await page.evaluate(async (shown) => {
    window.__iklab.showGhosts(shown);
    await window.__iklab.settled();
  }, ghosts);
  await getTestHook(page).step(0);
}

/** Returns the visible numbers of each pane with the boxes of their labels. */
const labels = (page: Page) =>
  page.locator('.pane').evaluateAll((panes) =>
    panes.map((pane) =>
      [...pane.querySelectorAll('.ghost-number')].flatMap((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return width > 0 ? [{ number: each.textContent, x, y, width, height }] : [];
      }),
    ),
  );
const numbers = async (page: Page) =>
  (await labels(page)).map((pane) => pane.map(({ number }) => number));

/** Returns the number of pixels that differ in each quarter of the canvas. */
function changedQuarters(before: CanvasPixels, { all, width, height }: CanvasPixels): number[] {
  const changed = [0, 0, 0, 0];
  all.forEach((pixel, i) => {
    if (pixel === before.all[i]) return;
    const quarter = (i % width < width / 2 ? 0 : 1) + (i < (width * height) / 2 ? 0 : 2);
    changed[quarter] = (changed[quarter] ?? 0) + 1;
  });
  return changed;
}

test('ghosts with separate numbers appear in every pane and leave no trace when removed', () =>
  visit(async (page) => {
    const before = await readCanvasPixels(page);
    await showGhosts(page, GHOSTS);
    const changed = changedQuarters(before, await readCanvasPixels(page));
    expect(Math.min(...changed)).toBeGreaterThan(500);
    const shown = await labels(page);
    expect(shown).toHaveLength(4);
    for (const pane of shown) {
      expect(pane.map(({ number }) => number)).toEqual(['1', '4', '7']);
      pane.forEach((a, i) => {
        for (const b of pane.slice(0, i))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.width);
      });
    }
    await showGhosts(page, []);
    expect(countDifferingPixels((await readCanvasPixels(page)).all, before.all)).toBe(0);
    expect(await numbers(page)).toEqual([[], [], [], []]);
  }));

test('a picture of a pose shows the robot in it and does not change the panes', () =>
  visit(async (page) => {
    const before = await readCanvasPixels(page);
    const pictures = await page.evaluate(
      async (poses) => {
        const orders = poses.map((theta) =>
          window.__iklab.drawPosePicture(theta, { width: 120, height: 90 }, { room: poses }),
        );
        const drawn = Promise.all(orders);
        let isDrawn = false;
        drawn.then(() => {
          isDrawn = true;
        });
        while (!isDrawn) {
          window.__iklab.step(0);
          await new Promise(requestAnimationFrame);
        }
        return (await drawn).map((picture) => picture?.toDataURL() ?? '');
      },
      [ELBOW_UP, ELBOW_DOWN, ELBOW_UP],
    );
    const [up, down, again] = (await Promise.all(
      pictures.map((url) => readCanvasPixels(page, Buffer.from(url.split(',')[1] ?? '', 'base64'))),
    )) as [CanvasPixels, CanvasPixels, CanvasPixels];
    expect([up.width, up.height]).toEqual([120, 90]);
    expect(countDifferingPixels(up.all, down.all)).toBeGreaterThan(300);
    expect(countDifferingPixels(up.all, again.all)).toBe(0);
    expect(countDifferingPixels((await readCanvasPixels(page)).all, before.all)).toBe(0);
  }));

secondTierTest('a shared view shows ghosts once; a scene or meshes open without them', () =>
  visit(async (page) => {
    await showGhosts(page, GHOSTS);
    await findButton(page, 'Overlay').click();
    await getTestHook(page).step(0);
    expect((await numbers(page)).flat()).toEqual(['1', '4', '7']);
    await followSceneLink(page, '#preset=double-y');
    await getTestHook(page).step(1);
    expect((await numbers(page)).flat()).toEqual([]);
    await openRobotWithVisuals(page);
    await findButton(page, 'Grid').click();
    await getTestHook(page).step(1);
    const before = await readCanvasPixels(page);
    await showGhosts(page, [{ theta: [0.5, 0.5], number: 2, faint: false }]);
    const changed = countDifferingPixels((await readCanvasPixels(page)).all, before.all);
    expect(changed).toBeGreaterThan(500);
  }),
);
