import { expect, test, vi } from 'vitest';
import { act, installWindow, renderInto } from '../../../testing.ts';
import { PlotFrame } from './plotFrame.tsx';
import { makeLinearPlotScale } from './plotScale.ts';

installWindow();

type Point = readonly [number, number];

function plot(free: boolean) {
  const [brushed, pressed] = [vi.fn(), vi.fn()];
  const scale = makeLinearPlotScale([0, 1], [40, 290]);
  const texts = { name: 'Error', words: '', across: 'updates', upward: '' };
  const view = renderInto(
    <PlotFrame {...texts} {...{ free, brushed, pressed }} width={300} left={40} x={scale} y={null}>
      {null}
    </PlotFrame>,
  );
  const svg = view.element.querySelector('svg') as unknown as HTMLElement;
  svg.setPointerCapture = () => {};
  const send = (kind: string, [clientX, clientY]: Point): void => {
    const event = { clientX, clientY, isPrimary: true, button: 0, bubbles: true };
    act(() => void svg.dispatchEvent(new PointerEvent(kind, event)));
  };
  const drag = (from: Point, to: Point): void => {
    send('pointerdown', from);
    send('pointermove', to);
    send('pointerup', to);
  };
  return { brushed, pressed, drag };
}

test.each([
  ['down to the right', [100, 50], [160, 90]],
  ['up to the left', [160, 90], [100, 50]],
  ['up to the right', [100, 90], [160, 50]],
] as const)('a drag %s selects the same box, its upper left corner first', (_, from, to) => {
  const { brushed, drag } = plot(true);
  drag(from, to);
  expect(brushed.mock.calls).toEqual([[{ from: [100, 50], to: [160, 90] }]]);
});

test('a drag in a figure with rows selects a range of the row where it begins', () => {
  const { brushed, drag } = plot(false);
  drag([160, 90], [100, 50]);
  expect(brushed.mock.calls).toEqual([[{ from: [100, 90], to: [160, 90] }]]);
});

test('a movement of less than 4 px is a press, also upwards in a figure without rows', () => {
  const { brushed, pressed, drag } = plot(true);
  drag([100, 50], [102, 47]);
  expect([brushed.mock.calls, pressed.mock.calls]).toEqual([[], [[[102, 47]]]]);
  drag([100, 50], [100, 45]);
  expect(brushed).toHaveBeenCalledTimes(1);
});
