import { OrthographicCamera, type PerspectiveCamera, Vector3 } from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GhostNumbers, type LabelSpace } from './ghostNumbers.ts';

const elements: HTMLElement[] = [];
beforeEach(() => {
  elements.length = 0;
  const createElement = () => {
    const element = { style: { setProperty: () => {} }, dataset: {}, append: () => {} };
    elements.push(element as unknown as HTMLElement);
    return element;
  };
  vi.stubGlobal('document', { createElement, documentElement: null });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
});
afterEach(() => void vi.unstubAllGlobals());

// The pane has 200 x 100 pixels and shows a point (x, y, 0) at these pixels.
const camera = new OrthographicCamera(0, 200, 0, 100, -1, 1) as unknown as PerspectiveCamera;
camera.updateMatrixWorld();
const space: LabelSpace = {
  cell: { x: 0, y: 0, width: 200, height: 100 },
  rings: [],
  overlays: [],
};
const LINE = [20, 45, 70, 95].map((x) => new Vector3(x, 50, 0));

function openNumbers(count: number, highlighted = -1): GhostNumbers {
  const numbers = new GhostNumbers();
  const ghosts = Array.from({ length: count }, (_, i) => ({
    ...{ theta: [], number: i + 1, faint: false, highlighted: i === highlighted },
  }));
  numbers.show(ghosts, undefined);
  return numbers;
}

function placed(numbers: GhostNumbers, labelPoints: readonly Vector3[][], changes = {}): number[] {
  numbers.place({ labelPoints }, camera, { ...space, ...changes });
  return elements.map(({ style }) => Number(/translate\((-?\d+)px/.exec(style.transform)?.[1]));
}

test('labels of coinciding ghosts get separate points', () => {
  expect(placed(openNumbers(3), [LINE, LINE, LINE])).toEqual([20, 45, 70]);
});

test('a label keeps away from target rings and from boxes over the pane', () => {
  expect(placed(openNumbers(1), [LINE], { rings: [Number.NaN, Number.NaN, 22, 50] })).toEqual([45]);
  const overlays = [{ x: 0, y: 40, width: 75, height: 20 }];
  elements.length = 0;
  expect(placed(openNumbers(1), [LINE], { overlays })).toEqual([95]);
});

test('a label stays at its point when that of an earlier label becomes free', () => {
  const numbers = openNumbers(2);
  expect(placed(numbers, [LINE, LINE])).toEqual([20, 45]);
  expect(placed(numbers, [[new Vector3(150, 50, 0)], LINE])).toEqual([150, 45]);
});

test('a label of a point outside the pane is inside its border', () => {
  expect(placed(openNumbers(1), [[new Vector3(260, 50, 0)]])).toEqual([188]);
});

test('labels without a free point take those with the most room', () => {
  const points = [20, 38, 26].map((x) => new Vector3(x, 50, 0));
  expect(placed(openNumbers(2), [points, points])).toEqual([20, 38]);
});

test('hides labels that would overlap at all of their points, and shows them again', () => {
  const crowd = [20, 37].map((x) => new Vector3(x, 50, 0));
  const numbers = openNumbers(2);
  placed(numbers, [crowd, crowd]);
  expect(elements.map(({ hidden }) => hidden)).toEqual([false, true]);
  expect(placed(numbers, [crowd, [new Vector3(100, 50, 0)]])).toEqual([20, 100]);
  expect(elements.map(({ hidden }) => hidden)).toEqual([false, false]);
});

test('a highlighted label has precedence over earlier ones', () => {
  const crowd = [20, 37].map((x) => new Vector3(x, 50, 0));
  placed(openNumbers(2, 1), [crowd, crowd]);
  expect(elements.map(({ hidden }) => hidden)).toEqual([true, false]);
});

test('shows the text of a ghost in place of its number', () => {
  const ghost = { theta: [], number: 1, label: '40.0°', faint: false };
  new GhostNumbers().show([ghost], undefined);
  expect(elements[0]?.textContent).toBe('40.0°');
});
