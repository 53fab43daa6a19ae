import { expect, test } from 'vitest';
import type { PanelStatus } from '../engine/engine.ts';
import type { Scenario } from '../scenario/types.ts';
import { coordinates, report } from './spoken.ts';

test('a place in words', () => {
  expect(coordinates([0.5123, -0.2, 12])).toBe('x 0.512, y −0.2, z 12 m');
  expect(coordinates([-0.0001, 0, 1e-9])).toBe('x 0, y 0, z 0 m');
});

test('how each panel took it', () => {
  const states = [
    { stop: 'reached', updatesSinceMove: 9, error: 3e-4, within: true },
    { stop: 'reached', updatesSinceMove: 1, error: 1e-7, within: true },
    { stop: 'stalled', error: 0.031 },
    { stop: null, error: 1.234 },
    { stop: null, within: true, error: 5e-5 },
  ] as Partial<PanelStatus>[];
  const scenario = {
    methods: ['SDLS', 'DLS', 'Transpose', 'Truncated', 'DLS′'].map((label) => ({ label })),
    run: { tolerance: 1e-4 },
  } as unknown as Scenario;
  const lab = { status: (i: number) => states[i] as PanelStatus };
  expect(report(scenario, lab)).toBe(
    'SDLS reached in 9 updates, 0.30 mm; DLS reached in 1 update, < 0.01 mm; ' +
      'Transpose stalled at 31 mm; Truncated at 1.23 m; DLS′ within 0.10 mm',
  );
});
