import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hook, openSite, type Site, shown } from './pageTools.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const STILL = '#preset=tabaczynski-5-link'; // one target, which stands still
const FOUR = '#preset=double-y';

interface Place {
  readonly x: number;
  readonly y: number;
}

async function visit(
  fragment: string,
  act: (page: Page) => Promise<void>,
  options = {},
): Promise<void> {
  const { page, messages, close } = await site.visit(`?test=1${fragment}`, options);
  try {
    await shown(page);
    await hook(page).step(3);
    await act(page);
    expect(messages).toEqual([]);
  } finally {
    await close();
  }
}

const handles = (page: Page) => page.locator('.handles > button');

/** Middle of a target's ring in the first pane. */
async function ring(page: Page, index: number): Promise<Place> {
  await hook(page).step(0);
  const box = await handles(page).nth(index).boundingBox();
  if (!box) throw new Error(`target ${index} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a target stands, as it is said once it has the focus. */
async function stands(page: Page, index: number): Promise<number[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await handles(page).nth(index).focus();
  const name = (await handles(page).nth(index).getAttribute('aria-label')) ?? '';
  return (name.match(/[−\d.]+(?=,|\s*m$)/g) ?? [])
    .slice(-3)
    .map((n) => Number(n.replace('−', '-')));
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const near = (a: Place, b: Place): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 2;

describe('by mouse', () => {
  test('a target goes with the pointer, in all panes, and the methods follow', () =>
    visit(STILL, async (page) => {
      const from = await ring(page, 0);
      const to = { x: from.x - 90, y: from.y + 50 };
      await page.mouse.move(from.x + 4, from.y - 3);
      await page.mouse.down();
      await page.mouse.move(to.x + 4, to.y - 3, { steps: 5 });
      expect(near(await ring(page, 0), to)).toBe(true);
      const before = await hook(page).drawn(0);
      await hook(page).step(12);
      expect(await hook(page).drawn(0)).not.toEqual(before);
      await page.mouse.up();
      expect(near(await ring(page, 0), to)).toBe(true);
      const tags = await page
        .locator('.tag')
        .evaluateAll((all) => all.map((tag) => (tag as HTMLElement).style.transform));
      expect(new Set(tags).size).toBe(1);
    }));

  test('in any pane, and the camera stands still meanwhile', () =>
    visit(FOUR, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const others = [await ring(page, 2), await ring(page, 3)];
      const [first, last] = [page.locator('.pane').first(), page.locator('.pane').last()];
      const [a, b] = [await first.boundingBox(), await last.boundingBox()];
      if (!a || !b) throw new Error('a pane has no place');
      const from = await ring(page, 0);
      const shift = { x: b.x - a.x, y: b.y - a.y };
      const there = { x: from.x + shift.x, y: from.y + shift.y };
      await drag(page, there, { x: there.x - 60, y: there.y + 40 });
      expect(near(await ring(page, 0), { x: from.x - 60, y: from.y + 40 })).toBe(true);
      expect([await ring(page, 2), await ring(page, 3)]).toEqual(others);
    }));

  test.each(['Overlay', 'One'])('in the layout %s', (layout) =>
    visit(STILL, async (page) => {
      await page.getByRole('button', { name: layout, exact: true }).click();
      const from = await ring(page, 0);
      const to = { x: from.x - 60, y: from.y + 70 };
      await drag(page, from, to);
      expect(near(await ring(page, 0), to)).toBe(true);
    }),
  );

  test('one that moves by itself stays in the hand', () =>
    visit(FOUR, async (page) => {
      const from = await ring(page, 1);
      const to = { x: from.x + 20, y: from.y + 30 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      for (let i = 0; i < 30; i++) await hook(page).step(1);
      const held = await ring(page, 1);
      expect(Math.hypot(held.x - to.x, held.y - to.y)).toBeLessThan(4);
      await page.mouse.up();
      await hook(page).step(30);
      expect(near(await ring(page, 1), held)).toBe(false);
    }));

  test('with Alt it goes along the line of sight', () =>
    visit('#preset=spatial-8', async (page) => {
      const [from, before] = [await ring(page, 0), await stands(page, 0)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.keyboard.down('Alt');
      await page.mouse.move(from.x, from.y - 10);
      await page.mouse.move(from.x, from.y - 50, { steps: 3 });
      expect(near(await ring(page, 0), from)).toBe(true);
      await page.mouse.up();
      await page.keyboard.up('Alt');
      const after = await stands(page, 0);
      expect(after).not.toEqual(before);
    }));

  test('Escape brings it back, and so the pointer lets it go', () =>
    visit(STILL, async (page) => {
      const [from, before] = [await ring(page, 0), await stands(page, 0)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 80, from.y + 20, { steps: 3 });
      await page.keyboard.press('Escape');
      await page.mouse.move(from.x - 120, from.y + 60);
      await page.mouse.up();
      expect(near(await ring(page, 0), from)).toBe(true);
      expect(await stands(page, 0)).toEqual(before);
    }));

  test('a click takes it, the next one puts it down', () =>
    visit(STILL, async (page) => {
      const from = await ring(page, 0);
      const to = { x: from.x - 70, y: from.y + 90 };
      const cursor = () =>
        page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor);
      await page.mouse.move(from.x, from.y);
      expect(await cursor()).toBe('grab');
      await page.mouse.click(from.x, from.y);
      await page.mouse.move(to.x, to.y);
      expect(await cursor()).toBe('crosshair');
      await page.mouse.click(to.x, to.y);
      expect(near(await ring(page, 0), to)).toBe(true);
      await page.mouse.click(to.x - 60, to.y);
      expect(near(await ring(page, 0), to)).toBe(true);
    }));
});

describe('by touch', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  async function swipe(page: Page, from: Place, to: Place): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [from]);
    for (let i = 1; i <= 4; i++) {
      const share = (a: number, b: number): number => a + ((b - a) * i) / 4;
      await send('touchMove', [{ x: share(from.x, to.x), y: share(from.y, to.y) }]);
    }
    await send('touchEnd', []);
  }

  test('a finger takes a target 20 px beside its middle', () =>
    visit(
      STILL,
      async (page) => {
        const from = await ring(page, 0);
        const to = { x: from.x - 30, y: from.y + 40 };
        await swipe(page, { x: from.x - 20, y: from.y }, { x: to.x - 20, y: to.y });
        expect(near(await ring(page, 0), to)).toBe(true);
      },
      phone,
    ));

  test('one 30 px beside it turns the camera instead', () =>
    visit(
      STILL,
      async (page) => {
        const [from, before] = [await ring(page, 0), await stands(page, 0)];
        await swipe(page, { x: from.x - 30, y: from.y }, { x: from.x - 70, y: from.y + 40 });
        expect(near(await ring(page, 0), from)).toBe(false);
        expect(await stands(page, 0)).toEqual(before);
      },
      phone,
    ));
});

describe('by keys', () => {
  test('arrows move it 10 mm, with Shift 100, with Alt 1; Page Up and Page Down in depth', () =>
    visit('#preset=spatial-8', async (page) => {
      const before = await stands(page, 0);
      for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Alt+PageUp']) {
        await page.keyboard.press(key);
      }
      const after = await stands(page, 0);
      const steps = after.map((value, axis) => Math.abs(value - (before[axis] as number)));
      expect(steps.sort().map((step) => Number(step.toFixed(6)))).toEqual([0.001, 0.01, 0.1]);
      for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Alt+PageDown']) {
        await page.keyboard.press(key);
      }
      expect(await stands(page, 0)).toEqual(before);
    }));

  test('Tab goes from target to target', () =>
    visit(FOUR, async (page) => {
      await handles(page).first().focus();
      for (const number of [2, 3, 4]) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => document.activeElement?.ariaLabel);
        expect(name).toMatch(new RegExp(`^Target ${number}, tip${number}, at x [−\\d.]+`));
      }
    }));

  test('Enter types numbers', () =>
    visit(STILL, async (page) => {
      await handles(page).first().focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: /^Target 1.*position in metres/ });
      await form.waitFor();
      await page.keyboard.type('-1,25');
      await page.keyboard.press('Tab');
      await page.keyboard.type('much');
      await page.keyboard.press('Enter');
      expect(await form.getByRole('alert').textContent()).toBe(
        'y is much: a number of metres is needed',
      );
      await page.keyboard.press('Control+A');
      await page.keyboard.type('1.5');
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'hidden' });
      expect((await stands(page, 0)).slice(0, 2)).toEqual([-1.25, 1.5]);
    }));

  test('Escape closes the numbers and changes nothing', () =>
    visit(STILL, async (page) => {
      const before = await stands(page, 0);
      await page.keyboard.press('Enter');
      await page.keyboard.type('99');
      await page.keyboard.press('Escape');
      await page.locator('.numbers').waitFor({ state: 'hidden' });
      expect(
        await handles(page)
          .first()
          .evaluate((it) => it === document.activeElement),
      ).toBe(true);
      expect(await stands(page, 0)).toEqual(before);
    }));

  test('the arrows of a handle leave the camera alone', () =>
    visit(FOUR, async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click();
      const other = await ring(page, 3);
      await handles(page).nth(0).focus();
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await ring(page, 3)).toEqual(other);
    }));
});

test('axe finds nothing at a handle, nor at its numbers with a fault in them', () =>
  visit(FOUR, async (page) => {
    await page.evaluate(axe);
    const faults = () =>
      page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
        const { violations } = await axe.run('.handles');
        return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
      });
    await handles(page).first().focus();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('far');
    await page.keyboard.press('Enter');
    await page.getByText('x is far: a number of metres is needed').waitFor();
    expect(await faults()).toEqual([]);
  }));

test('"Drag me" stands at a ring after the race, until a hand has been at one', () =>
  visit(FOUR, async (page) => {
    const hint = page.getByText('Drag me');
    expect(await hint.isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint.isVisible()).toBe(true);
    await handles(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await hint.isVisible()).toBe(false);
    await hook(page).step(100);
    expect(await hint.isVisible()).toBe(false);
  }));

test('at the end of a drag it is said where the target is, then how the methods fare', () =>
  visit('#preset=planar-3-link', async (page) => {
    const from = await ring(page, 0);
    await drag(page, from, { x: from.x - 30, y: from.y + 20 });
    const said = () => page.locator('.spoken').textContent();
    expect(await said()).toMatch(/^Target 1 at x [−\d.]+, y [−\d.]+, z [−\d.]+ m$/);
    await hook(page).step(400);
    const names = await page.locator('.pane h2').allTextContents();
    const text = (await said()) ?? '';
    for (const name of names) expect(text).toContain(name);
    expect(text).toMatch(/reached in \d+ updates?, |at [\d.]+ m?m/);
    expect(await page.locator('.spoken').getAttribute('role')).toBe('status');
  }));
