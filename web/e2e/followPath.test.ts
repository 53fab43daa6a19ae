/** A path-following study on the page: opened, run, read with one cursor, and one point opened in Compare. */

import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { requireValue } from '@iklab/core/scenario/testing';
import { decodeAnyStudyLink, encodeStudyLink } from '@iklab/study/document';
import { isPathStudy, type PathStudy, parsePathStudy } from '@iklab/study/follow';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { dropFiles } from './dropping.ts';
import { findButton, openTestSite, type TestSite } from './pageTools.ts';
import { exportStudy, visitOwnStudy } from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

const engine = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const START = [0.3, -1.2, 1.6, -0.9, 0.005, 0.4];

/** A UR5e following a circle; on a quarter of it, axes 4 and 6 are nearly aligned. */
function document() {
  const methods = [
    { id: 'pseudoinverse', maxStep: null },
    { id: 'dls', params: { lambda: 0.05 }, maxStep: null },
  ];
  const scenario = { preset: 'ur5e', start: START, methods };
  const read = parseScenarioDocument({ iklab: 1, ...scenario }, engine.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const { tree } = resolveScenario(read.value);
  const [tip] = computeEffectorTipFrames(tree.joints, tree.effectors, START);
  if (!tip) throw new Error('a UR5e has a tip');
  const [x, y, z] = tip.position;
  const target = {
    effector: 'tool0',
    position: tip.position,
    orientation: quaternionFromRotation(tip.rotation),
  };
  const path = { shape: 'circle', centre: [x, y - 0.12, z], radius: 0.12 };
  return {
    iklabStudy: 1,
    name: 'Through the wrist',
    scenario: { ...scenario, targets: [target] },
    sampling: { kind: 'follow', path, points: 240, starts: 2 },
  };
}

function study(): PathStudy {
  return requireValue(parsePathStudy(document(), engine.catalogue));
}

const done = (page: Page) => page.getByRole('button', { name: 'Export' }).waitFor();
const cursor = (page: Page) => page.getByRole('slider', { name: 'Point of the path' });
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name }).locator('svg.study_plot');

async function run(page: Page): Promise<void> {
  await findButton(page, 'Run').click();
  await done(page);
}

async function linked(act: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const link = await encodeStudyLink(study(), engine.catalogue);
  await site.inOwnPage(`?test=1${link}`, ({ page }) => act(page), options);
}

