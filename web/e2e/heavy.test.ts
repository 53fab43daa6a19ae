// @module-tag full
/** The heaviest scenes that a link can hold: they run slowly, report it, and the page stays responsive. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type PageVisit, type TestSite, waitForScene } from './pageTools.ts';

let site: TestSite;
let visit: PageVisit;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  visit = await site.visit('#preset=y');
  await waitForScene(visit.page);
});
afterAll(() => site?.close());

/** A scene with the maximum number of joints, limits, oriented targets and panels. */
function heaviest(method: string, run = {}) {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const joints = Array.from({ length: 256 }, (_, i) => ({
    id: `j${i}`,
    parent: i ? `j${i - 1}` : null,
    axis: axes[i % 3],
    xyz: [0.1, 0.03, 0.02],
    limits: [-1, 1],
  }));
  const effectors = Array.from({ length: 64 }, (_, i) => ({
    id: `e${i}`,
    parent: `j${255 - 4 * i}`,
    xyz: [0.1, 0, 0],
  }));
  const targets = effectors.map(({ id }, i) => ({
    effector: id,
    position: [Math.cos(i), Math.sin(i), i / 10],
    orientation: [0, 0, 0, 1],
  }));
  const methods = Array(8).fill({ id: method });
  return { iklab: 1, tree: { joints, effectors }, limitPolicy: 'lock', targets, methods, run };
}

async function linkTo(document: unknown): Promise<string> {
  const packed = new Response(
    new Blob([JSON.stringify(document)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  );
  return `#s=1.${Buffer.from(await packed.arrayBuffer()).toString('base64url')}`;
}

/** Display refreshes between a click and its effect; each contains at most one slice of work. */
const MOST = 2;

/** Clicks a button of the transport, waits until its name changes, and returns the number of refreshes. */
const pressed = (page: Page, name: string, after: string): Promise<number> =>
  page.evaluate(
    ([name, after]) =>
      new Promise<number>((resolve) => {
        const now = document.querySelector<HTMLElement>(`.transport [aria-label="${name}"]`);
        let refreshes = 0;
        const count = (): void => {
          refreshes++;
          requestAnimationFrame(count);
        };
        const look = (): void => {
          if (document.querySelector(`.transport [aria-label="${after}"]`)) resolve(refreshes);
        };
        const watched = document.querySelector('.transport') as Element;
        new MutationObserver(look).observe(watched, {
          subtree: true,
          attributes: true,
          childList: true,
        });
        // queued behind the running work, as a real click is
        setTimeout(() => {
          requestAnimationFrame(count);
          now?.click();
        });
      }),
    [name, after] as const,
  );

const LOOKED = 8;

/** Counts the frames of the scene that are computed in `LOOKED` refreshes of the display. */
const framesMade = (page: Page): Promise<number> =>
  page.evaluate(
    (most) =>
      new Promise<number>((resolve) => {
        const frame = (): number =>
          Number(/frame (\d+)/.exec(document.querySelector('.count')?.textContent ?? '')?.[1]);
        const from = frame();
        let refreshes = 0;
        const count = (): void => {
          if (++refreshes > most) resolve(frame() - from);
          else requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
      }),
    LOOKED,
  );

test.each([
  ['sdls', {}],
  ['sdls', { updatesPerFrame: 1000 }],
  ['qp', {}],
])(
  'eight panels of %s with 256 joints, %o, report their pace and respond to Pause in 2 frames',
  async (method, run) => {
    const { page, messages } = visit;
    const link = await linkTo(heaviest(method, run));
    expect(link.length).toBeLessThan(6000);
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, link);
    await page.locator('.behind').waitFor();
    expect(await page.locator('.behind').textContent()).toMatch(
      /^running at [\d.]+ % of real time$/,
    );
    // a frame slower than real time takes at least two slices
    expect(await framesMade(page)).toBeLessThanOrEqual(LOOKED / 2);
    expect(await pressed(page, 'Pause', 'Play')).toBeLessThanOrEqual(MOST);
    expect(await pressed(page, 'Play', 'Pause')).toBeLessThanOrEqual(MOST);
    await pressed(page, 'Pause', 'Play');
    await page.evaluate(() => {
      location.hash = '#preset=double-y';
    });
    await page.waitForFunction(() => document.title.startsWith('Double Y'));
    await page.waitForFunction(
      () =>
        Number(/frame (\d+)/.exec(document.querySelector('.count')?.textContent ?? '')?.[1]) > 9,
    );
    expect(messages).toEqual([]);
  },
);

test('a scene with 64 effectors shows filter and explanation of the selected panel', async () => {
  const { page, messages } = await site.visit(await linkTo(heaviest('dls')));
  await page.locator('.behind').waitFor();
  const shown = () => page.locator('.inspector .method_filter-now svg');
  for (const slot of [1, 2]) {
    await page.locator(`.card[data-slot="${slot}"] .scene_inspect`).click();
    await page.locator(`.inspector .method_filter-now svg.slot-${slot}`).waitFor();
    expect(await shown().getAttribute('aria-label')).toMatch(/in \d+ directions\.$/);
  }
  await page.locator('.pane[data-slot="3"] .state').click();
  const why = page.locator('.why');
  await why.locator('.answer:not([aria-busy=true])').first().waitFor();
  expect(await why.locator('h2').innerText()).toMatch(/^(Why|How) .+\?$/);
  expect(await why.locator('[role=img]').first().getAttribute('aria-label')).toContain('σ₁');
  expect(messages).toEqual([]);
});
