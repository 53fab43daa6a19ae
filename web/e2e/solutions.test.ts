/** All solutions beside the run: their numbers while a target is dragged, and starting from one. */

import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { fullDocument } from '@iklab/core/scenario';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { requireValue } from '@iklab/core/scenario/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { dragByMouse, PHONE_OPTIONS, swipe } from './dragTools.ts';
import {
  findButton,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const open = (
  act: (page: Page) => Promise<void>,
  options: object = {},
  fragment = '#preset=arm-6',
) =>
  site.inOwnPage(
    `?test=1${fragment}`,
    async ({ page }) => {
      await waitForScene(page);
      await act(page);
    },
    options,
  );

async function draw(page: Page, frames = 0): Promise<void> {
  await getTestHook(page).step(frames);
  await waitUntilPageSettled(page);
}

const strip = (page: Page) => page.getByRole('region', { name: 'Solutions' });
const tiles = (page: Page) => strip(page).getByRole('button', { name: /^solution/ });

/** Number of each tile with the signs of its solution. */
const signs = async (page: Page): Promise<string[]> =>
  (await tiles(page).locator('.unseen').allTextContents()).map((label) =>
    label.replace(/^(solution \d+), .* of \d+: ([^;]*);.*$/, '$1: $2'),
  );

const order = (page: Page): Promise<string[]> =>
  tiles(page).evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset.number ?? ''));

test('numbers stay with their solutions in a drag, a click starts all methods there', () =>
  open(async (page) => {
    await page.keyboard.press('s');
    await waitUntilPageSettled(page);
    await draw(page, 100);
    expect(await tiles(page).count()).toBe(8);
    expect(await page.locator('.chart-strip').isVisible()).toBe(false);
    const before = [await signs(page), await tiles(page).first().locator('.unseen').textContent()];
    const caption = page.locator('.pane .state').first();
    expect(await caption.textContent()).toContain('solution 1');

    const from = await getTargetRingPosition(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 12, { steps: 5 });
    await draw(page);
    const during = [await signs(page), await tiles(page).first().locator('.unseen').textContent()];
    expect([...(during[0] ?? [])].sort()).toEqual([...(before[0] ?? [])].sort());
    expect(during[1]).not.toBe(before[1]); // Its rotation, or its margin.
    await page.mouse.up();
    await draw(page, 100);

    const [, , , fourth] = await order(page);
    const { start } = await getTestHook(page).scenario();
    await tiles(page).nth(3).click();
    await draw(page);
    expect((await order(page))[0]).toBe(fourth);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-number'))).toBe(
      fourth,
    );
    for (const state of await page.locator('.pane .state').allTextContents())
      expect(state).toContain(`solution ${fourth}`);
    const undo = page.getByRole('button', { name: /^Undo/ });
    expect(await undo.getAttribute('title')).toContain(`Start from solution ${fourth}`);
    await undo.click();
    await draw(page, 100);
    expect((await getTestHook(page).scenario()).start).toEqual(start);
    expect((await order(page))[3]).toBe(fourth);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('s');
    await waitUntilPageSettled(page);
    expect(await strip(page).count()).toBe(0);
    expect(await page.locator('.chart-strip').isVisible()).toBe(true);
  }));

test('on a phone, the solutions take the sheet of the charts, two side by side', () =>
  open(async (page) => {
    await findButton(page, 'More').last().click();
    await findButton(page, 'Solutions').click();
    await waitUntilPageSettled(page);
    await draw(page, 100);
    const boxes = await tiles(page).evaluateAll((all) =>
      all.map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return { x, y, right: x + width, bottom: y + height };
      }),
    );
    expect(boxes).toHaveLength(8);
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(2);
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  }, PHONE_OPTIONS));

/** Returns the link of a scene whose target is near the base: no pose reaches it as oriented. */
async function linkOfUnreachablePose(): Promise<string> {
  const engine = await testEngine();
  const { scenario } = makePresetTestScene('arm-6', engine);
  const targets = [{ ...scenario.targets[0], position: [0.02, 0.02, 0.5] }];
  const { catalogue } = engine;
  const document = { ...fullDocument(scenario), targets };
  return encodeLink(requireValue(parseScenarioDocument(document, catalogue)), catalogue);
}

