/** Scenes, methods and commands can be searched; the visitor's own scene is never lost. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  addMethod,
  findButton,
  getTestHook,
  openGalleryScene,
  openTestSite,
  type PageVisit,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
let visit: PageVisit;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

// changes are stored with the page, so each test has its own page
beforeEach(async () => {
  const viewport = { width: 1024, height: 640 };
  visit = await site.visit('?test=1#preset=y', { viewport, reducedMotion: 'reduce' });
  page = visit.page;
  await waitForScene(page);
});
afterEach(async () => {
  expect(visit.messages).toEqual([]);
  await visit.close();
});

const tiles = () => page.locator('.tile');
const dialog = () => page.locator('dialog[open]');
const field = () => page.getByRole('searchbox');
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const gallery = async () => {
  await page.locator('button.scene-name').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search');
};
const names = () => page.locator('.pane h2').allTextContents();
const leave = async () => {
  await page.keyboard.press('Escape');
  expect(await dialog().count()).toBe(0);
  // a ticked checkbox keeps the focus until the next frame
  await page.waitForFunction(() => !document.activeElement?.closest('dialog'));
};
const drawn = (): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelectorAll('.tile').length > 0 &&
      document.querySelectorAll('.tile').length ===
        document.querySelectorAll('.tile canvas').length,
  );

describe('scene gallery', () => {
  test('draws a picture for each scene, marks the open one, and lists the groups', async () => {
    await gallery();
    await drawn();
    expect(await page.locator('.tile.on').textContent()).toContain('7 joints · 2 targets');
    // there is no other text over a picture
    const written = await page.locator('.tile .pic').allTextContents();
    expect([...new Set(written)].sort()).toEqual(['', 'open now']);
    expect(await page.locator('.finder nav button').allTextContents()).toEqual([
      expect.stringMatching(/^All \d+$/),
      'Learn 10',
      'Papers 14',
      expect.stringMatching(/^Robots \d+$/),
      'Arms 6',
      expect.stringMatching(/^Failures \d+$/),
    ]);
    expect(await findAxeViolations(page, { coloured: 'dialog[open]' })).toEqual([]);
  });

  test('searches all groups and highlights the matching words', async () => {
    await gallery();
    await field().fill('weighted LIMIT');
    expect(await tiles().count()).toBeGreaterThan(1);
    const marked = await page.locator('.tile mark').allTextContents();
    for (const word of marked) expect(['weighted', 'limit']).toContain(word.toLowerCase());
    await field().fill('no such scene');
    expect(await tiles().count()).toBe(0);
    expect(await dialog().getByRole('status').textContent()).toContain(
      'No results for “no such scene”',
    );
    await findButton(page, 'Clear').click();
    expect(await field().inputValue()).toBe('');
  });

  test('arrow keys move between tiles, and / focuses the search field', async () => {
    await gallery();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Four methods on one robot');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('Two joints');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Buss & Kim 2004: two branches');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('/');
    expect(await field().evaluate((each) => each === document.activeElement)).toBe(true);
    await leave();
  });

  test('Enter opens the first result; undo restores the previous scene', async () => {
    await gallery();
    await field().fill('two joints');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title === 'Two joints, one target · IK Lab');
    await findButton(page, 'Undo').click();
    expect(await page.title()).toBe('Y · IK Lab');
  });

  secondTierTest('opens a scene with the current methods if that is ticked', async () => {
    await addMethod(page, /^CCD/);
    const mine = await names();
    await gallery();
    await page.getByLabel(/^Keep my five methods/).check();
    expect(await page.locator('.finder footer b').textContent()).toBe('mechanism and targets');
    await field().fill('Redundant joints');
    await tiles().first().click();
    await page.waitForFunction(() => document.title === 'Redundant joints · IK Lab');
    expect(await names()).toEqual(mine);
    expect(await page.evaluate(() => window.__iklab.scenario.start?.length)).toBe(18);
  });
});

secondTierTest(
  'changing the mechanism keeps methods and settings, says so, and can be undone',
  async () => {
    const before = await getTestHook(page).scenario();
    await unfoldSceneCard(page);
    await page.getByRole('combobox', { name: 'Mechanism' }).selectOption('star');
    const after = await getTestHook(page).scenario();
    expect(after.tree).toEqual({ preset: 'star' });
    expect([after.methods.map(({ id, slot }) => [id, slot]), after.run, after.limitPolicy]).toEqual(
      [before.methods.map(({ id, slot }) => [id, slot]), before.run, before.limitPolicy],
    );
    const notice = page.locator('.notice');
    expect(await notice.textContent()).toContain('Methods and settings are unchanged');
    await notice.getByRole('button', { name: 'Undo' }).click();
    expect(await getTestHook(page).scenario()).toEqual(before);
    expect(await notice.count()).toBe(0);
  },
);

describe('method search', () => {
  const rows = () => page.locator('.find_pick');

  test('finds FABRIK by its full name and shows the mark that it will have', async () => {
    await findButton(page, 'Add a method').click();
    expect(await findAxeViolations(page, { coloured: 'dialog[open]' })).toEqual([]);
    await field().fill('forward and backward');
    expect(await rows().count()).toBe(1);
    await rows().focus();
    const mark = await rows().locator('.find_act .mark').getAttribute('class');
    await page.keyboard.press('Enter');
    const added = page.locator('.card .mark').last();
    expect(await names()).toContain('FABRIK');
    expect(mark).toContain(await page.locator('.card').last().getAttribute('data-slot'));
    expect(await added.getAttribute('class')).toBe(mark);
  });

  test('replaces a method and keeps its colour slot', async () => {
    await addMethod(page, /^FABRIK/);
    const slot = await page.locator('.card').last().getAttribute('data-slot');
    await findButton(page, 'Menu of FABRIK').click();
    await page.getByRole('menuitem', { name: 'Replace method…' }).click();
    await rows().filter({ hasText: 'Quadratic program' }).click();
    expect((await names()).at(-1)).toBe('QP');
    expect(await page.locator('.card').last().getAttribute('data-slot')).toBe(slot);
  });

  secondTierTest('asks which method to replace if the scene has eight', async () => {
    for (const name of [/^CCD/, /^FABRIK/, /^Gauss-Newton/, /^Newton/]) await addMethod(page, name);
    const before = await names();
    expect(before).toHaveLength(8);
    await findButton(page, 'Replace a method').click();
    await rows().filter({ hasText: 'Broyden' }).click();
    expect(await rows().count()).toBe(8);
    await rows().last().click();
    expect(await names()).toEqual([...before.slice(0, -1), 'BFGS']);
  });
});

test('Ctrl+K finds commands and scenes; single-character keys can be disabled', async () => {
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill(text);
  };
  await find('layout: ov');
  expect(await findAxeViolations(page, { coloured: 'dialog[open]' })).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.panes[data-layout=overlay]');
  await find('layout: grid');
  await page.keyboard.press('Enter');
  await find('benchmark');
  expect(await dialog().getByRole('option').first().innerText()).toContain('Which method');
  await leave();
  await find('three links');
  await dialog().getByRole('option').first().click();
  await page.waitForFunction(() => document.title === 'Three links · IK Lab');
  await find('keyboard shortcuts');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Enable single-character keys/).uncheck();
  await leave();
  await page.keyboard.press('g');
  expect(await page.locator('.panes').getAttribute('data-layout')).toBe('grid');
  await page.reload();
  await waitForScene(page);
  await page.keyboard.press('g');
  expect(await page.locator('.panes').getAttribute('data-layout')).toBe('grid');
  await find('keyboard shortcuts');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Enable single-character keys/).check();
  await leave();
  await page.keyboard.press('g');
  await page.waitForSelector('.panes[data-layout=overlay]');
});

secondTierTest(
  'keys typed before the palette opens go into its field and run no shortcut',
  async () => {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    const slow = await context.newPage();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await slow.route(/\/beside-[^/]*\.js$/, async (route) => {
      await opened;
      await route.continue();
    });
    await slow.goto(`${site.url}#preset=y`);
    const layout = () => slow.locator('.panes').getAttribute('data-layout');
    const nextLayout = async () => {
      await slow.keyboard.press('g'); // handled once its script is loaded
      return layout();
    };
    await expect.poll(nextLayout).toBe('one');
    await slow.keyboard.press('Control+k');
    await slow.keyboard.type('layout: overg');
    await slow.keyboard.press('Backspace');
    await slow.keyboard.press('Enter');
    expect(await layout()).toBe('one');
    open();
    await slow.waitForSelector('.panes[data-layout=overlay]');
    expect(await slow.locator('dialog[open]').count()).toBe(0);
    await slow.keyboard.press('Control+k');
    expect(await slow.locator('dialog input').inputValue()).toBe('');
    await context.close();
  },
);

describe('own scene', () => {
  const rename = async (name: string): Promise<void> => {
    await findButton(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Edit as text' }).click();
    const area = page.getByLabel('Scene as JSON');
    await area.fill((await area.inputValue()).replace(/"name": "[^"]*"/, `"name": "${name}"`));
    await findButton(page, 'Apply').click();
  };
  const visitAnew = async (fragment: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${site.url}?test=1${fragment}`);
    await waitForScene(page);
  };

  test('is kept when a link is opened and edited, and can be reopened from the gallery', async () => {
    await rename('My work');
    await visitAnew('#preset=y');
    const notice = page.locator('.notice');
    expect(await notice.textContent()).toContain('My work');
    await rename('Somebody else’s');
    expect(await notice.count()).toBe(0);
    await gallery();
    await page.locator('.finder nav button', { hasText: 'Yours' }).click();
    const yours = await tiles().allTextContents();
    expect(yours.filter((text) => /My work|Somebody/.test(text))).toHaveLength(2);
    expect(yours.join()).toMatch(/today \d/);
    await tiles().filter({ hasText: 'My work' }).click();
    await page.waitForFunction(() => document.title === 'My work · IK Lab');
  });

  test('is restored at the next visit; the default scene is one click away', async () => {
    await rename('My work, again');
    await visitAnew('');
    expect(await page.title()).toBe('My work, again · IK Lab');
    expect(await page.locator('.notice').getByRole('status').textContent()).toContain('today');
    await findButton(page, 'Open default scene').click();
    expect(await page.title()).toBe('Four methods on one robot · IK Lab');
    await visitAnew('');
    expect(await page.title()).toBe('Four methods on one robot · IK Lab');
    await openGalleryScene(page, 'My work, again');
    await page.waitForFunction(() => document.title === 'My work, again · IK Lab');
  });

  secondTierTest(
    'is stored once when undo and redo switch between it and another scene',
    async () => {
      await rename('My work, again');
      await visitAnew('');
      await openGalleryScene(page, 'Two joints');
      await page.waitForFunction(() => document.title === 'Two joints, one target · IK Lab');
      for (const step of ['Undo', 'Redo']) {
        await findButton(page, step).click();
        await gallery();
        await page.locator('.finder nav button', { hasText: 'Yours' }).click();
        const yours = await tiles().allTextContents();
        expect(yours.filter((text) => text.includes('My work, again'))).toHaveLength(1);
        expect(yours.filter((text) => text.includes('Two joints'))).toEqual([]);
        await leave();
      }
    },
  );
});
