/** Files and links that finish loading late: later messages stay, and running studies continue. */

import { testEngine } from '@iklab/core/engine/testing';
import type { Result } from '@iklab/core/scenario';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { encodeStudyLink, parseStudy } from '@iklab/study/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles, waitForRobotName } from './dropping.ts';
import { openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const { catalogue } = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

declare global {
  interface Window {
    /** Releases what is held. */
    __go(): void;
    /** A link is held. */
    __waits?: boolean;
  }
}

/** In the page: holds reading of files named slow* and inflating of links until `__go` is called. */
function hold(): void {
  const gone = new Promise<void>((resolve) => {
    window.__go = resolve;
  });
  const { text, arrayBuffer } = Blob.prototype;
  const waits = (each: Blob) => each instanceof File && each.name.startsWith('slow');
  Blob.prototype.text = async function () {
    if (waits(this)) await gone;
    return text.call(this);
  };
  Blob.prototype.arrayBuffer = async function () {
    if (waits(this)) await gone;
    return arrayBuffer.call(this);
  };
  const real = Object.getOwnPropertyDescriptor(DecompressionStream.prototype, 'readable');
  Object.defineProperty(DecompressionStream.prototype, 'readable', {
    get() {
      window.__waits = true;
      const late = new TransformStream({ start: () => gone });
      return real?.get?.call(this).pipeThrough(late);
    },
  });
}

async function held(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(hold);
  return () => page.evaluate(() => window.__go());
}

const scene = (name: string) => ({ iklab: 1, name, preset: 'y', methods: [{ id: 'dls' }] });
const robot = (name: string): string =>
  `<robot name="${name}"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/><origin xyz="1 0 0"/></joint></robot>`;
const notice = (page: Page) => page.locator('.notice [role=alert]');

const bad = { path: 'bad.json', content: '{"iklab":1,"preset":"none"}' };

const study = (count: number, seed: number) => ({
  iklabStudy: 1,
  scenario: { preset: 'y', methods: [{ id: 'dls' }, { id: 'sdls' }] },
  count,
  seed,
});

function sure<T>(read: Result<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

const follow = (page: Page, link: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, link);

const WAYS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    'scene in a file',
    (page) => dropFiles(page, [{ path: 'slow.json', content: JSON.stringify(scene('late')) }]),
  ],
  ['robot', (page) => dropFiles(page, [{ path: 'slow.urdf', content: robot('late') }])],
  [
    'scene of a link',
    async (page) =>
      follow(
        page,
        await encodeLink(sure(parseScenarioDocument(scene('late'), catalogue)), catalogue),
      ),
  ],
];

tieredTest(WAYS)('a %s that loads late keeps the error message of a later drop', (_, open) =>
  site.inOwnPage('?test=1', async ({ page }) => {
    await page.waitForFunction(() => window.__iklab);
    const go = await held(page);
    await open(page);
    await dropFiles(page, [bad]);
    await notice(page).filter({ hasText: 'bad.json' }).waitFor();
    await go();
    await waitForRobotName(page, 'late');
    await page.waitForSelector('.pane');
    expect(await notice(page).innerText()).toContain('bad.json cannot be read');
  }),
);

test('an error that arrives late is shown beside a later one', () =>
  site.inOwnPage('?test=1', async ({ page }) => {
    await page.waitForFunction(() => window.__iklab);
    const go = await held(page);
    await dropFiles(page, [{ path: 'slow.json', content: '{"iklab":1,"preset":"nowhere"}' }]);
    await dropFiles(page, [bad]);
    await notice(page).filter({ hasText: 'bad.json' }).waitFor();
    await go();
    await notice(page).filter({ hasText: 'slow.json' }).waitFor();
    expect(await notice(page).innerText()).toMatch(/bad\.json.*none.*slow\.json.*nowhere/s);
  }));

secondTierTest(
  'a study that loads late keeps the error of a later file, which following a link clears',
  () =>
    site.inOwnPage('?test=1', async ({ page }) => {
      await page.waitForFunction(() => window.__iklab);
      const go = await held(page);
      await dropFiles(page, [
        { path: 'slow.iklab-study.json', content: JSON.stringify(study(40, 5)) },
      ]);
      await dropFiles(page, [{ path: 'cut.iklab-study.json', content: '{"iklabStudy":1' }]);
      const alert = page.getByRole('alert').filter({ hasText: 'cut.iklab-study.json' });
      await alert.waitFor();
      await go();
      const problems = page.getByRole('combobox', { name: 'Problems', exact: true });
      await expect.poll(() => problems.inputValue()).toBe('40');
      expect(await alert.innerText()).toContain('is not a valid study');
      await follow(page, '#/studies/map');
      await alert.waitFor({ state: 'detached' });
      await page.goBack();
      await page.waitForSelector('.study_form');
      expect(await alert.count()).toBe(0);
    }),
);

secondTierTest('a study started while its stored results are being read runs to its end', () =>
  site.inOwnPage(
    '?test=1',
    async ({ page }) => {
      const link = await encodeStudyLink(sure(parseStudy(study(100, 9), catalogue)), catalogue);
      const run = page.getByRole('button', { name: 'Run', exact: true });
      const done = page.getByRole('button', { name: 'Export' });
      await page.waitForFunction(() => window.__iklab);
      await follow(page, link);
      await run.click();
      await done.waitFor();
      await page.goto(page.url().replace(/#.*/, ''));
      await page.reload();
      await page.waitForFunction(() => window.__iklab);
      // another transaction empties the store and keeps it busy
      await page.evaluate(async () => {
        let waits = true;
        window.__go = () => {
          waits = false;
        };
        const [{ name = '' } = {}] = await indexedDB.databases();
        await new Promise<void>((resolve) => {
          const open = indexedDB.open(name);
          open.onsuccess = () => {
            const store = open.result.transaction('results', 'readwrite').objectStore('results');
            store.clear().onsuccess = function turn(): void {
              resolve();
              if (waits) store.get(0).onsuccess = turn;
              else open.result.close();
            };
          };
        });
      });
      await follow(page, link);
      await run.click();
      await page.evaluate(() => window.__go());
      await done.waitFor();
      expect(await page.locator('.study_verdict-line').innerText()).toContain('100 problems');
    },
    { fresh: true },
  ),
);

secondTierTest.each(['#preset=double-y', '#/methods/dls'])(
  'a link followed while the page starts is opened: %s',
  async (next) => {
    const link = await encodeLink(
      sure(parseScenarioDocument(scene('first'), catalogue)),
      catalogue,
    );
    const { page, close } = await site.visit('?test=1', { fresh: true });
    await page.addInitScript(hold);
    await follow(page, link);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.__waits);
    await follow(page, next);
    await page.evaluate(() => window.__go());
    await page.waitForFunction(() => window.__iklab);
    if (next.startsWith('#/')) await page.locator('.method-name').waitFor();
    else await page.waitForFunction(() => window.__iklab.scenario.targets.length === 4);
    expect(page.url()).toContain(next);
    await close();
  },
);
