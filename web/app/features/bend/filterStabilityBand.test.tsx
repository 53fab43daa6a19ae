import type { FilterChartLayout } from '@iklab/scene/chart';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { FilterStabilityBand } from './filterStabilityBand.tsx';
import { KnotProjection } from './knotProjection.ts';

installWindow();

/** σ from 0.01 to 10 and τ from 0.01 to 100, both logarithmic, in a plot of 300 × 200 pixels. */
const PICTURE = {
  left: 40,
  right: 340,
  top: 10,
  bottom: 210,
  width: 360,
  height: 240,
  across: [-2, 1],
  upward: [-2, 2],
} as unknown as FilterChartLayout;

const KNOTS = [0.01, 0.1, 1, 10].map((sigma) => ({ sigma, tau: 1 }));

test('the name 2/σ is just above the line τ = 2/σ', () => {
  const { element } = renderInto(
    <FilterStabilityBand projection={new KnotProjection(PICTURE)} knots={KNOTS} />,
  );
  const name = element.querySelector('text');
  const x = Number(name?.getAttribute('x')) - 6;
  const y = Number(name?.getAttribute('y')) + 6;
  const sigma = 10 ** (-2 + ((x - 40) / 300) * 3);
  const tau = 10 ** (-2 + ((210 - y) / 200) * 4);
  expect(sigma * tau).toBeCloseTo(2, 6);
});
