// @module-tag full
/** A visit, from opening the page to a shared link that is opened in another browser. */
import { spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCliLaunchArguments } from '../fuzz/commandLine.ts';
import { PHONE_OPTIONS } from './dragTools.ts';
import {
  addMethod,
  dragByMouse,
  findButton,
  getTargetRingPosition,
  getTestHook,
  openGalleryScene,
  openTestSite,
  readShareDialog,
  swipe,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
} from './pageTools.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Output of the built command line. */
function iklab(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, getCliLaunchArguments(...args), {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve(out) : reject(new Error(`iklab ${args[0]} ended with ${status}`)),
    );
    child.stdin.end(input);
  });
}

const stands = async (page: Page, index: number) =>
  (await getTestHook(page).scenario()).targets[index]?.position;

async function savedFile(page: Page): Promise<string> {
  await findButton(page, 'Share').click();
  await page.getByRole('tab', { name: 'File' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    findButton(page, 'Save scene').click(),
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return download.path();
}

test('a scene edited by mouse, touch and keys has the same hash when shared, saved and reopened', async () => {
  const viewport = { width: 1100, height: 760 };
  const openVisit = await site.visit('?test=1#preset=double-y', { viewport, hasTouch: true });
  const { page } = openVisit;
  await waitForScene(page);
  await getTestHook(page).step(30);
  expect(await getTestHook(page).frame()).toBe(30);

  let before = await stands(page, 0);
  const moved = async (): Promise<void> => {
    const now = await stands(page, 0);
    expect(now).not.toEqual(before);
    before = now;
  };
  const from = await getTargetRingPosition(page, 0);
  await dragByMouse(page, from, { x: from.x + 25, y: from.y + 30 });
  await moved();
  const ringBefore = await getTargetRingPosition(page, 0);
  await swipe(page, ringBefore, { x: ringBefore.x - 20, y: ringBefore.y - 15 });
  await moved();
  await page.locator('.handles > button').first().focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await moved();
  await getTestHook(page).step(30);
  expect(await getTestHook(page).frame()).toBe(60);

  await page.locator('.panes').focus();
  await page.keyboard.press('3');
  await page.getByLabel('Damping λ, value').fill('0.31');
  await page.keyboard.press('Enter');
  await page.locator('.inspector').getByRole('button', { name: 'Close' }).click();
  await findButton(page, 'Menu of DLS′').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForFunction(() => window.__iklab.panels === 5);
  const sent = await readShareDialog(page);
  const file = await savedFile(page);

  const there = await site.visit(`?test=1${sent.link.slice(site.url.length)}`);
  await waitForScene(there.page);
  const got = await readShareDialog(there.page);
  expect(got.hash).toBe(sent.hash);
  expect(got.link).toBe(sent.link);
  expect((await iklab(['hash', file])).trim()).toBe(sent.hash);
  const document = await iklab(['open', sent.link]);
  expect((await iklab(['hash', '-'], document)).trim()).toBe(sent.hash);
  expect([...openVisit.messages, ...there.messages]).toEqual([]);
  await openVisit.close();
  await there.close();
});

test('edits of every kind can be undone to the start and redone to the end', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=double-y', {
    viewport: { width: 1100, height: 760 },
  });
  await waitForScene(page);
  const documents = [await getTestHook(page).scenario()];
  /** Runs one edit, which must change the scenario, and records the result. */
  const edit = async (act: () => Promise<unknown>): Promise<void> => {
    await act();
    await page.waitForFunction(
      (old) => JSON.stringify(window.__iklab.scenario) !== old,
      JSON.stringify(documents.at(-1)),
    );
    documents.push(await getTestHook(page).scenario());
  };
  const choose = async (menu: string, item: string | RegExp): Promise<void> => {
    await findButton(page, menu).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const typed = (name: string, text: string) => async () => {
    await page.getByLabel(name, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  const from = await getTargetRingPosition(page, 0);
  await edit(() => dragByMouse(page, from, { x: from.x + 20, y: from.y + 25 }));
  await page.locator('.handles > button').nth(1).focus();
  await edit(() => page.keyboard.press('Shift+ArrowUp'));
  await page.locator('.panes').focus();
  await page.keyboard.press('3');
  await edit(typed('Damping λ, value', '0.2'));
  await edit(() => findButton(page, 'Reset Damping λ').click());
  await findButton(page, 'Close').click(); // the inspector covers the view buttons
  await edit(() => choose('Menu of SDLS', 'Duplicate'));
  await edit(() => choose('Menu of SDLS 2', 'Move up'));
  await edit(() => choose('Menu of Transpose', 'Remove'));
  await edit(() => addMethod(page, /^DLS′ then SDLS/));
  await edit(() => findButton(page, 'Strobe').click());
  await edit(() => page.getByRole('combobox', { name: 'Mode' }).selectOption('converge'));
  await unfoldSceneCard(page);
  await edit(() => page.getByRole('combobox', { name: 'Joint limits' }).selectOption('clamp'));
  await edit(typed('Tolerance', '3'));
  await edit(() => page.getByRole('combobox', { name: 'Mechanism' }).selectOption({ label: 'Y' }));
  await edit(async () => {
    await choose('More', 'Edit as text');
    const area = page.getByLabel('Scene as JSON');
    await area.fill((await area.inputValue()).replace(/"name": "[^"]*"/, '"name": "Mine"'));
    await findButton(page, 'Apply').click();
  });
  await edit(() => choose('More', 'Reset all'));
  await edit(() => openGalleryScene(page, 'Three links'));

  const walk = async (name: 'Undo' | 'Redo', order: typeof documents): Promise<void> => {
    const seen = await findButton(page, name).evaluate(async (button) => {
      const each = button as HTMLButtonElement;
      const steps = [window.__iklab.scenario];
      // the button disables itself at the end; 100 steps are a safety limit
      while (!each.disabled && steps.length < 100) {
        each.click();
        await new Promise(requestAnimationFrame);
        steps.push(window.__iklab.scenario);
      }
      return steps;
    });
    expect(seen).toEqual(order);
  };
  await walk('Undo', documents.toReversed());
  await walk('Redo', documents);
  await getTestHook(page).step(5);
  expect(messages).toEqual([]);
  await close();
});

test.each([
  [390, 844],
  [360, 640],
])('on a phone of %i x %i every view fits, and targets can be dragged', (width, height) =>
  site.inSharedPage(
    '#preset=double-y',
    async ({ page }) => {
      await getTestHook(page).step(30);
      const whole = async (): Promise<void> => {
        const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(wide).toEqual([width, width]);
      };
      const panes = () => page.locator('.pane:visible').count();
      const tab = (name: string) =>
        page.getByRole('navigation').getByRole('button', { name }).tap();
      await whole();
      await expect.poll(panes).toBe(4);
      await page.locator('.pane h2 button').nth(3).tap();
      await expect.poll(panes).toBe(1);
      await whole();
      const before = await stands(page, 0);
      const from = await getTargetRingPosition(page, 0);
      await swipe(page, from, { x: from.x + 15, y: from.y + 20 });
      expect(await stands(page, 0)).not.toEqual(before);
      await page.locator('.pane:visible h2 button').tap();
      await expect.poll(panes).toBe(4);
      for (const name of ['Charts', 'More', 'Views', 'Methods']) {
        await tab(name);
        await whole();
      }
      await page.locator('.card').nth(2).tap();
      await page.locator('.inspector').waitFor();
      await whole();
      await page.locator('.inspector').getByRole('button', { name: 'Close' }).tap();
      const { link } = await readShareDialog(page);
      expect(link.length).toBeGreaterThan(site.url.length);
      await whole();
      await tab('Views');
    },
    { ...PHONE_OPTIONS, viewport: { width, height } },
  ),
);
