/** Targets edited by number, their motions, and recorded paths. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { PHONE_OPTIONS, visitOwnPage } from './dragTools.ts';
import { findCombobox, makeSharedVisits } from './motionTools.ts';
import {
  findButton,
  getTargetRingPosition,
  getTestHook,
  openTestSite,
  type TestSite,
  unfoldSceneCard,
  type WindowPosition,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const STILL = '#preset=tabaczynski-5-link'; // one fixed target; the run ends when all methods have stopped
const ARM = '#preset=arm-6'; // one target, with an orientation
const TRACK = '#preset=spatial-8'; // one target, which moves

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = makeSharedVisits(() => site);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const handle = (page: Page, index = 0) => page.locator('.handles > button').nth(index);

async function openTarget(page: Page, index: number): Promise<void> {
  await unfoldSceneCard(page);
  const targets = page.locator('.scene_targets');
  if (!(await targets.evaluate((all) => (all as HTMLDetailsElement).open)))
    await targets.locator('> summary').click();
  const name = page.locator('.target-name').nth(index);
  if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
}

const distance = (a: WindowPosition, b: WindowPosition): number => Math.hypot(a.x - b.x, a.y - b.y);

describe('in a fresh page', () => {
  test('records a path by keys in converge mode; Escape cancels it', () =>
    visitOwnPage(site, STILL, async (page) => {
      const from = await getTargetRingPosition(page);
      await findCombobox(page, 'Path of all targets').selectOption('record');
      for (let i = 0; i < 8; i++) {
        await handle(page).focus();
        await page.keyboard.press('Shift+ArrowLeft');
        await getTestHook(page).step(10);
      }
      await page.keyboard.press('Escape');
      expect(await page.locator('.scene_recording').count()).toBe(0);
      await getTestHook(page).step(1);
      expect(distance(await getTargetRingPosition(page), from)).toBeLessThan(2);
      expect(await findButton(page, 'Undo').isDisabled()).toBe(true);
      await findCombobox(page, 'Path of all targets').selectOption('record');
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
        await handle(page).focus();
        await page.keyboard.press(`Shift+${key}`);
        await getTestHook(page).step(12);
      }
      await findButton(page, 'Stop').click();
      expect(await findCombobox(page, 'Path of all targets').inputValue()).toBe('recorded');
    }));
});

describe('target coordinates', () => {
  test('move the target, show why input is invalid, keep the text, and can be undone', () =>
    visit(ARM, async (page) => {
      await openTarget(page, 0);
      const x = field(page, 'x of target 1, mm');
      const [before, from] = [await x.inputValue(), await getTargetRingPosition(page)];
      await x.fill('123,4');
      await page.keyboard.press('Enter');
      expect(distance(await getTargetRingPosition(page), from)).toBeGreaterThan(5);
      await x.fill('far');
      await page.keyboard.press('Enter');
      const z = field(page, 'z of target 1, mm');
      await z.fill('3 kg');
      await page.keyboard.press('Enter');
      const reasons = page.locator('.scene_targets [role=alert]');
      expect(await reasons.allTextContents()).toEqual([
        'x must be a number in mm; got far',
        'z must be in m, cm, mm, km or µm; got 3 kg',
      ]);
      expect(await x.inputValue()).toBe('far');
      await z.press('Escape');
      await x.press('Escape');
      expect(await reasons.count()).toBe(0);
      await x.fill('12.34 cm');
      await page.keyboard.press('Enter');
      expect(await x.inputValue()).toBe('123.4');
      await findButton(page, 'Undo').click();
      expect(await x.inputValue()).toBe(before);
      expect(distance(await getTargetRingPosition(page), from)).toBeLessThan(1);
    }));
});

describe('target motion', () => {
  test('a circle has the given period and centre, and undo stops it', () =>
    visit(STILL, async (page) => {
      await openTarget(page, 0);
      await findCombobox(page, 'Mode').selectOption('track');
      const from = await getTargetRingPosition(page);
      await findCombobox(page, 'Path of target 1').selectOption('circle');
      expect(await page.locator('.scene_targets > summary b').textContent()).toBe('1, circle');
      await field(page, 'Diameter of target 1').fill('800');
      await page.keyboard.press('Enter');
      await field(page, 'Period of target 1').fill('2');
      await page.keyboard.press('Enter');
      const seen = [];
      for (let quarter = 0; quarter < 4; quarter++) {
        await getTestHook(page).step(30);
        seen.push(await getTargetRingPosition(page));
      }
      const [a, b, c, d] = seen as [typeof from, typeof from, typeof from, typeof from];
      expect(distance(a, c)).toBeGreaterThan(20);
      // seen at an angle a circle is an ellipse with the same centre
      const middle = (p: typeof from, q: typeof from) => ({
        x: (p.x + q.x) / 2,
        y: (p.y + q.y) / 2,
      });
      expect(distance(b, d)).toBeGreaterThan(20);
      for (const at of [middle(a, c), middle(b, d)]) expect(distance(at, from)).toBeLessThan(5);
      await getTestHook(page).step(30);
      expect(distance(await getTargetRingPosition(page), a)).toBeLessThan(2);
      for (let i = 0; i < 3; i++) await findButton(page, 'Undo').click();
      await getTestHook(page).step(1);
      expect(distance(await getTargetRingPosition(page), from)).toBeLessThan(2);
      expect(await page.locator('.scene_targets > summary b').textContent()).toBe('1, by hand');
    }));

  secondTierTest('the transport sets the path of all targets without restarting the run', () =>
    visit('#preset=double-y', async (page) => {
      await getTestHook(page).step(20);
      const path = findCombobox(page, 'Path of all targets');
      expect(await path.inputValue()).toBe('sine');
      await path.selectOption({ label: 'figure eight' });
      await getTestHook(page).step(2);
      expect(await getTestHook(page).frame()).toBe(25);
      await openTarget(page, 1);
      expect(await findCombobox(page, 'Path of target 2').inputValue()).toBe('eight');
      await findCombobox(page, 'Path of target 2').selectOption('still');
      expect(await path.inputValue()).toBe('mixed');
      await findButton(page, 'Undo').click();
      await findButton(page, 'Undo').click();
      expect(await path.inputValue()).toBe('sine');
    }),
  );
});

describe('recorded path', () => {
  test('by mouse: the drag becomes the motion, and one undo removes it', () =>
    visit(TRACK, async (page) => {
      await findCombobox(page, 'Path of all targets').selectOption('still');
      const from = await getTargetRingPosition(page);
      await findCombobox(page, 'Path of all targets').selectOption('record');
      expect(await page.locator('.scene_recording p').textContent()).toBe(
        'Drag target 1 to record its path',
      );
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (let i = 1; i <= 12; i++) {
        await page.mouse.move(from.x + 5 * i, from.y + 20 * Math.sin(i));
        await getTestHook(page).step(6);
      }
      const left = await getTargetRingPosition(page);
      await page.mouse.up();
      expect(await page.locator('.scene_recording').count()).toBe(0);
      expect(await findCombobox(page, 'Path of all targets').inputValue()).toBe('recorded');
      // within half the time between two recorded points, in which the pointer moves by 11 px
      expect(distance(await getTargetRingPosition(page), left)).toBeLessThan(15);
      await getTestHook(page).step(60);
      expect(distance(await getTargetRingPosition(page), left)).toBeGreaterThan(15);
      await openTarget(page, 0);
      expect(Number(await field(page, 'Period of target 1').inputValue())).toBeGreaterThan(1);
      await findButton(page, 'Undo').click();
      expect(await findCombobox(page, 'Path of all targets').inputValue()).toBe('still');
      await getTestHook(page).step(1);
      expect(distance(await getTargetRingPosition(page), from)).toBeLessThan(2);
    }));

  secondTierTest('by touch: a path is recorded from the sheet of a phone', () =>
    visit(
      STILL,
      async (page) => {
        await page.getByRole('navigation').getByRole('button', { name: 'More' }).tap();
        await openTarget(page, 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await findCombobox(page, 'Path of target 1').selectOption('record');
        const from = await getTargetRingPosition(page);
        const session = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
          });
        await touch('touchStart', from.x, from.y);
        for (let i = 1; i <= 10; i++) {
          await touch('touchMove', from.x - 4 * i, from.y + 2 * i);
          await waitUntilPageSettled(page);
          await getTestHook(page).step(5);
        }
        await touch('touchEnd');
        await page.locator('.scene_recording').waitFor({ state: 'detached' });
        expect(await page.locator('.scene_unrecorded').allTextContents()).toEqual([]);
        expect(await findCombobox(page, 'Path of target 1').inputValue()).toBe('recorded');
      },
      PHONE_OPTIONS,
    ),
  );
});

describe('axe finds no violations', () => {
  secondTierTest('in the forms of each kind of path', () =>
    visit('#preset=double-y', async (page) => {
      await openTarget(page, 0);
      // each form is checked where it differs from the others
      const places = {
        circle: {},
        sine: { within: '.scene_targets' },
        record: { coloured: '.scene_targets, .scene_recording' },
      };
      for (const [kind, place] of Object.entries(places)) {
        await findCombobox(page, 'Path of target 1').selectOption(kind);
        expect(await findAxeViolations(page, place), kind).toEqual([]);
      }
    }),
  );

  secondTierTest('in the target form on a phone', () =>
    visit(
      ARM,
      async (page) => {
        await page.getByRole('navigation').getByRole('button', { name: 'More' }).click();
        await openTarget(page, 0);
        expect(await findAxeViolations(page)).toEqual([]);
      },
      PHONE_OPTIONS,
    ),
  );
});
