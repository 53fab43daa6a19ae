/** The settings in docs/hosting.md and the check page, on correct and on incomplete hosts. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { PageBuildCopies } from './builds.ts';
import { type FileHost, withFileHost } from './fileHost.ts';
import { recordPageTraffic } from './harness.ts';
import { getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const DOC = readFileSync(fileURLToPath(new URL('../../docs/hosting.md', import.meta.url)), 'utf8');
const block = (language: string): string =>
  DOC.match(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's'))?.[1] ?? '';
const HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  block('http')
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2)),
);

let site: TestSite;
const builds = new PageBuildCopies();
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(async () => {
  builds.close();
  await site?.close();
});

const onHost = (
  name: string,
  act: (host: FileHost, context: BrowserContext) => Promise<void>,
): Promise<void> => withFileHost(site.browser, builds.copy(name), act);

declare global {
  interface Window {
    __violations: string[];
  }
}

/** In the page, before its script. */
function noteViolations(): void {
  window.__violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.__violations.push(`${violatedDirective} ${blockedURI}`),
  );
}

const checked = async (context: BrowserContext, host: FileHost): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${host.url}check.html`);
  await page.locator('.build, .lacking').first().waitFor();
  return page;
};
const lacking = (page: Page) => page.locator('.lacking').allInnerTexts();
const summary = (page: Page) => page.getByRole('status').innerText();

test('the page works without violations under the documented headers, also from its offline copy', () =>
  onHost('headers', async (host, context) => {
    expect(Object.keys(HEADERS).length).toBe(4);
    host.headers = HEADERS;
    await context.addInitScript(noteViolations);
    const page = await context.newPage();
    const { messages } = recordPageTraffic(page);
    await page.goto(`${host.url}?test=1#preset=y`);
    await waitForScene(page);
    await getTestHook(page).step(3);
    expect(await getTestHook(page).frame()).toBe(3);
    // the last one is the first scene again, and is reloaded below
    for (const [to, selector] of [
      ['#/methods/sdls', '.methods_methods-two .equation math'],
      ['#/studies/na-yang-jia-tables', '.study_matrix tbody tr'],
      ['#preset=y', '.pane'],
    ] as const) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, to);
      await page.locator(selector).first().waitFor();
    }
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.reload(); // from the offline copy, including its headers
    await waitForScene(page);
    expect(await page.evaluate(() => window.__violations)).toEqual([]);
    expect(messages).toEqual([]);
    const answer = await page.evaluate(async () => [...(await fetch('./index.html')).headers]);
    for (const [name, value] of Object.entries(HEADERS))
      expect(answer).toContainEqual([name.toLowerCase(), value]);
  }));

secondTierTest('the documented nginx and Apache settings contain all of these headers', () => {
  for (const language of ['nginx', 'apache']) {
    for (const [name, value] of Object.entries(HEADERS))
      expect(block(language), language).toContain(`${name} "${value}"`);
  }
});

secondTierTest('the page runs if .wasm has another MIME type, and the check page notes it', () =>
  onHost('types', async (host, context) => {
    host.types['.wasm'] = 'application/octet-stream';
    const page = await context.newPage();
    await page.goto(`${host.url}?test=1#preset=y`);
    await waitForScene(page);
    await getTestHook(page).step(3);
    expect(await getTestHook(page).frame()).toBe(3);
    const check = await checked(context, host);
    expect(await summary(check)).toBe('IK Lab works here.');
    expect(await check.locator('.note').allInnerTexts()).toContainEqual(
      expect.stringContaining('.wasm is served as application/octet-stream'),
    );
  }),
);

secondTierTest('the check page approves a correct host, without loading the page itself', () =>
  onHost('good', async (host, context) => {
    host.headers = HEADERS;
    const page = await checked(context, host);
    expect(await summary(page)).toBe('IK Lab works here.');
    expect(await lacking(page)).toEqual([]);
    const files = JSON.parse(readFileSync(join(host.folder, 'files.json'), 'utf8')).files;
    const count = Object.keys(files).length;
    expect(await page.locator('.good').first().innerText()).toContain(
      `All ${count} files are present and intact.`,
    );
    expect(await page.evaluate(() => [...document.scripts].map(({ src }) => src))).toEqual([
      `${host.url}check.js`,
    ]);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect(await findAxeViolations(page)).toEqual([]);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
    }
  }),
);

secondTierTest(
  'the check page lists missing and wrong files and headers despite an offline copy',
  () =>
    onHost('poor', async (host, context) => {
      const kept = await context.newPage();
      await kept.goto(`${host.url}?test=1#preset=y`);
      await kept.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      rmSync(join(host.folder, 'icon.svg'));
      writeFileSync(join(host.folder, 'index.html'), '<!doctype html>');
      host.types['.webmanifest'] = 'text/plain';
      host.headers = {
        'Content-Security-Policy': "script-src 'self'; frame-ancestors 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
      };
      const page = await checked(context, host);
      expect(await summary(page)).toBe('3 problems found.');
      const [missing, other, policy] = await lacking(page);
      expect(missing).toContain('One file missing: icon.svg. Upload the folder again.');
      expect(other).toContain('One file different from this build: index.html.');
      expect(policy).toContain("script-src must include 'wasm-unsafe-eval'.");
      const notes = (await page.locator('.note').allInnerTexts()).join('\n');
      expect(notes).toContain('.webmanifest is served as text/plain');
      expect(notes).toContain("No page may embed a run: frame-ancestors is 'none'.");
      expect(notes).toContain('ik-lab.js: it needs Access-Control-Allow-Origin:');
      expect(notes).toContain('Cross-Origin-Resource-Policy is same-origin');
      expect(await page.locator('.good').last().innerText()).toContain(
        'This browser has stored the page',
      );
    }),
);
