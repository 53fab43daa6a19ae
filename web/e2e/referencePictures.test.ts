/**
 * Compares the panes with the pictures in `e2e/pictures/`, drawn on the CPU. To record a picture that
 * changed on purpose: `IKLAB_KEEP_PICTURES=1 npx vitest run --project e2e web/e2e/referencePictures.test.ts`;
 * look at it before you commit it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type CanvasPixels, readCanvasPixels } from './canvasPixels.ts';
import type { PageVisitOptions } from './harness.ts';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { openRobotWithVisuals } from './testMeshArm.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const KEPT = fileURLToPath(new URL('pictures/', import.meta.url));
const APART = 32; // difference per colour channel, of 255
const MOST = 0.002; // share of the pixels

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** Number of pixels without a similar pixel within one pixel in the other picture, both ways. */
function unlike(a: CanvasPixels, b: CanvasPixels): number {
  if (a.width !== b.width || a.height !== b.height) return a.all.length;
  return missing(a, b) + missing(b, a);
}

function missing(a: CanvasPixels, { all, width, height }: CanvasPixels): number {
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wanted = a.all[x + width * y] as number;
      if (alike(wanted, all[x + width * y] as number)) continue;
      if (!near(wanted, x, y)) count++;
    }
  return count;
  function near(wanted: number, x: number, y: number): boolean {
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [u, v] = [x + dx, y + dy];
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        if (alike(wanted, all[u + width * v] as number)) return true;
      }
    return false;
  }
}

const alike = (a: number, b: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) < APART);

/** The canvas of the panes as drawn now, scaled to two fifths. */
async function picture(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await getTestHook(page).step(0);
  const url = await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    window.__iklab.step(0);
    const canvas = document.querySelector('.panes canvas') as HTMLCanvasElement;
    const small = document.createElement('canvas');
    small.width = Math.round(0.4 * canvas.width);
    small.height = Math.round(0.4 * canvas.height);
    const to = small.getContext('2d') as CanvasRenderingContext2D;
    to.imageSmoothingQuality = 'high';
    to.drawImage(canvas, 0, 0, small.width, small.height);
    return small.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

interface Look extends PageVisitOptions {
  readonly link?: string;
  readonly steps?: number;
  readonly act?: (page: Page) => Promise<void>;
}

const LOOKED: Readonly<Record<string, Look>> = {
  opening: {},
  'double-y': { link: '#preset=double-y', steps: 30 },
  ur5e: { link: '#preset=ur5e', steps: 3 },
  meshes: {
    link: '#preset=y',
    steps: 0,
    act: async (page) => {
      await openRobotWithVisuals(page);
      await getTestHook(page).step(3);
    },
  },
  overlay: {
    act: async (page) => {
      await findButton(page, 'Overlay').click();
      await getTestHook(page).step(1);
    },
  },
  map: {
    link: '#preset=planar-3-link',
    act: async (page) => {
      await page.evaluate(() => {
        location.hash = '#/studies/map';
      });
      await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
      await page.waitForSelector('.study_map-progress[data-done=true]');
      await findButton(page, 'Show in the scene').click();
      await page.waitForSelector('.study_map-bar .study_map-progress[data-done=true]', {
        state: 'attached',
      });
      await page.waitForSelector('.plane-handle', { state: 'attached' });
      await getTestHook(page).step(1);
    },
  },
  dark: { colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

tieredTest(Object.entries(LOOKED))(
  'the panes look like the recorded picture "%s"',
  async (name, { link = '', steps = 12, act, ...look }) => {
    const options = { viewport: { width: 1200, height: 860 }, ...look };
    const { page, messages, close } = await site.visit(`?test=1${link}`, options);
    await waitForScene(page);
    await getTestHook(page).step(steps);
    await act?.(page);
    const now = await picture(page);
    const file = join(KEPT, `${name}.png`);
    if (process.env.IKLAB_KEEP_PICTURES) {
      mkdirSync(KEPT, { recursive: true });
      writeFileSync(file, now);
    }
    expect(existsSync(file), `${file} is there`).toBe(true);
    expect(now.length, 'bytes').toBeLessThan(60_000);
    const [a, b] = [
      await readCanvasPixels(page, now),
      await readCanvasPixels(page, readFileSync(file)),
    ];
    const count = unlike(a, b);
    const seen = join(tmpdir(), `iklab-${name}-now.png`);
    if (count > MOST * a.all.length) writeFileSync(seen, now);
    expect(count, `pixels unlike ${file}; now: ${seen}`).toBeLessThanOrEqual(MOST * a.all.length);
    expect(messages).toEqual([]);
    await close();
  },
);

secondTierTest('a missing target ring exceeds the allowed pixel difference', async () => {
  const { page, close } = await site.visit('?test=1', { viewport: { width: 760, height: 560 } });
  await waitForScene(page);
  await getTestHook(page).step(12);
  const whole = await readCanvasPixels(page, await picture(page));
  const without = await page.evaluate(() => {
    const rings = window.__iklab.sight(0).parts.rings?.[0];
    if (rings) rings.layers.mask = 0;
    return rings !== undefined;
  });
  expect(without).toBe(true);
  const gone = await readCanvasPixels(page, await picture(page));
  expect(unlike(whole, gone)).toBeGreaterThan(MOST * whole.all.length);
  await close();
});
