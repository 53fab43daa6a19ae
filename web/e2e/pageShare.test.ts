import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { replayHash } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { unzipSync } from 'fflate';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCliLaunchArguments } from '../fuzz/commandLine.ts';
import {
  findButton,
  getTestHook,
  openFileByMenu,
  openGalleryScene,
  openTestSite,
  readShareDialog,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

async function changeLambda(page: Page): Promise<void> {
  await page.keyboard.press('3');
  await page.getByLabel('Damping λ, value').fill('0.31');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'DLS′' }).getByLabel('Close').click();
}

test('the link of an edited scene opens it elsewhere with the same hash', async () => {
  const openVisit = await site.visit('?test=1#preset=double-y');
  await waitForScene(openVisit.page);
  const before = await readShareDialog(openVisit.page);
  await changeLambda(openVisit.page);
  await findButton(openVisit.page, 'Menu of DLS′').click();
  await openVisit.page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const after = await readShareDialog(openVisit.page);
  expect(after.hash).not.toBe(before.hash);
  expect(after.link.length).toBeLessThan(400 + site.url.length);
  const there = await site.visit(after.link.slice(site.url.length));
  await waitForScene(there.page);
  const note = there.page.locator('.pane .note').nth(3); // its text comes after the picture
  await expect.poll(() => note.textContent()).toBe('λ 0.31, clamped 0.25 m');
  expect(await readShareDialog(there.page)).toEqual(after);
  expect([...openVisit.messages, ...there.messages]).toEqual([]);
  await openVisit.close();
  await there.close();
});

test("a saved file has the scene's hash in Node and opens again; an invalid file is reported", () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    const { hash } = await readShareDialog(page);
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'File' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'Save scene').click(),
    ]);
    expect(download.suggestedFilename()).toBe('y.iklab.json');
    const file = await readFile(await download.path(), 'utf8');
    const engine = await testEngine();
    expect(replayHash(engine, makeTestScene(JSON.parse(file), engine))).toBe(hash);
    await findButton(page, 'Close').click();

    const named = file.replace('"name": "Y"', '"name": "From a file"');
    await openFileByMenu(page, 'own.iklab.json', named);
    await page.waitForFunction(() => document.title === 'From a file · IK Lab');
    await openFileByMenu(page, 'bad.json', '{]');
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice h2')).toBe('bad.json cannot be read');
    expect(await page.locator('.notice textarea').inputValue()).toBe('{]');
    expect(await page.title()).toBe('From a file · IK Lab');
    await page.locator('.notice').getByRole('button', { name: 'Close' }).click();
  }));

const SIDE = 600; // pixels

/** Decodes the QR code in a picture: an SVG, or a PNG in base 64. */
async function readCode(page: Page, picture: string): Promise<string | undefined> {
  const source = picture.startsWith('<svg')
    ? `data:image/svg+xml,${encodeURIComponent(picture)}`
    : `data:image/png;base64,${picture}`;
  // one character per pixel: numbers of all four channels take ten times as long to transfer
  const bright = await page.evaluate(
    async ([src, side]) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = side;
      const to = canvas.getContext('2d') as CanvasRenderingContext2D;
      to.imageSmoothingEnabled = false;
      to.drawImage(image, 0, 0, side, side);
      const { data } = to.getImageData(0, 0, side, side);
      return Array.from({ length: side * side }, (_, i) => ((data[4 * i] ?? 0) > 127 ? 1 : 0)).join(
        '',
      );
    },
    [source, SIDE] as const,
  );
  const pixels = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255);
  for (let i = 0; i < bright.length; i++) if (bright[i] === '0') pixels.fill(0, 4 * i, 4 * i + 3);
  return jsQR(pixels, SIDE, SIDE)?.data;
}

secondTierTest('the QR code contains the link of the dialog', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    const { link } = await readShareDialog(page);
    await findButton(page, 'Share').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'Save as SVG').click(),
    ]);
    expect(file.suggestedFilename()).toBe('y-link.svg');
    const shown = page.getByRole('img', { name: 'QR code' });
    const saved = await readFile(await file.path(), 'utf8');
    for (const picture of [(await shown.screenshot()).toString('base64'), saved])
      expect(await readCode(page, picture)).toBe(link);
    await findButton(page, 'Close').click();
  }),
);

