import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { computeMotionEnvelope } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { type PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { Armature } from '../bodies/armature.ts';
import {
  findSceneExtent,
  type MechanismShape,
  makeMechanismShape,
  type SceneExtent,
} from '../bodies/mechanismShape.ts';
import { findViewSide } from '../ground/findViewSide.ts';
import { roundGridSpacing } from '../ground/ground.ts';
import type { PaneCell, PanePoint } from './paneCells.ts';
import {
  assignOverlaysToPanes,
  isBoxClearOfPoints,
  makePaneInsets,
  type PaneInsets,
} from './paneInsets.ts';
import { makeCamera, placeSceneCamera } from './placeSceneCamera.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const panes = [
  [720, 390],
  [512, 338],
  [195, 330],
  [1440, 776],
  [260, 620],
  [360, 150],
].map(([width = 0, height = 0]) => ({ x: 0, y: 0, width, height }));

/** A title on each side, tools in both lower corners. */
const around = ({ width, height }: PaneCell): PaneCell[] => [
  { x: 14, y: 10, width: Math.min(220, width / 2 - 20), height: 22 },
  { x: width - 120, y: 10, width: 106, height: 24 },
  { x: 10, y: height - 40, width: 100, height: 32 },
];

/** The shape for an entire run. */
function runShape(scene: Scene): MechanismShape {
  const lab = engine.open(scene);
  const reached = computeMotionEnvelope(lab, () => lab.advance(), 1);
  lab.close();
  return makeMechanismShape(scene, reached);
}

function seenBy(scene: Scene, pane: PaneCell, room: PaneInsets, shape = runShape(scene)) {
  const camera = makeCamera();
  const armature = new Armature(scene.tree, scene.scenario.view.up);
  placeSceneCamera(camera, scene, shape, armature, pane, room);
  camera.updateMatrixWorld();
  const extent = findSceneExtent(shape);
  const spots = (points: readonly Vector3[]): (PanePoint & { z: number })[] =>
    points.map((point) => {
      const { x, y, z } = point.project(camera);
      return { x: ((x + 1) / 2) * pane.width, y: ((1 - y) / 2) * pane.height, z };
    });
  const { robot, targets, frames = [] } = extent;
  return { robot: spots(robot), targets: spots(targets), frames: spots(frames) };
}

describe.each(scenarioPresetIds)('%s', (id) => {
  let scene: Scene;
  let shape: MechanismShape;
  beforeAll(() => {
    scene = makePresetTestScene(id, engine);
    shape = runShape(scene);
  });

  test.each(panes)('robot and targets of an entire run fit a pane of $width × $height', (pane) => {
    const room = makePaneInsets(pane, assignOverlaysToPanes([pane], around(pane)));
    const seen = seenBy(scene, pane, room, shape);
    for (const part of ['robot', 'targets', 'frames'] as const) {
      const { left, right, top, bottom } = room[part === 'frames' ? 'robot' : part];
      const outside = seen[part].filter(
        ({ x, y, z }) =>
          !(x > left - 0.5 && x < pane.width - right + 0.5) ||
          !(y > top - 0.5 && y < pane.height - bottom + 0.5) ||
          !(Math.abs(z) < 1),
      );
      expect(outside, part).toEqual([]);
    }
    if (pane.height < 200) return; // in such a low pane, the title may overlap
    for (const box of room.overlays)
      expect(isBoxClearOfPoints(box, 0, seen.robot), `${box.x}, ${box.y}`).toBe(true);
  });
});

test('robot or targets reach the insets at top and bottom of a wide pane', () => {
  const pane = { x: 0, y: 0, width: 600, height: 300 };
  const room = makePaneInsets(pane, []);
  const { robot, targets } = seenBy(makePresetTestScene('double-y', engine), pane, room);
  const free = [
    Math.min(...robot.map(({ y }) => y)) - room.robot.top,
    Math.min(...targets.map(({ y }) => y)) - room.targets.top,
    pane.height - Math.max(...robot.map(({ y }) => y)) - room.robot.bottom,
    pane.height - Math.max(...targets.map(({ y }) => y)) - room.targets.bottom,
  ];
  expect(Math.min(free[0] as number, free[1] as number)).toBeLessThan(0.5);
  expect(Math.min(free[2] as number, free[3] as number)).toBeLessThan(0.5);
});

test.each(panes)('target frames fit a pane of $width × $height in any orientation', (pane) => {
  const half = Math.SQRT1_2;
  const room = makePaneInsets(pane, assignOverlaysToPanes([pane], around(pane)));
  for (const orientation of [
    [0, 0, 0, 1],
    [half, 0, 0, half],
    [0, half, 0, half],
    [half, half, 0, 0],
  ]) {
    for (const position of [
      [0.5, 0.1, 0.2],
      [-0.3, 0.4, 0.6],
      [0.3, -0.5, 0.1],
    ]) {
      const targets = [{ effector: 'tool', position, orientation }];
      const scene = makePresetTestScene('arm-6', engine, { targets });
      const { frames } = seenBy(scene, pane, room, makeMechanismShape(scene, []));
      expect(frames).toHaveLength(3);
      for (const { x, y } of frames) {
        expect(Math.min(x, pane.width - x), 'beside').toBeGreaterThan(room.robot.left - 0.5);
        expect(pane.height - y, 'below').toBeGreaterThan(room.robot.bottom - 0.5);
        expect(y, 'above').toBeGreaterThan(room.robot.top - 0.5);
      }
    }
  }
});

