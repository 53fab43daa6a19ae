/** Checks where a pair of values is drawn, using the labels of the axes. */
import { availableSweepMeasures, type SweepPoint } from '@iklab/study/sweeps';
import type { ComponentChild, VNode } from 'preact';
import { expect, test } from 'vitest';
import { SweepGridFigure } from './sweepGridFigure.tsx';

interface Drawn {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const isNode = (child: unknown): child is VNode<Record<string, unknown>> =>
  typeof child === 'object' && child !== null && 'type' in child;

const textOf = (child: unknown): string => {
  if (Array.isArray(child)) return child.map(textOf).join('');
  if (isNode(child)) return textOf(child.props.children);
  return typeof child === 'string' || typeof child === 'number' ? String(child) : '';
};

/** Returns all elements of a figure, by calling its components (which have no hooks). */
function elements(child: unknown): Drawn[] {
  if (Array.isArray(child)) return child.flatMap(elements);
  if (!isNode(child)) return [];
  const { type, props } = child;
  if (typeof type === 'function')
    return elements((type as (props: unknown) => ComponentChild)(props));
  const { children } = props;
  return [{ type: String(type), props, text: textOf(children) }, ...elements(children)];
}

test('the first parameter increases to the right and the second upwards, as labelled', () => {
  const axes = [
    [1, 2, 4],
    [10, 20, 30, 40],
  ] as const;
  const cells = axes[0].flatMap((a, i) =>
    axes[1].map((b, k) => ({ index: 4 * i + k, values: [a, b], shownValue: 100 * a + b })),
  );
  const sure = { mean: 1, low: 1, high: 1 };
  const point: SweepPoint = {
    ...{ count: 1, solved: 1, outcomes: [1], updates: sure, error: sure, moving: null },
  };
  const measure = availableSweepMeasures([point]).find(({ id }) => id === 'updates');
  if (!measure) throw new Error('no measure');
  const figure = SweepGridFigure({
    ...{ names: ['across', 'up'], axes, measure, cells, unit: 'm' },
    proposal: { kind: 'solved', index: 6, best: 6, alike: [6] },
  });
  const all = elements(figure);
  const number = ({ props }: Drawn, key: string): number => Number(props[key]);
  const tick = (value: number, anchor: string): Drawn | undefined =>
    all.find(
      (e) => e.type === 'text' && e.props['text-anchor'] === anchor && e.text === `${value}`,
    );
  const rects = all.filter(({ type, text }) => type === 'rect' && text !== '');
  expect(rects).toHaveLength(12);
  for (const rect of rects) {
    const [, a, b] = /^across (\d+), up (\d+): /.exec(rect.text) ?? [];
    const middle = number(rect, 'x') + number(rect, 'width') / 2;
    const right = tick(Number(a), 'middle');
    if (right) expect(number(right, 'x')).toBeCloseTo(middle, 9); // every second value has a label
    const up = tick(Number(b), 'end');
    if (!up) throw new Error(`no number ${b} beside the axis`);
    expect(number(up, 'y')).toBeGreaterThan(number(rect, 'y'));
    expect(number(up, 'y')).toBeLessThan(number(rect, 'y') + number(rect, 'height'));
  }
  const at = (a: number, b: number): Drawn =>
    rects.find(({ text }) => text.startsWith(`across ${a}, up ${b}:`)) as Drawn;
  expect(number(at(4, 10), 'x')).toBeGreaterThan(number(at(1, 10), 'x'));
  expect(number(at(1, 40), 'y')).toBeLessThan(number(at(1, 10), 'y')); // the y axis of SVG points down
  // The frame surrounds the proposed pair: 2 and 30.
  const frame = all.find(({ type, text }) => type === 'rect' && text === '') as Drawn;
  const cell = at(2, 30);
  for (const [axis, size] of [
    ['x', 'width'],
    ['y', 'height'],
  ] as const)
    expect(number(frame, axis) + number(frame, size) / 2).toBeCloseTo(
      number(cell, axis) + number(cell, size) / 2,
      9,
    );
});
