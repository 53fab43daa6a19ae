/** A map in the panes of the scene: its colours, and its plane moved by mouse, keys and touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { readCanvasPixels } from './canvasPixels.ts';
import { PHONE_OPTIONS } from './dragTools.ts';
import {
  DRAWN_PAGE_OPTIONS,
  dragByMouse,
  findButton,
  getTestHook,
  openTestSite,
  swipe,
  type TestSite,
  type WindowPosition,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { makePlaneProjection } from './planePositions.ts';
import { waitUntilStudySolved } from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

/** Shows the coarsest map of the planar arm in the scene; `first` runs on its study page. */
async function inScene(
  act: (page: Page) => Promise<void>,
  {
    first = async (_: Page) => {},
    ...options
  }: { first?: (page: Page) => Promise<void> } & object = {},
): Promise<void> {
  await site.inOwnPage(
    '?test=1#preset=planar-3-link',
    async ({ page }) => {
      await waitForScene(page);
      await toMap(page);
      await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
      await waitUntilStudySolved(page);
      await first(page);
      await findButton(page, 'Show in the scene').click();
      await solvedInScene(page);
      await page.waitForSelector('.plane-handle', { state: 'attached' });
      await act(page);
    },
    options,
  );
}

/** Waits for the workers. */
const solvedInScene = (page: Page) =>
  page.waitForSelector('.study_map-bar .study_map-progress[data-done=true]', {
    state: 'attached',
    timeout: 100_000,
  });

const toMap = (page: Page): Promise<void> =>
  page.evaluate(() => {
    location.hash = '#/studies/map';
  });

