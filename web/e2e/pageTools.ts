/** Shared by the tests of the page. */
import { readFile } from 'node:fs/promises';
import type { JudgedUpdate } from '@iklab/core/measure';
import type { InlineTree, Scenario } from '@iklab/core/scenario';
import type { Remark, ScenarioTreeVisual } from '@iklab/robots';
import type { RunHistory } from '@iklab/run/history';
import type { Page } from 'playwright-core';
import { waitUntilPageSettled } from './sites.ts';
import type { DrawnPane } from './visiblePixels.ts';

export type { PageVisit, PageVisitOptions } from './harness.ts';

import type { TestSite } from './sites.ts';

export {
  followSceneLink,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './sites.ts';

/** Options of a visit that reads pixels: small, because the CPU draws them. */
export const DRAWN_PAGE_OPTIONS = { blind: false, viewport: { width: 960, height: 600 } } as const;

/** The argument of `Stage.showGhosts`. */
export interface ShownGhost {
  readonly theta: readonly number[];
  readonly number: number;
  readonly faint: boolean;
  readonly highlighted?: boolean;
}

interface TestHook {
  shade(level: 'all' | 'ground' | 'sky'): void;
  step(count: number): void;
  measure(): Promise<void>;
  settled(): Promise<void>;
  readonly pending: Readonly<Record<string, number>>;
  holdTime(): void;
  advance(milliseconds: number): void;
  releaseTime(): void;
  frame: number;
  panels: number;
  dressed: boolean;
  eye(panel: number): number[];
  windowPlaces(panel: number): number[];
  past: RunHistory;
  drawnPoints(panel: number): number[];
  solvedPoints(panel: number): number[];
  sight(panel: number): DrawnPane;
  showGhosts(ghosts: readonly ShownGhost[]): void;
  drawPosePicture(
    theta: readonly number[],
    size: { readonly width: number; readonly height: number },
    options?: { readonly room?: readonly (readonly number[])[] },
  ): Promise<HTMLCanvasElement | null>;
  scenario: Scenario;
  addLooks(
    tree: InlineTree,
    looks: readonly ScenarioTreeVisual[],
    files: Record<string, string>,
  ): Promise<Remark[]>;
  memory: Record<'heap' | 'geometries' | 'textures' | 'programs', number>;
}
declare global {
  interface Window {
    __iklab: TestHook;
  }
}

/** Functions of the page under `?test=1`, whose clock is advanced only by `step`. */
export function getTestHook(page: Page) {
  return {
    step: (count: number) => page.evaluate((n) => window.__iklab.step(n), count),
    /** Returns the pending operations that `settled` waits for. */
    pending: () => page.evaluate(() => window.__iklab.pending),
    frame: () => page.evaluate(() => window.__iklab.frame),
    panels: () => page.evaluate(() => window.__iklab.panels),
    eye: (panel: number) => page.evaluate((p) => window.__iklab.eye(p), panel),
    spots: (panel: number) => page.evaluate((p) => window.__iklab.windowPlaces(p), panel),
    /** Returns the state of the first panel after each update since the start. */
    past: () => page.evaluate(pastOfFirst),
    drawn: (panel: number) => page.evaluate((p) => window.__iklab.drawnPoints(p), panel),
    solved: (panel: number) => page.evaluate((p) => window.__iklab.solvedPoints(p), panel),
    scenario: () => page.evaluate(() => window.__iklab.scenario),
    held: () => page.evaluate(() => window.__iklab.memory),
  };
}

/** Waits until the charts show the current frame, judged by the first chart. */
export const waitForCharts = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const figures = [...document.querySelectorAll('.pane .figure')].map(
      (all) => all.textContent?.split(' · ')[0],
    );
    const label = document.querySelector('.chart [role=img]')?.ariaLabel ?? '';
    return figures.every((text) => label.includes(`${text}`));
  });

export interface WindowPosition {
  readonly x: number;
  readonly y: number;
}

/** Returns a point in a chart, at a fraction of the longest horizontal line on its canvas. */
export const getChartPosition = (
  page: Page,
  index: number,
  share: number,
): Promise<WindowPosition> =>
  page
    .locator('.chart')
    .nth(index)
    .locator('canvas')
    .evaluate((element, across) => {
      const canvas = element as HTMLCanvasElement;
      const { width, height } = canvas;
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        ...[0, 0, width, height],
      );
      const pixels = new Uint32Array(data.buffer);
      let longest = { from: 0, length: 0 };
      for (let at = 0, from = 0; at < pixels.length; at++) {
        if (at % width === 0 || pixels[at] !== pixels[from] || pixels[at] === 0) from = at;
        const length = at - from + 1;
        if (length > longest.length) longest = { from: from % width, length };
      }
      const box = canvas.getBoundingClientRect();
      const x = longest.from + across * longest.length;
      return { x: box.x + (x / width) * box.width, y: box.y + box.height / 2 };
    }, share);

