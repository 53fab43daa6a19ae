import type { InstanceStatus, Lab } from '@iklab/core/engine';
import type { Scenario } from '@iklab/core/scenario';
import { describe, expect, test } from 'vitest';
import {
  panelOutcomesText,
  ScreenReaderAnnouncer,
  targetCoordinatesText,
} from './screenReaderAnnouncer.ts';

test('coordinates are rounded and written with the unit', () => {
  expect(targetCoordinatesText([0.5123, -0.2, 1.2], 'm')).toBe('x 512.3, y −200, z 1200 mm');
  expect(targetCoordinatesText([-0.00001, 0, 1e-9], 'm')).toBe('x 0, y 0, z 0 mm');
  expect(targetCoordinatesText([12, -4.5, 10], 'none')).toBe('x 12, y −4.5, z 10 units');
});

test('reports the outcome of each panel', () => {
  const states = [
    { stop: 'reached', updatesSinceMove: 9, error: 3e-4, within: true },
    { stop: 'reached', updatesSinceMove: 1, error: 1e-7, within: true },
    { stop: 'stalled', error: 0.031 },
    { stop: null, error: 1.234 },
    { stop: null, within: true, error: 5e-5 },
  ] as Partial<InstanceStatus>[];
  const names = ['SDLS', 'DLS', 'Transpose', 'Truncated', 'DLS′'];
  const panels = names.map((name, index) => ({ name, index }));
  const scenario = {
    run: { tolerance: 1e-4, residual: null },
    unit: 'm',
    targets: [{ tolerance: null }],
  } as unknown as Scenario;
  const lab = { status: (i: number) => states[i] as InstanceStatus };
  expect(panelOutcomesText(scenario, panels, lab)).toBe(
    'SDLS reached the target in 9 updates, 0.30 mm; DLS reached the target in 1 update, < 0.01 mm; ' +
      'Transpose stopped short at 31 mm; Truncated at 1.23 m; DLS′ within 0.10 mm',
  );
  const oriented = { ...scenario, targets: [{ orientation: [0, 0, 0, 1] }] } as unknown as Scenario;
  const turned = { status: () => ({ stop: null, error: 2.12, orientationError: 2.97 }) };
  expect(panelOutcomesText(oriented, panels.slice(0, 1), turned as unknown as Lab)).toBe(
    'SDLS at 2.12 m and 170°',
  );
});

describe('at the end of a drag', () => {
  const scenario = {
    methods: [{ label: 'old' }, { label: 'hidden' }],
    targets: [{ motion: null }],
    run: { tolerance: 1e-4, mode: 'track' },
    unit: 'm',
  } as unknown as Scenario;
  const states = [
    { stop: null, error: 0.5, updates: 3 },
    { stop: null, error: 2, updates: 3 },
  ];
  const lab = {
    frame: 5,
    instanceCount: 2,
    status: (i: number) => states[i],
  } as unknown as Lab;
  const later = { ...lab, frame: 6 } as unknown as Lab;
  let said = '';
  const say = (text: string): void => {
    said = text;
  };

  test('uses the current names of methods, and reports only visible ones', () => {
    const names = ['first', 'hidden'] as (string | null)[];
    const spoken = new ScreenReaderAnnouncer(scenario, (panel) => names[panel] ?? null, say);
    spoken.announceRelease(0, [1, 2, 3], lab);
    names.splice(0, 2, 'renamed', null);
    Object.assign(states[0] as object, { stop: 'stalled', error: 0.04 });
    spoken.follow(lab); // the state before the target moved
    expect(said).toBe('Target 1 at x 1000, y 2000, z 3000 mm');
    spoken.follow(later);
    expect(said).toBe('Target 1 at x 1000, y 2000, z 3000 mm. renamed stopped short at 40 mm.');
  });

  test('reports only the position in mode "converge"', () => {
    const run = { ...scenario.run, mode: 'converge' } as Scenario['run'];
    const spoken = new ScreenReaderAnnouncer({ ...scenario, run }, () => 'first', say);
    spoken.announceRelease(0, [1, 2, 3], lab);
    for (const state of states) Object.assign(state, { stop: 'reached' });
    spoken.follow(later);
    expect(said).toBe('Target 1 at x 1000, y 2000, z 3000 mm');
  });
});
