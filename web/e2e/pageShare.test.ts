import { readFile } from 'node:fs/promises';
import { replayHash } from 'iklab/engine';
import { sceneOf, testEngine } from 'iklab/engine/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  button,
  hook,
  openFile,
  openScene,
  openSite,
  type Site,
  sceneShown,
  shared,
} from './pageTools.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

async function changeLambda(page: Page): Promise<void> {
  await page.keyboard.press('3');
  await page.getByLabel('Damping λ, value').fill('0.31');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'DLS′' }).getByLabel('Close').click();
}

test('a changed scene is shared: the link opens it elsewhere with the same hash', async () => {
  const here = await site.visit('?test=1#preset=double-y');
  await sceneShown(here.page);
  const before = await shared(here.page);
  await changeLambda(here.page);
  await button(here.page, 'Menu of DLS′').click();
  await here.page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const after = await shared(here.page);
  expect(after.hash).not.toBe(before.hash);
  expect(after.link.length).toBeLessThan(400 + site.url.length);
  const there = await site.visit(after.link.slice(site.url.length));
  await sceneShown(there.page);
  expect(await there.page.locator('.pane .note').nth(3).textContent()).toBe(
    'λ 0.31, clamped 0.25 m',
  );
  expect(await shared(there.page)).toEqual(after);
  expect([...here.messages, ...there.messages]).toEqual([]);
  await here.close();
  await there.close();
});

test('the file holds the scene: its hash in Node is the one of the dialog, and it opens again', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    const { hash } = await shared(page);
    await button(page, 'Share').click();
    await page.getByRole('tab', { name: 'File' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save the scene').click(),
    ]);
    expect(download.suggestedFilename()).toBe('y.iklab.json');
    const file = await readFile(await download.path(), 'utf8');
    const engine = await testEngine();
    expect(replayHash(engine, sceneOf(JSON.parse(file), engine))).toBe(hash);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save a picture').click(),
    ]);
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG');
    await button(page, 'Close').click();

    const named = file.replace('"name": "Y"', '"name": "From a file"');
    await openFile(page, 'own.iklab.json', named);
    await page.waitForFunction(() => document.title === 'From a file · IK Lab');
    await openFile(page, 'bad.json', '{]');
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice h2')).toBe('bad.json cannot be read');
    expect(await page.locator('.notice textarea').inputValue()).toBe('{]');
    expect(await page.title()).toBe('From a file · IK Lab');
    await page.locator('.notice').getByRole('button', { name: 'Close' }).click();
  }));

test('the papers of exactly the methods shown', () =>
  site.inSharedPage('#preset=y&methods=sdls,sdls,dls', async ({ page }) => {
    await button(page, 'Share').click();
    await page.getByRole('tab', { name: 'Link' }).press('ArrowLeft');
    const entries = await page.getByLabel('BibTeX', { exact: true }).inputValue();
    expect(entries.match(/^@/gm)?.length).toBe(2);
    expect(entries).toContain('buss2005');
    expect(entries).toContain('wampler1986');
    await button(page, 'Close').click();
  }));

test('Back and Forward: a preset makes a step, edits go with the scene they belong to', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await changeLambda(page);
    await openScene(page, 'Three links');
    await page.waitForFunction(() => document.title === 'Three links · IK Lab');
    await page.goBack();
    await page.waitForFunction(() => document.title === 'Y · IK Lab');
    expect(await page.locator('.pane .note').nth(2).textContent()).toContain('λ 0.31');
    await page.goForward();
    await page.waitForFunction(() => document.title === 'Three links · IK Lab');
  }));

test.each([
  [390, 844],
  [360, 640],
])('on a phone of %i x %i the sheet has tabs, and a card opens its method', (width, height) =>
  site.inSharedPage(
    '#preset=double-y',
    async ({ page }) => {
      await hook(page).step(30);
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
