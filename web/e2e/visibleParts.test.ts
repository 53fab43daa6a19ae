/** Every part of a pane is visible: it has vertices and covers pixels of its own colour in the right places. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCanvasPixels } from './canvasPixels.ts';
import {
  findButton,
  getChartPosition,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { openRobotWithVisuals } from './testMeshArm.ts';
import { secondTierTest } from './tiers.ts';
import {
  type CanvasPosition,
  countPartPixels,
  getPaneViews,
  type PaneView,
  type PartPixelCounts,
  type PicturePartQuery,
  projectToCanvas,
} from './visiblePixels.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const FRAME = ['fx', 'fy', 'fz'];
const FAINT = FRAME.map((axis) => `surface+${axis}@75`);

/** The parts with their colours; the robot has several paints with separate names. */
const LOOK = {
  links: { part: 'robot', paint: 0, colors: ['link'], shaded: true },
  joints: { part: 'robot', paint: 1, colors: ['joint'], shaded: true },
  effectors: { part: 'robot', paint: 2, colors: ['own'], lit: true },
  axes: { part: 'robot', paint: 3, colors: ['axis'] },
  edge: { part: 'edge', colors: ['link-edge'] },
  outline: { part: 'outline', colors: ['own', 'surface'] },
  trails: { part: 'trails', colors: ['own'] },
  'past poses': { part: 'strobe', colors: ['strobe-0', 'strobe-1', 'strobe-2'] },
  'start pose': { part: 'start', colors: ['ghost'] },
  'pose at the cursor': { part: 'hovered', colors: ['ghost+own'] },
  ground: { part: 'ground', colors: ['ground', 'shadow'] },
  'drop lines': { part: 'drops', colors: ['accent', 'shadow'] },
  'error lines': { part: 'gaps', colors: ['accent'] },
  'target rings': { part: 'rings', colors: ['accent', 'surface'] },
  'limit arcs': { part: 'limits', colors: ['bad'] },
  'base frame': { part: 'base', colors: FAINT },
  'effector frames': { part: 'ends', colors: FRAME },
  'tool frames': { part: 'tools', colors: FRAME },
  'wanted frames': { part: 'wanted', colors: FRAME },
  knobs: { part: 'knobs', colors: FRAME },
  'free axes': { part: 'free', colors: ['accent'] },
  'map and marks': { part: 'rest', colors: [] },
} as const satisfies Record<string, PicturePartQuery>;
type Name = keyof typeof LOOK;

const MACHINE: readonly Name[] = ['links', 'joints', 'effectors', 'edge'];
const BODY: readonly Name[] = [...MACHINE, 'axes'];
const PLACE: readonly Name[] = ['ground', 'drop lines', 'start pose', 'base frame'];
const RUN: readonly Name[] = ['trails', 'error lines', 'target rings'];
const POINTS: readonly Name[] = [...BODY, ...PLACE, ...RUN, 'effector frames'];
const START: readonly Name[] = [...MACHINE, 'ground', 'drop lines', 'base frame', 'target rings'];
const TURNS: readonly Name[] = ['error lines', 'tool frames', 'wanted frames', 'knobs'];

/** Least share of a part's pixels with its own colour; the others are blended with their surroundings. */
const SHARE = 0.55;
const BLENDED: Partial<Record<Name, number>> = {
  ...{ 'target rings': 0.3, 'base frame': 0.35, axes: 0.4, joints: 0.35, 'map and marks': 0 },
  ...{ 'drop lines': 0.3, 'tool frames': 0.45 }, // drawn in the shadow, and on trails
};
const LEAST = 3; // pixels

const named = async (page: Page, names: readonly Name[], places?: CanvasPosition[][]) => {
  const all = await countPartPixels(
    page,
    names.map((name) => LOOK[name]),
    places,
  );
  return new Map(names.map((name, i) => [name, all[i] as PartPixelCounts[]]));
};

