/** The pages of the methods: each opens, and each failure that it tells of happens in Compare. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { described } from '../engine/cards.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { FailureSigns, FRAMES } from '../measure/failureSign.ts';
import { cited } from '../scenario/citation.ts';
import { showingDocument } from '../scenario/showing.ts';
import { hook, openSite, type Site, type Visit, whole } from './pageTools.ts';

const engine = await testEngine();
const { methods } = described(engine.catalogue);
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
  page.waitForFunction(
    (n) => document.querySelector('.methods h1')?.textContent?.startsWith(n),
    name,
  );
const entitled = (page: Page, title: string) =>
  page.waitForFunction((t) => document.title === t, title);

// one visit for all of them: a page that stays open holds no scene of before
describe('in one page:', () => {
  let here: Visit;
  beforeAll(async () => {
    here = await site.visit('?test=1#/methods');
    await here.page.waitForFunction(() => window.__iklab);
    await whole(here.page);
  });
  afterEach(() => expect(here.messages).toEqual([]));
  afterAll(() => here?.close());

  const at = (id: string) => here.page.evaluate((hash) => location.assign(hash), `#/methods/${id}`);

  test('every method has its place on the map', async () => {
    await here.page.waitForSelector('.map');
    expect(await here.page.locator('.map li').count()).toBe(methods.length);
  });

  test.each(methods)('the page of $id, opened on the map, says all of it', async (row) => {
    const { page, requests } = here;
    const before = requests.length;
    if (!(await page.locator('.map').isVisible())) await at('');
    await page.locator(`.map a[href="#/methods/${row.id}"]`).click();
    await opened(page, row.fullName);
    const seen = await page.evaluate(() => {
      const count = (what: string) => document.querySelectorAll(what).length;
      return {
        text: document.querySelector('.methods article')?.textContent ?? '',
        equations: count('.equation math'),
        params: count('.methods tbody tr'),
        fits: count('.methods .fits'),
        scenes: count('.failures a'),
        edges: count('.edge.on'),
        ancestors: count('.crumbs b, .crumbs a:not(.back)') - 1,
        current: document.querySelector('.map [aria-current]')?.getAttribute('href'),
      };
    });
    for (const part of [row.summary, row.idea, row.cost, row.good, row.bad])
      expect(seen.text).toContain(part);
    for (const paper of row.references) expect(seen.text).toContain(cited(paper));
    const lengths = row.params.some(({ unit }) => unit === 'm' || unit === 'm²');
    expect(seen).toMatchObject({
      equations: 1,
      params: row.params.length,
      fits: lengths ? 1 : 0,
      scenes: row.failures.length + row.strengths.length,
      edges: seen.ancestors,
      current: `#/methods/${row.id}`,
    });
    // but the browser's own icon, which it asks for with every entry of its history
    const asked = requests.slice(before).filter(({ url }) => !url.includes('favicon'));
    expect(asked, 'nothing is asked of the network').toEqual([]);
  });

  test.each(methods)('failures of $id happen in Compare', async ({ id, fullName, failures }) => {
    const { page } = here;
    const links = (sign: string) => page.locator(`.failures a[data-sign="${sign}"][href]`);
    await at(id);
    await opened(page, fullName);
    const hrefs = new Map<string, string>();
    for (const { sign } of failures)
      hrefs.set(sign, (await links(sign).getAttribute('href')) ?? '');
    for (const [i, failure] of failures.entries()) {
      const { sign } = failure;
      if (i === 0) await links(sign).click();
      else await page.evaluate((href) => location.assign(href), hrefs.get(sign) ?? '');
      const scene = sceneOf(showingDocument(failure), engine);
      await page.waitForFunction((scenario) => {
        const hook = window.__iklab;
        return JSON.stringify(hook.scenario) === scenario && hook.past.last >= 0;
      }, JSON.stringify(scene.scenario));
      await page.locator('.compare').waitFor();
      await entitled(page, `${failure.title} · IK Lab`);
      await hook(page).step(scene.scenario.run.mode === 'converge' ? LONGEST : FRAMES);
      const signs = new FailureSigns(scene);
      for (const seen of await hook(page).past()) signs.record(seen);
      expect(signs.shows(sign), `${sign}; seen: ${signs}`).toBe(true);
    }
    await page.evaluate((back) => history.go(back), -failures.length);
    await opened(page, fullName);
  });

  test('a large window has larger type, figures and map', async () => {
    const { page } = here;
    await at('sdls');
    await opened(page, 'Selectively damped');
    await page.waitForSelector('.shares svg');
    const sizes = async () => {
      const boxes = ['.methods h1', '.picture', '.map li', '.shares svg', '.moment input'];
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
    // letters in a figure are as large as those beside it
    const type = await page.evaluate(() => {
      const tick = document.querySelector('.shares .tick') as SVGTextElement;
      const svg = tick.ownerSVGElement as SVGSVGElement;
      return Number.parseFloat(getComputedStyle(tick).fontSize) * (svg.getScreenCTM()?.a ?? 0);
    });
    expect(type / 16).toBeCloseTo((11 / 16) * 1.3125, 1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the map stands in one screen', async () => {
    const { page } = here;
    await at('bfgs');
    await page.waitForFunction(() =>
      document.querySelector('.crumbs')?.textContent?.endsWith('BFGS'),
    );
    await page.waitForSelector('.map');
    const over = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.querySelector('.family') as Element;
      const { scrollWidth, clientWidth } = document.querySelector('.map-scroll') as Element;
      return [scrollHeight - clientHeight, scrollWidth - clientWidth];
    });
    expect(Math.max(...over)).toBeLessThanOrEqual(0);
    expect(await page.locator('.crumbs').textContent()).toBe(
      'The familyTransposePseudoinverseGauss-NewtonNewtonBFGS',
    );
    await at('ccd');
    await opened(page, 'Cyclic');
    expect(await page.locator('.crumbs').textContent()).toBe('The familyCCD');
  });

  test('a method that is not there is told, and others are offered', async () => {
    const { page } = here;
    await at('sdsl');
    await page.waitForSelector('.unknown');
    expect(await page.locator('.unknown').textContent()).toContain('no method “sdsl”');
    expect(await page.locator('.map li').count()).toBe(methods.length);
  });
});

test('Methods and back: the scene is where it was left, also by Back and Forward', () =>
  site.inTurn('#preset=y&methods=dls,sdls', async ({ page }) => {
    await hook(page).step(12);
    await page.keyboard.press('1');
    await page.getByLabel('Damping λ, value').fill('0.3');
    await page.keyboard.press('Enter');
    const before = await hook(page).solved(0);
    await page.getByRole('link', { name: 'Methods', exact: true }).click();
    await opened(page, 'Damped least squares'); // the one that was inspected
    await entitled(page, 'Damped least squares · Methods · IK Lab');
    expect(await page.locator('.compare').isVisible()).toBe(false);
    await node(page, 'SDLS').click();
    await opened(page, 'Selectively damped least squares');
    await page.goBack();
    await opened(page, 'Damped least squares');
    await page.goBack();
    await page.locator('.compare').waitFor();
    await entitled(page, 'Y · IK Lab');
    expect(await hook(page).frame()).toBe(12);
    expect(await hook(page).solved(0)).toEqual(before);
    expect(await page.getByLabel('Damping λ, value').inputValue()).toBe('0.3');
    await page.goForward();
    await opened(page, 'Damped least squares');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.locator('.compare').waitFor();
    expect(await hook(page).frame()).toBe(12);
    await hook(page).step(3);
    expect(await hook(page).frame()).toBe(15);
    await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
  }));

const moment = (page: Page) => page.locator('.moment').textContent();
const outcome = (page: Page) => page.locator('.outcome').textContent();

test('the run plays by itself; with reduced motion it waits to be looked at', async () => {
  await visit('#/methods/sdls', async ({ page }) => {
    await opened(page, 'Selectively damped');
    await page.waitForSelector('.costs li:nth-child(4)'); // measured: its own, and its ancestors'
    const before = await moment(page);
    await page.waitForFunction(
      (text) => document.querySelector('.moment')?.textContent !== text,
      before,
    );
  });
  await visit(
    '#/methods/sdls',
    async ({ page }) => {
      await opened(page, 'Selectively damped');
      expect(await moment(page)).toMatch(/^Update 0 of \d+$/);
      await page.locator('.picture .hand').first().press('ArrowRight');
      // the end of the other run
      await page.waitForFunction(() => {
        const [, at, last] = /(\d+) of (\d+)/.exec(
          document.querySelector('.moment')?.textContent ?? '',
        ) as RegExpExecArray;
        return at === last;
      });
    },
    { reducedMotion: 'reduce' },
  );
});

test('a letter is lit in equation, control and figure; slider, field and target change the run', () =>
  site.inTurn('#preset=y&methods=dls', async ({ page }) => {
    await page.evaluate(() => location.assign('#/methods/sdls'));
    await opened(page, 'Selectively damped');
    const lit = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.lit')].map(
          (each) =>
            `${each.closest('.equation, .tune > div, .shares')?.className} ${each.textContent}`,
        ),
      );
    await page.locator('.equation [data-symbol=γ_max]').first().hover();
    const places = (await lit()).join('; ');
    expect(places).toContain('equation γmax');
    expect(places).toContain('Largest change');
    expect(places).toContain('shares γmax');
    await page.locator('.methods h1').hover();
    expect(await lit()).toEqual([]);
    await page.getByLabel('Largest change γ_max', { exact: true }).focus();
    expect((await lit()).join('; ')).toContain('equation γmax');

    const before = await outcome(page);
    await page.getByLabel('Largest change γ_max, value').fill('10');
    await page.keyboard.press('Enter');
    expect(await outcome(page)).toMatch(/largest turn 10°$/);
    await page.getByLabel('Largest change γ_max, value').fill('1000');
    await page.keyboard.press('Enter');
    expect(await page.locator('.tune [role=alert]').textContent()).toContain('must be');
    await page.getByRole('button', { name: 'Reset Largest change γ_max' }).click();
    expect(await outcome(page)).toBe(before);

    const box = await page.locator('.picture .hand').nth(2).boundingBox();
    if (!box) throw new Error('no target');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y + 30, { steps: 4 });
    const held = await moment(page);
    await page.mouse.up();
    expect(await outcome(page)).not.toBe(before);
    expect(held).not.toMatch(/^Update 0 /);
    expect(await page.locator('.drag-hint').count()).toBe(0);

    await page.getByRole('button', { name: 'Add to the scene' }).click();
    await page.locator('.compare').waitFor();
    const scenario = await hook(page).scenario();
    expect(scenario.methods.map(({ id }) => id)).toEqual(['dls', 'sdls']);
  }));

test('beside each scene that shows it stand its picture and what each method comes to', () =>
  site.inTurn('#preset=y&methods=dls', async ({ page }) => {
    await page.evaluate(() => location.assign('#/methods/sdls'));
    await page.waitForFunction(() => {
      const count = (what: string) => document.querySelectorAll(`.failures ${what}`).length;
      return (
        count('a') > 0 &&
        count('.came') === 2 * count('a') &&
        count('.sketch.ground') === count('a')
      );
    });
    const shine = page.locator('.failures').first().locator('small > span');
    const told = await shine.allInnerTexts();
    expect(told[0]).toMatch(/^SDLS\s+reached in \d+$/);
    await page.locator('.failures a[href]').first().click();
    await page.locator('.compare').waitFor();
    await page.waitForFunction((text) => {
      const [name] = [...document.querySelectorAll('.card h3')].map((each) => each.textContent);
      return text.startsWith(name ?? '?');
    }, told[0] ?? '');
    await hook(page).step(LONGEST);
    for (const [i, state] of (await page.locator('.card .state').allInnerTexts()).entries())
      expect(told[i]).toContain(state.replace(/\s*Why\?$/, ''));
  }));

test('on a phone the list comes first, then the page; the keyboard does it all', () =>
  site.inTurn(
    '#preset=double-y',
    async ({ page }) => {
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'About the methods' }).click();
      await page.waitForSelector('.map');
      expect(await page.locator('.methods article').isVisible()).toBe(false);
      await node(page, 'DLS').focus();
      await page.keyboard.press('Enter');
      await opened(page, 'Damped least squares');
      expect(await page.locator('.map').isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('method-name');
      await page.getByRole('link', { name: 'The family' }).click();
      await page.locator('.map').waitFor();
    },
    { viewport: { width: 390, height: 844 } },
  ));
