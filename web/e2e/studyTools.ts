/** What tests of the studies of a scene share. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { follow, type Site, saved, shown, type Visit } from './pageTools.ts';

const pages = new WeakMap<Site, Visit>();

/** From the planar arm in Compare, or another scene, to a page of Studies; in one page in turn. */
export async function ownStudy(
  site: Site,
  id: string,
  act: (page: Page) => Promise<void>,
  scene = 'planar-3-link',
): Promise<void> {
  const before = pages.get(site);
  pages.delete(site);
  const here = before ?? (await site.visit(`?test=1#preset=${scene}`));
  const { page } = here;
  if (!before) await shown(page);
  // the scene at work is no link to another
  else for (const to of ['y', scene]) await follow(page, `#preset=${to}`);
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/studies/${id}`);
  await page.waitForSelector('.study h1');
  await act(page);
  expect(here.messages).toEqual([]);
  pages.set(site, here);
}

export const solved = (page: Page) => page.waitForSelector('.map-progress[data-done=true]');
export const fields = (page: Page) => page.locator('.map-field');

export const exported = (page: Page, kind: string | RegExp): Promise<Buffer> =>
  saved(page, 'Export', kind);
