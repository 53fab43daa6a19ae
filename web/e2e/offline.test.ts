/** The page without a network, and with a newer build on the host. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PageBuildCopies } from './builds.ts';
import { type FileHost, openTab, withFileHost } from './fileHost.ts';
import { recordPageTraffic } from './harness.ts';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
const builds = new PageBuildCopies();
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(async () => {
  builds.close();
  await site?.close();
});

/** A new browser context, and a host of this build. */
const onHost = (
  folder: string,
  act: (context: BrowserContext, host: FileHost) => Promise<void>,
): Promise<void> => withFileHost(site.browser, folder, (host, context) => act(context, host));

/** Waits until the page is controlled by an active service worker. */
const cachedFiles = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** Waits until a newer build is installed. */
const newerWaits = (page: Page): Promise<void> =>
  expect.poll(() => waiting(page)).toBe('installed');

const waiting = (page: Page, of = '') =>
  page.evaluate(
    async (url) => (await navigator.serviceWorker.getRegistration(url))?.waiting?.state,
    of,
  );

/** The main script of a page, whose address identifies its build. */
const scriptOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');

const newer = (page: Page) => page.locator('.notice').filter({ hasText: 'A new version is ready' });

/** SHA-256 of all cached files, by path. */
const keptHashes = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const bytes = await (await cache.match(request))?.arrayBuffer();
        const hash = new Uint8Array(
          await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer()),
        );
        found[request.url.replace(/.*\/some\/path\//, '')] = btoa(String.fromCharCode(...hash));
      }
    }
    return found;
  });

declare global {
  interface Window {
    /** State of the service worker being installed. */
    __keeping?: ServiceWorkerState;
  }
}

/** In the page, before its script. */
function tellsHowItEnds(): void {
  const { prototype } = ServiceWorkerContainer;
  const { register } = prototype;
  prototype.register = async function (...words) {
    const registration = await register.apply(this, words);
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      window.__keeping = installing.state;
    });
    return registration;
  };
}

secondTierTest('after one visit all scenes, methods and studies work without a network', () =>
  onHost(builds.copy('one'), async (context, host) => {
    const first = await openTab(context, `${host.url}?test=1#preset=y`);
    await cachedFiles(first);
    await first.close();
    await host.close();
    const page = await openTab(context, `${host.url}?test=1#preset=y`);
    const { messages } = recordPageTraffic(page);
    expect(scenarioPresetIds.length).toBeGreaterThan(20);
    let last = '#preset=y';
    for (const id of scenarioPresetIds) {
      last = await followSceneLink(page, `#preset=${id}`, last);
      await getTestHook(page).step(3);
      expect(await page.evaluate(() => window.__iklab.past.length), id).toBe(4);
      expect(new URL(page.url()).hash, id).toContain(id);
    }
    await page.evaluate(() => {
      location.hash = '#/methods/sdls';
    });
    await page.locator('.methods_methods-two .equation math').first().waitFor();
    await page.evaluate(() => {
      location.hash = '#/studies/na-yang-jia-tables';
    });
    await page.locator('.study_matrix tbody tr').first().waitFor();
    expect(messages).toEqual([]);
  }),
);

test('the cache contains the files of the build, byte for byte', () =>
  onHost(builds.copy('whole'), async (context, host) => {
    const page = await openTab(context, `${host.url}?test=1#preset=y`);
    await cachedFiles(page);
    const found = await keptHashes(page);
    expect(Object.keys(found).length).toBeGreaterThan(50);
    for (const [path, hash] of Object.entries(found)) {
      const bytes = readFileSync(join(host.folder, path));
      expect(hash, path).toBe(createHash('sha256').update(bytes).digest('base64'));
    }
  }));

secondTierTest('a host with files of two builds is not cached, and the page still works', () =>
  onHost(builds.copy('mixed'), async (context, host) => {
    const other = join(host.folder, 'index.html');
    writeFileSync(other, `${readFileSync(other)}\n`);
    await context.addInitScript(tellsHowItEnds);
    const page = await openTab(context, `${host.url}?test=1#preset=y`);
    await page.waitForFunction(() => window.__keeping === 'redundant');
    await getTestHook(page).step(3);
    expect(await getTestHook(page).frame()).toBe(3);
    expect(await page.locator('.notice').count()).toBe(0);
  }),
);

secondTierTest(
  'two tabs keep their build; the last open tab offers the newer one and loads it',
  () =>
    onHost(builds.copy('old'), async (context, host) => {
      const first = await openTab(context, `${host.url}?test=1#preset=y`);
      await cachedFiles(first);
      const second = await openTab(context, `${host.url}?test=1#preset=ur5e`);
      const old = await scriptOf(first);
      host.folder = builds.next('new');
      host.asked.length = 0;
      await second.reload(); // checks for the newer build
      await waitForScene(second);
      await newerWaits(second);
      expect(await scriptOf(second)).toBe(old);
      // files that this tab has not loaded yet come from its own build, which the host no longer has
      const asset = await first.evaluate(async () => {
        const name = (await (await fetch('./sw.js')).text()).match(
          /assets\/writeParquet-[^"]*/,
        )?.[0];
        const was = name?.replace('.next', '') ?? '';
        return [name, (await fetch(`./${was}`)).status, (await fetch(`./${name}`)).status];
      });
      expect(asset).toEqual([expect.stringContaining('.next.js'), 200, 200]);
      await first.evaluate(() => {
        location.hash = '#/studies/na-yang-jia-tables';
      });
      await first.locator('.study_matrix tbody tr').first().waitFor();
      await first.goBack();
      expect(await newer(first).count()).toBe(0);
      expect(await newer(second).count()).toBe(0);
      await second.close();
      await first.evaluate(() => window.dispatchEvent(new Event('focus'))); // as happens when a tab is activated
      await newer(first).waitFor();
      await findButton(first, 'Reload').click();
      await first.waitForFunction(() =>
        document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('.next.'),
      );
      await waitForScene(first);
      expect(
        Object.keys(await keptHashes(first)).filter(
          (path) => path.startsWith('assets/') && !path.includes('.next.'),
        ),
      ).toEqual([]);
      expect(await newer(first).count()).toBe(0);
    }),
);

secondTierTest('after all tabs are closed the next tab has the newer build', () =>
  onHost(builds.copy('before'), async (context, host) => {
    const first = await openTab(context, `${host.url}?test=1#preset=y`);
    await cachedFiles(first);
    host.folder = builds.next('after');
    await first.reload();
    await waitForScene(first);
    await newerWaits(first);
    await first.close();
    const outside = await context.newPage();
    await outside.goto(new URL('/', host.url).href); // a page of the same origin that is not ours
    await expect.poll(() => waiting(outside, host.url)).toBe(undefined);
    await host.close();
    const page = await openTab(context, `${host.url}?test=1#preset=y`);
    expect(await scriptOf(page)).toContain('.next.');
  }),
);
