/** Storage of dropped robots: reload, link, file, and browsers without storage. */
import { readFile } from 'node:fs/promises';
import { makeTestPackageZip } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDifferingPixels, readCanvasPixels } from './canvasPixels.ts';
import { dropFiles, waitForRobotName } from './dropping.ts';
import {
  DRAWN_PAGE_OPTIONS,
  findButton,
  getTestHook,
  openTestSite,
  readShareDialog,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const START = '?test=1#preset=planar-3-link';
const ZIP = { path: 'made.zip', content: makeTestPackageZip() };

async function worn(page: Page): Promise<void> {
  await page.locator('.scene_robot').getByText('1 of 1 mesh').waitFor({ state: 'attached' });
  await page.waitForFunction(() => window.__iklab.dressed);
}
const report = (page: Page) => page.getByRole('complementary', { name: 'Import report' });

/** Drops the robot and waits until it is stored or the report says why not. */
async function drop(page: Page): Promise<void> {
  await waitForScene(page);
  await dropFiles(page, [ZIP]);
  await waitForRobotName(page, 'made_arm');
  await worn(page);
  await page.waitForFunction(() =>
    /are stored in this browser|Not saved/.test(
      document.querySelector('.robots_report')?.textContent ?? '',
    ),
  );
}

/** The canvas of a scene that was just opened, without the panels beside it. */
async function picture(page: Page): Promise<Uint32Array> {
  await getTestHook(page).step(0);
  return (await readCanvasPixels(page)).all;
}

secondTierTest(
  'a reload restores meshes, report and effectors; a link reports the missing mesh',
  async () => {
    const openVisit = await site.visit(START, DRAWN_PAGE_OPTIONS);
    const { page } = openVisit;
    await drop(page);
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    const { link } = await readShareDialog(page);
    await page.reload();
    await waitForScene(page);
    await worn(page);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    const dressed = await picture(page);
    await unfoldSceneCard(page);
    const from = page.getByLabel('Drawn from');
    await from.selectOption('numbers');
    await page.waitForFunction(() => !window.__iklab.dressed);
    expect(countDifferingPixels(await picture(page), dressed)).toBeGreaterThan(2000);
    await from.selectOption('meshes');
    await page.waitForFunction(() => window.__iklab.dressed);
    expect(countDifferingPixels(await picture(page), dressed)).toBe(0);
    await findButton(page, 'Report').click();
    expect(await report(page).locator('.robots_counts').innerText()).toMatch(/^6\s+movable joints/);
    expect(await report(page).locator('.summary').innerText()).toContain('made.zip, 5 files');
    await report(page)
      .getByRole('button', { name: /^tool0/ })
      .waitFor();
    const argument = report(page).getByLabel('name', { exact: true });
    await argument.fill('other_arm');
    await page.keyboard.press('Enter');
    await report(page).getByText('The files are stored in this browser').waitFor();
    await page.reload();
    await waitForScene(page);
    await findButton(page, 'Report').click();
    expect(await argument.inputValue()).toBe('other_arm');

    const there = await site.visit(`?test=1#${link.split('#')[1]}`, DRAWN_PAGE_OPTIONS);
    await waitForScene(there.page);
    const notice = there.page.locator('.notice');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('Links cannot include meshes (1 missing)');
    expect(await there.page.locator('.scene_robot').count()).toBe(0);
    await notice.getByRole('button', { name: 'Close' }).click();
    const bare = await picture(there.page);
    expect(countDifferingPixels(bare, dressed)).toBeGreaterThan(2000);
    expect([...openVisit.messages, ...there.messages]).toEqual([]);
    await openVisit.close();
    await there.close();
  },
);

secondTierTest('Share lists what a link omits, and its scene file contains all of it', async () => {
  const openVisit = await site.visit(START);
  await drop(openVisit.page);
  await unfoldSceneCard(openVisit.page);
  await openVisit.page.getByLabel('Joint limits').selectOption('lock');
  await findButton(openVisit.page, 'Share').click();
  const dialog = openVisit.page.getByRole('dialog');
  await dialog
    .getByText('does not include the robot’s 1 mesh (1 kB) and its import report')
    .waitFor();
  await dialog.getByRole('button', { name: 'Use a file to include them' }).click();
  const [download] = await Promise.all([
    openVisit.page.waitForEvent('download'),
    findButton(openVisit.page, 'Save scene').click(),
  ]);
  expect(download.suggestedFilename()).toBe('made-arm.iklab.zip');
  const content = await readFile(await download.path());
  await dialog.getByRole('checkbox').uncheck();
  const [plain] = await Promise.all([
    openVisit.page.waitForEvent('download'),
    findButton(openVisit.page, 'Save scene').click(),
  ]);
  expect(plain.suggestedFilename()).toBe('made-arm.iklab.json');
  const scene = await getTestHook(openVisit.page).scenario();

  const there = await site.visit(START);
  await waitForScene(there.page);
  await dropFiles(there.page, [{ path: 'made-arm.iklab.zip', content }]);
  await waitForRobotName(there.page, 'made_arm');
  await worn(there.page);
  expect(await getTestHook(there.page).scenario()).toEqual(scene);
  expect(scene.limitPolicy).toBe('lock');
  await findButton(there.page, 'Report').click();
  expect(await report(there.page).locator('.summary').innerText()).toContain('made.zip, 5 files');
  await report(there.page).getByText('The files are stored in this browser').waitFor();

  // a truncated file is rejected, and the current scene stays
  await dropFiles(there.page, [{ path: 'cut.iklab.zip', content: content.subarray(0, 900) }]);
  await there.page.locator('.notice').getByText('cut.iklab.zip cannot be read').waitFor();
  expect(await getTestHook(there.page).scenario()).toEqual(scene);
  expect([...openVisit.messages, ...there.messages]).toEqual([]);
  await openVisit.close();
  await there.close();
});

const forgetful = (page: Page) =>
  report(page).getByText('they were deleted').waitFor({ state: 'attached' });
/** Number of archives in the browser's store. */
const archives = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('iklab-robots');
        // the store may not exist yet, and opening it must not create an empty one
        opened.onupgradeneeded = () => opened.transaction?.abort();
        opened.onerror = () => resolve(0);
        opened.onsuccess = () => {
          const countRequest = opened.result
            .transaction('archives')
            .objectStore('archives')
            .count();
          countRequest.onsuccess = () => {
            opened.result.close();
            resolve(countRequest.result);
          };
        };
      }),
  );

