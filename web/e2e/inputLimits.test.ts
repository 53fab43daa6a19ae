/** Limits of links, files and memory: the page reports them and keeps working. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles } from './dropping.ts';
import {
  findButton,
  getTestHook,
  openFileByMenu,
  openTestSite,
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

const digits = (seed: number): number => Math.abs(Math.sin(seed));

/** 256 joints with full-precision numbers, which do not fit in a link. */
function unlinkable() {
  const numbers = (seed: number) => [1, 2, 3].map((k) => digits(seed + k));
  const joints = Array.from({ length: 256 }, (_, i) => ({
    id: `j${i}`,
    parent: i ? `j${i - 1}` : null,
    axis: numbers(12 * i + 3),
    xyz: numbers(12 * i),
    rpy: numbers(12 * i + 6),
    limits: [-digits(12 * i + 10), digits(12 * i + 11)],
    comfort: digits(12 * i + 12),
    weight: digits(12 * i + 13),
  }));
  const tree = { joints, effectors: [{ id: 'tip', parent: 'j255' }] };
  const targets = [{ effector: 'tip', position: [1, 1, 1] }];
  return { iklab: 1, name: 'Large', tree, targets, methods: [{ id: 'dls' }] };
}

/** A short link to a scene of 28 MB, which opens within 0.1 s: many joints, one target. */
function large() {
  const joints = Array.from({ length: 256 }, (_, i) => ({
    id: `j${i}`,
    parent: i ? `j${i - 1}` : null,
    xyz: [0.1, 0, 0],
  }));
  const tree = { joints, effectors: [{ id: 'tip', parent: 'j255' }] };
  const targets = [{ effector: 'tip', position: [1, 1, 0] }];
  return { iklab: 1, tree, targets, methods: Array(8).fill({ id: 'qp' }) };
}

const notice = (page: Page) => page.locator('.notice');

secondTierTest('a scene too large for a link offers a file, and a reload restores it', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    await openFileByMenu(page, 'large.json', JSON.stringify(unlinkable()));
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Large');
    expect(await notice(page).textContent()).toContain('Too large for a link');
    expect(new URL(page.url()).hash).toBe('#preset=y');
    await findButton(page, 'Share').click();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.textContent()) // after packing
      .toMatch(
        /too large for a link: it must be at most 32 KiB \(32768 characters\), would have \d+\./,
      );
    expect(await dialog.textContent()).not.toContain('the same run, bit for bit');
    await dialog.getByRole('button', { name: 'Share as a file' }).click();
    await findButton(page, 'Save scene').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await waitForScene(page);
    expect((await getTestHook(page).scenario()).name).toBe('Large');
    expect(new URL(page.url()).hash).toBe('#preset=y');
  }),
);

secondTierTest(
  'without storage a scene too large for a link is reported as not stored',
  async () => {
    const { page, messages, close } = await site.visit('empty', { fresh: true });
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('not here', 'SecurityError');
        },
      }),
    );
    await page.goto(`${site.url}?test=1#preset=y`);
    await waitForScene(page);
    await openFileByMenu(page, 'large.json', JSON.stringify(unlinkable()));
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Large');
    expect(await notice(page).textContent()).toContain(
      'the scene cannot be stored: this browser’s storage is full or blocked',
    );
    expect(messages).toEqual([]);
    await close();
  },
);

test('a file that is too large is rejected before it is read', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    const name = `${'long'.repeat(60)}.json`;
    await openFileByMenu(page, name, ' '.repeat(1024 * 1024 + 1));
    const text = (await notice(page).textContent()) ?? '';
    expect(text).toContain('must be at most 1 MiB');
    expect(text).toContain(`"${name.slice(0, 80)}…"`);
    expect((await getTestHook(page).scenario()).name).toBe('Y');
  }));

