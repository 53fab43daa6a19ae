// @module-tag full
/** The SVG export of the charts below the panes. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForCharts,
} from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const STEPS = 12;

test('the SVG export draws the recorded errors as curves and keeps titles as text', () =>
  site.inSharedPage('#preset=ur5e&methods=dls-star,transpose', async ({ page }) => {
    await getTestHook(page).step(STEPS);
    await waitForCharts(page);
    const errors = await page.evaluate((last) => {
      const { past } = window.__iklab;
      return Array.from({ length: last + 1 }, (_, entry) => past.error(entry, 0));
    }, STEPS);
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'Picture' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'Save as SVG').click(),
    ]);
    expect(file.suggestedFilename()).toBe('ur5e-charts.svg');
    const svg = await readFile(await file.path(), 'utf8');
    const seen = await page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
      const [chart] = root.querySelectorAll('g[transform]');
      const texts = [...(chart?.querySelectorAll('text') ?? [])].map((each) => ({
        text: each.textContent,
        x: Number(each.getAttribute('x')),
        y: Number(each.getAttribute('y')),
      }));
      const curves = [...(chart?.querySelectorAll('path[stroke-width="1.75"]') ?? [])];
      return {
        root: root.nodeName,
        titles: [...root.querySelectorAll('tspan')].map((each) => each.textContent),
        texts,
        curve: curves[0]?.getAttribute('d') ?? '',
        curves: curves.length,
      };
    }, svg);
    expect([seen.root, seen.curves]).toEqual(['svg', 2]);
    expect(seen.titles).toEqual(
      expect.arrayContaining(['Error', 'by update', 'Filter τ(σ)', 'Joint angles']),
    );
    const at = (name: string) => seen.texts.find(({ text }) => text === name) ?? { x: 0, y: 0 };
    const points = [...seen.curve.matchAll(/[ML]([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [x, y]);
    expect(points.length).toBe(STEPS + 1);
    const middle = 0.35 * 11; // of the letter height, above the baseline
    points.forEach(([x, y], entry) => {
      const across = (20 * (Number(x) - at('0').x)) / (at('20').x - at('0').x);
      expect(across).toBeCloseTo(entry, 1);
      const decades = (Number(y) + middle - at('1 m').y) / (at('10 cm').y - at('1 m').y);
      expect(-decades).toBeCloseTo(Math.log10(errors[entry] ?? 0), 2);
    });
    await findButton(page, 'Close').click();
  }));
