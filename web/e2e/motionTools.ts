/** Shared by the tests of motions and of the transport. */
import type { Page } from 'playwright-core';
import { visitSharedPage } from './dragTools.ts';
import type { Site, VisitOptions } from './pageTools.ts';

/** Visits scenes in a shared page, after three frames; the page must not log anything. */
export const sharedVisits =
  (site: () => Site) =>
  (address: string, act: (page: Page) => Promise<void>, options?: VisitOptions): Promise<void> =>
    visitSharedPage(site(), address, act, options);

export const select = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true });
