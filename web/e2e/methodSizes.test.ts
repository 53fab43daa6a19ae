/** Method pages at all sizes: formulas are not cut off, sliders are long, the replay is informative. */

import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { waitForMethodPage } from './methodTools.ts';
import { openTestSite, type TestSite } from './pageTools.ts';
import { watchForElement } from './shortLivedStates.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const { methods } = withCardTexts((await testEngine()).catalogue);

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Opens the page of a method and waits for its formula. */
async function show(page: Page, id: string, name: string): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), `#/methods/${id}`);
  await waitForMethodPage(page, name);
  await page.waitForSelector('.tune .equation math');
}

/** Overflow of the formula beyond its box and the window, and length of the slider, in pixels. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.tune .equation') as Element;
    const formula = (box.querySelector('math') as Element).getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    return {
      over: Math.max(box.scrollWidth - box.clientWidth, formula.right - frame.right),
      off: frame.right - innerWidth,
      slider: document.querySelector('.tune .slide')?.getBoundingClientRect().width ?? 0,
    };
  });

tieredTest([
  [1440, 900],
  [1024, 768],
  [720, 450], // 1440x900 at 200 %
  [844, 390],
  [390, 844],
])('at %dx%d every formula fits and every slider is at least 240 px long', (width, height) =>
  site.inSharedPage(
    '#preset=y&methods=dls',
    async ({ page }) => {
      const cut: string[] = [];
      for (const { id, fullName } of methods) {
        await show(page, id, fullName);
        const automatic = page.locator('.tune .automatic input:checked');
        if (await automatic.count()) await automatic.uncheck(); // this shows the slider
        const { over, off, slider } = await seen(page);
        if (over > 0.5 || off > 0) cut.push(`${id} by ${Math.max(over, off)} px`);
        if (slider < 240) cut.push(`${id}: slider of ${slider} px`);
      }
      expect(cut).toEqual([]);
    },
    { viewport: { width, height } },
  ),
);

tieredTest([
  [390, 844],
  [1024, 768],
  [1440, 900],
])('at %dx%d the equations, figures and table of the closed form fit', (width, height) =>
  site.inSharedPage(
    '#preset=y&methods=dls',
    async ({ page }) => {
      await page.evaluate(() => location.assign('#/methods/closed-form'));
      await page.waitForSelector('.methods output');
      const cut = await page.evaluate(() => {
        const article = document.querySelector('.methods article') as Element;
        const { right } = article.getBoundingClientRect();
        const boxes = [...article.querySelectorAll('.equation, .slide, output, svg, td')];
        return boxes
          .filter(
            (each) =>
              each.getBoundingClientRect().right > right ||
              (each.matches('.equation, td') && each.scrollWidth > each.clientWidth),
          )
          .map((each) => each.outerHTML.slice(0, 80));
      });
      expect(cut).toEqual([]);
    },
    { viewport: { width, height } },
  ),
);

secondTierTest('a slider in the inspector fills its column', () =>
  site.inSharedPage('#preset=y&methods=dls', async ({ page }) => {
    await page.locator('.panes').focus();
    await page.keyboard.press('1');
    const slider = page.locator('.inspector .slide').first();
    const [column, own] = [
      await page.locator('.inspector').boundingBox(),
      await slider.boundingBox(),
    ];
    expect(own?.width).toBeGreaterThan(0.8 * (column?.width ?? Number.NaN));
    await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
  }),
);

/** Summed height of the used shares, and the update that the slider shows. */
const report = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll<SVGRectElement>('.shares rect.methods_taken')];
    const at = document.querySelector<HTMLInputElement>('.moment input')?.value;
    return [bars.reduce((sum, bar) => sum + bar.height.baseVal.value, 0), Number(at)] as const;
  });

secondTierTest('the replay plays once and stops at the update with the largest step', () =>
  site.inOwnPage('#/methods/sdls', async ({ page }) => {
    await waitForMethodPage(page, 'Selectively damped');
    const play = page.getByRole('button', { name: 'Play the run' });
    await play.waitFor(); // it has stopped
    const [resting, at] = await report(page);
    const range = page.locator('.moment input');
    const last = Number(await range.getAttribute('max'));
    expect(resting).toBeGreaterThan(20);
    expect(at).toBeLessThan(last);
    await range.fill(String(last));
    expect((await report(page))[0]).toBeLessThan(resting);
    expect(await page.locator('.shares h2').textContent()).toContain(`update ${last}`);
    expect(await page.locator('.moment').textContent()).toContain(`Update ${last} of ${last}`);
    const played = await watchForElement(page, '[aria-label="Pause the run"]');
    await play.click();
    await played();
    await play.waitFor();
    expect(await report(page)).toEqual([resting, at]);
  }),
);

secondTierTest('with reduced motion the replay starts at the update with the largest step', () =>
  site.inSharedPage(
    '#preset=y&methods=dls',
    async ({ page }) => {
      await show(page, 'ccd', 'Cyclic');
      await page.getByRole('button', { name: 'Play the run' }).waitFor();
      await expect.poll(async () => (await report(page))[0]).toBeGreaterThan(20);
    },
    { reducedMotion: 'reduce' },
  ),
);

secondTierTest(
  'the γ_max line is above all bounds of the two-stage method, and absent without bounds',
  () =>
    site.inSharedPage(
      '#preset=y&methods=dls',
      async ({ page }) => {
        await show(page, 'two-stage', 'One method far');
        const range = page.locator('.moment input');
        const last = Number(await range.getAttribute('max'));
        let seen = 0;
        for (let at = 0; at < last; at++) {
          await range.fill(String(at));
          const [most, caps] = await page.evaluate(() => {
            const top = (path: Element) => path.getBoundingClientRect().top;
            const line = document.querySelector('.shares path.methods_most');
            return [
              line && top(line),
              [...document.querySelectorAll('.shares svg path.methods_cap')].map(top),
            ] as const;
          });
          // the first stage has no bound, so no line
          expect(most === null).toBe(caps.length === 0);
          for (const cap of caps) expect(cap).toBeGreaterThanOrEqual((most ?? 0) - 1.5);
          seen += caps.length;
        }
        expect(seen).toBeGreaterThan(0);
        expect(await page.getByLabel('Switch at d', { exact: true }).count()).toBe(1);
      },
      { reducedMotion: 'reduce' },
    ),
);