test('a reused test page has no database of the previous visit', async () => {
  const before = await site.visit(START);
  await waitForScene(before.page);
  const opened = await before.page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        indexedDB.open('left').onsuccess = () => resolve(true);
      }),
  );
  expect(opened).toBe(true);
  await before.close();
  const after = await site.visit(START);
  const names = await after.page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
  expect(names).not.toContain('left');
  await after.close();
});

test('three robots dropped in quick succession are all stored, and can be deleted', async () => {
  const { page, close } = await site.visit(START);
  await waitForScene(page);
  expect(await archives(page)).toBe(0);
  for (const name of ['one', 'two', 'three']) {
    const arm = `<robot name="${name}"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 0.${name.length}"/></joint></robot>`;
    await dropFiles(page, [{ path: `${name}.urdf`, content: arm }]);
    await waitForRobotName(page, name);
  }
  await expect.poll(() => archives(page)).toBe(3);
  await page.locator('button.scene-name').click();
  const shelf = page.getByRole('region', { name: 'Robots stored in this browser' });
  expect(await shelf.locator('li').count()).toBe(3);
  await shelf.getByRole('button', { name: 'Delete all 3' }).click();
  await shelf.waitFor({ state: 'detached' });
  expect(await archives(page)).toBe(0);
  await close();
});

test('stored robots are listed with their size and can be deleted from gallery and report', async () => {
  const { page, messages, close } = await site.visit(START);
  await drop(page);
  expect(await archives(page)).toBe(1);
  await page.locator('button.scene-name').click();
  const shelf = page.getByRole('region', { name: 'Robots stored in this browser' });
  await shelf.getByText('made.zip').waitFor();
  expect(await shelf.locator('li').innerText()).toMatch(/made\.zip\s+\d+ kB\s+Delete/);
  await shelf.getByRole('button', { name: 'Delete made.zip' }).click();
  await shelf.waitFor({ state: 'detached' });
  expect(await archives(page)).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await forgetful(page);
  // editing the robot does not store it again
  await report(page)
    .getByRole('button', { name: /^tool0/ })
    .click();
  await page.getByRole('menuitem', { name: 'position only' }).click();
  await page.waitForFunction(() => !window.__iklab.scenario.targets[0]?.orientation);
  await forgetful(page);
  expect(await archives(page)).toBe(0);

  // dropping it again stores it again
  await drop(page);
  await report(page).getByText('The files are stored in this browser').waitFor();
  expect(await archives(page)).toBe(1);
  await report(page).getByRole('button', { name: 'Delete files' }).click();
  await forgetful(page);
  expect(await archives(page)).toBe(0);
  await page.reload();
  await waitForScene(page);
  await page.locator('.notice').getByText('Links cannot include meshes (1 missing)').waitFor();
  expect(messages).toEqual([]);
  await close();
});

secondTierTest.each([
  [
    'full',
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    },
  ],
  ['missing', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  [
    'refused',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('not here', 'SecurityError');
      };
    },
  ],
])(
  'with a browser store that is %s the report says so, and the page still works',
  async (_, hinder) => {
    const { page, messages, close } = await site.visit('empty', { fresh: true });
    await page.addInitScript(hinder);
    await page.goto(site.url + START);
    await drop(page);
    expect(await report(page).locator('.fault').innerText()).toContain(
      'Not saved in this browser: its storage is full or blocked',
    );
    await page.reload();
    await waitForScene(page);
    await page.locator('.notice').getByText('Links cannot include meshes (1 missing)').waitFor();
    await getTestHook(page).step(3);
    expect(messages).toEqual([]);
    await close();
  },
);
