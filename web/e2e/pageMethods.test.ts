/** The pages of the methods: each opens, and each failure that it tells of happens in Compare. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { cited } from '../scenario/citation.ts';
import { showingDocument } from '../scenario/showing.ts';
import { FRAMES, Witness } from '../session/witness.ts';
import { hook, openSite, type Site, shown, type Visit } from './pageTools.ts';

const engine = await testEngine();
const { methods } = engine.catalogue;
const LONGEST = 1000; // updates of a scene that stops

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

async function visit(
  address: string,
  act: (visit: Visit) => Promise<void>,
  options = {},
): Promise<void> {
  const opened = await site.visit(address, options);
  try {
    await act(opened);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

const node = (page: Page, name: string) =>
  page.locator('.map').getByRole('link', { name: new RegExp(`^${name}`) });
const opened = (page: Page, name: string) =>
  page.waitForFunction((n) => document.querySelector('.methods h1')?.textContent === n, name);
const entitled = (page: Page, title: string) =>
  page.waitForFunction((t) => document.title === t, title);

test('every method has its place on the map, and its page', () =>
  visit('?test=1#/methods', async ({ page, requests }) => {
    await page.waitForSelector('.map');
    expect(await page.locator('.map li').count()).toBe(methods.length);
    await page.waitForSelector('.equation math');
    await page.waitForFunction(() => window.__iklab); // all is here
    const before = requests.length;
    for (const row of methods) {
      await page.locator(`.map a[href="#/methods/${row.id}"]`).click();
      await opened(page, row.name);
      const text = (await page.locator('.methods article').textContent()) ?? '';
      for (const part of [row.summary, row.idea, row.cost, row.good, row.bad])
        expect(text).toContain(part);
      for (const paper of row.references) expect(text).toContain(cited(paper));
      expect(await page.locator('.equation math').count()).toBe(1);
      expect(await page.locator('.methods tbody tr').count()).toBe(row.params.length);
      expect(await page.locator('.failures a').count()).toBe(
        row.failures.length + row.strengths.length,
      );
      expect(await page.locator('.edge.on').count()).toBe(
        (await page.locator('.crumbs b, .crumbs a:not(.back)').count()) - 1,
      );
      const alone = await page.locator('.map [aria-current]').getAttribute('href');
      expect(alone).toBe(`#/methods/${row.id}`);
    }
    // but the browser's own icon, which it asks for with every entry of its history
    const asked = requests.slice(before).filter(({ url }) => !url.includes('favicon'));
    expect(asked, 'nothing is asked of the network').toEqual([]);
  }));

// one visit for all of them: a page that stays open holds no scene of before
describe('failures happen in Compare:', () => {
  let here: Visit;
  beforeAll(async () => {
    here = await site.visit('?test=1#/methods');
    await here.page.waitForFunction(() => window.__iklab);
  });
  afterAll(() => here?.close());

  test.each(methods)('$id', async ({ id, name, failures }) => {
    const { page, messages } = here;
    for (const failure of failures) {
      const { sign } = failure;
      await page.evaluate((hash) => location.assign(hash), `#/methods/${id}`);
      await opened(page, name);
      await page.locator(`.failures a[data-sign="${sign}"][href]`).click();
      const scene = sceneOf(showingDocument(failure), engine);
      await page.waitForFunction((scenario) => {
        const hook = window.__iklab;
        return JSON.stringify(hook.scenario) === scenario && hook.past.last >= 0;
      }, JSON.stringify(scene.scenario));
      await page.locator('.compare').waitFor();
      await hook(page).step(scene.scenario.run.mode === 'converge' ? LONGEST : FRAMES);
      const witness = new Witness(scene);
      for (const seen of await hook(page).past()) witness.record(seen);
      expect(witness.shows(sign), `${sign}; seen: ${witness}`).toBe(true);
      await page.goBack();
      await opened(page, name);
    }
    expect(messages).toEqual([]);
  });
});

test('Methods and back: the scene is where it was left, also by Back and Forward', () =>
  visit('?test=1#preset=y&methods=dls,sdls', async ({ page }) => {
    await shown(page);
    await hook(page).step(12);
    await page.keyboard.press('1');
    await page.getByLabel('Damping λ, value').fill('0.3');
    await page.keyboard.press('Enter');
    const before = await hook(page).solved(0);
    await page.getByRole('link', { name: 'Methods', exact: true }).click();
    await opened(page, 'DLS'); // the one that was inspected
    await entitled(page, 'DLS · Methods · IK Lab');
    expect(await page.locator('.compare').isVisible()).toBe(false);
    await node(page, 'SDLS').click();
    await opened(page, 'SDLS');
    await page.goBack();
    await opened(page, 'DLS');
    await page.goBack();
    await page.locator('.compare').waitFor();
    await entitled(page, 'Y · IK Lab');
    expect(await hook(page).frame()).toBe(12);
    expect(await hook(page).solved(0)).toEqual(before);
    expect(await page.getByLabel('Damping λ, value').inputValue()).toBe('0.3');
    await page.goForward();
    await opened(page, 'DLS');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.locator('.compare').waitFor();
    expect(await hook(page).frame()).toBe(12);
    await hook(page).step(3);
    expect(await hook(page).frame()).toBe(15);
  }));

test('a method that is not there is told, and others are offered', () =>
  visit('?test=1#/methods/sdsl', async ({ page }) => {
    await page.waitForSelector('.unknown');
    expect(await page.locator('.unknown').textContent()).toContain('no method “sdsl”');
    expect(await page.locator('.map li').count()).toBe(methods.length);
  }));

test('with reduced motion the arm stands still; else it moves', async () => {
  const way = (page: Page) => page.locator('.picture .way').getAttribute('d');
  await visit('#/methods/dls', async ({ page }) => {
    await opened(page, 'DLS');
    await page.waitForSelector('.costs li:nth-child(3)'); // measured: its own, and its ancestors'
    const before = await way(page);
    await page.waitForFunction(
      (d) => document.querySelector('.picture .way')?.getAttribute('d') !== d,
      before,
    );
  });
  await visit(
    '#/methods/dls',
    async ({ page }) => {
      await opened(page, 'DLS');
      const before = await way(page);
      expect(before?.length).toBeGreaterThan(500);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect(await way(page)).toBe(before);
    },
    { reducedMotion: 'reduce' },
  );
});

test('on a phone the list comes first, then the page; the keyboard does it all', () =>
  visit(
    '?test=1#preset=double-y',
    async ({ page }) => {
      await shown(page);
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'About the methods' }).click();
      await page.waitForSelector('.map');
      expect(await page.locator('.methods article').isVisible()).toBe(false);
      await node(page, 'DLS').focus();
      await page.keyboard.press('Enter');
      await opened(page, 'DLS');
      expect(await page.locator('.map').isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('method-name');
      await page.getByRole('link', { name: 'The family' }).click();
      await page.locator('.map').waitFor();
    },
    { viewport: { width: 390, height: 844 } },
  ));
