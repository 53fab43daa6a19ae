/** Shared by the tests of pointer, touch and keyboard input. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { getTestHook, type TestSite, type WindowPosition, waitForScene } from './pageTools.ts';

export { dragByMouse, getTargetRingPosition, swipe, type WindowPosition } from './pageTools.ts';

export const FIXED_TARGET_SCENE = '#preset=tabaczynski-5-link'; // one fixed target
export const DOUBLE_Y_SCENE = '#preset=double-y';
export const PHONE_OPTIONS = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Runs `act` in a page of its own that has opened a scene and advanced three frames. */
export const visitOwnPage = (
  site: TestSite,
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> =>
  site.inOwnPage(
    `?test=1${fragment}`,
    async ({ page }) => {
      await waitForScene(page);
      await getTestHook(page).step(3);
      await act(page);
    },
    options,
  );

/**
 * Runs `act` in the page that all tests of a file share, after it has opened a scene and advanced
 * three frames.
 */
export const visitSharedPage = (
  site: TestSite,
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> =>
  site.inSharedPage(
    fragment,
    async ({ page }) => {
      await getTestHook(page).step(3);
      await act(page);
    },
    options,
  );

/** Title of the button “Undo” if nothing was edited since the scene was opened. */
export const NOTHING_EDITED_TITLE = /^(Nothing to undo|Undo: Open a link \(Ctrl\+Z\))$/;

export const findTargetHandles = (page: Page) => page.locator('.handles > button');

/**
 * Returns the position of a target in metres, from the label of its focused handle in millimetres.
 */
export async function readTargetPosition(page: Page, index: number): Promise<number[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await findTargetHandles(page).nth(index).focus();
  const name = (await findTargetHandles(page).nth(index).getAttribute('aria-label')) ?? '';
  return (name.match(/[−\d.]+(?=,|\s*mm$)/g) ?? [])
    .slice(-3)
    .map((n) => Number(n.replace('−', '-')) / 1000);
}

export const areWindowPositionsNear = (a: WindowPosition, b: WindowPosition): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < 2;

/** Expects coordinates of a point to differ by less than `most`, in metres. */
export function expectCoordinatesNear(
  a: readonly number[],
  b: readonly number[],
  most: number,
): void {
  expect(a).toHaveLength(b.length);
  a.forEach((value, i) => {
    expect(Math.abs(value - (b[i] as number))).toBeLessThan(most);
  });
}
