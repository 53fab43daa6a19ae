/** `<ik-lab>` adapts to the colour scheme, size and scrolling of the page around it. */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ElementPages,
  openElementPages,
  UR5E_SCENE_ADDRESS,
  waitForElementReady,
} from './elementPages.ts';
import { findEmbedFrame } from './hostPage.ts';
import { secondTierTest } from './tiers.ts';

let pages: ElementPages;
beforeAll(async () => {
  pages = await openElementPages();
});
afterAll(() => pages?.close());

secondTierTest("follows the color-scheme of its container and the reader's preference", () =>
  pages.inHost(`<section>${pages.run('paused')}</section>`, async (page) => {
    await waitForElementReady(page);
    const frame = await findEmbedFrame(page);
    const shown = (theme: string) =>
      frame.waitForFunction((is) => {
        const { theme: said } = document.documentElement.dataset;
        const dark = said ? said === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        return dark === (is === 'dark');
      }, theme);
    const put = (scheme: string) =>
      page.evaluate((is) => document.querySelector('section')?.setAttribute('style', is), scheme);
    await shown('light');
    await put('color-scheme: dark');
    await shown('dark');
    await put('color-scheme: light');
    await shown('light');
    // if both are allowed, the reader's preference
    await put('color-scheme: light dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shown('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shown('light');
  }),
);

test('fills the width of its column; the page can override its aspect ratio', () =>
  pages.inHost(
    pages.run(),
    async (page) => {
      const size = async () => {
        const box = await page.locator('ik-lab').boundingBox();
        return [box?.width, box?.height];
      };
      expect(await size()).toEqual([350, 350]); // the size on a phone
      await page.locator('ik-lab').evaluate((each) => {
        each.style.aspectRatio = '16 / 9'; // rules of the page take precedence
      });
      expect(await size()).toEqual([350, 240]);
      await page.setViewportSize({ width: 540, height: 700 });
      await page.locator('ik-lab').evaluate((each) => each.removeAttribute('style'));
      expect(await size()).toEqual([500, 312.5]);
    },
    { width: 390 },
  ));

test('a small element shows one method, with a button for the next one', () =>
  pages.inHost(pages.run('style="width: 320px; height: 240px"'), async (page) => {
    await waitForElementReady(page);
    const frame = await findEmbedFrame(page);
    await frame.waitForFunction(
      () => document.querySelectorAll('.pane:not([hidden])').length === 1,
    );
    expect(await frame.locator('.pane:visible').getAttribute('aria-label')).toBe('DLS');
    await frame.getByRole('button', { name: 'Next method: SDLS' }).click();
    await frame.waitForFunction(
      () => document.querySelector('.pane:not([hidden])')?.ariaLabel === 'SDLS',
    );
  }));

/** Heights of stage, side panel and charts as fractions of the frame height. */
const shares = (frame: Frame) =>
  frame.evaluate(() =>
    ['.embed-stage', '.embed-side', '.embed-charts'].map((part) => {
      const { height = 0 } = document.querySelector(part)?.getBoundingClientRect() ?? {};
      return height / innerHeight;
    }),
  );

secondTierTest('panes get the largest share of the height above cards and charts', () =>
  pages.inHost(
    pages.run('ui="panes,transport,charts,cards" style="height: 520px"'),
    async (page) => {
      await waitForElementReady(page);
      const frame = await findEmbedFrame(page);
      const near = (share: number) => expect.closeTo(share, 1);
      expect(await shares(frame)).toEqual([near(0.4), near(0.24), near(0.28)]);
      await page.setViewportSize({ width: 420, height: 700 }); // too narrow for charts
      await expect.poll(() => shares(frame)).toEqual([near(0.52), near(0.4), 0]);
    },
    { width: 640 },
  ),
);

secondTierTest('the wheel scrolls the page until a click inside, and again after Escape', () =>
  pages.inHost(`${pages.run()}<p style="height: 3000px">text</p>`, async (page) => {
    await waitForElementReady(page);
    const box = await page.locator('ik-lab').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 200];
    const frame = await findEmbedFrame(page);
    const held = (is: string) =>
      frame.waitForFunction((now) => document.querySelector('main')?.dataset.held === now, is);
    await held('true');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => scrollY > 0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.waitForFunction(() => scrollY === 0);
    await page.mouse.click(x, y);
    await held('false');
    await frame.waitForFunction(() => window.__iklab); // The input is loaded by then.
    const eye = () => frame.evaluate(() => window.__iklab.eye(0));
    const before = await eye();
    await page.mouse.wheel(0, 120);
    await expect.poll(eye).not.toEqual(before); // it zooms
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await held('true');
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => scrollY > 0);
  }),
);

secondTierTest('with loading="click" the fallback text shows until the button is clicked', () =>
  pages.inHost(
    `<ik-lab loading="click" src="${pages.site.url}${UR5E_SCENE_ADDRESS}"><p>Two arms and a ring.</p></ik-lab>`,
    async (page) => {
      expect(await page.getByText('Two arms and a ring.').isVisible()).toBe(true);
      expect(page.frames()).toHaveLength(1);
      const box = await page.locator('ik-lab').boundingBox();
      await page.mouse.click((box?.x ?? 0) + 34, (box?.y ?? 0) + (box?.height ?? 0) - 34);
      await waitForElementReady(page);
    },
  ),
);