tieredTest([
  ['#preset=ur5e&methods=sdls,dls', ''],
  ['#preset=double-y&methods=sdls,dls', 'the targets move: as many as the page has made'],
])('the exported files of %s equal the output of the command line', (link, moves) =>
  site.inSharedPage(link, async ({ page }) => {
    await getTestHook(page).step(7);
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'File' }).click();
    const words = await page.getByText(/^iklab run FILE/).innerText();
    const [scene] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'Save scene').click(),
    ]);
    const commandOptions = words.split(' ').slice(1);
    expect(commandOptions.includes('--updates'), moves).toBe(moves !== '');
    let records: readonly string[] = [];
    for (const [name, form] of [
      ['CSV', 'csv'],
      ['JSON lines', 'jsonl'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      const run = commandOptions.map((word) =>
        word === 'FILE' ? '-' : word === 'csv' ? form : word,
      );
      const input = await readFile(await scene.path());
      const report = execFileSync(process.execPath, getCliLaunchArguments(...run), {
        input,
        encoding: 'utf8',
      });
      expect(file.suggestedFilename()).toMatch(new RegExp(`^[\\w-]+\\.${form}$`));
      expect(await readFile(await file.path(), 'utf8')).toBe(report);
      records = report.trim().split('\n');
    }
    const [arrays] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'NPZ').click(),
    ]);
    const names = Object.keys(unzipSync(await readFile(await arrays.path())));
    expect(names).toEqual(expect.arrayContaining(['angles.npy', 'error.npy', 'manifest.npy']));
    const [urdf] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'URDF').click(),
    ]);
    const input = await readFile(await scene.path());
    const report = execFileSync(process.execPath, getCliLaunchArguments('urdf', '-'), {
      input,
      encoding: 'utf8',
    });
    const saved = await readFile(await urdf.path(), 'utf8');
    expect(saved.startsWith(report)).toBe(true);
    const lines = records.map((line) => JSON.parse(line));
    const first = lines.findLast(({ panel, update }) => panel === 0 && update <= 7);
    const [comment = ''] = saved.slice(report.length).split('\n');
    expect(comment).toContain(`<!-- Pose of ${first.label}, rad and m: `);
    expect(comment.match(/-?\d[\d.e-]*(?=, | -->)/g)?.map(Number)).toEqual(first.angles);
    await findButton(page, 'Close').click();
  }),
);

test('the Cite tab lists the papers of the shown methods, and the link and hash of the run', () =>
  site.inSharedPage('#preset=y&methods=sdls,sdls,dls', async ({ page }) => {
    await findButton(page, 'Share').click();
    await page.getByRole('tab', { name: 'Link' }).press('ArrowLeft');
    const entries = await page.getByLabel('BibTeX', { exact: true }).inputValue();
    expect(entries.match(/^@/gm)?.length).toBe(3);
    expect(entries).toContain('buss2005');
    expect(entries).toContain('wampler1986');
    const field = page.getByLabel('BibTeX', { exact: true });
    await expect.poll(() => field.inputValue()).toMatch(/note = \{Replay hash \w{16}\}/);
    const [, hash] = /Replay hash (\w+)/.exec(await field.inputValue()) ?? [];
    const [, url = ''] = /url = \{(.*)\}/.exec(await field.inputValue()) ?? [];
    await findButton(page, 'Close').click();
    const report = await readShareDialog(page);
    expect([hash, url]).toEqual([report.hash, report.link]);
  }));

test('Back and Forward move between presets and keep the edits of each', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await changeLambda(page);
    await openGalleryScene(page, 'Three links');
    await page.waitForFunction(() => document.title === 'Three links · IK Lab');
    await page.goBack();
    await page.waitForFunction(() => document.title === 'Y · IK Lab');
    expect(await page.locator('.pane .note').nth(2).textContent()).toContain('λ 0.31');
    await page.goForward();
    await page.waitForFunction(() => document.title === 'Three links · IK Lab');
  }));

secondTierTest.each([
  [390, 844],
  [360, 640],
])(
  'on a phone of %i x %i the tabs switch the sheet, and a card opens its method',
  (width, height) =>
    site.inSharedPage(
      '#preset=double-y',
      async ({ page }) => {
        await getTestHook(page).step(30);
        const seen = async (place: string) => page.locator(place).first().isVisible();
        const tab = (name: string) =>
          page.getByRole('navigation').getByRole('button', { name }).tap();
        expect([await seen('.column'), await seen('.chart-strip')]).toEqual([false, false]);
        await tab('Methods');
        expect([await seen('.card'), await seen('.pace')]).toEqual([true, false]);
        await tab('Charts');
        expect([await seen('.card'), await seen('.chart-strip')]).toEqual([false, true]);
        await tab('More');
        expect([await seen('.card'), await seen('.pace')]).toEqual([false, true]);
        await tab('Views');
        expect(await seen('.column')).toBe(false);
        await tab('Methods');
        await page.locator('.card').nth(2).tap();
        expect(await seen('.inspector')).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
        await page.locator('.sheet').waitFor({ state: 'detached' });
        await tab('Views');
      },
      { viewport: { width, height }, hasTouch: true },
    ),
);

/** Horizontal overflow in pixels of the dialog and the containers of its tabs; tabs outside the dialog. */
function besideDialog(dialog: HTMLElement | SVGElement) {
  const frame = dialog.getBoundingClientRect();
  const tabs = [...dialog.querySelectorAll('[aria-label="Ways to share"] > *')];
  const around = [dialog, ...dialog.querySelectorAll('*')].filter((part) =>
    part.contains(tabs[0] ?? null),
  );
  return {
    hidden: Math.max(...around.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    outside: tabs.filter((tab) => tab.getBoundingClientRect().right > frame.right),
  };
}

secondTierTest(
  'at 320 and 390 px every tab is inside the Share dialog, which does not scroll sideways',
  () =>
    site.inSharedPage('#preset=ur5e', async ({ page }) => {
      const dialog = page.getByRole('dialog');
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 640 });
        await findButton(page, 'Share').click();
        for (const name of ['Link', 'Embed', 'Picture', 'Code', 'File', 'Cite']) {
          await dialog.getByRole('tab', { name }).click();
          const found = await dialog.evaluate(besideDialog);
          expect(found, `${name} at ${width}`).toEqual({ hidden: 0, outside: [] });
        }
        await page.keyboard.press('Escape');
      }
    }),
);
