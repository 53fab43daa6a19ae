/** The pages of a worker's browsers, and what each has said since `forgetPages`: looked at when a test fails. */
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** By page, in the order of their first event in this test. */
const said = new Map<Page, string[]>();

type Look = (page: Page, failed?: boolean) => Promise<void>;
let look: Look = async () => undefined;

/** Before a page is closed; `failed`: in a test that is about to fail, otherwise if it has failed. */
export const closing: Look = (page, failed) => look(page, failed);
export const onClosing = (act: Look): void => {
  look = act;
};

export function watchPages(browser: Browser): void {
  browser.on('context', watch);
}

function watch(context: BrowserContext): void {
  const of = (page: Page): string[] => {
    const lines = said.get(page) ?? [];
    said.set(page, lines);
    return lines;
  };
  context.on('page', (page) => {
    of(page);
    page.on('framenavigated', () => of(page));
    page.on('close', () => said.delete(page));
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

/** Before a test: what pages have said so far is not its doing. */
export const forgetPages = (): void => said.clear();

/** The open pages that the test has used. */
export const pagesSeen = (): ReadonlyMap<Page, readonly string[]> => said;