const tap = async (page: Page, place: Locator): Promise<void> => {
  const box = await place.boundingBox();
  if (!box) throw new Error('nothing to tap');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await waitUntilPageSettled(page);
};

const states = (page: Page) => page.locator('.pane .state');

async function showSolutionsByTouch(page: Page): Promise<void> {
  await tap(page, findButton(page, 'More').last());
  await tap(page, findButton(page, 'Solutions'));
  await draw(page, 100);
}

test('a tap on the outcome shows the proof that no pose reaches the target', async () =>
  open(
    async (page) => {
      await draw(page, 400);
      await showSolutionsByTouch(page);
      const proof =
        'Proven: every pose with the orientation of the target misses its position by at least 87 mm.';
      expect(await strip(page).innerText()).toContain(proof);
      for (const state of await states(page).allInnerTexts())
        expect(state).toContain('pose out of reach');
      await tap(page, states(page).first());
      const why = page.getByRole('dialog', { name: /^Why does/ });
      await why.locator('.answer:not([aria-busy=true])').first().waitFor();
      expect(await why.innerText()).toContain(`${proof} The proof shows`);
      expect(await findAxeViolations(page, { within: '.why' })).toEqual([]);
      await tap(page, why.getByRole('button', { name: 'Close' }));
      expect(await why.count()).toBe(0);
    },
    PHONE_OPTIONS,
    await linkOfUnreachablePose(),
  ));

test('a tap on a tile starts all methods there; seals are beside the outcomes', () =>
  open(async (page) => {
    await showSolutionsByTouch(page);
    const [, second] = await order(page);
    await tap(page, tiles(page).nth(1));
    await draw(page, 100);
    expect((await order(page))[0]).toBe(second);
    for (const state of await states(page).allTextContents())
      expect(state).toContain(`solution ${second}`);
    const seals = await page.locator('.pane').evaluateAll((panes) =>
      panes.map((pane) => {
        const boxOf = (of: string) => pane.querySelector(of)?.getBoundingClientRect();
        const [seal, angle, line] = ['.seal', '.figure .turned', '.ending'].map(boxOf);
        if (!seal || !angle || !line) return 'missing';
        if (seal.width === 0) return 'hidden';
        return seal.bottom <= line.bottom + 1 && seal.right <= angle.left ? 'shown' : 'hidden';
      }),
    );
    expect(seals).toEqual(Array(4).fill('shown'));
  }, PHONE_OPTIONS));

/** Largest distance of a drawn effector, by Three.js, from the target, over all panels. */
const drawnMisses = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { panels, scenario, drawnPoints } = window.__iklab;
    const goal = scenario.targets[0]?.position ?? [];
    const misses = Array.from({ length: panels }, (_, panel) => {
      const points = drawnPoints(panel).slice(-3);
      return Math.hypot(...points.map((x, i) => x - (goal[i] ?? 0)));
    });
    return Math.max(...misses);
  });

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x, y, right: x + width, bottom: y + height };
    }),
  );