test('a linked path study runs, reports jumps, and opens a selected point in Compare', () =>
  linked(async (page) => {
    await page.getByRole('heading', { name: 'Follow a path', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Points' }).inputValue()).toBe('240');
    await run(page);
    const story = await page.locator('.study_path-story').innerText();
    expect(story).toMatch(/DLS stays within [\d.]+ mm and never jumps\./);
    expect(story).toMatch(
      /Pseudoinverse( has the smallest RMS error, but)? jumps (once|twice|\d+ times), in 2 runs\./,
    );
    // the table agrees
    const row = page.getByRole('row', { name: /Pseudoinverse/ });
    const jumps = Number(await row.getByRole('cell').nth(5).innerText());
    expect(jumps).toBeGreaterThan(0);
    // all links of the robot are drawn inside the figure
    await page.locator('.study_path-robot line').first().waitFor({ state: 'attached' });
    const bodies = await page.locator('.study_path-robot').evaluate((sheet) => {
      const { width, height } = sheet.getBoundingClientRect();
      return [...sheet.querySelectorAll('line')].map((line) => {
        const [x1, x2, y1, y2, wide] = ['x1', 'x2', 'y1', 'y2', 'stroke-width'].map((name) =>
          Number(line.getAttribute(name)),
        ) as [number, number, number, number, number];
        const isIn = Math.min(x1, x2, y1, y2) > 0 && Math.max(x1, x2) < width;
        return { wide, isIn: isIn && Math.max(y1, y2) < height };
      });
    });
    expect(bodies.length).toBeGreaterThan(4);
    for (const { wide, isIn } of bodies) {
      expect(wide).toBeGreaterThan(3);
      expect(isIn).toBe(true);
    }
    // arrow keys move the cursor in all figures
    await cursor(page).fill('100');
    await cursor(page).press('ArrowRight');
    await cursor(page).press('ArrowRight');
    expect(await cursor(page).inputValue()).toBe('102');
    expect(await cursor(page).getAttribute('aria-valuetext')).toBe('102 of 240, 0.425 of the path');
    const lines = page.locator('.study_path-plot line.study_cursor');
    const at = await lines.evaluateAll((all) => all.map((each) => each.getAttribute('x1')));
    expect(at).toHaveLength(3);
    expect(new Set(at).size).toBe(1);
    // a click on a ring selects its point
    await page.getByRole('combobox', { name: 'Run drawn over the robot' }).selectOption('0');
    const ring = figure(page, 'Error along the path').locator('circle.study_ring').first();
    await ring.scrollIntoViewIfNeeded();
    const box = await ring.boundingBox();
    if (!box) throw new Error('the ring is in sight');
    await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2);
    expect(await lines.first().getAttribute('x1')).toBe(await ring.getAttribute('cx'));
    const point = Number(await cursor(page).inputValue());
    expect(await page.locator('.study_path-values b').allInnerTexts()).toContain('jump');
    // arrow keys continue from that point
    await page.keyboard.press('ArrowLeft');
    expect(await cursor(page).inputValue()).toBe(String(point - 1));
    await page.keyboard.press('ArrowRight');
    await findButton(page, 'Open point in Compare').click();
    await page.waitForSelector('.pane:visible');
    const scene = await page.evaluate(() => window.__iklab.scenario);
    expect(scene.methods.map(({ id }) => id)).toEqual(['pseudoinverse', 'dls']);
    expect(scene.note).toContain(`Point ${point} of 240 of a path`);
    // Back restores the results and the cursor
    await page.goBack();
    await done(page);
    expect(await cursor(page).inputValue()).toBe(String(point));
    expect(await page.locator('.study_path-story').innerText()).toBe(story);
  }));

test('a path study made in the form is validated, exported and reopened from its file', () =>
  visitOwnStudy(site, 'path', async (page) => {
    await page.getByRole('combobox', { name: 'Shape' }).selectOption('eight');
    const points = page.getByRole('textbox', { name: 'Points' });
    await points.fill('1');
    await points.press('Enter');
    expect(await page.getByRole('alert').innerText()).toMatch(/must be ≥ 2; got 1/);
    await points.fill('60');
    await points.press('Enter');
    await run(page);
    const rows = String(await exportStudy(page, /^CSV a line a run/))
      .trim()
      .split('\n');
    const methods = await page.evaluate(() => window.__iklab.scenario.methods.length);
    expect(rows).toHaveLength(1 + 4 * methods);
    expect(rows[0]).toMatch(/^method,label,run,rms,error95,largest/);
    const course = String(await exportStudy(page, /^CSV of all points/))
      .trim()
      .split('\n');
    expect(course).toHaveLength(1 + 60 * 4 * methods);
    const text = String(await exportStudy(page, /^Study/));
    await page.evaluate(() => {
      location.hash = '#/studies/papers';
    });
    await dropFiles(page, [{ path: 'eight.iklab-study.json', content: text }]);
    await page.getByRole('heading', { name: 'Follow a path', exact: true }).waitFor();
    await page.waitForFunction(() => location.hash.startsWith('#study='));
    const read = await decodeAnyStudyLink(new URL(page.url()).hash, engine.catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    const opened = read.value.study;
    expect(isPathStudy(opened) && opened.sampling.path.shape).toBe('eight');
    expect(await points.inputValue()).toBe('60');
    // the results of the previous run are restored
    await done(page);
  }));

secondTierTest(
  'on a phone a tap moves the cursor, nothing overflows, and axe finds no violations',
  () =>
    linked(
      async (page) => {
        await run(page);
        const plot = figure(page, 'Smallest σ');
        await plot.scrollIntoViewIfNeeded();
        const box = await plot.boundingBox();
        if (!box) throw new Error('the figure is in sight');
        await page.touchscreen.tap(box.x + box.width * 0.75, box.y + box.height / 2);
        const point = Number(await cursor(page).inputValue());
        expect(point).toBeGreaterThan(140);
        expect(point).toBeLessThan(190);
        expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(
          390,
        );
        expect(await findAxeViolations(page)).toEqual([]);
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ),
);
