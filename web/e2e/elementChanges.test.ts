/** `<ik-lab>` whose attributes or parent change while it loads, fails or runs: the last wins. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ELEMENT_PLACE_HTML,
  type ElementPages,
  getElementEvents,
  insertElement,
  openElementPages,
  waitForElementReady,
} from './elementPages.ts';
import type { TestLabElement } from './elementTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

let pages: ElementPages;
let dead: Server; // accepts connections and never answers
let deadUrl = '';
beforeAll(async () => {
  pages = await openElementPages();
  dead = createServer(() => undefined);
  await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done));
  deadUrl = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  dead?.closeAllConnections();
  dead?.close();
  await pages?.close();
});

const LONG = 3_600_000;
const link = (preset: string) => `${pages.site.url}?test=1#preset=${preset}&methods=dls`;
const failed = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('ik-lab') as TestLabElement).state === 'failed',
  );
const patience = (page: Page, ms: number) =>
  page.evaluate(
    (time) => Object.assign(customElements.get('ik-lab') as object, { patience: time }),
    ms,
  );
const name = (page: Page) =>
  page.evaluate(
    async () => (await (document.querySelector('ik-lab') as TestLabElement).scenario).name,
  );
const isCovered = (page: Page) =>
  page.evaluate(() =>
    [
      ...(document.querySelector('ik-lab')?.shadowRoot?.querySelectorAll('.still, .failed') ?? []),
    ].some((each) => !(each as HTMLElement).hidden),
  );
/** Sets attributes in one task; null removes one. */
const set = (page: Page, attributes: Record<string, string | null>) =>
  page.evaluate((all) => {
    const element = document.querySelector('ik-lab') as TestLabElement;
    for (const [key, value] of Object.entries(all))
      if (value === null) element.removeAttribute(key);
      else element.setAttribute(key, value);
  }, attributes);

test('a query is rejected when the host fails, even after the document was rejected', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(
      page,
      `<ik-lab loading="eager" scenario="{" host="${deadUrl}"></ik-lab>`,
      1000,
    );
    await failed(page); // the document is invalid JSON; the host timeout is still running
    const shownText = page.evaluate(() =>
      (document.querySelector('ik-lab') as TestLabElement).hash().catch(({ message }) => message),
    );
    expect(await shownText).toBe(`src: ${new URL(deadUrl).host} did not answer within 1 s`);
  }));

secondTierTest('an element that is moved while loading rejects a query when its host fails', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(page, '', 500);
    const shownText = await page.evaluate((src) => {
      const container = document.getElementById('place') as HTMLElement;
      const element = document.createElement('ik-lab');
      element.setAttribute('loading', 'eager');
      element.setAttribute('src', src);
      container.append(element);
      element.remove();
      container.append(element);
      return element.hash().catch(({ message }) => message);
    }, deadUrl);
    expect(shownText).toMatch(/did not answer within 0.5 s/);
  }),
);

secondTierTest('a document that does not arrive is reported, and a query is settled', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    const src = `${deadUrl}run.iklab.json`;
    const host = `${pages.site.url}?test=1`;
    await insertElement(
      page,
      `<ik-lab loading="eager" src="${src}" host="${host}"></ik-lab>`,
      1000,
    );
    const settled = page.evaluate(() =>
      (document.querySelector('ik-lab') as TestLabElement).hash().then(
        () => true,
        () => true,
      ),
    );
    const reason = `${new URL(src).host} did not answer within 1 s`;
    await expect
      .poll(() => getElementEvents(page, 'error'))
      .toContainEqual({ faults: [{ path: 'src', reason }] });
    expect(await settled).toBe(true);
  }),
);

