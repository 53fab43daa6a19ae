/**
 * Drags in every scene with a planar mechanism: by mouse, by finger and
 * by keys the target stays in the plane, and a method reaches it.
 */

import { type Engine, withCardTexts } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { computeMotionEnvelope } from '@iklab/core/measure';
import { resolveScenario, type Scene, type Vec3 } from '@iklab/core/scenario';
import { cardSceneDocument } from '@iklab/core/scenario/methods';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { computeEffectorTipFrames, isIndependentJoint } from '@iklab/core/scenario/robot';
import { type MotionPlane, targetMotionPlanes } from '@iklab/core/scenario/targets';
import { makeDrawnArmScenario } from '@iklab/robots/edit';
import { type PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { Armature } from '../picture/bodies/armature.ts';
import { makeMechanismShape } from '../picture/bodies/mechanismShape.ts';
import type { PaneCell, PanePoint } from '../picture/panes/paneCells.ts';
import { makePaneInsets } from '../picture/panes/paneInsets.ts';
import { makeCamera, placeSceneCamera } from '../picture/panes/placeSceneCamera.ts';
import { DrawnTargets } from '../picture/targets/drawnTargets.ts';
import { TargetRingUniforms } from '../picture/targets/targetRings.ts';
import type { PointerKind } from './draggable.ts';
import { findScreenAlignedAxes, movePositionAlong } from './screenAlignedAxes.ts';
import { RotationHandles } from './targets/rotationHandles.ts';
import { TargetDragging } from './targets/targetDragging.ts';
import { makeTestTargetMover } from './targets/testTargetMover.ts';

const engine: Engine = await testEngine();

const PANES: Readonly<Record<PointerKind, PaneCell>> = {
  mouse: { x: 0, y: 0, width: 286, height: 484 },
  finger: { x: 0, y: 0, width: 195, height: 330 },
};
const BEFORE = 60; // frames of the run until the drag
const AFTER = 1500;
const [NEAR, WANTED] = [40, 50]; // px of the drag
const STEP = 0.01; // of an arrow key, metres

interface OpenedScene {
  readonly scene: Scene;
  readonly lab: ReturnType<Engine['open']>;
  readonly targets: DrawnTargets;
  readonly camera: PerspectiveCamera;
  readonly pane: PaneCell;
}

/** Opens a scene as the page shows it after a short run. */
function opened(scene: Scene, pane: PaneCell): OpenedScene {
  const first = engine.open(scene);
  const reached = computeMotionEnvelope(first, () => first.advance(), 1);
  first.close();
  const armature = new Armature(scene.tree, scene.scenario.view.up);
  const camera = makeCamera();
  placeSceneCamera(
    camera,
    scene,
    makeMechanismShape(scene, reached),
    armature,
    pane,
    makePaneInsets(pane, []),
  );
  camera.updateMatrixWorld();
  const { targets: all } = scene.scenario;
  const targets = new DrawnTargets(
    scene.scenario,
    new TargetRingUniforms(all.length, []),
    armature.world.quaternion,
    targetMotionPlanes(scene),
  );
  const lab = engine.open(scene);
  for (let i = 0; i < BEFORE && !lab.finished; i++) lab.advance();
  targets.fitPane(pane, 1, 1);
  targets.readLab(lab);
  targets.project(camera, pane);
  return { scene, lab, targets, camera, pane };
}

const onScreen = ({ camera, pane, targets }: OpenedScene, place: Vec3): PanePoint => {
  const { x, y } = new Vector3(...place).applyQuaternion(targets.upright).project(camera);
  return { x: ((x + 1) / 2) * pane.width, y: ((1 - y) / 2) * pane.height };
};

interface Sample {
  readonly pose: readonly number[];
  /** Position of the effector. */
  readonly place: Vec3;
}

/** Samples the positions of an effector in many poses within the limits. */
function samples({ tree, scenario }: Scene, index: number): Sample[] {
  let seed = 11;
  const random = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const id = scenario.targets[index]?.effector;
  const effectors = tree.effectors.filter((each) => each.id === id);
  const moving = tree.joints.filter(isIndependentJoint);
  return Array.from({ length: 1500 }, () => {
    const pose = moving.map(({ limits }) => {
      const [low, high] = limits ?? [-Math.PI, Math.PI];
      return low + random() * (high - low);
    });
    return {
      pose,
      place: computeEffectorTipFrames(tree.joints, effectors, pose)[0]?.position as Vec3,
    };
  });
}

/** Returns the sample for which `of` is nearest to a wanted number. */
const nearest = (all: readonly Sample[], wanted: number, of: (sample: Sample) => number): Sample =>
  all.toSorted((a, b) => Math.abs(of(a) - wanted) - Math.abs(of(b) - wanted))[0] as Sample;

const ringAt = ({ targets: { screen } }: OpenedScene, index: number): PanePoint => ({
  x: screen[2 * index] as number,
  y: screen[2 * index + 1] as number,
});
const goalAt = ({ targets: { goals } }: OpenedScene, index: number): Vec3 =>
  [...goals.subarray(7 * index, 7 * index + 3)] as unknown as Vec3;
const gap = (a: Vec3, b: Vec3): number => Math.hypot(...a.map((x, i) => x - (b[i] as number)));

/** The new base of a target, and a pose whose effector is near it. */
interface Moved {
  readonly base: Vec3;
  readonly near: readonly number[];
}

/** Drags a target to a reachable point about 50 px from its ring. */
function dragged(view: OpenedScene, index: number, kind: PointerKind): Moved {
  const { scene, targets, camera, pane } = view;
  const start = onScreen(view, goalAt(view, index));
  const far = ({ place }: Sample): number => {
    const { x, y } = onScreen(view, place);
    return Math.hypot(x - start.x, y - start.y);
  };
  const aim = nearest(
    samples(scene, index).filter((each) => far(each) > NEAR),
    WANTED,
    far,
  );
  const [from, to] = [ringAt(view, index), onScreen(view, aim.place)];
  let base = targets.base(index);
  const mover = makeTestTargetMover(targets, {
    move: (_, { position = base }) => {
      base = position;
    },
  });
  const panes = { targets, camera: () => camera, rings: () => targets.screen, cell: () => pane };
  const rotation = new RotationHandles(targets, [], 1);
  const hand = new TargetDragging(panes, rotation, mover).dragAt(0, from, kind);
  if (hand?.target !== index) throw new Error('another target is over it');
  hand.grab();
  for (const share of [0.3, 0.7, 1]) {
    const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
    hand.moveTo({ x, y }, 'plane');
  }
  hand.release();
  return { base, near: aim.pose };
}

/** Moves a target by arrow keys towards a reachable point. */
function keyed(view: OpenedScene, index: number): Moved {
  const { scene, targets, camera } = view;
  const { right, up } = findScreenAlignedAxes(
    camera,
    targets.upright,
    targets.plane(index)?.normal,
  );
  const from = goalAt(view, index);
  const aim = nearest(samples(scene, index), 15 * STEP, ({ place }) => gap(place, from));
  let base = targets.base(index);
  for (const way of [right, up]) {
    const along = aim.place.reduce(
      (sum, x, i) => sum + (x - (from[i] as number)) * (way[i] as number),
      0,
    );
    const steps = Math.round(along / STEP);
    for (let i = 0; i < Math.abs(steps); i++)
      base = movePositionAlong(base, way, Math.sign(steps) * STEP);
  }
  return { base, near: aim.pose };
}

/**
 * Returns whether a method reaches the target as the run continues, or else from a near pose, from which
 * joint limits do not block it.
 */
function isReached({ scene, lab }: OpenedScene, index: number, { base, near }: Moved): boolean {
  if (reaches(lab, scene, index, base)) return true;
  const other = engine.open({ ...scene, start: near });
  const isNearReached = reaches(other, scene, index, base);
  other.close();
  return isNearReached;
}

function reaches(lab: OpenedScene['lab'], { scenario }: Scene, index: number, base: Vec3): boolean {
  const enough = Math.max(scenario.run.tolerance, 1e-3);
  lab.setTarget(index, ...base);
  for (let i = 0; i < AFTER; i++) {
    lab.advance();
    if (scenario.methods.some((_, k) => (lab.distances(k)[index] as number) <= enough)) return true;
    if (lab.finished) return false;
  }
  return false;
}

const distanceTo = ({ normal, height }: MotionPlane, at: Vec3): number =>
  Math.abs(at.reduce((sum, x, i) => sum + x * (normal[i] as number), 0) - height);

const drawnArms = [
  [
    [0.3, 0.5],
    [0.8, 0.6],
    [1, 0.2],
  ],
  [
    [-0.4, 0.3],
    [-0.6, 0.9],
  ],
] as const;

const all: readonly (readonly [string, Scene])[] = [
  ...scenarioPresetIds.map((id) => [`gallery: ${id}`, makePresetTestScene(id, engine)] as const),
  ...knownRobotPresets.map(
    ({ id, document }) => [`gallery: ${id}`, makeTestScene(document, engine)] as const,
  ),
  ...withCardTexts(engine.catalogue).methods.flatMap(({ id, failures, strengths }) =>
    [...strengths, ...failures].map(
      (card) =>
        [`method ${id}: ${card.title}`, makeTestScene(cardSceneDocument(card), engine)] as const,
    ),
  ),
  ...drawnArms.map((points, i) => {
    const arm = makeDrawnArmScenario(points, engine.catalogue);
    if (!arm.ok) throw new Error('not drawn');
    return [`drawn: ${i + 1}`, resolveScenario(arm.value)] as const;
  }),
];

const planar = all.filter(([, scene]) => targetMotionPlanes(scene).some((plane) => plane !== null));

test('planar scenes are found in the gallery, on method pages and among drawn arms', () => {
  const count = (kind: string) => planar.filter(([name]) => name.startsWith(kind)).length;
  expect(count('gallery')).toBeGreaterThan(4);
  expect(count('method')).toBeGreaterThan(20);
  expect(count('drawn')).toBe(drawnArms.length);
});

describe.each(planar)('%s', (_, scene) => {
  const index = targetMotionPlanes(scene).findIndex((plane) => plane !== null);
  const plane = targetMotionPlanes(scene)[index] as MotionPlane;

  test.each([
    ['mouse', PANES.mouse, (view: OpenedScene) => dragged(view, index, 'mouse')],
    ['finger', PANES.finger, (view: OpenedScene) => dragged(view, index, 'finger')],
    ['keys', PANES.mouse, (view: OpenedScene) => keyed(view, index)],
  ] as const)('by %s', (_, pane, move) => {
    const view = opened(scene, pane);
    const before = view.targets.base(index);
    const moved = move(view);
    expect(gap(moved.base, before)).toBeGreaterThan(0);
    expect(distanceTo(plane, moved.base)).toBeLessThan(1e-12);
    expect(isReached(view, index, moved)).toBe(true);
    view.lab.close();
  });
});