function visible(
  name: Name,
  pane: number,
  { vertices, pixels, own, other }: PartPixelCounts,
): void {
  const what = `${name} of pane ${pane + 1}`;
  expect(vertices, `vertices: ${what}`).toBeGreaterThan(0);
  expect(pixels, `pixels: ${what}`).toBeGreaterThanOrEqual(LEAST);
  expect(own / pixels, `in its colour: ${what}`).toBeGreaterThanOrEqual(BLENDED[name] ?? SHARE);
  expect(other / pixels, `in the colour of another: ${what}`).toBeLessThan(0.15);
}

const NOWHERE = { x: -100, y: -100 };
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => (i * Math.PI) / 4);

const pointsOf = (pane: PaneView): (CanvasPosition | null)[] =>
  Array.from({ length: pane.solved.length / 3 }, (_, i) =>
    projectToCanvas(pane, pane.solved.slice(3 * i, 3 * i + 3)),
  );

/** Returns points on the rings around still targets. */
const ringsOf = (pane: PaneView): CanvasPosition[] =>
  pane.targets.flatMap(({ position, motion }) => {
    const at = motion ? null : projectToCanvas(pane, position);
    if (!at || !pane.cell) return [];
    const [x, y] = [at.x - pane.cell.x, at.y - pane.cell.y];
    const [right, below] = [pane.cell.width - x, pane.cell.height - y];
    if (Math.min(x, right, below) < 40 || y < 70) return []; // a ring near the edge may be moved inside
    const radius = pane.cell.width < 300 ? 10 : 12.5;
    return SIDES.map((angle) => ({
      x: at.x + radius * Math.cos(angle),
      y: at.y + radius * Math.sin(angle),
    }));
  });

const RING = 14; // px, including its line

const isInRing = (pane: PaneView, { x, y }: CanvasPosition): boolean =>
  pane.targets.some(({ position }) => {
    const ring = projectToCanvas(pane, position);
    return ring !== null && Math.hypot(ring.x - x, ring.y - y) < RING;
  });

/** Expects all of `names` in every pane, the robot at the solved points, and rings around their targets. */
async function expectParts(
  page: Page,
  names: readonly Name[],
  drawn: 'capsules' | 'machine' | 'meshes' = 'capsules',
): Promise<void> {
  const panes = await getPaneViews(page);
  const points = panes.map(pointsOf);
  const rings = panes.map(ringsOf);
  const places = points.map((all, i) => [
    ...all.map((at) => at ?? NOWHERE),
    ...(rings[i] as CanvasPosition[]),
  ]);
  const found = await named(page, names, places);
  const body = (
    await countPartPixels(page, [{ part: 'robot', colors: [] }], places)
  )[0] as PartPixelCounts[];
  const shownPanes = panes.flatMap(({ cell }, i) => (cell ? [i] : []));
  expect(shownPanes.length).toBeGreaterThan(0);
  for (const i of shownPanes) {
    const pane = panes[i] as PaneView;
    for (const name of names) visible(name, i, found.get(name)?.[i] as PartPixelCounts);
    const [, eyeY = 0, eyeZ = 0] = pane.eye;
    const [, aimY = 0, aimZ = 0] = pane.aim;
    expect([eyeY > aimY, eyeZ > aimZ], 'seen from above and before it').toEqual([true, true]);
    // a mesh may be away from its joint, and a housing may be anywhere on its axis
    const first = drawn === 'capsules' ? 0 : pane.joints.length;
    points[i]?.forEach((at, k) => {
      if (k < first) return;
      expect(at, `point ${k} of pane ${i + 1} is in the picture`).not.toBeNull();
      if (at && isInRing(pane, at)) return; // hidden by the ring
      const near = body[i]?.near[k];
      expect(near, `robot at point ${k} of pane ${i + 1}`).toBeGreaterThan(0);
    });
    const from = points[i]?.length ?? 0;
    const about = found.get('target rings')?.[i]?.near.slice(from) ?? [];
    for (let k = 0; k < about.length; k += SIDES.length) {
      const ring = about.slice(k, k + SIDES.length);
      const sides = ring.filter((count) => count >= LEAST).length;
      expect(sides, `ring ${k / SIDES.length} of pane ${i + 1}`).toBeGreaterThanOrEqual(7);
    }
  }
}

