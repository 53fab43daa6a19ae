import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  findButton,
  followSceneLink,
  getTestHook,
  openTestSite,
  type PageVisit,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const DIALOG = 'dialog[open]';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

describe('axe finds no violations', () => {
  // one visit for all: each test restores the state that it found
  describe('in the default page with', () => {
    let openVisit: PageVisit;
    beforeAll(async () => {
      openVisit = await site.visit('?test=1#preset=double-y');
      await waitForScene(openVisit.page);
      await getTestHook(openVisit.page).step(40);
    });
    afterAll(() => openVisit?.close());

    test('no panel open', async () => {
      expect(await findAxeViolations(openVisit.page)).toEqual([]);
    });

    tieredTest([
      ['the inspector', (page: Page) => page.keyboard.press('3'), '.inspector', closed],
      ['a menu', menu, '[role=menu]:popover-open', escaped],
      ['Share', (page: Page) => findButton(page, 'Share').click(), DIALOG, escaped],
      ['the Cite tab of Share', papers, DIALOG, escaped],
      ['the Code tab of Share', code, DIALOG, escaped],
      ['the scene text with an error', faultyText, DIALOG, escaped],
      ['the joints panel', joints, '.joints_joints-panel', withoutJoints],
      ['the joints panel with an invalid pose', refusedPose, '.joints_joints-panel', withoutJoints],
      ['the keyboard help', (page: Page) => page.keyboard.press('?'), DIALOG, escaped],
      ['the overlay layout', (page: Page) => findButton(page, 'Overlay').click(), 'html', inGrid],
    ])('%s', async (_, act, coloured, leave) => {
      const { page } = openVisit;
      await act(page);
      await page.locator(coloured).waitFor();
      expect(await findAxeViolations(page, { coloured })).toEqual([]);
      await leave(page);
    });

    secondTierTest('each sheet of a phone', async () => {
      const { page } = openVisit;
      await page.setViewportSize({ width: 390, height: 844 });
      for (const tab of ['Methods', 'Charts', 'More']) {
        await page.getByRole('navigation').getByRole('button', { name: tab }).click();
        expect(await findAxeViolations(page), tab).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    tieredTest([
      ['another scene, with limits and several outcomes', '#preset=human-arm'],
      ['a link that cannot be read', '#preset=nonsense'],
    ])('%s', async (_, fragment) => {
      // its own page, because the notice stays
      const own = await site.visit('?test=1#preset=double-y', { reducedMotion: 'no-preference' });
      await waitForScene(own.page);
      await followSceneLink(own.page, fragment);
      await getTestHook(own.page).step(40);
      expect(await findAxeViolations(own.page)).toEqual([]);
      await own.close();
    });
  });

  secondTierTest('on the page that reports a missing module', async () => {
    const context = await site.browser.newContext();
    await context.route('**/*.wasm', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForSelector('.stop:not(.late)');
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
  });
});

async function menu(page: Page): Promise<void> {
  await findButton(page, 'Menu of SDLS').click();
  await page.getByRole('menu').waitFor();
}

async function papers(page: Page): Promise<void> {
  await findButton(page, 'Share').click();
  await page.getByRole('tab', { name: 'Cite' }).click();
}

async function code(page: Page): Promise<void> {
  await findButton(page, 'Share').click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('region', { name: 'The run in JSON' }).waitFor();
}

async function joints(page: Page): Promise<void> {
  await findButton(page, 'Joints').click();
  await page.locator('.joints_joint-rows').waitFor();
}

async function refusedPose(page: Page): Promise<void> {
  await joints(page);
  await findButton(page, 'Paste q').click();
  await page.getByLabel('Pose to paste').fill('1 2');
  await page.keyboard.press('Enter');
}

async function faultyText(page: Page): Promise<void> {
  await findButton(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Edit as text' }).click();
  await page.getByLabel('Scene as JSON').fill('{ "iklab": 2 }');
}

async function closed(page: Page): Promise<void> {
  await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
  await page.locator('.inspector').waitFor({ state: 'detached' });
}

/** Closes any dialog or menu. */
async function escaped(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open], [role=menu]:popover-open').waitFor({ state: 'detached' });
}

async function withoutJoints(page: Page): Promise<void> {
  await findButton(page, 'Joints').click();
  await page.locator('.joints_joints-panel').waitFor({ state: 'detached' });
}

async function inGrid(page: Page): Promise<void> {
  await findButton(page, 'Grid').click();
  await page.waitForSelector('.panes[data-layout=grid]');
}

test('every button has a name in the accessibility tree, also after copying', () =>
  site.inSharedPage('#preset=double-y', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const browser = await page.context().newCDPSession(page);
    const names = async (): Promise<string[]> => {
      const { nodes } = await browser.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ role, ignored }) => role?.value === 'button' && !ignored)
        .map(({ name }) => String(name?.value ?? ''));
    };
    expect((await names()).length).toBeGreaterThan(10);
    expect(await names()).not.toContain('');
    await findButton(page, 'Share').click();
    await findButton(page, 'Copy link').waitFor();
    expect(await names()).toContain('Copy link');
    expect(await names()).not.toContain('');
    await findButton(page, 'Copy link').click();
    await page.locator('dialog [role=status]', { hasText: 'Copied' }).waitFor();
    expect(await names()).toContain('Copied');
    await browser.detach();
    await escaped(page);
  }));

test('the theme follows the system, and ?theme= overrides it', async () => {
  const surface = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [LIGHT, DARK] = ['rgb(255, 255, 255)', 'rgb(21, 23, 28)'];
  await site.inSharedPage(
    '#preset=double-y',
    async ({ page }) => {
      expect(await surface(page)).toBe(DARK);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await surface(page)).toBe(LIGHT);
    },
    { colorScheme: 'dark' },
  );
  const forced = await site.visit('?test=1&theme=dark', { colorScheme: 'light' });
  await waitForScene(forced.page);
  expect(await surface(forced.page)).toBe(DARK);
  await forced.close();
});

test('canvas and buttons have accessible names, and each landmark exists once', () =>
  site.inSharedPage('#preset=double-y', async ({ page }) => {
    const text = await page.getByRole('img').first().getAttribute('aria-label');
    for (const word of ['Double Y', 'four targets', 'Transpose', 'SDLS'])
      expect(text).toContain(word);
    const buttons = await page.getByRole('button').count();
    expect(buttons).toBeGreaterThan(10);
    expect(await page.getByRole('button', { name: /\w/ }).count()).toBe(buttons);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      expect(await page.getByRole(landmark).count()).toBe(1);
    }
  }));
