import type { ScenarioTreeVisual } from '@iklab/robots';
import { makeStl, TETRAHEDRON_TRIANGLES } from '@iklab/robots/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDifferingPixels, readCanvasPixels } from './canvasPixels.ts';
import { dragByMouse, type WindowPosition } from './dragTools.ts';
import {
  DRAWN_PAGE_OPTIONS,
  getTestHook,
  openFileByMenu,
  openTestSite,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import {
  FOREARM_MESH_URL,
  makeMeshArmJoint,
  makeVisual,
  addMeshVisuals as wearOf,
} from './testMeshArm.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
  ({ page } = await site.visit('?test=1#preset=y', DRAWN_PAGE_OPTIONS));
  await waitForScene(page);
});
afterAll(() => site?.close());

const robot = (name: string, height: number) => ({
  iklab: 1,
  name,
  tree: {
    joints: [
      makeMeshArmJoint('shoulder', null, [0, 0, height]),
      makeMeshArmJoint('elbow', 'shoulder', [0.5, 0, 0]),
    ],
    effectors: [{ id: 'hand', parent: 'elbow', xyz: [0.4, 0, 0] }],
  },
  start: [-0.4, 0.8],
  targets: [{ effector: 'hand', position: [0.6, 0, 0.6] }],
  methods: [{ id: 'dls' }, { id: 'sdls' }],
  view: { up: 'z' },
});
const mesh = (size: number) =>
  ({ kind: 'mesh', file: FOREARM_MESH_URL, scale: [size, size, size] }) as const;
const LOOKS = [
  makeVisual('shoulder', { kind: 'box', size: [0.5, 0.16, 0.16] }, [0.25, 0, 0]),
  makeVisual('elbow', mesh(0.3)),
];
const STL = Buffer.from(makeStl(TETRAHEDRON_TRIANGLES)).toString('base64');

const stands = (name: string) =>
  page.waitForFunction(
    (wanted) => window.__iklab.scenario.name === wanted && window.__iklab.panels === 2,
    name,
  );

/** Opens a robot without meshes that differs from earlier ones. */
async function opened(name: string, height: number): Promise<void> {
  await openFileByMenu(page, `${name}.json`, JSON.stringify(robot(name, height)));
  await stands(name);
}

const wear = (looks: readonly ScenarioTreeVisual[], files: Record<string, string>) =>
  wearOf(page, looks, files);

const seen = async (): Promise<Uint32Array> => (await readCanvasPixels(page)).all;

/** Beside the middle of the upper link: on its box, off its capsule. */
async function beside(panel: number): Promise<WindowPosition> {
  await getTestHook(page).step(0);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = await getTestHook(page).spots(panel);
  const away = 0.11;
  return { x: (x0 + x1) / 2 + away * (y1 - y0), y: (y0 + y1) / 2 - away * (x1 - x0) };
}

const cursor = () =>
  page.locator('.panes').evaluate((panes) => (panes as HTMLElement).style.cursor);

test('imported shapes replace the capsules and return when the scene is reopened', async () => {
  await opened('made', 0.3);
  const capsules = await seen();
  expect(await wear(LOOKS, { [FOREARM_MESH_URL]: STL })).toEqual([]);
  const meshes = await seen();
  expect(countDifferingPixels(meshes, capsules)).toBeGreaterThan(5000);
  // meshes of almost no size: only the effectors remain visible
  const dots = [
    makeVisual('shoulder', { kind: 'sphere', radius: 1e-4 }),
    makeVisual('elbow', mesh(1e-4)),
  ];
  await wear(dots, { [FOREARM_MESH_URL]: STL });
  const nothing = await seen();
  expect(countDifferingPixels(nothing, capsules)).toBeGreaterThan(1500);
  expect(countDifferingPixels(nothing, meshes)).toBeGreaterThan(5000);
  await wear(LOOKS, { [FOREARM_MESH_URL]: STL });
  await page.evaluate(() => {
    location.hash = '#preset=double-y';
  });
  await page.waitForFunction(() => window.__iklab.scenario.name !== 'made');
  await page.goBack();
  await stands('made');
  expect(countDifferingPixels(await seen(), meshes)).toBe(0);
});

test('a truncated or missing mesh file is reported, and the run continues', async () => {
  await opened('broken', 0.31);
  const cut = Buffer.from(STL, 'base64').subarray(0, 150).toString('base64');
  const [broken] = await wear(LOOKS, { [FOREARM_MESH_URL]: cut });
  expect(broken).toMatchObject({
    file: FOREARM_MESH_URL,
    reason: 'it is truncated: 1 of 4 triangles',
  });
  const [missing] = await wear(LOOKS, {});
  expect(missing).toMatchObject({ file: FOREARM_MESH_URL, reason: 'file not found' });
  await getTestHook(page).step(5);
  expect(await getTestHook(page).frame()).toBe(5);
});

secondTierTest(
  'a hovered mesh shows its joint name, and dragging it rotates that joint only',
  async () => {
    await opened('in hand', 0.32);
    await page.getByRole('button', { name: 'Pause' }).click();
    const place = await beside(0);
    await page.mouse.move(place.x, place.y);
    await getTestHook(page).step(0);
    expect(await cursor()).toBe('');
    await wear(LOOKS, { [FOREARM_MESH_URL]: STL });
    await page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // the page draws automatically
    });
    await page.mouse.move(place.x + 1, place.y);
    await page.waitForFunction(
      () => (document.querySelector('.panes') as HTMLElement).style.cursor === 'grab',
    );
    expect(await page.locator('.joint-name:not(.in-hand)').textContent()).toMatch(
      /^shoulder {2}-22\.92°$/,
    );
    await dragByMouse(page, place, { x: place.x + 20, y: place.y + 40 });
    await page.waitForFunction(() => (window.__iklab.scenario.start?.[0] ?? -0.4) > -0.38);
    const [shoulder = 0, elbow] = await page.evaluate(() => window.__iklab.scenario.start ?? []);
    expect(shoulder).toBeGreaterThan(-0.38);
    expect(elbow).toBe(0.8);
  },
);