interface Look {
  readonly link?: string;
  readonly steps?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
}
const VIEWPORT = { width: 1200, height: 860 };

const inScene = (
  { link = '', steps = 4, ...options }: Look,
  act: (page: Page) => Promise<void>,
): Promise<void> =>
  site.inOwnPage(
    `?test=1${link}`,
    async ({ page }) => {
      await waitForScene(page);
      await getTestHook(page).step(steps);
      await act(page);
    },
    { viewport: VIEWPORT, ...options },
  );

describe('every part of a pane is visible', () => {
  test('in the opening scene, with rings around the targets', () =>
    inScene({ steps: 1 }, async (page) => {
      await expectParts(page, POINTS);
      expect((await getPaneViews(page)).flatMap(ringsOf).length).toBeGreaterThanOrEqual(8 * 8);
    }));

  secondTierTest('in double-Y, and the robot again nine frames later', () =>
    inScene({ link: '#preset=double-y' }, async (page) => {
      await expectParts(page, POINTS);
      await getTestHook(page).step(9);
      await expectParts(page, BODY);
    }),
  );

  secondTierTest('in the UR5e scene with its frames, at the start and ten frames later', () =>
    inScene({ link: '#preset=ur5e', steps: 0 }, async (page) => {
      await expectParts(page, [...START, ...TURNS], 'machine');
      await getTestHook(page).step(10);
      await expectParts(page, [...MACHINE, 'start pose', 'trails', 'tool frames'], 'machine');
    }),
  );

  secondTierTest('for a robot drawn with meshes', () =>
    inScene({ link: '#preset=y' }, async (page) => {
      await openRobotWithVisuals(page);
      await getTestHook(page).step(2);
      await expectParts(page, ['links', 'edge', 'effectors', ...PLACE, ...RUN], 'meshes');
    }),
  );

  secondTierTest('for joints at their limits, with limit arcs', () =>
    inScene({ link: '#preset=human-arm-limits', steps: 10 }, (page) =>
      expectParts(page, [...MACHINE, ...PLACE, ...RUN, 'effector frames', 'limit arcs'], 'machine'),
    ),
  );

  secondTierTest('for targets with free axes', () =>
    inScene({ link: '#preset=scorbot-er-4u', steps: 1 }, (page) =>
      expectParts(page, [...MACHINE, ...PLACE, 'target rings', 'free axes'], 'machine'),
    ),
  );

  secondTierTest('in the dark theme', () =>
    inScene({ steps: 1, colorScheme: 'dark' }, (page) => expectParts(page, POINTS)),
  );

  secondTierTest('on a phone', () =>
    inScene(
      { steps: 1, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      (page) => expectParts(page, POINTS),
    ),
  );
});

secondTierTest('past poses are visible in every pane, in their colours', () =>
  inScene({ steps: 20 }, async (page) => {
    await findButton(page, 'Strobe').click();
    await getTestHook(page).step(1);
    await expectParts(page, [...BODY, 'past poses']);
  }),
);

secondTierTest('the pose at the chart cursor is visible in every pane', () =>
  inScene({ steps: 40 }, async (page) => {
    await findButton(page, 'Pause').click();
    const early = await getChartPosition(page, 0, 0.1);
    await page.mouse.move(early.x, early.y);
    await page.waitForFunction(() =>
      window.__iklab.sight(0).parts.hovered?.every(({ visible: seen }) => seen),
    );
    await expectParts(page, [...BODY, 'pose at the cursor']);
  }),
);

secondTierTest(
  'in the overlay the first robot is solid, the others are outlines in their colours',
  () =>
    inScene({}, async (page) => {
      await findButton(page, 'Overlay').click();
      await getTestHook(page).step(1);
      const solid = await named(page, [
        'links',
        'joints',
        'effectors',
        'edge',
        'ground',
        'drop lines',
      ]);
      for (const [name, panes] of solid) visible(name, 0, panes[0] as PartPixelCounts);
      const outlined = await named(page, ['outline', 'trails']);
      const trails = outlined.get('trails') ?? [];
      expect(trails.length).toBe(4);
      trails.forEach((each, pane) => {
        visible('trails', pane, each);
        if (pane > 0) visible('outline', pane, outlined.get('outline')?.[pane] as PartPixelCounts);
      });
      const rings = (await named(page, ['target rings'])).get('target rings') ?? [];
      visible('target rings', 3, rings[3] as PartPixelCounts);
    }),
);

secondTierTest('a robot casts shadows on the ground and on itself', () =>
  inScene({ link: '#preset=panda', viewport: { width: 1000, height: 800 } }, async (page) => {
    const shades: Uint32Array[] = [];
    for (const level of ['all', 'ground', 'sky'] as const) {
      await page.evaluate((wanted) => window.__iklab.shade(wanted), level);
      shades.push((await readCanvasPixels(page)).all);
    }
    const [all, ground, sky] = shades as [Uint32Array, Uint32Array, Uint32Array];
    for (const [name, dark, bright] of [
      ['on itself', all, ground],
      ['on the ground', ground, sky],
    ] as const) {
      let [darker, brighter] = [0, 0];
      dark.forEach((pixel, i) => {
        const lightDifference = lightOf(bright[i] as number) - lightOf(pixel);
        if (lightDifference > 6) darker++;
        if (lightDifference < -6) brighter++;
      });
      expect(darker, `darker ${name}`).toBeGreaterThan(2000);
      expect(brighter, `brighter ${name}`).toBe(0);
    }
  }),
);

const lightOf = (pixel: number): number =>
  ((pixel >> 16) + ((pixel >> 8) & 255) + (pixel & 255)) / 3;

secondTierTest('a map is drawn in the panes, below the robot', () =>
  inScene({ link: '#preset=planar-3-link' }, async (page) => {
    await page.evaluate(() => {
      location.hash = '#/studies/map';
    });
    await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
    await page.waitForSelector('.study_map-progress[data-done=true]');
    const before = await page.evaluate(() => window.__iklab.scenario.methods.length);
    expect(before).toBeGreaterThan(0);
    await findButton(page, 'Show in the scene').click();
    await page.waitForSelector('.study_map-bar .study_map-progress[data-done=true]', {
      state: 'attached',
    });
    await page.waitForSelector('.plane-handle', { state: 'attached' });
    await getTestHook(page).step(1);
    await page.waitForFunction(() => {
      let planes = 0;
      window.__iklab.sight(0).scene.traverse((each) => {
        if ('geometry' in each && each.visible && 'stripe' in uniformsOf(each)) planes++;
      });
      return planes > 0;
      function uniformsOf(each: object): object {
        return (each as { material?: { uniforms?: object } }).material?.uniforms ?? {};
      }
    });
    // cells are drawn a little after they are solved, and few cells are drawn at first
    const found = async () => {
      const [panes, parts] = [await getPaneViews(page), await named(page, ['map and marks'])];
      return panes.flatMap(({ cell }, pane) => {
        const { vertices = 0, pixels = 0 } = parts.get('map and marks')?.[pane] ?? {};
        return cell ? [vertices > 0 ? pixels / (cell.width * cell.height) : 0] : [];
      });
    };
    await expect.poll(async () => Math.min(...(await found()))).toBeGreaterThan(0.05);
    expect((await found()).length).toBeGreaterThan(1);
    const over = await named(page, ['links', 'edge']);
    (await getPaneViews(page)).forEach(({ cell }, pane) => {
      if (!cell) return;
      for (const name of ['links', 'edge'] as const)
        visible(name, pane, over.get(name)?.[pane] as PartPixelCounts);
    });
  }),
);

test('nothing except the known parts is drawn', () =>
  inScene({}, async (page) => {
    const { 0: rest = [] } = await countPartPixels(page, [LOOK['map and marks']]);
    for (const { vertices, pixels } of rest) expect([vertices, pixels]).toEqual([0, 0]);
  }));
