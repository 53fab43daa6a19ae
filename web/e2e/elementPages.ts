/** Pages of another origin that contain `<ik-lab>` and record its events. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestLabElement } from './elementTools.ts';
import { type EmbedderPages, openEmbedderPages } from './hostPage.ts';
import { reportClosingPage } from './pageRecords.ts';
import { openTestSite, type TestSite } from './pageTools.ts';

declare global {
  interface HTMLElementTagNameMap {
    'ik-lab': TestLabElement;
  }
  interface Window {
    heard: { kind: string; detail: unknown }[];
    /** In a frame: names of the scenes shown, in order. */
    shownNames: string[];
  }
}

const HEAR = `<script>
  window.heard = [];
  for (const kind of ['ready', 'state', 'change', 'update', 'stop', 'error'])
    addEventListener('iklab-' + kind, ({ detail }) => heard.push({ kind, detail }));
</script>`;
/** Address of a scene whose clock is advanced only by `step`. */
export const UR5E_SCENE_ADDRESS = '?test=1#preset=ur5e&methods=dls,sdls';

/** In the page: makes the element wait 300 s for an answer instead of 10 s, for a busy machine. */
function waitLonger(): void {
  const { setTimeout } = window;
  const later = (act: () => void, time = 0) => setTimeout(act, time === 10_000 ? 300_000 : time);
  Object.assign(window, { setTimeout: later });
}

export class ElementPages {
  readonly site: TestSite;
  readonly hosts: EmbedderPages;

  constructor(site: TestSite, hosts: EmbedderPages) {
    this.site = site;
    this.hosts = hosts;
  }

  /** Returns the HTML of the element for the page at this address. */
  run(attributes = '', address = UR5E_SCENE_ADDRESS): string {
    return `<ik-lab src="${this.site.url}${address}" ${attributes}></ik-lab>`;
  }

  /** Runs `act` in a page of another origin with this content, which must not throw errors. */
  async inHost(
    content: string,
    act: (page: Page) => Promise<void>,
    { width = 800, height = 700, dark = false } = {},
  ): Promise<void> {
    const context = await this.site.browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', ({ message }) => wrong.push(message));
    await page.addInitScript(noteShown);
    await page.addInitScript(waitLonger);
    try {
      await page.goto(this.hosts.page(content, HEAR));
      await act(page);
      expect(wrong).toEqual([]);
    } catch (error) {
      await reportClosingPage(page, true);
      throw error;
    } finally {
      await context.close();
    }
  }

  async close(): Promise<void> {
    await this.hosts.close();
    await this.site.close();
  }
}

function noteShown(): void {
  window.shownNames = [];
  new MutationObserver(() => {
    const name = document.querySelector('main.embed')?.getAttribute('aria-label') ?? null;
    if (name !== null && name !== window.shownNames.at(-1)) window.shownNames.push(name);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

export async function openElementPages(): Promise<ElementPages> {
  const site = await openTestSite({ blind: true });
  return new ElementPages(site, await openEmbedderPages(site.url));
}

/** Waits until the first element is ready. */
export const waitForElementReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.heard.some(({ kind }) => kind === 'ready'));

/** Returns the details of all events of this kind, in order. */
export const getElementEvents = (page: Page, kind: string) =>
  page.evaluate(
    (of) => window.heard.filter(({ kind }) => kind === of).map(({ detail }) => detail),
    kind,
  );

/**
 * HTML of a place for an element, with a script that makes shadow roots open, so that a test can
 * look into them.
 */
export const ELEMENT_PLACE_HTML = `<div id="place"></div><script>
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function () { return attach.call(this, { mode: 'open' }); };
</script>`;
/** Puts an element into `PLACE`; its host has `patience` milliseconds to answer. */
export async function insertElement(page: Page, html: string, patience: number): Promise<void> {
  await page.evaluate(
    async ([content, ms]) => {
      await customElements.whenDefined('ik-lab');
      (customElements.get('ik-lab') as unknown as { patience: number }).patience = ms;
      (document.getElementById('place') as HTMLElement).innerHTML = content;
    },
    [html, patience] as const,
  );
}
