/** The circle of the elbow and its knob, in panes without a browser. */
import { distance } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames, jointFrames } from '@iklab/core/scenario/robot';
import { SWIVEL_ARM } from '@iklab/core/scenario/testing';
import { expect, test, vi } from 'vitest';
import { act, installWindow, type TestPage } from '../../testing.ts';
import { ELBOW_POINTS, elbowCircle } from './elbowCircle.ts';
import type { SelfMotionDiagram } from './selfMotionDiagram.ts';
import { selfMotionState } from './selfMotionState.ts';
import { holdIdle, openSolutions } from './testSolutionStrip.tsx';

installWindow();

const DEGREE = Math.PI / 180;
const CELL = { x: 0, y: 0, width: 400, height: 400 };

async function open(source: object = SWIVEL_ARM) {
  const pieces = holdIdle();
  const opened = await openSolutions(source, {});
  const { page, draw } = opened;
  const motion = selfMotionState(page);
  page.advance(300);
  const settle = () => {
    do draw();
    while (pieces.splice(0, 1).map((piece) => act(piece)).length > 0);
  };
  act(() => {
    motion.view.value = 'curve';
  });
  settle();
  return { ...opened, motion, settle };
}

const diagramOf = (page: TestPage) => selfMotionState(page).diagram.value as SelfMotionDiagram;

test('the elbow is on a circle about the line from shoulder to wrist, as far as in the cursor pose', async () => {
  const { page, motion } = await open();
  const { joints, effectors } = page.session.scene.tree;
  const points = elbowCircle(diagramOf(page), joints);
  expect(points).toHaveLength(ELBOW_POINTS);
  const { position = 0, solution } = motion.cursor.value ?? {};
  const [tip] = computeEffectorTipFrames(joints, effectors, solution?.theta ?? []);
  if (!tip) throw new Error('no effector');
  const wrist = tip.position.map((x, i) => x - 0.126 * (tip.rotation[i]?.[2] as number));
  for (const point of points) {
    expect(distance(point, [0, 0, 0.34])).toBeCloseTo(0.4, 6);
    expect(distance(point, wrist as never)).toBeCloseTo(0.4, 3); // Between the poses of the curve.
  }
  const elbow = jointFrames(joints, solution?.theta)('a4').position;
  const place = Math.round(diagramOf(page).shareOf(position) * ELBOW_POINTS) % ELBOW_POINTS;
  const step = distance(points[0] as never, points[1] as never);
  expect(distance(points[place] as never, elbow)).toBeLessThan(step);
});

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Opens the marks in two panes that show x and y from -1 to 1. */
function openMarks(page: TestPage) {
  const camera = {
    matrixWorld: { elements: [...IDENTITY] },
    matrixWorldInverse: { elements: [...IDENTITY] },
    projectionMatrix: { elements: [...IDENTITY] },
    updateMatrixWorld: () => {},
  };
  const localToWorld = vi.fn((point: object) => point);
  const world = { localToWorld };
  const bones = {
    ...{ camera: () => camera, cells: () => [CELL, CELL, null], armature: () => ({ world }) },
  };
  const marks = page.paneMarks.value?.(bones as never, () => {});
  if (!marks) throw new Error('no marks');
  marks.follow();
  const knob = () => {
    const circle = marks.element.querySelector('circle');
    return { x: Number(circle?.getAttribute('cx')), y: Number(circle?.getAttribute('cy')) };
  };
  return { marks, knob, camera, localToWorld };
}

test('a drag of the knob moves the cursor, and cancelling moves it back', async () => {
  const { page, motion, draw } = await open();
  const { marks, knob } = openMarks(page);
  const pixels = ([x, y]: readonly number[]) => ({
    x: 200 * (1 + (x ?? 0)),
    y: 200 * (1 - (y ?? 0)),
  });
  const points = elbowCircle(diagramOf(page), page.session.scene.tree.joints).map(pixels);
  const from = knob();
  expect(marks.dragAt(0, { x: from.x + 20, y: from.y }, 'mouse')).toBeNull();
  expect(marks.dragAt(0, { x: from.x + 20, y: from.y }, 'finger')).not.toBeNull();
  const drag = marks.dragAt(1, from, 'mouse'); // This pane shares the view of the first.
  if (!drag) throw new Error('no drag');
  expect(drag.startsImmediately).toBe(true);
  drag.grab();
  const start = motion.cursor.value?.position as number;
  const to = points[Math.round(diagramOf(page).shareOf(start + 20 * DEGREE) * ELBOW_POINTS)];
  drag.moveTo(to as never, {} as never);
  draw();
  marks.follow();
  expect(motion.cursor.value?.position).toBeCloseTo(start + 20 * DEGREE, 1);
  expect(motion.cursor.value?.isChosen).toBe(true);
  expect(Math.hypot(knob().x - (to?.x ?? 0), knob().y - (to?.y ?? 0))).toBeLessThan(1);
  drag.cancel();
  draw();
  expect(motion.cursor.value?.position).toBeCloseTo(start, 9);
});

test('the circle is red where a joint is outside its limits, and follows the camera', async () => {
  const { page } = await open();
  const { marks, camera, localToWorld } = openMarks(page);
  const panes = [...marks.element.querySelectorAll('svg')];
  expect(panes.map(({ style }) => style.display === 'none')).toEqual([false, true, true]);
  const parts = (name: string) =>
    (marks.element.querySelector(name)?.getAttribute('d')?.match(/M/g) ?? []).length;
  const outside = parts('path[data-outside]');
  expect(outside).toBeGreaterThan(0);
  expect(outside / ELBOW_POINTS).toBeCloseTo(1 - diagramOf(page).share, 1);
  expect(outside + parts('path:not([data-outside])')).toBe(ELBOW_POINTS);
  const before = marks.element.innerHTML;
  localToWorld.mockClear();
  marks.follow();
  expect(localToWorld).not.toHaveBeenCalled();
  expect(marks.element.innerHTML).toBe(before);
  camera.matrixWorld.elements[12] = 0.1;
  camera.matrixWorldInverse.elements[12] = -0.1;
  marks.follow();
  expect(marks.element.innerHTML).not.toBe(before);
});

test('the marks are those of the shown curve, and leave those of a map alone', async () => {
  const { page, motion, tracker, settle } = await open();
  const own = page.paneMarks.value;
  expect(own).not.toBeNull();
  const map = () => null as never;
  act(() => {
    page.paneMarks.value = map;
    motion.view.value = 'list';
  });
  expect(page.paneMarks.value).toBe(map);
  act(() => {
    motion.view.value = 'curve';
  });
  expect(page.paneMarks.value).toBe(map);
  act(() => {
    page.paneMarks.value = null;
  });
  expect(page.paneMarks.value).not.toBeNull();
  act(() => {
    motion.view.value = 'list';
  });
  settle();
  expect(page.paneMarks.value).toBeNull();
  act(() => {
    motion.view.value = 'curve';
  });
  settle();
  expect(page.paneMarks.value).not.toBeNull();
  act(() => tracker.close());
  expect(page.paneMarks.value).toBeNull();
});

test('there is no circle for an arm without swivel angle', async () => {
  const joints = SWIVEL_ARM.tree.joints.map((joint, i) =>
    i === 1 ? { ...joint, xyz: [0.05, 0, 0] } : joint,
  );
  const { page } = await open({ ...SWIVEL_ARM, tree: { ...SWIVEL_ARM.tree, joints } });
  expect(diagramOf(page).axis).toBe('arc');
  expect(page.paneMarks.value).toBeNull();
});
