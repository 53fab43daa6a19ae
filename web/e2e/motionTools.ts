/** What the tests of motions and of the transport share. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hook, type Site, shown, type VisitOptions } from './pageTools.ts';

/** Visits of a site under the tests' own time, three frames in; nothing may be logged. */
export const visitor =
  (site: () => Site) =>
  async (
    address: string,
    act: (page: Page) => Promise<void>,
    options: VisitOptions = {},
  ): Promise<void> => {
    const { page, messages, close } = await site().visit(`?test=1${address}`, options);
    try {
      await shown(page);
      await hook(page).step(3);
      await act(page);
      expect(messages).toEqual([]);
    } finally {
      await close();
    }
  };

export const select = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true });