/** Returns the centre of a target's ring in the first pane. */
export async function getTargetRingPosition(page: Page, index = 0): Promise<WindowPosition> {
  await waitUntilPageSettled(page);
  await getTestHook(page).step(0);
  const handle = page.locator('.handles > button').nth(index);
  let box = await handle.boundingBox();
  // The camera moves to a new scene or new meshes in the next frames.
  for (let i = 0; !box && i < 60; i++) {
    await waitUntilPageSettled(page);
    box = await handle.boundingBox();
  }
  if (!box) throw new Error(`target ${index} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function dragByMouse(
  page: Page,
  from: WindowPosition,
  to: WindowPosition,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await waitUntilPageSettled(page);
}

/** Drags from one window position to another by touch. */
export async function swipe(page: Page, from: WindowPosition, to: WindowPosition): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: WindowPosition[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  for (let i = 1; i <= 4; i++) {
    const share = (a: number, b: number): number => a + ((b - a) * i) / 4;
    await send('touchMove', [{ x: share(from.x, to.x), y: share(from.y, to.y) }]);
  }
  await send('touchEnd', []);
  await session.detach();
  await waitUntilPageSettled(page);
}

export const findButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });

/** Unfolds the scene in the left column. */
export async function unfoldSceneCard(page: Page): Promise<void> {
  await page.locator('.scene_fold').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const fold = document.querySelector('.scene_fold[aria-expanded=false]');
    if (fold instanceof HTMLElement) fold.click();
  });
  await page.locator('.scene_fold[aria-expanded=true]').waitFor({ state: 'attached' });
  await waitUntilPageSettled(page);
}

/** Opens a scene of the gallery by its name. */
export async function openGalleryScene(page: Page, name: string): Promise<void> {
  await page.locator('button.scene-name').click();
  await page.getByRole('searchbox').fill(name);
  await page.locator('.tile').filter({ hasText: name }).first().click();
  await waitUntilPageSettled(page);
}

/** Adds a method in the dialog by the beginning of its name. */
export async function addMethod(page: Page, name: RegExp): Promise<void> {
  await findButton(page, 'Add a method').click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await waitUntilPageSettled(page);
}

/** Opens a scene from a file with this name and text by the menu. */
export async function openFileByMenu(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await findButton(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Open a file' }).click();
  const buffer = Buffer.from(text);
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer });
  await waitUntilPageSettled(page);
}

/** Returns the link and the hash in the Share dialog, once they are known. */
export async function readShareDialog(page: Page): Promise<{ link: string; hash: string }> {
  await findButton(page, 'Share').click();
  await page.waitForFunction(() =>
    /^[0-9a-f]{16}$/.test(document.querySelector('.share_replay code')?.textContent ?? ''),
  );
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const hash = (await page.textContent('.share_replay code')) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return { link, hash };
}

function pastOfFirst(): JudgedUpdate[] {
  const { past } = window.__iklab;
  const seen: JudgedUpdate[] = [];
  for (let entry = 1; entry <= past.last; entry++) {
    if (past.update(entry, 0) === past.update(entry - 1, 0)) continue; // the method has stopped
    const angles = [...past.angles(entry, 0)];
    seen.push({ angles, error: past.error(entry, 0), errors: [], stop: past.stop(entry, 0) });
  }
  return seen;
}

/** Chooses an item of a menu and returns the file that it saves. */
export async function saveFromMenu(
  page: Page,
  menu: string,
  item: string | RegExp,
): Promise<Buffer> {
  await findButton(page, menu).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).first().click(),
  ]);
  return readFile(await download.path());
}

/** Options of a visit with "All tools" selected earlier, so without the introduction. */
export const makeAllToolsOptions = ({ url }: TestSite) => ({
  fresh: true,
  storageState: {
    cookies: [],
    origins: [
      { origin: new URL(url).origin, localStorage: [{ name: 'iklab.all-tools', value: 'true' }] },
    ],
  },
});
