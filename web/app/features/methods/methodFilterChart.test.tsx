import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { MethodFilterChart } from './methodFilterChart.tsx';

installWindow();

type Pair = readonly [number, number];

function chart({ curve = [], present = [] }: Partial<Record<'curve' | 'present', Pair[]>>) {
  const { element } = renderInto(<MethodFilterChart curve={curve} present={present} />);
  const numbers = (selector: string, name: string) =>
    [...element.querySelectorAll(selector)].map((each) => Number(each.getAttribute(name)));
  const [paths, texts] = ['path', 'text'].map((tag) => [...element.querySelectorAll(tag)]);
  /** Position of the label of a value: those of σ are centred, those of τ at the end. */
  const label = (axis: 'x' | 'y', value: number): number => {
    const anchor = axis === 'x' ? 'middle' : 'end';
    const found = texts?.find(
      (each) => each.getAttribute('text-anchor') === anchor && each.textContent === String(value),
    );
    return Number(found?.getAttribute(axis)) - (axis === 'x' ? 0 : 4); // τ: 4 px below its line
  };
  const dots = numbers('circle', 'cx').map((x, i) => [x, numbers('circle', 'cy')[i]]);
  return { dots, label, curve: paths?.at(-1)?.getAttribute('d') ?? '' };
}

test('draws a dot for each present value inside the chart, on logarithmic axes', () => {
  const present: Pair[] = [
    [10 ** -0.5, 10 ** 0.5],
    [0.01, 1], // σ too small
    [0.1, 100], // τ too large
    [1, 0.01],
  ];
  const { dots, label } = chart({ present });
  expect(dots.flat()).toEqual(
    [
      (label('x', 0.1) + label('x', 1)) / 2,
      (label('y', 1) + label('y', 10)) / 2,
      label('x', 1),
      label('y', 0.01),
    ].map((position) => expect.closeTo(position, 9)),
  );
});

test('interrupts the curve above the chart, and ends it at the lower edge where it is zero', () => {
  const curve: Pair[] = [
    [0.1, 1],
    [0.5, 1000],
    [1, 10],
    [1, 0],
  ];
  const { curve: path, label } = chart({ curve });
  const at = (sigma: number, y: number) => `${label('x', sigma).toFixed(1)} ${y.toFixed(1)}`;
  const edge = 180 - 24;
  expect(path).toBe(`M${at(0.1, label('y', 1))}M${at(1, label('y', 10))}L${at(1, edge)}`);
});
