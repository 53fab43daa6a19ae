import { packLinkText } from '@iklab/core/scenario/link';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getTestHook,
  openFileByMenu,
  openTestSite,
  type TestSite,
  unfoldSceneCard,
  waitForScene,
} from './pageTools.ts';
import { tieredTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Compares joint origins and effectors on the screen and in the module, now and after some frames. */
async function agrees(page: Page): Promise<void> {
  for (const frames of [0, 1, 40]) {
    const panels = await page.evaluate((count) => {
      const { step, panels, drawnPoints, solvedPoints } = window.__iklab;
      step(count);
      return Array.from({ length: panels }, (_, i) => ({
        drawn: drawnPoints(i),
        solved: solvedPoints(i),
      }));
    }, frames);
    for (const { drawn, solved } of panels) {
      expect(drawn.length).toBe(solved.length);
      expect(drawn.length).toBeGreaterThan(5);
      const off = Math.max(...drawn.map((value, i) => Math.abs(value - (solved[i] as number))));
      expect(off).toBeLessThan(1e-9);
    }
  }
}

describe('the scene graph agrees with the core to 1e-9 in preset', () => {
  tieredTest(scenarioPresetIds)('%s', (id) =>
    site.inSharedPage(`#preset=${id}`, async ({ page }) => {
      const name = scenarioPreset(id)?.document.name;
      expect((await getTestHook(page).scenario()).name).toBe(name);
      expect(await getTestHook(page).frame()).toBe(0);
      await agrees(page);
    }),
  );
});

test('the scene graph agrees with the core for rotated joints of every type', () => {
  const place = (x: number, y: number, z: number) => ({ xyz: [x, y, z], rpy: [z, x, -y] });
  const joint = (id: string, parent: string | null, type: string, more: object) => ({
    id,
    parent,
    type,
    axis: [0.6, 0, 0.8],
    ...more,
  });
  const document = {
    iklab: 1,
    name: 'Every kind',
    tree: {
      joints: [
        joint('turn', null, 'revolute', place(0.1, 0.2, 0.3)),
        joint('slide', 'turn', 'prismatic', { ...place(0.4, -0.1, 0.2), limits: [-0.3, 0.5] }),
        joint('post', 'slide', 'fixed', place(0.3, 0.3, -0.2)),
        joint('screw', 'post', 'screw', { ...place(0.2, 0.4, 0.1), pitch: 0.07 }),
        joint('left', 'screw', 'revolute', place(-0.3, 0.3, 0.2)),
        joint('right', 'screw', 'screw', { ...place(0.3, 0.2, -0.4), pitch: -0.11 }),
      ],
      effectors: [
        { id: 'a', parent: 'left', ...place(0.4, 0.1, 0.2) },
        { id: 'b', parent: 'right', ...place(0.1, 0.5, 0.3) },
      ],
    },
    targets: [
      { effector: 'a', position: [0.9, 1.1, 0.4] },
      { effector: 'b', position: [1.2, 0.7, -0.3] },
    ],
    methods: [{ id: 'dls' }, { id: 'transpose' }],
  };
  return site.inSharedPage('#preset=double-y', async ({ page }) => {
    await openFileByMenu(page, 'kinds.json', JSON.stringify(document));
    await page.waitForFunction(() => window.__iklab.panels === 2);
    const before = await getTestHook(page).solved(0);
    await agrees(page);
    const now = await getTestHook(page).solved(0);
    expect(now.filter((value, i) => value !== before[i]).length).toBeGreaterThan(10);
  });
});

test('a link opens its scene, and a new fragment opens another', async () => {
  const { page, messages, close } = await site.visit('?test=1#preset=y&methods=sdls,dls');
  await waitForScene(page);
  expect(await page.title()).toBe('Y · IK Lab');
  expect(await page.locator('.pane h2').allTextContents()).toEqual(['SDLS', 'DLS']);
  await getTestHook(page).step(7);
  await page.evaluate(() => {
    location.hash = '#preset=double-y';
  });
  await page.waitForFunction(() => document.querySelectorAll('.pane').length === 4);
  expect(await page.textContent('.count')).toBe('frame 0');
  await getTestHook(page).step(5);
  expect(await page.textContent('.count')).toBe('frame 5');
  expect(messages).toEqual([]);
  await close();
});

test('a link followed while the address of an edit is being written still opens its scene', () =>
  site.inSharedPage('#preset=y', async ({ page }) => {
    // the link is packed, but the address is not written yet
    await page.evaluate(() => {
      const { all } = Promise;
      Object.assign(Promise, {
        all: async (parts: unknown[]) => {
          const done = await all.call(Promise, parts);
          if (typeof done[0] === 'string') {
            Object.assign(Promise, { all });
            location.hash = '#preset=planar-3-link';
          }
          return done;
        },
      });
    });
    await unfoldSceneCard(page);
    await page.getByLabel('Joint limits', { exact: true }).last().selectOption('lock');
    await page.waitForFunction(() => window.__iklab.scenario.name === 'Three links');
    expect(new URL(page.url()).hash).toBe('#preset=planar-3-link');
  }));

test('play=0 opens a scene paused, and frame=N at that frame', async () => {
  const { page, close } = await site.visit('#preset=y&play=0&frame=37');
  await page.waitForFunction(() => document.querySelector('.count')?.textContent === 'frame 37');
  expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(1);
  await close();
});

tieredTest([
  ['#preset=four-ways&play=0', 'update 0', 'update 1'],
  ['#preset=four-ways&play=0&frame=5', 'update 5', 'update 6'],
  ['#preset=double-y&play=0', 'frame 0', 'frame 1'],
])('%s opens paused at its frame, and the period key advances one update', (link, before, after) =>
  site.inSharedPage(link, async ({ page }) => {
    const at = () => page.textContent('.count');
    await expect.poll(at).toBe(before); // the run reaches the frame of a link in slices
    await getTestHook(page).step(3); // the run is paused
    expect(await at()).toBe(before);
    await page.locator('.panes').focus();
    await page.keyboard.press('.');
    await getTestHook(page).step(3);
    expect(await at()).toBe(after);
    const steps = Number(after.split(' ')[1]);
    const made = await page.locator('.card .scene_updates').allTextContents();
    expect(made.map((text) => Number.parseInt(text, 10))).toEqual(made.map(() => steps));
  }),
);

test('a converging run stops automatically, and "Run again" restarts it', () =>
  site.inSharedPage('#preset=arm-6', async ({ page }) => {
    await getTestHook(page).step(4000);
    expect(await page.getByRole('button', { name: 'Run again', exact: true }).count()).toBe(1);
    const states = await page.locator('.state').allTextContents();
    expect(states.some((text) => /^reached in \d+$/.test(text))).toBe(true);
    expect(states.join()).not.toContain('running');
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    await getTestHook(page).step(1);
    expect(await page.textContent('.count')).toBe('update 1');
  }));

test('an unreadable link shows the reason and its text, and the default scene opens', async () => {
  const text = '#s=1.<img src=x onerror=alert(1)>';
  const { page, messages, close } = await site.visit(`?test=1${text}`);
  await waitForScene(page);
  const notice = page.locator('.notice');
  expect(await notice.locator('h2').textContent()).toBe('This link cannot be read');
  const [bar, words] = await Promise.all([
    notice.boundingBox(),
    notice.locator('.said').boundingBox(),
  ]);
  if (!bar || !words) throw new Error('the notice is not seen');
  expect(words.y).toBeGreaterThanOrEqual(bar.y);
  expect(words.y + words.height).toBeLessThanOrEqual(bar.y + bar.height);
  expect((await notice.locator('li').allTextContents()).join('').length).toBeGreaterThan(10);
  const savedText = await notice.locator('textarea').inputValue();
  expect(decodeURIComponent(savedText)).toBe(text);
  expect(await page.locator('.notice img').count()).toBe(0);
  expect(await page.locator('.pane').count()).toBe(4);
  await getTestHook(page).step(2);
  await notice.getByRole('button', { name: 'Close' }).click();
  expect(await notice.count()).toBe(0);
  expect(messages).toEqual([]);
  await close();
});

test('an unknown page address is reported with a link to the start; the scene stays', async () => {
  const { page, messages, close } = await site.visit('?test=1#/crowd');
  await waitForScene(page);
  const notice = page.locator('.notice');
  expect(await notice.locator('h2').textContent()).toBe('There is no page #/crowd');
  await page.evaluate(() => {
    location.hash = '#preset=y';
  });
  await page.waitForFunction(() => document.title === 'Y · IK Lab');
  expect(await notice.count()).toBe(0);
  await page.evaluate(() => {
    location.hash = '#/method/dls';
  });
  await notice.waitFor();
  expect(await page.title()).toBe('Y · IK Lab');
  expect(await notice.textContent()).toContain('There is no page #/method/dls');
  await notice.getByRole('button', { name: 'Go to the start' }).click();
  await page.waitForFunction(() => document.title === 'Four methods on one robot · IK Lab');
  expect(await notice.count()).toBe(0);
  expect(messages).toEqual([]);
  await close();
});

test("a link with an invalid field names the field's path", async () => {
  const { page, close } = await site.visit('?test=1#preset=double-y&methods=sdls,nonsense');
  await waitForScene(page);
  expect(await page.locator('.notice li').allTextContents()).toEqual([
    expect.stringContaining('methods[1].id'),
  ]);
  await close();
});

test('a link of version 1 can be upgraded and restored; a file of version 1 is noted', async () => {
  const arm = {
    iklab: 1,
    tree: { planar: { links: [0.4, 0.6] } },
    targets: [{ effector: 'tip', position: [0.2, 0.5, 0] }],
    methods: [{ id: 'dls' }],
  };
  const link = `#s=1.${await packLinkText(JSON.stringify(arm))}&play=0`;
  await site.inSharedPage(link, async ({ page }) => {
    const bar = page.locator('.notice');
    expect(await bar.innerText()).toContain('DLS: lambda 1.1 m (published)');
    const before = await getTestHook(page).scenario();
    await bar.getByRole('button', { name: 'Upgrade to version 2' }).click();
    await bar.getByRole('heading', { name: 'Upgraded to version 2' }).waitFor();
    const fragment = new URL(page.url()).hash;
    expect(fragment).not.toBe(link);
    expect(fragment.endsWith('&play=0')).toBe(true);
    expect(await getTestHook(page).scenario()).toEqual(before);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe(link);
    await expect.poll(() => bar.count()).toBe(0);
    await openFileByMenu(page, 'arm.json', JSON.stringify(arm));
    await bar.getByRole('heading', { name: 'arm.json' }).waitFor();
    expect(await bar.innerText()).toContain('DLS: lambda 1.1 m (published)');
  });
});