const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Plane of the map, ${name}`) });

async function middle(page: Page, name: string): Promise<WindowPosition> {
  await waitUntilPageSettled(page);
  await getTestHook(page).step(0);
  const { x, y, width, height } = (await handle(page, name).boundingBox()) ?? {
    ...{ x: 0, y: 0, width: 0, height: 0 },
  };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Position in the label of the centre handle, in metres. */
async function centre(page: Page): Promise<number[]> {
  const label = (await handle(page, 'centre').getAttribute('aria-label')) ?? '';
  return (label.match(/[−\d.]+(?=,|\s*mm$)/g) ?? []).map((n) => Number(n.replace('−', '-')) / 1000);
}

const side = async (page: Page): Promise<number> =>
  Number((await handle(page, 'side').getAttribute('aria-label'))?.match(/[\d.]+/)?.[0]);

type Rgb = readonly number[];
const rgb = (pixel = 0): Rgb => [pixel >> 16, (pixel >> 8) & 255, pixel & 255];

const [SIDE, CELLS, METHOD, CHANGED] = [5.17, 25, 1, 2];
/** Within reach, away from the moving arm and from grid lines. */
const PLACES = [
  [-1.24, 0.41],
  [-1.45, -0.21],
  [-1.45, 0.62],
] as const;

/** The colours of the cells of these places, in the figure. */
const inFigure = (page: Page): Promise<Rgb[]> =>
  page
    .locator('.study_map-field canvas')
    .nth(METHOD)
    .evaluate(
      (element, places) => {
        const { width, height } = element as HTMLCanvasElement;
        const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
        const { data } = context.getImageData(...([0, 0, width, height] as const));
        return places.map(([across, up]) => {
          const row = Math.floor((1 - (up as number)) * height);
          const at = 4 * (row * width + Math.floor((across as number) * width));
          return [...data.slice(at, at + 3)];
        });
      },
      PLACES.map((place) =>
        place.map((at) => (Math.floor((at / SIDE + 0.5) * CELLS) + 0.5) / CELLS),
      ),
    );

const surface = (page: Page): Promise<Rgb> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--surface)';
    const found =
      getComputedStyle(probe)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    probe.remove();
    return found;
  });

/** The colours of the places in a pane. */
async function placesIn(
  page: Page,
  where: (x: number, y: number) => WindowPosition,
): Promise<Rgb[]> {
  const { width, all } = await readCanvasPixels(page);
  const box = await page.locator('canvas').first().boundingBox();
  return PLACES.map(([x, y]) => {
    const at = where(x, y);
    return rgb(all[Math.round(at.y - (box?.y ?? 0)) * width + Math.round(at.x - (box?.x ?? 0))]);
  });
}

const colourDistance = (some: readonly Rgb[], others: readonly Rgb[]): number =>
  Math.max(
    ...some.flatMap((colour, i) => colour.map((part, c) => Math.abs(part - (others[i]?.[c] ?? 0)))),
  );

secondTierTest(
  'map cells have the figure’s colours, follow a parameter, and vanish when the map is closed',
  async () => {
    let figure: Rgb[] = [];
    await inScene(
      async (page) => {
        const [where, there] = [
          await makePlaneProjection(page, METHOD),
          await makePlaneProjection(page, CHANGED),
        ];
        const seen = () => placesIn(page, where);
        const readChanged = () => placesIn(page, there);
        const ground = await surface(page);
        // 78 % opaque cells over the ground, whose grid is faint
        const wanted = figure.map((cell) =>
          cell.map((part, c) => 0.78 * part + 0.22 * (ground[c] ?? 0)),
        );
        // one pane is painted per frame
        await expect.poll(async () => colourDistance(await seen(), wanted)).toBeLessThan(9);
        const laid = await seen();
        const bar = await page.locator('.study_map-bar').boundingBox();
        expect(bar?.height).toBeLessThan(50); // one row
        const before = await readChanged();
        await findButton(page, 'Undo').click();
        await expect
          .poll(async () => colourDistance(await readChanged(), before))
          .toBeGreaterThan(20);
        await findButton(page, 'Close the map').click();
        await page.locator('.plane-handle').first().waitFor({ state: 'detached' });
        for (const [i, bare] of (await seen()).entries())
          expect(colourDistance([bare], laid.slice(i, i + 1))).toBeGreaterThan(20);
      },
      {
        ...DRAWN_PAGE_OPTIONS,
        first: async (page) => {
          await changed(page);
          figure = await inFigure(page);
        },
      },
    );
  },
);

/** Changes a parameter of a method and waits for its map. */
async function changed(page: Page): Promise<void> {
  const methods = page.getByRole('combobox', { name: 'Method whose parameter varies' });
  await methods.selectOption(`${CHANGED + 1}`);
  const field = page.getByRole('textbox', { name: /^Damping λ, value/ });
  const shares = page.locator('.map figcaption .small');
  const before = await shares.nth(CHANGED).textContent();
  await field.fill('4');
  await field.press('Enter');
  await page.waitForFunction(
    ([was, at]) => document.querySelectorAll('.map figcaption .small')[at]?.textContent !== was,
    [before, CHANGED] as const,
  );
  await waitUntilStudySolved(page);
}

test('a map started on its study page finishes in the scene', () =>
  site.inSharedPage('#preset=ur5e', async ({ page }) => {
    await toMap(page);
    await page.getByRole('combobox', { name: 'Up to' }).selectOption('50');
    await findButton(page, 'Show in the scene').click();
    await solvedInScene(page);
    await findButton(page, 'Close the map').click();
  }));

test('the plane is moved, scaled and turned by mouse and keys, and the map follows', () =>
  inScene(async (page) => {
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await centre(page)).toEqual([0, 0, 0]);
    const where = await makePlaneProjection(page, 0);
    // the whole plane is inside the pane
    const pane = await page.locator('.pane').first().boundingBox();
    for (const [x, y] of [-1, 1].flatMap((a) => [-1, 1].map((b) => [a, b] as const))) {
      const corner = where((x * SIDE) / 2, (y * SIDE) / 2);
      expect(corner.x - (pane?.x ?? 0)).toBeGreaterThan(0);
      expect(corner.y - (pane?.y ?? 0)).toBeGreaterThan(0);
      expect(corner.x - (pane?.x ?? 0)).toBeLessThan(pane?.width ?? 0);
      expect(corner.y - (pane?.y ?? 0)).toBeLessThan(pane?.height ?? 0);
    }
    const from = await middle(page, 'centre');
    const to = { x: from.x + 50, y: from.y - 30 };
    await dragByMouse(page, from, to);
    const [x = 0, y = 0, z] = await centre(page);
    const now = where(x, y);
    expect(Math.hypot(now.x - to.x, now.y - to.y)).toBeLessThan(2);
    expect(z).toBe(0);
    await solvedInScene(page);
    // by keys, and cancelled
    await handle(page, 'centre').focus();
    await page.keyboard.press('Shift+ArrowRight');
    expect((await centre(page))[0]).toBeCloseTo(x + 0.1, 6);
    await page.keyboard.press('PageUp');
    expect((await centre(page))[2]).not.toBe(0);
    await page.keyboard.press('Escape');
    expect(await centre(page)).toEqual([x, y, 0]);
    await handle(page, 'side').focus();
    const before = await side(page);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await side(page)).toBeCloseTo(before + 0.2, 6);
    await handle(page, 'turn').focus();
    await page.keyboard.press('ArrowUp');
    await findButton(page, 'Figure').click();
    await page.waitForSelector('.study_map-grid');
    expect(await page.getByRole('combobox', { name: 'Plane' }).inputValue()).toBe('turned');
    await waitUntilStudySolved(page);
  }));

secondTierTest(
  'the corner handle of a plane larger than its pane stays inside it and can be dragged',
  () =>
    inScene(async (page) => {
      await handle(page, 'side').focus();
      for (let i = 0; i < 60; i++) await page.keyboard.press('Shift+ArrowUp');
      const before = await side(page);
      const pane = await page.locator('.pane').first().boundingBox();
      if (!pane) throw new Error('there is no pane');
      const [corner, from] = [await middle(page, 'side'), await middle(page, 'centre')];
      expect(corner.x).toBeGreaterThan(pane.x + 8);
      expect(corner.x).toBeLessThan(pane.x + pane.width - 8);
      expect(corner.y).toBeGreaterThan(pane.y + 8);
      expect(corner.y).toBeLessThan(pane.y + pane.height - 8);
      await dragByMouse(page, corner, { x: (corner.x + from.x) / 2, y: (corner.y + from.y) / 2 });
      expect(await side(page)).toBeLessThan(0.7 * before);
    }),
);

secondTierTest('a swipe on its corner handle scales the plane', () =>
  inScene(
    async (page) => {
      const before = await side(page);
      const [corner, from] = [await middle(page, 'side'), await middle(page, 'centre')];
      const share = (a: number, b: number): number => a + 0.4 * (b - a);
      await swipe(page, corner, { x: share(corner.x, from.x), y: share(corner.y, from.y) });
      expect(await side(page)).toBeCloseTo(0.6 * before, 0);
    },
    { ...PHONE_OPTIONS },
  ),
);
