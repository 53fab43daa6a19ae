/** Shared by the tests of method pages. */
import type { Page } from 'playwright-core';

/** A number of updates after which every scene that stops has stopped. */
export const MAX_RUN_UPDATES = 1000;

export const waitForMethodPage = (page: Page, name: string) =>
  page.waitForFunction(
    (n) => document.querySelector('.methods h1')?.textContent?.startsWith(n),
    name,
  );
export const waitForTitle = (page: Page, title: string) =>
  page.waitForFunction((t) => document.title === t, title);