tieredTest([
  ['its fragment', {}],
  ['its fragment and the theme', { theme: 'dark' }],
])('a run that failed starts once %s changes', (_, more) =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    let count = 0;
    await page.route(/embed=/, async (route) => {
      if (count++ > 0) await route.continue(); // the first request is never answered
    });
    await insertElement(page, `<ik-lab loading="eager" src="${link('y')}"></ik-lab>`, 200);
    await failed(page);
    await patience(page, LONG);
    await set(page, { ...more, src: link('star') });
    await waitForElementReady(page);
    expect(await name(page)).toBe('Star');
    expect(await isCovered(page)).toBe(false);
  }),
);

test('a valid address starts automatically after an invalid one', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(page, '<ik-lab src="javascript:1"></ik-lab>', LONG);
    await failed(page);
    await set(page, { src: link('star') });
    await waitForElementReady(page);
    expect(await name(page)).toBe('Star');
  }));

secondTierTest('a valid document runs after one that was rejected', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    const scenario = (name: string, id: string) =>
      JSON.stringify({
        ...{ iklab: 1, name, tree: { preset: 'y' }, methods: [{ id }] },
        targets: [{ effector: 'tip1', position: [0.5, 1, 0] }],
      });
    await insertElement(
      page,
      `<ik-lab loading="eager" host="${pages.site.url}?test=1"></ik-lab>`,
      LONG,
    );
    await waitForElementReady(page);
    await set(page, {
      host: `${pages.site.url}?test=1&again`,
      scenario: scenario('Wrong', 'none'),
    });
    await expect.poll(() => getElementEvents(page, 'error')).not.toEqual([]);
    await set(page, { scenario: scenario('Right', 'dls') });
    await expect.poll(() => name(page).catch(() => null)).toBe('Right');
    expect(await isCovered(page)).toBe(false);
  }),
);

test('an address changed in the task that adds the element is the one that runs', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(page, '', LONG);
    await page.evaluate(
      ([first, second]) => {
        const element = document.createElement('ik-lab');
        element.setAttribute('loading', 'eager');
        element.setAttribute('src', first);
        document.getElementById('place')?.append(element);
        element.setAttribute('src', second);
      },
      [link('y'), link('star')] as const,
    );
    await waitForElementReady(page);
    expect(await name(page)).toBe('Star');
  }));

tieredTest([
  ['in the task that changes ui', 0],
  ['in the microtask after changing ui', 1],
] as const)('a query is answered for the address set just before it, %s', (_, turn) =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(page, `<ik-lab loading="eager" src="${link('y')}"></ik-lab>`, LONG);
    await waitForElementReady(page);
    const shown = await page.evaluate(
      async ([src, turn]) => {
        const element = document.querySelector('ik-lab') as TestLabElement;
        element.setAttribute('ui', 'panes');
        if (turn === 1) await new Promise<void>((done) => queueMicrotask(done));
        element.setAttribute('src', src);
        return (await element.scenario).name;
      },
      [link('star'), turn] as const,
    );
    expect(shown).toBe('Star');
    expect(await name(page)).toBe('Star');
  }),
);

secondTierTest('an empty attribute counts as missing, and no frame shows the embedding page', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await insertElement(page, '', LONG);
    for (const attributes of [
      'src=""',
      'host=""',
      'src="#preset=y"',
      'host="#" scenario="{}"',
      `src="${page.url()}#preset=y"`,
    ]) {
      await insertElement(page, `<ik-lab loading="eager" ${attributes}></ik-lab>`, LONG);
      const shownText = await page.evaluate(() =>
        (document.querySelector('ik-lab') as TestLabElement).hash().catch(({ message }) => message),
      );
      expect(shownText, attributes).toMatch(
        /^(src|host): must be .* of IK Lab, not of this page; (it is missing|got ".*#.*")$/,
      );
      expect(page.frames(), attributes).toHaveLength(1);
    }
    await insertElement(
      page,
      `<ik-lab loading="eager" host="" src="${link('star')}"></ik-lab>`,
      LONG,
    );
    expect(await name(page)).toBe('Star');
  }),
);
