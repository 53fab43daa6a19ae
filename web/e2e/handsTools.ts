/** What the tests of the hands share. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hook, type Site, shown } from './pageTools.ts';

export const STILL = '#preset=tabaczynski-5-link'; // one target, which stands still
export const FOUR = '#preset=double-y';
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Opens a scene three frames on, and holds that the page had nothing to say. */
export async function visiting(
  site: Site,
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> {
  const { page, messages, close } = await site.visit(`?test=1${fragment}`, options);
  try {
    await shown(page);
    await hook(page).step(3);
    await act(page);
    expect(messages).toEqual([]);
  } finally {
    await close();
  }
}

export const handles = (page: Page) => page.locator('.handles > button');

/** Middle of a target's ring in the first pane. */
export async function ring(page: Page, index: number): Promise<Place> {
  await hook(page).step(0);
  const box = await handles(page).nth(index).boundingBox();
  if (!box) throw new Error(`target ${index} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a target stands, as it is said once it has the focus. */
export async function stands(page: Page, index: number): Promise<number[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await handles(page).nth(index).focus();
  const name = (await handles(page).nth(index).getAttribute('aria-label')) ?? '';
  return (name.match(/[−\d.]+(?=,|\s*m$)/g) ?? [])
    .slice(-3)
    .map((n) => Number(n.replace('−', '-')));
}

export async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

export const near = (a: Place, b: Place): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 2;

export async function swipe(page: Page, from: Place, to: Place): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  for (let i = 1; i <= 4; i++) {
    const share = (a: number, b: number): number => a + ((b - a) * i) / 4;
    await send('touchMove', [{ x: share(from.x, to.x), y: share(from.y, to.y) }]);
  }
  await send('touchEnd', []);
}
