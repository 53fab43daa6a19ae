/** A method's page and the scene: navigation between them, its own run, its symbols. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_RUN_UPDATES, waitForMethodPage, waitForTitle } from './methodTools.ts';
import { getTestHook, openTestSite, type TestSite, waitUntilPageSettled } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const node = (page: Page, name: string) =>
  page.locator('.map').getByRole('link', { name: new RegExp(`^${name}`) });

test('the scene keeps its frame, pose and λ while Methods is open, also with Back and Forward', () =>
  site.inSharedPage('#preset=y&methods=dls,sdls', async ({ page }) => {
    await getTestHook(page).step(12);
    await page.keyboard.press('1');
    await page.getByLabel('Damping λ, value').fill('0.3');
    await page.keyboard.press('Enter');
    const before = await getTestHook(page).solved(0);
    await page.getByRole('link', { name: 'Methods', exact: true }).click();
    await waitForMethodPage(page, 'Damped least squares'); // the inspected method
    await waitForTitle(page, 'Damped least squares · Methods · IK Lab');
    expect(await page.locator('.compare').isVisible()).toBe(false);
    await node(page, 'SDLS').click();
    await waitForMethodPage(page, 'Selectively damped least squares');
    await page.goBack();
    await waitForMethodPage(page, 'Damped least squares');
    await page.goBack();
    await page.locator('.compare').waitFor();
    await waitForTitle(page, 'Y · IK Lab');
    expect(await getTestHook(page).frame()).toBe(12);
    expect(await getTestHook(page).solved(0)).toEqual(before);
    expect(await page.getByLabel('Damping λ, value').inputValue()).toBe('0.3');
    await page.goForward();
    await waitForMethodPage(page, 'Damped least squares');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.locator('.compare').waitFor();
    expect(await getTestHook(page).frame()).toBe(12);
    await getTestHook(page).step(3);
    expect(await getTestHook(page).frame()).toBe(15);
    await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
  }));

const moment = (page: Page) => page.locator('.moment').textContent();
const outcome = (page: Page) => page.locator('.methods_outcome').textContent();

/** In the page: opens a method and waits until three moments of its run were shown. */
async function differentMoments(): Promise<void> {
  const seen = new Set<string>();
  location.hash = '#/methods/sdls';
  while (seen.size < 3) {
    await new Promise(requestAnimationFrame);
    const opened = document.querySelector('.methods h1')?.textContent?.startsWith('Selectively');
    const moment = document.querySelector('.moment')?.textContent;
    if (opened && moment) seen.add(moment);
  }
}

secondTierTest(
  'the run of a method page plays automatically; with reduced motion it waits for input',
  async () => {
    await site.inOwnPage('#/methods', async ({ page }) => {
      await page.locator('.map').waitFor();
      await page.evaluate(differentMoments);
      await page.waitForSelector('.costs li:nth-child(4)'); // measured: its own cost and that of its ancestors
    });
    await site.inOwnPage(
      '#/methods/sdls',
      async ({ page }) => {
        await waitForMethodPage(page, 'Selectively damped');
        const still = await moment(page); // at the update with the largest joint step
        expect(still).toMatch(/^Update [1-9]\d* of \d+$/);
        await waitUntilPageSettled(page);
        expect(await moment(page)).toBe(still);
        await page.locator('.methods_picture .methods_hand').first().press('ArrowRight');
        // the last update of the changed run
        await page.waitForFunction(() => {
          const [, at, last] = /(\d+) of (\d+)/.exec(
            document.querySelector('.moment')?.textContent ?? '',
          ) as RegExpExecArray;
          return at === last;
        });
      },
      { reducedMotion: 'reduce' },
    );
  },
);

test('a hovered symbol is highlighted in equation, slider and figure; edits change the run', () =>
  site.inSharedPage('#preset=y&methods=dls', async ({ page }) => {
    await page.evaluate(() => location.assign('#/methods/sdls'));
    await waitForMethodPage(page, 'Selectively damped');
    const lit = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.methods_lit')].map(
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
    expect(await outcome(page)).toMatch(/largest joint step 10°$/);
    await page.getByLabel('Largest change γ_max, value').fill('1000');
    await page.keyboard.press('Enter');
    expect(await page.locator('.tune [role=alert]').textContent()).toContain('must be');
    await page.getByRole('button', { name: 'Reset Largest change γ_max' }).click();
    expect(await outcome(page)).toBe(before);

    const box = await page.locator('.methods_picture .methods_hand').nth(2).boundingBox();
    if (!box) throw new Error('no target');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y + 30, { steps: 4 });
    const momentBefore = await moment(page);
    await page.mouse.up();
    expect(await outcome(page)).not.toBe(before);
    expect(momentBefore).not.toMatch(/^Update 0 /);
    expect(await page.locator('.drag-hint').count()).toBe(0);

    await page.getByRole('button', { name: 'Add to the scene' }).click();
    await page.locator('.compare').waitFor();
    const scenario = await getTestHook(page).scenario();
    expect(scenario.methods.map(({ id }) => id)).toEqual(['dls', 'sdls']);
  }));

test('each example scene has a picture and outcomes, which match Compare', () =>
  site.inSharedPage('#preset=y&methods=dls', async ({ page }) => {
    await page.evaluate(() => location.assign('#/methods/sdls'));
    await page.waitForFunction(() => {
      const count = (what: string) => document.querySelectorAll(`.methods_failures ${what}`).length;
      return (
        count('a') > 0 &&
        count('.methods_method-result:has(.methods_card-outcome, b)') === 2 * count('a') &&
        count('.sketch.ground') === count('a')
      );
    });
    const shine = page.locator('.methods_failures').first().locator('small > span');
    const report = await shine.allInnerTexts();
    expect(report[0]).toMatch(/^SDLS\s+reached in \d+$/);
    await page.locator('.methods_failures a[href]').first().click();
    await page.locator('.compare').waitFor();
    await page.waitForFunction((text) => {
      const [name] = [...document.querySelectorAll('.card h3')].map((each) => each.textContent);
      return text.startsWith(name ?? '?');
    }, report[0] ?? '');
    await getTestHook(page).step(MAX_RUN_UPDATES);
    for (const [i, state] of (await page.locator('.card .state').allInnerTexts()).entries())
      expect(report[i]).toContain(state.replace(/\s*Why\?$/, ''));
    await page.goBack();
    await waitForMethodPage(page, 'Selectively damped');
  }));

secondTierTest(
  'on a phone the method list opens a method page by keyboard, and its link leads back',
  () =>
    site.inSharedPage(
      '#preset=double-y',
      async ({ page }) => {
        await page.getByRole('button', { name: 'More', exact: true }).first().click();
        await page.getByRole('menuitem', { name: 'About the methods' }).click();
        await page.waitForSelector('.map');
        expect(await page.locator('.methods article').isVisible()).toBe(false);
        await node(page, 'DLS').focus();
        await page.keyboard.press('Enter');
        await waitForMethodPage(page, 'Damped least squares');
        expect(await page.locator('.map').isVisible()).toBe(false);
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('method-name');
        await page.getByRole('link', { name: 'The family' }).click();
        await page.locator('.map').waitFor();
      },
      { viewport: { width: 390, height: 844 } },
    ),
);
