/** Records the pages of a worker's browsers and their messages since `forgetRecordedPages`, for failed tests. */
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Messages by page, in the order of their first event in this test. */
const messagesByPage = new Map<Page, string[]>();

type Look = (page: Page, failed?: boolean) => Promise<void>;
let look: Look = async () => undefined;

/**
 * Passes a page that is about to be closed to the callback of `setClosingPageCallback`. `failed`: whether the
 * test fails; by default, its state.
 */
export const reportClosingPage: Look = (page, failed) => look(page, failed);
export const setClosingPageCallback = (act: Look): void => {
  look = act;
};

export function recordBrowserPages(browser: Browser): void {
  browser.on('context', watch);
}

function watch(context: BrowserContext): void {
  const of = (page: Page): string[] => {
    const lines = messagesByPage.get(page) ?? [];
    messagesByPage.set(page, lines);
    return lines;
  };
  context.on('page', (page) => {
    of(page);
    page.on('framenavigated', () => of(page));
    page.on('close', () => messagesByPage.delete(page));
  });
  context.on('console', (message) => {
    const page = message.page();
    if (page) of(page).push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (thrown) => {
    const page = thrown.page();
    if (page) of(page).push(`uncaught: ${thrown.error().message}`);
  });
}

/** Forgets all recorded pages and messages; called before each test, which they do not concern. */
export const forgetRecordedPages = (): void => messagesByPage.clear();

/** Returns the open pages that the test has used, with their messages. */
export const getRecordedPages = (): ReadonlyMap<Page, readonly string[]> => messagesByPage;
