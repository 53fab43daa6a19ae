/** The method pages: each opens, and each failure that it describes occurs in Compare. */

import { withCardTexts } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { FailureSignWatcher, FRAMES_BEFORE_FAILURE_CHECK } from '@iklab/core/measure';
import { cardSceneDocument, citationText } from '@iklab/core/scenario/methods';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { MAX_RUN_UPDATES, waitForMethodPage, waitForTitle } from './methodTools.ts';
import { getTestHook, openTestSite, type PageVisit, type TestSite } from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const engine = await testEngine();
const { methods } = withCardTexts(engine.catalogue);

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

describe('in one page:', () => {
  let openVisit: PageVisit;
  beforeAll(async () => {
    openVisit = await site.visit('?test=1#/methods');
    await openVisit.page.waitForFunction(() => window.__iklab);
  });
  afterEach(() => expect(openVisit.messages).toEqual([]));
  afterAll(() => openVisit?.close());

  const at = (id: string) =>
    openVisit.page.evaluate((hash) => location.assign(hash), `#/methods/${id}`);

  test('the map has one entry per method', async () => {
    await at('');
    await openVisit.page.waitForSelector('.map');
    expect(await openVisit.page.locator('.map li').count()).toBe(methods.length);
  });

  tieredTest(methods)(
    'the page of $id, opened from the map, shows all its contents without requests',
    async (row) => {
      const { page, requests } = openVisit;
      const before = requests.length;
      if (!(await page.locator('.map').isVisible())) await at('');
      await page.locator(`.map a[href="#/methods/${row.id}"]`).click();
      await waitForMethodPage(page, row.fullName);
      const seen = await page.evaluate(() => {
        const count = (what: string) => document.querySelectorAll(what).length;
        return {
          text: document.querySelector('.methods article')?.textContent ?? '',
          equations: count('.equation math'),
          params: count('.methods tbody tr'),
          fits: count('.methods .fits'),
          scenes: count('.methods_failures a'),
          edges: count('.edge.on'),
          ancestors: count('.methods_crumbs b, .methods_crumbs a:not(.back)') - 1,
          current: document.querySelector('.map [aria-current]')?.getAttribute('href'),
        };
      });
      for (const part of [row.summary, row.idea, row.cost, row.good, row.bad])
        expect(seen.text).toContain(part);
      for (const paper of row.references) expect(seen.text).toContain(citationText(paper));
      const lengths = row.params.some(({ unit }) => unit === 'm' || unit === 'm²');
      expect(seen).toMatchObject({
        equations: 1,
        params: row.params.length,
        fits: lengths ? 1 : 0,
        scenes: row.failures.length + row.strengths.length,
        edges: seen.ancestors,
        current: `#/methods/${row.id}`,
      });
      // except the browser's own icon, requested with every entry of its history, and the worker of
      // diagnoses with its module
      const expected = /favicon|diagnosisWorker|\/iklab-[^/]*\.(js|wasm)/;
      const unexpectedRequests = requests.slice(before).filter(({ url }) => !expected.test(url));
      expect(unexpectedRequests, 'nothing is asked of the network').toEqual([]);
    },
  );

  tieredTest(methods)('the failures of $id occur in Compare', async (row) => {
    const { page } = openVisit;
    const { id, fullName, failures } = row;
    await at(id);
    await waitForMethodPage(page, fullName);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.methods_failures a[href]').length === count,
      failures.length + row.strengths.length,
    );
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.methods_failures a[data-sign]')].map(
        ({ dataset, href }) => [dataset.sign, href] as const,
      ),
    );
    const hrefs = new Map(links);
    for (const failure of failures) {
      const { sign } = failure;
      const href = hrefs.get(sign);
      if (!href) throw new Error(`there is no link to ${sign}`);
      await page.evaluate((to) => location.assign(to), href);
      const scene = makeTestScene(cardSceneDocument(failure), engine);
      await expect.poll(() => getTestHook(page).scenario()).toEqual(scene.scenario);
      await page.waitForFunction(() => window.__iklab.past.last >= 0);
      await page.locator('.compare').waitFor();
      await waitForTitle(page, `${failure.title} · IK Lab`);
      await getTestHook(page).step(
        scene.scenario.run.mode === 'converge' ? MAX_RUN_UPDATES : FRAMES_BEFORE_FAILURE_CHECK,
      );
      const signs = new FailureSignWatcher(scene);
      for (const seen of await getTestHook(page).past()) signs.record(seen);
      expect(signs.matches(sign), `${sign}; seen: ${signs}`).toBe(true);
    }
  });

  secondTierTest('a large window has larger type, figures and map', () =>
    site.inOwnPage('?test=1#/methods/sdls', async ({ page }) => {
      await waitForMethodPage(page, 'Selectively damped');
      await page.waitForSelector('.shares svg');
      const sizes = async () => {
        const boxes = [
          '.methods h1',
          '.methods_picture',
          '.map li',
          '.shares svg',
          '.moment input',
        ];
        return Promise.all(boxes.map((box) => page.locator(box).first().boundingBox()));
      };
      const before = await sizes();
      await page.setViewportSize({ width: 2560, height: 1440 });
      await page.waitForFunction(
        (height) => (document.querySelector('.shares svg')?.clientHeight ?? 0) > 1.3 * height,
        before[3]?.height ?? 0,
      );
      const after = await sizes();
      after.forEach((box, i) => {
        expect(box?.height).toBeGreaterThan(1.25 * (before[i]?.height ?? 0));
      });
      expect(before[4]?.width).toBeGreaterThan(200);
      // text in a figure has the size of the text beside it
      const type = await page.evaluate(() => {
        const tick = document.querySelector('.shares .tick') as SVGTextElement;
        const svg = tick.ownerSVGElement as SVGSVGElement;
        return Number.parseFloat(getComputedStyle(tick).fontSize) * (svg.getScreenCTM()?.a ?? 0);
      });
      expect(type / 16).toBeCloseTo((11 / 16) * 1.3125, 1);
    }),
  );

  secondTierTest('the map fits in one screen, and breadcrumbs list the ancestors', async () => {
    const { page } = openVisit;
    await at('bfgs');
    await page.waitForFunction(() =>
      document.querySelector('.methods_crumbs')?.textContent?.endsWith('BFGS'),
    );
    await page.waitForSelector('.map');
    const over = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.querySelector('.methods_family') as Element;
      const { scrollWidth, clientWidth } = document.querySelector('.methods_map-scroll') as Element;
      return [scrollHeight - clientHeight, scrollWidth - clientWidth];
    });
    expect(Math.max(...over)).toBeLessThanOrEqual(0);
    expect(await page.locator('.methods_crumbs').textContent()).toBe(
      'The familyTransposePseudoinverseGauss-NewtonNewtonBFGS',
    );
    await at('ccd');
    await waitForMethodPage(page, 'Cyclic');
    expect(await page.locator('.methods_crumbs').textContent()).toBe('The familyCCD');
  });

  test('the closed form opens from the map; its figures obey the keyboard, its arm opens', async () => {
    const { page } = openVisit;
    await at('');
    await page.locator('a[href="#/methods/closed-form"]').click();
    await waitForMethodPage(page, 'Closed form');
    const slider = page.getByRole('slider', { name: 'Distance δ' });
    const figure = page.getByRole('img', { name: /^A circle and a sphere/ });
    expect(await figure.getAttribute('aria-label')).toContain('2 solutions');
    await slider.press('Home');
    expect(await figure.getAttribute('aria-label')).toContain('No solution');
    expect(await findAxeViolations(page, { within: '.methods' })).toEqual([]);
    await page.getByRole('link', { name: 'Show every solution' }).click();
    const scene = makeTestScene({ iklab: 1, preset: 'arm-6' }, engine);
    await expect.poll(() => getTestHook(page).scenario()).toEqual(scene.scenario);
    await page.locator('.compare').waitFor();
  });

  test('an unknown method is reported beside the map of all methods', async () => {
    const { page } = openVisit;
    await at('sdsl');
    await page.waitForSelector('.methods_unknown');
    expect(await page.locator('.methods_unknown').textContent()).toContain('no method “sdsl”');
    expect(await page.locator('.map li').count()).toBe(methods.length);
  });
});
