// @module-tag full
/** The poster image in the embed code: what it shows and where it is visible. */
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbedderPages, openEmbedderPages } from './hostPage.ts';
import {
  findButton,
  getTestHook,
  openFileByMenu,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';

let site: TestSite;
let hosts: EmbedderPages;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  hosts = await openEmbedderPages(site.url);
});
afterAll(async () => {
  await hosts?.close();
  await site?.close();
});

const lines = (page: Page) => page.getByRole('textbox', { name: 'Embed code' });

async function openEmbed(page: Page): Promise<void> {
  await findButton(page, 'Share').click();
  await page.getByRole('tab', { name: 'Embed' }).click();
  await lines(page).waitFor();
}

const svgIn = (snippet: string): string =>
  decodeURIComponent(/src="data:image\/svg\+xml,([^"]*)"/.exec(snippet)?.[1] ?? '');

/** The joints of a drawing: its dots. */
const dotsOf = (svg: string): number[][] => {
  const [path = ''] = /M[^']*h0/.exec(svg) ?? [];
  return [...path.matchAll(/M([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
};

/** Distinct positions, x and y. */
const eachOnce = (places: readonly number[]): number[][] => {
  const all = Array.from({ length: places.length / 2 }, (_, i) => places.slice(2 * i, 2 * i + 2));
  const near = (a: number[], b: number[]) =>
    Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0)) < 0.2;
  return all.filter((at, i) => all.findIndex((other) => near(other, at)) === i);
};

/** Largest distance in pixels between drawn and seen joints, after aligning centre and scale. */
function difference(drawn: readonly number[][], seen: readonly number[][]): number {
  const centred = (all: readonly number[][]) => {
    const mean = [0, 1].map((k) => all.reduce((sum, at) => sum + (at[k] ?? 0), 0) / all.length);
    return all.flatMap((at) => at.map((x, k) => x - (mean[k] ?? 0)));
  };
  const [a, b] = [centred(drawn), centred(seen)];
  const product = (x: number[], y: number[]) => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
  const scale = product(a, b) / product(b, b);
  return Math.max(...a.map((x, i) => Math.abs(x - scale * (b[i] ?? 0))));
}

test('the poster draws each joint where the pane shows it, also after the camera moved', () =>
  site.inSharedPage('#preset=y&methods=sdls', async ({ page }) => {
    const found: number[][][] = [];
    for (const turned of [false, true]) {
      await page.locator('.panes').focus();
      if (turned)
        for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp']) await page.keyboard.press(key);
      await getTestHook(page).step(0);
      const places = await getTestHook(page).spots(0);
      await openEmbed(page);
      const dots = dotsOf(svgIn(await lines(page).inputValue()));
      const seen = eachOnce(places).slice(0, dots.length);
      expect(dots.length).toBeGreaterThan(3);
      expect(difference(dots, seen)).toBeLessThan(0.5);
      found.push(dots);
      await findButton(page, 'Close').click();
    }
    const [before = [], after = []] = found;
    expect(difference(before, after)).toBeGreaterThan(5); // the view was rotated
  }));

/** The distinct stroke colours of a printed page. */
function inksOf(pdf: Buffer): Set<string> {
  const inks = new Set<string>();
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    const from = at + (pdf[at + 6] === 13 ? 8 : 7);
    try {
      const text = inflateSync(pdf.subarray(from, pdf.indexOf('endstream', from))).toString();
      for (const [, ink = ''] of text.matchAll(/([\d.]+ [\d.]+ [\d.]+) RG/g))
        inks.add(
          ink
            .split(' ')
            .map((x) => Math.round(255 * Number(x)))
            .join(),
        );
    } catch {
      // no text
    }
  }
  return inks;
}

const INKS = ['127,135,148', '224,98,31'];

test('the poster is visible without scripts, before the run starts, and in print', () =>
  site.inOwnPage('?test=1#preset=y&methods=sdls', async ({ page: own }) => {
    await waitForScene(own);
    await openEmbed(own);
    await own.getByRole('radio', { name: 'On click' }).check();
    const snippet = await lines(own).inputValue();
    for (const scripts of [false, true]) {
      const context = await site.browser.newContext({
        viewport: { width: 700, height: 700 },
        javaScriptEnabled: scripts,
      });
      try {
        const page = await context.newPage();
        await page.goto(hosts.page(snippet));
        const image = page.getByRole('img', { name: 'Y, a run in IK Lab' });
        const [box, place] = [await image.boundingBox(), await page.locator('main').boundingBox()];
        expect(box?.width).toBeGreaterThan((place?.width ?? 0) - 4);
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.6, 1);
        expect([...inksOf(await page.pdf())]).toEqual(expect.arrayContaining(INKS));
        if (!scripts) continue;
        await page.evaluate(() => customElements.whenDefined('ik-lab').then(() => null));
        const { x = 0, y = 0, height = 0 } = (await page.locator('ik-lab').boundingBox()) ?? {};
        await page.mouse.click(x + 30, y + height - 30); // its button, in a root that is closed
        await page.waitForFunction(
          () =>
            (document.querySelector('ik-lab') as { state?: string } | null)?.state === 'playing',
        );
        await expect.poll(() => image.isVisible()).toBe(false);
        expect([...inksOf(await page.pdf())]).toEqual(expect.arrayContaining(INKS));
      } finally {
        await context.close();
      }
    }
    await own.getByRole('radio', { name: 'none' }).check();
    expect(svgIn(await lines(own).inputValue())).toBe('');
  }));

test('a poster attribute hides the fallback text and is printed', () =>
  site.inOwnPage('?test=1#preset=y&methods=sdls', async ({ page: own }) => {
    await waitForScene(own);
    await openEmbed(own);
    const [, address = ''] = /src="(data:[^"]*)"/.exec(await lines(own).inputValue()) ?? [];
    const context = await site.browser.newContext({ viewport: { width: 700, height: 700 } });
    try {
      const page = await context.newPage();
      const run = `<ik-lab src="${site.url}#preset=y" loading="click" poster="${address}"><p>Text</p></ik-lab>`;
      await page.goto(hosts.page(run));
      await page.evaluate(() => customElements.whenDefined('ik-lab').then(() => null));
      expect(await page.getByText('Text', { exact: true }).isVisible()).toBe(false);
      expect([...inksOf(await page.pdf())]).toEqual(expect.arrayContaining(INKS));
    } finally {
      await context.close();
    }
  }));

test('a scene name with HTML is escaped in the embed code', () =>
  site.inOwnPage('?test=1#preset=y&methods=sdls', async ({ page: own }) => {
    const name = `"><img src=x onerror=document.title='hit'> & ' %22`;
    await waitForScene(own);
    const scene = JSON.stringify({ ...(await getTestHook(own).scenario()), name });
    await openFileByMenu(own, 'hostile.iklab.json', scene);
    await own.waitForFunction((message) => window.__iklab.scenario.name === message, name);
    await openEmbed(own);
    const snippet = await lines(own).inputValue();
    const context = await site.browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(hosts.page(snippet));
      expect(await page.locator('ik-lab img').getAttribute('alt')).toBe(`${name}, a run in IK Lab`);
      expect(await page.locator('img').count()).toBe(1);
      expect(await page.title()).toBe('Notes on moving machines');
    } finally {
      await context.close();
    }
  }));
