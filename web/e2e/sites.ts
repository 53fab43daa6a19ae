/** Browsers shared by files, and pages shared by tests. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  DEFAULT_VIEWPORT,
  getEmulatedMedia,
  type BasicTestSite as OneSite,
  openSite as openOwn,
  type PageVisit,
  type PageVisitOptions,
  type TestSiteOptions,
} from './harness.ts';

export interface TestSite extends OneSite {
  /**
   * Runs `act` in a page that tests use one after the other. Each test follows a link to its scene,
   * which costs a third of a visit. Charts, forms of studies and the inspector stay as the previous
   * test left them. After a failed test the page is not used again.
   */
  inSharedPage(
    fragment: string,
    act: (visit: PageVisit) => Promise<void>,
    options?: PageVisitOptions,
  ): Promise<void>;
  /**
   * Runs `act` in a page for this test alone, and checks that the page logged nothing. After a
   * failed test the page stays open until the end of the file.
   */
  inOwnPage(
    address: string,
    act: (visit: PageVisit) => Promise<void>,
    options?: PageVisitOptions,
  ): Promise<void>;
}

const sites = new Map<string, Promise<OneSite>>();

/**
 * Opens a site in a browser that the test files of one Vitest worker share; `close` closes only the
 * visits of this file.
 */
export async function openTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const kind = JSON.stringify(options);
  const opening = sites.get(kind) ?? openOwn(options);
  sites.set(kind, opening);
  const site = await opening;
  const open = new Set<PageVisit>();
  const visit: TestSite['visit'] = async (address, how) => {
    const visit = await site.visit(address, how);
    const close = async (): Promise<void> => {
      if (open.delete(own)) await visit.close();
    };
    const own = { ...visit, close };
    open.add(own);
    return own;
  };
  return {
    ...site,
    visit,
    inSharedPage: turns(visit),
    async inOwnPage(address, act, how) {
      const opened = await visit(address, how);
      await act(opened);
      expect(opened.messages).toEqual([]);
      await opened.close();
    },
    async close() {
      for (const visit of open) await visit.close();
    },
  };
}

/** A shared page, and the link with which its last test started. */
interface Turn {
  readonly visit: PageVisit;
  readonly last: string;
}

function turns(visit: TestSite['visit']): TestSite['inSharedPage'] {
  const pages = new Map<string, Turn>();
  return async (fragment, act, options = {}) => {
    const { viewport = DEFAULT_VIEWPORT, colorScheme, reducedMotion, ...others } = options;
    const kind = JSON.stringify(others);
    const before = pages.get(kind);
    pages.delete(kind);
    const openVisit = before?.visit ?? (await visit(`?test=1${fragment}`, options));
    let last = fragment;
    if (before) {
      await openVisit.page.setViewportSize(viewport);
      await openVisit.page.emulateMedia(getEmulatedMedia({ colorScheme, reducedMotion }));
      last = await followSceneLink(openVisit.page, fragment, before.last);
    } else await waitForScene(openVisit.page);
    await act(openVisit);
    expect(openVisit.messages).toEqual([]);
    pages.set(kind, { visit: openVisit, last });
  };
}

/** Follows a link to another scene and waits for it; `last`: the previous link. Returns the new one. */
export async function followSceneLink(page: Page, fragment: string, last = ''): Promise<string> {
  await page.mouse.move(0, 0);
  const own = await page.evaluate(
    async ([to, before]) => {
      const { past } = window.__iklab;
      // Following the same link again would not navigate.
      const hash = [before, location.hash].includes(to) ? `${to}&play=1` : to;
      location.hash = hash;
      while (window.__iklab.past === past) await new Promise(requestAnimationFrame);
      return hash;
    },
    [fragment, last] as const,
  );
  await waitUntilPageSettled(page);
  return own;
}

const SETTLES = 100_000; // ms; then the error lists what is pending

/**
 * Waits until nothing that ends by itself is pending in a page under `?test=1`: no timer, frame,
 * idle work, effect, script, worker, store or request. In other pages, waits two frames, after
 * which changes of size and pointer moves have arrived.
 */
export const waitUntilPageSettled = (page: Page): Promise<void> =>
  page.evaluate(async (patience) => {
    const lab = window.__iklab;
    if (!lab) {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      return;
    }
    let late = 0;
    const fail = new Promise<void>((_, reject) => {
      late = window.setTimeout(
        () => reject(new Error(`The page does not settle: ${JSON.stringify(lab.pending)}`)),
        patience,
      );
    });
    await Promise.race([lab.settled(), fail]);
    clearTimeout(late);
  }, SETTLES);

/** Waits until a scene is shown and, under `?test=1`, until the page has loaded all and settled. */
export const waitForScene = async (page: Page): Promise<void> => {
  await page.waitForSelector('.pane');
  await page.waitForFunction(() => !location.search.includes('test') || '__iklab' in window);
  if (page.url().includes('test')) await waitUntilPageSettled(page);
};
