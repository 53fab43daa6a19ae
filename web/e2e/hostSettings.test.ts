/** Settings of a host in `iklab.json`, valid or invalid, online and offline. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PageBuildCopies } from './builds.ts';
import { type FileHost, openTab, withFileHost } from './fileHost.ts';
import { recordPageTraffic } from './harness.ts';
import { findEmbedFrame, openEmbedderPages } from './hostPage.ts';
import { openTestSite, type TestSite, waitForScene, waitUntilPageSettled } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
const builds = new PageBuildCopies();
let folder: string;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  folder = builds.copy('host');
});
afterAll(async () => {
  builds.close();
  await site?.close();
});

const sayOfHost = (text: string): void => writeFileSync(join(folder, 'iklab.json'), text);

function onHost(
  settings: unknown,
  act: (host: FileHost, context: BrowserContext) => Promise<void>,
): Promise<void> {
  sayOfHost(JSON.stringify(settings));
  return withFileHost(site.browser, folder, act);
}
/** Query of a page that waits for its host without a time limit. */
const PATIENT = '?test=1&patience=1e9';

/** Opens a tab and waits until the settings of the host have arrived. */
async function openPatient(context: BrowserContext, host: FileHost, fragment = ''): Promise<Page> {
  const page = await openTab(context, `${host.url}${PATIENT}${fragment}`);
  await waitUntilPageSettled(page);
  return page;
}

const sceneOf = (page: Page) => page.evaluate(() => window.__iklab.scenario.name);

secondTierTest("the host's name and scene appear at once; a link overrides the scene", () =>
  onHost({ name: 'Robotics 2', scene: '#preset=double-y' }, async (host, context) => {
    const page = await openPatient(context, host);
    expect(await sceneOf(page)).toBe('Double Y');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Robotics 2');
    expect(await page.title()).toBe('Double Y · Robotics 2');
    expect(await page.locator('.notice').count()).toBe(0);
    const linked = await openPatient(context, host, '#preset=y');
    expect(await sceneOf(linked)).toBe('Y');
  }),
);

test('a link opens without waiting for the host, and its name appears later', () =>
  onHost({ name: 'Robotics 2' }, async (host, context) => {
    const answer = await heldAnswer(context);
    const page = await context.newPage();
    await page.goto(`${host.url}${PATIENT}#preset=y`);
    await page.waitForFunction(() => '__iklab' in window); // the page settles only after the answer
    expect(await sceneOf(page)).toBe('Y');
    expect(await page.title()).toBe('Y · IK Lab');
    answer();
    await waitUntilPageSettled(page);
    expect(await page.title()).toBe('Y · Robotics 2');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Robotics 2');
  }));

test('the scene of a host that answers late is the first scene shown', () =>
  onHost({ scene: '#preset=double-y' }, async (host, context) => {
    const answer = await heldAnswer(context);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${host.url}?test=1`);
    await page.waitForFunction(() => document.querySelector('.skeleton'));
    await page.clock.fastForward(20_000); // within the timeout of the page
    expect(await page.locator('.pane').count()).toBe(0);
    answer();
    await waitForScene(page);
    expect(await sceneOf(page)).toBe('Double Y');
    expect(await page.locator('.notice').count()).toBe(0);
  }));

secondTierTest('a host that never answers is reported, and the default scene opens', () =>
  onHost({ scene: '#preset=double-y' }, async (host, context) => {
    await heldAnswer(context);
    const page = await openTab(context, `${host.url}?test=1&patience=1`);
    await page.locator('.notice').getByText('no answer within 0.001 s').waitFor();
    expect(await sceneOf(page)).not.toBe('Double Y');
  }),
);

/** Holds the settings of the host until the returned function is called. */
async function heldAnswer(context: BrowserContext): Promise<() => void> {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/iklab.json', async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

secondTierTest('settings are stored for offline use and refreshed at each visit', () =>
  onHost({ name: 'Before' }, async (host, context) => {
    const title = () => openPatient(context, host, '#preset=y').then((page) => page.title());
    const first = await openPatient(context, host, '#preset=y');
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    sayOfHost('{ "name": "After" }');
    expect(await title()).toBe('Y · Before'); // as in the last answer
    await expect.poll(title).toBe('Y · After');
    await host.close();
    expect(await title()).toBe('Y · After');
  }),
);

test('an invalid iklab.json is reported field by field, and the page opens', () =>
  onHost({ name: 7, scene: '#preset=double-y', colour: 'red' }, async (host, context) => {
    const page = await context.newPage();
    const { messages } = recordPageTraffic(page);
    await page.goto(`${host.url}${PATIENT}`);
    await waitForScene(page);
    expect(await sceneOf(page)).toBe('Double Y');
    const report = await page.locator('.notice').innerText();
    expect(report).toContain('iklab.json');
    expect(report).toMatch(/name\s+must be text of 1 to 24 characters; got 7/);
    expect(report).toMatch(/colour\s+unknown field; known: name, scene, hide, embedders/);
    expect(messages).toEqual([]);
    sayOfHost('<!doctype html><title>Not found</title>');
    const none = await openPatient(context, host, '#preset=y');
    expect(await none.locator('.notice').count()).toBe(0);
  }));

secondTierTest(
  'only pages listed in embedders can embed runs; hide removes the link to IK Lab',
  () =>
    onHost({ hide: ['open'] }, async (host, context) => {
      const pages = await openEmbedderPages(host.url);
      const content = `<iframe src="${host.url}?embed=1&test=1&patience=1e9#preset=y" width="700" height="500"></iframe>`;
      const around = pages.page(content);
      const page = await context.newPage();
      const shown = async () => {
        await page.goto(around);
        const frame = await findEmbedFrame(page);
        await frame.locator('.pane, .stop').first().waitFor();
        return frame;
      };
      const all = await shown();
      expect(await all.locator('.stop').count()).toBe(0);
      expect(await all.getByRole('link', { name: 'Open in IK Lab' }).count()).toBe(0);
      sayOfHost(JSON.stringify({ embedders: [new URL(around).origin] }));
      const named = await shown();
      expect(await named.locator('.stop').count()).toBe(0);
      expect(await named.getByRole('link', { name: 'Open in IK Lab' }).count()).toBe(1);
      sayOfHost(JSON.stringify({ embedders: ['https://courses.example'] }));
      const other = await shown();
      expect(await other.locator('.stop').innerText()).toContain('not allowed to embed');
      expect(await other.locator('.pane').count()).toBe(0);
      await pages.close();
    }),
);
