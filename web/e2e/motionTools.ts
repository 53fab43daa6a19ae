/** Shared by the tests of motions and of the transport. */
import type { Page } from 'playwright-core';
import { visitSharedPage } from './dragTools.ts';
import type { PageVisitOptions, TestSite } from './pageTools.ts';

/** Visits scenes in a shared page, after three frames; the page must not log anything. */
export const makeSharedVisits =
  (site: () => TestSite) =>
  (
    address: string,
    act: (page: Page) => Promise<void>,
    options?: PageVisitOptions,
  ): Promise<void> =>
    visitSharedPage(site(), address, act, options);

export const findCombobox = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true });
