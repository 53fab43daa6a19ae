/** `<ik-lab>` with an invalid address, or with a host that is dead, refuses frames, is forbidden or is slow. */
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

let pages: ElementPages;
let dead: Server; // accepts requests and never answers
let refusing: Server;
beforeAll(async () => {
  pages = await openElementPages();
  dead = createServer(() => undefined);
  refusing = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html', 'X-Frame-Options': 'DENY' }).end('no');
  });
  for (const server of [dead, refusing])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const server of [dead, refusing]) {
    server?.closeAllConnections();
    server?.close();
  }
  await pages?.close();
});

const at = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const state = (page: Page) =>
  page.evaluate(() => (document.querySelector('ik-lab') as TestLabElement).state);
const link = (page: Page) => page.getByRole('link', { name: 'Open the run in a new tab' });
const element = (src: string, more = '') =>
  `<ik-lab loading="eager" src="${src}" ${more}><p>What stands inside</p></ik-lab>`;

test('a script or other non-web address creates no frame and runs nothing', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    for (const address of [
      'javascript:parent.ran=1//',
      ' &#1;JaVa&#9;Scr&#10;ipt:parent.ran=1//',
      'data:text/html,<script>parent.ran=1</script>',
      'blob:http://localhost/1',
      'about:blank',
      'vbscript:x',
      'filesystem:http://localhost/temporary/x',
      'file:///etc/passwd',
    ])
      for (const html of [
        element(address),
        `<ik-lab loading="eager" scenario="{}" host="${address}"></ik-lab>`,
        `<ik-lab loading="eager" src="https://iklab.example/x.iklab.json" host="${address}"></ik-lab>`,
      ]) {
        await insertElement(page, html, 60_000);
        const shownText = await page.evaluate(() =>
          (document.querySelector('ik-lab') as TestLabElement)
            .play()
            .catch(({ message }) => message),
        );
        expect(shownText).toMatch(/^(src|host): must be .*http or https/);
        expect(await state(page)).toBe('failed');
        expect(page.frames()).toHaveLength(1);
      }
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }));

test.each(['dead', 'refusing'])(
  'a %s host fails after the timeout, with a link to the run',
  (kind) =>
    pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
      const src = `${at(kind === 'dead' ? dead : refusing)}#preset=ur5e`;
      await insertElement(page, element(src), 200);
      await link(page).waitFor();
      expect(await link(page).getAttribute('href')).toBe(src);
      expect(await state(page)).toBe('failed');
      expect(await getElementEvents(page, 'state')).toEqual([{ state: 'failed' }]);
      const host = new URL(src).host;
      expect(await getElementEvents(page, 'error')).toEqual([
        { faults: [{ path: 'src', reason: `${host} did not answer within 0.2 s` }] },
      ]);
      await page.getByText('What stands inside').waitFor(); // the frame must not cover it
      const shownText = await page.evaluate(() =>
        (document.querySelector('ik-lab') as TestLabElement)
          .hash()
          .catch((error: Error) => error.message),
      );
      expect(shownText).toBe(`src: ${host} did not answer within 0.2 s`);
    }),
);

test('a content security policy that forbids the frame fails at once', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    await page.evaluate(() => {
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = "frame-src 'none'";
      document.head.append(policy);
    });
    await insertElement(page, element(`${pages.site.url}#preset=ur5e`), 3_600_000);
    await link(page).waitFor();
    const { origin } = new URL(pages.site.url);
    expect(await getElementEvents(page, 'error')).toEqual([
      {
        faults: [
          {
            path: 'src',
            reason: `the policy of this page forbids frames of ${origin} (frame-src)`,
          },
        ],
      },
    ]);
  }));

test('a host that answers after the timeout still shows its run', () =>
  pages.inHost(ELEMENT_PLACE_HTML, async (page) => {
    let come: () => void = () => undefined;
    const late = new Promise<void>((done) => {
      come = done;
    });
    await page.route(/embed=/, async (route) => {
      await late;
      await route.continue();
    });
    const { url } = pages.site;
    await insertElement(page, element(`${url}?test=1#preset=ur5e&methods=dls`, 'paused'), 200);
    await link(page).waitFor();
    come();
    await waitForElementReady(page);
    await page.waitForFunction(
      () => (document.querySelector('ik-lab') as TestLabElement).state === 'paused',
    );
    expect(await link(page).count()).toBe(0);
    expect(await getElementEvents(page, 'state')).toEqual([
      { state: 'failed' },
      { state: 'loading' },
      { state: 'paused' },
    ]);
    expect(
      await page.evaluate(() => (document.querySelector('ik-lab') as TestLabElement).seek(3)),
    ).toBe(3);
  }));
