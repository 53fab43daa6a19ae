/** What tests of the studies of a scene share. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Site, saved, shown } from './pageTools.ts';

/** From the planar arm in Compare, or another scene, to a page of Studies. */
export async function ownStudy(
  site: Site,
  id: string,
  act: (page: Page) => Promise<void>,
  scene = 'planar-3-link',
): Promise<void> {
  const opened = await site.visit(`?test=1#preset=${scene}`);
  try {
    const { page } = opened;
    await shown(page);
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/studies/${id}`);
    await page.waitForSelector('.study h1');
    await act(page);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

export const solved = (page: Page) => page.waitForSelector('.map-progress[data-done=true]');
export const fields = (page: Page) => page.locator('.map-field');

export const exported = (page: Page, kind: string | RegExp): Promise<Buffer> =>
  saved(page, 'Export', kind);
