import { Matrix4, PerspectiveCamera } from 'three';
import { afterEach, expect, test, vi } from 'vitest';
import type { EditedKinematicTable } from './editedRobotPart.ts';
import { KinematicRowLabels, perpendicularOnScreen } from './kinematicRowLabels.ts';

afterEach(() => void vi.unstubAllGlobals());

test('length a is labelled on the right of its line, length d on the left', () => {
  const createElement = () => ({ style: {}, append: () => {} });
  vi.stubGlobal('document', { createElement, documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
  const camera = new PerspectiveCamera(90, 2, 0.1, 100);
  camera.position.z = 5; // 10 m of the plane z = 0 fill the height of the pane.
  camera.updateMatrixWorld();
  const frame = (x: number, y: number) => new Matrix4().makeTranslation(x, y, 0);
  const [before, own] = [frame(0, -1), frame(2, 1)];
  const upward = [frame(0, -1), frame(0, 1)];
  const across = [frame(1, 0), frame(3, 0)];
  const edited: Partial<EditedKinematicTable> = { row: 0, lengthsText: ['2 m', '2 m'] };
  const labels = new KinematicRowLabels(edited as EditedKinematicTable, 1);
  const cell = { x: 10, y: 20, width: 400, height: 200 }; // 20 px per metre.
  labels.show([before, own, ...upward, ...across], camera, cell);
  const [a, d] = labels.elements.map(({ style }) => style.transform);
  expect(a).toBe('translate(222px, 120px) translate(0%, -50%)'); // 12 px beside (210, 120)
  expect(d).toBe('translate(250px, 132px) translate(-50%, 0%)'); // 12 px below (250, 120)
});

test.each([
  [
    [10, 0],
    [0, -1],
    [0, 1],
  ], // horizontal: above, below
  [
    [-10, 0],
    [0, -1],
    [0, 1],
  ],
  [
    [0, 10],
    [1, 0],
    [-1, 0],
  ], // vertical: right, left
  [
    [0, -10],
    [1, 0],
    [-1, 0],
  ],
  [
    [6, 8],
    [0.8, -0.6],
    [-0.8, 0.6],
  ],
  [
    [0, 0],
    [1, 0],
    [-1, 0],
  ],
] as const)(
  'labels of the line %j are placed perpendicular to it, on either side',
  (line, first, second) => {
    const close = (pair: readonly number[]) => pair.map((x) => expect.closeTo(x, 12));
    expect(perpendicularOnScreen(line, true)).toEqual(close(first));
    expect(perpendicularOnScreen(line, false)).toEqual(close(second));
  },
);
