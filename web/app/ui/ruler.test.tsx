import { makeErrorRuler } from '@iklab/core/format';
import type { InstanceState } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../testing.ts';
import { ErrorRuler } from './ruler.tsx';

installWindow();

/** Positions on the ruler of 10⁻⁶ m to 10 m, which has seven decades. */
function ruler(tolerance: number | null) {
  const panel = { slot: 1, error: signal(1e-2), startError: signal(1) } as InstanceState;
  const view = renderInto(<ErrorRuler {...{ panel, tolerance, ruler: makeErrorRuler(1) }} />);
  const decades = (name: string): number[] =>
    [...view.element.querySelectorAll<HTMLElement>(`.${name}`)].map(
      ({ style }) => (7 * Number.parseFloat(style.left)) / 100,
    );
  return { decades };
}

test('marks the tolerance on the ruler, if there is one', () => {
  expect(ruler(1e-3).decades('tolerance')).toEqual([expect.closeTo(3, 9)]);
  expect(ruler(null).decades('tolerance')).toEqual([]);
});

test('marks the error, and what has been gained since the start', () => {
  const { decades } = ruler(null);
  expect([decades('at'), decades('way')]).toEqual([[expect.closeTo(4, 9)], [expect.closeTo(4, 9)]]);
});