describe('the view direction', () => {
  const line = (way: Vector3): SceneExtent => ({
    robot: [0, 1, 2].map((at) => way.clone().multiplyScalar(at)),
    targets: [],
  });
  const along = (way: Vector3): number =>
    Math.abs(findViewSide(line(way), false, 1).normalize().dot(way));

  test.each([
    ['across', new Vector3(1, 0, 0)],
    ['towards the default camera', new Vector3(0.42, 0.34, 1).normalize()],
    ['away', new Vector3(0, 0, -1)],
    ['up', new Vector3(0, 1, 0)],
  ])('is never along a straight arm that points %s', (_, way) => {
    expect(along(way)).toBeLessThan(0.75);
  });

  test('of a tall pane shows a broad robot from its narrow side', () => {
    const broad = [-2, 2].flatMap((x) => [0, 2].map((y) => new Vector3(x, y, 0)));
    const extent = { robot: broad, targets: [] };
    const [wide, tall] = [findViewSide(extent, false, 1), findViewSide(extent, true, 1)];
    expect(Math.abs(tall.x)).toBeGreaterThan(Math.abs(wide.x) + 0.2);
  });
});

test('a short straight arm is framed with a margin and drawn slender', () => {
  const arm = makeTestScene(
    {
      iklab: 1,
      tree: { planar: { links: [1, 1] } },
      targets: [{ effector: 'tip', position: [1, 0, 0] }],
      methods: [{ id: 'transpose' }],
    },
    engine,
  );
  const pane = { x: 0, y: 0, width: 1100, height: 580 };
  const { robot } = seenBy(arm, pane, makePaneInsets(pane, []));
  const long = Math.max(...robot.map(({ x }) => x)) - Math.min(...robot.map(({ x }) => x));
  const { radii, unit } = makeMechanismShape(arm, []);
  expect(long).toBeLessThan(1000);
  expect(Math.max(...radii)).toBeLessThan(0.055 * unit);
});

test('the camera of a scenario is used, in the upright frame', () => {
  const scene = makePresetTestScene('double-y', engine);
  const view = { ...scene.scenario.view, up: 'z', camera: [1, 2, 3], lookAt: [0, 0, 1] } as const;
  const seen = { ...scene, scenario: { ...scene.scenario, view } };
  const camera: PerspectiveCamera = makeCamera();
  const pane = { x: 0, y: 0, width: 200, height: 100 };
  const armature = new Armature(scene.tree, 'z');
  const target = placeSceneCamera(
    camera,
    seen,
    makeMechanismShape(seen, []),
    armature,
    pane,
    makePaneInsets(pane, []),
  );
  expect(camera.position.distanceTo(new Vector3(1, 3, -2))).toBeLessThan(1e-12);
  expect(target.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-12);
});

describe('a planar scene', () => {
  const looksAlong = (scene: Scene): Vector3 => {
    const camera = makeCamera();
    const armature = new Armature(scene.tree, scene.scenario.view.up);
    const pane = { x: 0, y: 0, width: 500, height: 400 };
    placeSceneCamera(
      camera,
      scene,
      makeMechanismShape(scene, []),
      armature,
      pane,
      makePaneInsets(pane, []),
    );
    return camera.getWorldDirection(new Vector3());
  };
  const arm = (axis: readonly number[], more = {}): Scene =>
    makeTestScene(
      {
        iklab: 1,
        tree: {
          joints: [
            { id: 'a', axis },
            { id: 'b', parent: 'a', axis, xyz: [0.5, 0.4, 0.3] },
          ],
          effectors: [{ id: 'tip', parent: 'b', xyz: [0.3, 0.5, 0.4] }],
        },
        targets: [{ effector: 'tip', position: [0.5, 0.5, 0.5] }],
        methods: [{ id: 'dls' }],
        ...more,
      },
      engine,
    );

  // z is up: −y points away from the camera, and z is vertical
  test.each([
    ['x', [1, 0, 0], [-1, 0, 0]],
    ['y', [0, 1, 0], [0, 0, -1]],
    ['z', [0, 0, 1], [0, -1, 0]],
    ['an oblique axis', [1, -1, 0], [-Math.SQRT1_2, 0, -Math.SQRT1_2]],
  ] as const)('with hinges about %s is viewed perpendicular to its plane', (_, axis, along) => {
    expect(looksAlong(arm(axis)).distanceTo(new Vector3(...along))).toBeLessThan(1e-3);
  });

  test('keeps the direction of the camera in its document', () => {
    const view = { up: 'y', camera: [0.25, 0.35, 1] };
    const along = looksAlong(arm([0, 0, 1], { view }));
    expect(along.distanceTo(new Vector3(-0.25, -0.35, -1).normalize())).toBeLessThan(1e-9);
  });
});

test('grid steps are 1, 2 or 5 times a power of ten', () => {
  expect([0.5, 0.16, 4.4, 0.03, 1, 80].map(roundGridSpacing)).toEqual([0.5, 0.2, 5, 0.02, 1, 100]);
});
