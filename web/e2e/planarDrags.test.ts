/**
 * Mouse, finger and keys keep a target of a planar scene in the plane of its mechanism, where methods
 * reach it. Shift, Alt and Page Up move it out of the plane.
 */
import { testEngine } from '@iklab/core/engine/testing';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { rotationFromQuaternion } from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dragByMouse,
  findTargetHandles,
  getTargetRingPosition,
  PHONE_OPTIONS,
  readTargetPosition,
  swipe,
  visitSharedPage,
  type WindowPosition,
} from './dragTools.ts';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';

const { catalogue } = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (fragment: string, act: (page: Page) => Promise<void>, options = {}) =>
  visitSharedPage(site, fragment, act, options);

/** Counts the methods that have reached their targets once all have stopped, or after a long run. */
async function reached(page: Page): Promise<number> {
  await getTestHook(page).step(400);
  return page.evaluate(() => {
    const { past, panels } = window.__iklab;
    const stops = Array.from({ length: panels }, (_, i) => past.stop(past.last, i));
    return stops.filter((stop) => stop === 'reached').length;
  });
}

/** Returns a reachable point, 50 px from the ring towards the base. */
async function inward(page: Page): Promise<{ from: WindowPosition; to: WindowPosition }> {
  await getTestHook(page).step(100);
  const from = await getTargetRingPosition(page);
  const [x = 0, y = 0] = await getTestHook(page).spots(0);
  const far = Math.hypot(x - from.x, y - from.y);
  const along = (a: number, b: number): number => a + (50 / far) * (b - a);
  return { from, to: { x: along(from.x, x), y: along(from.y, y) } };
}

async function turnCamera(page: Page): Promise<void> {
  await page.locator('.panes').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp'])
    await page.keyboard.press(`Shift+${key}`);
}

async function drawArm(page: Page): Promise<void> {
  await page.locator('button.scene-name').click();
  await findButton(page, 'Draw an arm…').click();
  const dialog = page.getByRole('dialog', { name: 'Draw an arm' });
  const sheet = await dialog.getByRole('application').boundingBox();
  if (!sheet) throw new Error('no sheet');
  for (const [x, y, count] of [
    [0.6, 0.4, 1],
    [0.8, 0.4, 1],
    [0.85, 0.6, 2],
  ] as const)
    await page.mouse.click(sheet.x + x * sheet.width, sheet.y + y * sheet.height, {
      clickCount: count,
    });
  await page.waitForFunction(() => window.__iklab.scenario.name === 'Drawn arm');
  await dialog.waitFor({ state: 'detached' });
  await findTargetHandles(page).first().waitFor();
}

/** Opens a scene from the page of a method, whose camera views the plane at an angle. */
async function openCard(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/methods/transpose';
  });
  const link = page.locator('.methods_failures a[href]').filter({ hasText: 'no step limit' });
  await link.first().click();
  await page.locator('.compare').waitFor();
  await waitForScene(page);
}

const SCENES = [
  { name: 'Two joints', fragment: '#preset=two-joints', open: async () => {} },
  { name: 'Chain of 40', fragment: '#preset=chain-40', open: async () => {} },
  { name: 'an arm seen at an angle', fragment: '#preset=tabaczynski-5-link', open: turnCamera },
  { name: 'a drawn arm', fragment: '#preset=y', open: drawArm },
  { name: 'a scene of a method', fragment: '#preset=y', open: openCard },
];

describe.each(SCENES)('$name', ({ fragment, open }) => {
  test('a mouse drag keeps the target in the plane, and a method reaches it', () =>
    visit(fragment, async (page) => {
      await open(page);
      const { from, to } = await inward(page);
      await dragByMouse(page, from, to);
      const at = await getTargetRingPosition(page);
      expect(Math.hypot(at.x - to.x, at.y - to.y)).toBeLessThan(2);
      expect((await readTargetPosition(page, 0))[2]).toBe(0);
      expect(await reached(page)).toBeGreaterThan(0);
    }));

  test('arrow keys keep the target in the plane, and a method reaches it', () =>
    visit(fragment, async (page) => {
      await open(page);
      await getTestHook(page).step(100);
      const before = await readTargetPosition(page, 0);
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
        await page.keyboard.press(key);
      const after = await readTargetPosition(page, 0);
      expect(after).not.toEqual(before);
      expect(after[2]).toBe(0);
      expect(await reached(page)).toBeGreaterThan(0);
    }));
});

test.each(['#preset=two-joints', '#preset=chain-40'])(
  'a swipe keeps the target in the plane, and a method reaches it: %s',
  (fragment) =>
    visit(
      fragment,
      async (page) => {
        const { from, to } = await inward(page);
        await swipe(page, from, to);
        expect((await readTargetPosition(page, 0))[2]).toBe(0);
        expect(await reached(page)).toBeGreaterThan(0);
      },
      PHONE_OPTIONS,
    ),
);