secondTierTest.each([
  ['a large window', {}],
  ['a window of 1024 × 768', { viewport: { width: 1024, height: 768 } }],
  ['a phone', PHONE_OPTIONS],
])('keys move the slider and the self-motion of a redundant arm, in %s', (_, options) =>
  open(
    async (page) => {
      await page.keyboard.press('s');
      await waitUntilPageSettled(page);
      await draw(page, 200);
      const slider = strip(page).getByRole('slider', { name: 'panda_joint7' });
      const heading = strip(page).getByRole('heading');
      const value = async () => Number.parseFloat((await slider.inputValue()) ?? '');
      const before = await value();
      expect(await tiles(page).count()).toBeGreaterThan(0);
      await slider.press('ArrowRight');
      await slider.press('Shift+ArrowRight');
      await draw(page);
      expect((await value()) - before).toBeCloseTo(11, 6);
      expect(await heading.textContent()).toContain(
        `solutions at panda_joint7 = ${await slider.getAttribute('aria-valuetext')}`,
      );
      expect(await findAxeViolations(page)).toEqual([]);

      await strip(page).getByRole('radio', { name: 'Self-motion' }).check();
      await waitUntilPageSettled(page);
      await draw(page);
      expect(await heading.textContent()).toMatch(/^Self-motion curve, \d+ % within limits$/);
      const curveSlider = strip(page).getByRole('slider', {
        name: /^Position on the self-motion curve/,
      });
      const rows = await boxesOf(page, '.solutions_diagram-plot');
      expect(rows).toHaveLength(7);
      rows.slice(1).forEach(({ y }, i) => {
        expect(y).toBeGreaterThanOrEqual(rows[i]?.bottom as number);
      });
      if (options !== PHONE_OPTIONS) {
        const [diagram] = await boxesOf(page, '.solutions_joint-diagram');
        expect(rows.at(-1)?.bottom).toBeLessThanOrEqual(diagram?.bottom as number);
      }
      await curveSlider.press('ArrowRight');
      await curveSlider.press('Shift+ArrowRight');
      await draw(page);
      expect(await curveSlider.getAttribute('aria-valuetext')).toMatch(
        /^arc length 11\.0°; limit margin \d+°, panda_joint\d$/,
      );
      expect(await findAxeViolations(page)).toEqual([]);
      await curveSlider.press('Enter');
      await draw(page);
      expect(await drawnMisses(page)).toBeLessThan(1e-9);
      const undo = page.getByRole('button', { name: /^Undo/ }).first();
      expect(await undo.getAttribute('title')).toContain('Start from arc length 11.0°');
    },
    options,
    '#preset=panda',
  ),
);

/** A robot whose axes meet in a shoulder and a wrist, so that its elbow is on a circle. */
const ELBOW_ARM = {
  iklab: 2,
  tree: {
    joints: [0.3, 0, 0.4, 0, 0.4, 0, 0].map((z, i) => ({
      id: `j${i + 1}`,
      ...(i > 0 ? { parent: `j${i}` } : {}),
      xyz: [0, 0, z],
      axis: [0, i % 2, 1 - (i % 2)],
      limits: [-2.8, 2.8],
    })),
    effectors: [{ id: 'tip', parent: 'j7', xyz: [0, 0, 0.1] }],
  },
  start: [0.2, 0.5, -0.3, 1.3, 0.4, 1, 0.1],
  targets: [{ effector: 'tip', position: [0.5, 0.1, 0.45], orientation: [0, 0.96, 0, 0.28] }],
  methods: [{ id: 'sdls' }],
  run: { mode: 'converge' },
};

secondTierTest.each([
  ['the mouse', {}],
  ['a finger', PHONE_OPTIONS],
])('the knob on the circle of the elbow moves the self-motion by %s', async (by, options) => {
  const { catalogue } = await testEngine();
  const scenario = requireValue(parseScenarioDocument(ELBOW_ARM, catalogue));
  const act = async (page: Page): Promise<void> => {
    await page.keyboard.press('s');
    await waitUntilPageSettled(page);
    await draw(page, 200);
    await strip(page).getByRole('radio', { name: 'Self-motion' }).check();
    await waitUntilPageSettled(page);
    await draw(page);
    const curveSlider = strip(page).getByRole('slider', {
      name: /^Position on the self-motion curve/,
    });
    const angle = async () => Number(await curveSlider.getAttribute('aria-valuenow'));
    const knob = async () => {
      const [box] = await boxesOf(page, '.curve-marks circle');
      return {
        x: ((box?.x ?? 0) + (box?.right ?? 0)) / 2,
        y: ((box?.y ?? 0) + (box?.bottom ?? 0)) / 2,
      };
    };
    const [first, from] = [await angle(), await knob()];
    await curveSlider.press('Shift+ArrowRight');
    await curveSlider.press('Shift+ArrowRight');
    await draw(page);
    const to = await knob();
    expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeGreaterThan(5);
    const camera = await getTestHook(page).eye(0);
    await (by === 'a finger' ? swipe : dragByMouse)(page, to, from);
    await draw(page);
    expect(await angle()).toBeCloseTo(first, 0);
    const now = await knob();
    expect(Math.hypot(now.x - from.x, now.y - from.y)).toBeLessThan(1.5);
    expect(await getTestHook(page).eye(0)).toEqual(camera);
  };
  await open(act, options, await encodeLink(scenario, catalogue));
});
