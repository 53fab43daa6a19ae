/** Shared by the tests of pointer, touch and keyboard input. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hook, type Place, type Site, sceneShown } from './pageTools.ts';

export { drag, type Place, ring, swipe } from './pageTools.ts';

export const STILL = '#preset=tabaczynski-5-link'; // one fixed target
export const FOUR = '#preset=double-y';
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Runs `act` in a page of its own that has opened a scene and advanced three frames. */
export const inVisit = (
  site: Site,
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> =>
  site.inOwnPage(
    `?test=1${fragment}`,
    async ({ page }) => {
      await sceneShown(page);
      await hook(page).step(3);
      await act(page);
    },
    options,
  );

/**
 * Runs `act` in the page that all tests of a file share, after it has opened a scene and advanced
 * three frames.
 */
export const inSharedVisit = (
  site: Site,
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> =>
  site.inSharedPage(
    fragment,
    async ({ page }) => {
      await hook(page).step(3);
      await act(page);
    },
    options,
  );

/** Title of the button “Undo” if nothing was edited since the scene was opened. */
export const UNTOUCHED = /^(Nothing to undo|Undo: Open a link \(Ctrl\+Z\))$/;

export const handles = (page: Page) => page.locator('.handles > button');

/**
 * Returns the position of a target in metres, from the label of its focused handle in millimetres.
 */
export async function targetPlace(page: Page, index: number): Promise<number[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await handles(page).nth(index).focus();
  const name = (await handles(page).nth(index).getAttribute('aria-label')) ?? '';
  return (name.match(/[−\d.]+(?=,|\s*mm$)/g) ?? [])
    .slice(-3)
    .map((n) => Number(n.replace('−', '-')) / 1000);
}

export const near = (a: Place, b: Place): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 2;

/** Expects coordinates of a point to differ by less than `most`, in metres. */
export function expectNear(a: readonly number[], b: readonly number[], most: number): void {
  expect(a).toHaveLength(b.length);
  a.forEach((value, i) => {
    expect(Math.abs(value - (b[i] as number))).toBeLessThan(most);
  });
}