secondTierTest(
  'if memory is insufficient the current scene and its address stay, and others open',
  async () => {
    const { page, messages, close } = await site.visit('?test=1#preset=double-y', { fresh: true });
    await waitForScene(page);
    await page.evaluate(() => {
      const { grow } = WebAssembly.Memory.prototype;
      Object.assign(window, { allow: () => Object.assign(WebAssembly.Memory.prototype, { grow }) });
      WebAssembly.Memory.prototype.grow = () => {
        throw new RangeError('no memory');
      };
    });
    const text = JSON.stringify(large());
    const compressed = new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    );
    const packed = Buffer.from(await compressed.arrayBuffer()).toString('base64url');
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, `s=1.${packed}`);
    await notice(page).filter({ hasText: 'not enough memory' }).waitFor();
    expect((await getTestHook(page).scenario()).name).toBe('Double Y');
    expect(new URL(page.url()).hash).toBe('#preset=double-y');
    await getTestHook(page).step(5);
    expect(await getTestHook(page).frame()).toBe(5);
    await page.evaluate(() => {
      (window as unknown as { allow(): void }).allow();
      location.hash = 'preset=y';
    });
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Y');
    await getTestHook(page).step(5);
    expect(await getTestHook(page).frame()).toBe(5);
    expect(messages).toEqual([]);
    await close();
  },
);

secondTierTest(
  'a script that fails to load later is reported; the scene runs and files are read',
  async () => {
    const { page, messages, close } = await site.visit('empty', { fresh: true });
    await page.route(/after-.*\.js$/, (route) => route.abort());
    await page.goto(`${site.url}?test=1#preset=y`);
    await notice(page).filter({ hasText: 'A part of the page could not be loaded' }).waitFor();
    await waitForScene(page);
    await getTestHook(page).step(5);
    expect(await getTestHook(page).frame()).toBe(5);
    await dropFiles(page, [{ path: 'mine.json', content: '{"iklab": 1}' }]);
    await notice(page).filter({ hasText: 'mine.json cannot be read' }).waitFor();
    expect(messages.filter((text) => text.startsWith('uncaught'))).toEqual([]);
    await close();
  },
);

test('a failing chart does not stop the scene, and the next scene has its charts', async () => {
  const { page, close } = await site.visit('?test=1#preset=y');
  await waitForScene(page);
  await page.waitForSelector('.chart canvas', { state: 'attached' });
  await page.evaluate(() => {
    const { prototype } = HTMLCanvasElement;
    const { getContext } = prototype;
    Object.assign(window, { mend: () => Object.assign(prototype, { getContext }) });
    prototype.getContext = () => {
      throw new Error('no canvas');
    };
    location.hash = 'preset=planar-3-link';
  });
  await page.locator('.charts_chart-fault').first().waitFor({ state: 'attached' });
  await page.evaluate(() => (window as unknown as { mend(): void }).mend());
  await getTestHook(page).step(3);
  expect((await getTestHook(page).scenario()).name).toBe('Three links');
  await page.evaluate(() => {
    location.hash = 'preset=y';
  });
  await page.waitForFunction(() => window.__iklab.scenario.name === 'Y');
  await page.waitForSelector('.chart canvas', { state: 'attached' });
  expect(await page.locator('.charts_chart-fault').count()).toBe(0);
  await close();
});

secondTierTest('once fully loaded the page works without a network', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=y', { fresh: true });
  await waitForScene(page);
  await page.context().setOffline(true);
  await unfoldSceneCard(page);
  await findButton(page, 'Mechanism').focus(); // a term with an explanation
  await page.locator('.explained:popover-open').filter({ hasText: /\w/ }).waitFor();
  await page.getByRole('button', { name: 'Joints', exact: true }).click();
  await page.locator('.joints_joint-rows').waitFor();
  await findButton(page, 'Edit').click();
  await page.getByRole('complementary', { name: 'Mechanism' }).waitFor();
  for (const [place, selector] of Object.entries({
    methods: '.methods_methods-two',
    studies: '.study_study',
  })) {
    await page.evaluate((to) => {
      location.hash = `#/${to}`;
    }, place);
    await page.locator(selector).first().waitFor();
  }
  await page.goBack();
  await page.goBack();
  await page.locator('button.scene-name').click();
  await page.getByRole('dialog').locator('.tile').first().waitFor();
  expect(await notice(page).count()).toBe(0);
  expect(messages).toEqual([]);
  await close();
});