test('a finger drags a ring that is next to the button of an outcome', () =>
  visit(
    '#preset=what-lambda-buys',
    async (page) => {
      const { from, to } = await inward(page);
      await page.locator('.pane .state').first().waitFor();
      const before = await readTargetPosition(page, 0);
      await swipe(page, from, to);
      expect(await readTargetPosition(page, 0)).not.toEqual(before);
    },
    PHONE_OPTIONS,
  ));

test.each(['Shift', 'Alt'])(
  'a drag with %s leaves the plane, and the next drag returns to it',
  (key) =>
    visit('#preset=tabaczynski-5-link', async (page) => {
      await turnCamera(page);
      const { from, to } = await inward(page);
      await page.keyboard.down(key);
      await dragByMouse(page, from, to);
      await page.keyboard.up(key);
      expect(Math.abs((await readTargetPosition(page, 0))[2] as number)).toBeGreaterThan(0.01);
      expect(await reached(page)).toBe(0);
      const off = await getTargetRingPosition(page);
      await dragByMouse(page, off, { x: off.x + 10, y: off.y + 10 });
      expect((await readTargetPosition(page, 0))[2]).toBe(0);
    }),
);

test('Page Up leaves the plane, and arrow keys keep the distance from it', () =>
  visit('#preset=two-joints', async (page) => {
    await findTargetHandles(page).first().focus();
    for (const key of ['Shift+PageUp', 'ArrowLeft']) await page.keyboard.press(key);
    expect((await readTargetPosition(page, 0))[2]).toBe(-0.1);
    const help = await page.locator('[id^=handle-help]').textContent();
    expect(help).toContain('out of this plane');
  }));

test('a click moves a target within the plane, for every camera', () =>
  visit('#preset=two-joints', async (page) => {
    await turnCamera(page);
    const { from, to } = await inward(page);
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    const at = await getTargetRingPosition(page);
    expect(Math.hypot(at.x - to.x, at.y - to.y)).toBeLessThan(2);
    expect((await readTargetPosition(page, 0))[2]).toBe(0);
    expect(await reached(page)).toBeGreaterThan(0);
  }));

describe('an oblique plane and a target with an orientation', () => {
  const YAW = 0.5;
  const normal = [-Math.sin(YAW), Math.cos(YAW), 0]; // hinges about y on a rotated base
  const oblique = async (): Promise<string> => {
    const hinge = { axis: [0, 1, 0] };
    const read = parseScenarioDocument(
      {
        iklab: 1,
        tree: {
          joints: [
            { id: 'a', xyz: [0.2, 0.1, 0.5], rpy: [0, 0, YAW], ...hinge },
            { id: 'b', parent: 'a', xyz: [0.5, 0, 0], ...hinge },
            { id: 'c', parent: 'b', xyz: [0.4, 0.1, 0], ...hinge },
          ],
          effectors: [{ id: 'tool', parent: 'c', xyz: [0.2, 0, 0] }],
        },
        start: [-0.6, 0.5, 0.4],
        targets: [
          {
            effector: 'tool',
            position: [0.45, 0.4, 0.9], // off the plane,
            orientation: [0, 0, Math.sin(YAW / 2), Math.cos(YAW / 2)],
          },
        ],
        methods: [{ id: 'dls' }],
        run: { mode: 'converge' },
      },
      catalogue,
    );
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return encodeLink(read.value, catalogue);
  };
  const off = async (page: Page): Promise<number> => {
    const { targets } = await getTestHook(page).scenario();
    const along = (at: readonly number[]) =>
      at.reduce((sum, x, i) => sum + x * (normal[i] ?? 0), 0);
    const height = along([0.2, 0.1, 0.5]) + 0.1;
    return Math.abs(along(targets[0]?.position ?? []) - height);
  };
  const vectors = async (page: Page) => {
    const { orientation } = (await getTestHook(page).scenario()).targets[0] ?? {};
    return rotationFromQuaternion(orientation ?? [0, 0, 0, 1]);
  };

  test('mouse and keys stay in the plane, and rotate the target about its normal', async () =>
    visit(await oblique(), async (page) => {
      expect(await off(page)).toBeGreaterThan(1e-3);
      const from = await getTargetRingPosition(page);
      await dragByMouse(page, from, { x: from.x - 30, y: from.y + 20 });
      await expect.poll(() => off(page)).toBeLessThan(1e-12);
      const handle = findTargetHandles(page).first();
      await handle.focus();
      for (const key of ['ArrowLeft', 'Alt+ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
      expect(await off(page)).toBeLessThan(1e-12);
      await page.keyboard.press('e');
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
      const turn = await vectors(page);
      // the second axis of the frame stays parallel to the hinges
      turn.forEach((row, i) => {
        expect(row[1]).toBeCloseTo(normal[i] as number, 4);
      });
      expect(Math.abs(turn[2][0])).toBeCloseTo(Math.sin((15 * Math.PI) / 180), 3);
    }));
});
