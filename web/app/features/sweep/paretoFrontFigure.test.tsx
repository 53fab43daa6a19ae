import type { SweepPoint } from '@iklab/study/sweeps';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { ParetoFrontFigure } from './paretoFrontFigure.tsx';
import css from './sweeps.module.css';

installWindow();

const estimate = (mean: number) => ({ mean, low: mean, high: mean });
const point = (error: number, shake: number) =>
  ({ moving: { error: estimate(error), shake: estimate(shake) } }) as unknown as SweepPoint;

/** Three pairs on the front, one beside it, and one without a moving target. */
const points = [
  point(0.01, 1),
  point(0.1, 0.1),
  point(1, 0.01),
  point(1, 1),
  { moving: null } as SweepPoint,
];

function figure(index: number | null) {
  const proposal = { kind: 'moving', index, front: [0, 1, 2] } as const;
  const view = renderInto(
    <ParetoFrontFigure {...{ points, proposal }} unit="m" words={(i) => `pair ${i}`} />,
  );
  const dots = [...view.element.querySelectorAll('circle')];
  const lines = [...view.element.querySelectorAll('polyline')].map((line) =>
    line.getAttribute('points'),
  );
  return { view, dots, lines };
}

const place = (dot: Element): string => `${dot.getAttribute('cx')},${dot.getAttribute('cy')}`;

test('draws the pairs with a moving target on logarithmic axes', () => {
  const { dots } = figure(null);
  const [left, right, bottom, top] = [60, 360 - 16, 328 - 40, 24];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]; // 0.1 is midway of 0.01 and 1
  expect(dots.map(place)).toEqual([
    `${left},${top}`,
    `${x},${y}`,
    `${right},${bottom}`,
    `${right},${top}`,
  ]);
});

test('connects the front, and its ends by a straight line', () => {
  const { dots, lines, view } = figure(1);
  const [first, middle, last] = dots.map((dot) =>
    ['cx', 'cy'].map((name) => Number(dot.getAttribute(name)).toFixed(1)).join(','),
  );
  expect(lines).toEqual([`${first} ${last}`, `${first} ${middle} ${last}`]);
  expect(view.get('img').getAttribute('aria-label')).toMatch(/of 5 pairs; 3 are on the/);
});

test('fills the dots of the front, and enlarges the proposed one', () => {
  const { dots } = figure(1);
  const { ofFront, knee, other } = css;
  expect(dots.map((dot) => dot.getAttribute('class'))).toEqual([
    ofFront,
    `${ofFront} ${knee}`,
    ofFront,
    other,
  ]);
  expect(dots.map((dot) => dot.getAttribute('r'))).toEqual(['3', '6', '3', '3']);
  expect(figure(null).dots.map((dot) => dot.getAttribute('r'))).toEqual(['3', '3', '3', '3']);
});

test('names a pair with its shake in degrees', () => {
  const [dot] = figure(null).dots;
  expect(dot?.textContent).toMatch(/^pair 0: mean error 10(\.0)? mm, shake 57(\.3)?°$/); // 1 rad
});
