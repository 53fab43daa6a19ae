import { describe, expect, test } from 'vitest';
import { parseTestScenario, smallDocument } from '../testDocuments.ts';
import type { PlainObject } from '../write.ts';
import { omitDefaultPanelSlots } from './panelSlots.ts';

const clamped = { mode: 'adaptive' };
const panels = (...methods: PlainObject[]) => parseTestScenario(smallDocument({ methods })).methods;
const slots = (...methods: PlainObject[]) => panels(...methods).map(({ slot }) => slot);

describe('a panel takes', () => {
  test('the slot that its method prefers', () => {
    const all = [
      { id: 'dls', targetClamp: clamped },
      { id: 'dls', params: { lambda: 0.7 }, targetClamp: clamped },
      { id: 'dls' },
      { id: 'sdls' },
      { id: 'truncated' },
      { id: 'transpose' },
    ];
    expect(slots(...all)).toEqual([6, 3, 5, 4, 2, 1]);
  });

  test('otherwise a slot that no other method prefers, while there is one', () => {
    expect(slots({ id: 'sdls' }, { id: 'sdls' }, { id: 'ccd' }, { id: 'sdls' })).toEqual([
      4, 7, 8, 1,
    ]);
    const before = Array.from({ length: 7 }, () => ({ id: 'ccd' }));
    expect(slots(...before, { id: 'transpose' })).toEqual([7, 8, 2, 3, 4, 5, 6, 1]);
  });

  test('the slot it names, before any other panel chooses', () => {
    expect(slots({ id: 'sdls' }, { id: 'ccd', slot: 4 }, { id: 'dls', slot: 1 })).toEqual([
      7, 4, 1,
    ]);
  });

  test('one of eight slots, all different', () => {
    const eight = Array.from({ length: 8 }, () => ({ id: 'dls' }));
    expect(new Set(slots(...eight))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  });
});

test('leaveOutSlots omits the slots that the rules assign anyway', () => {
  expect(omitDefaultPanelSlots(panels({ id: 'sdls' }, { id: 'ccd' }))).toEqual([null, null]);
  expect(omitDefaultPanelSlots(panels({ id: 'sdls', slot: 8 }, { id: 'ccd' }))).toEqual([8, null]);
  expect(omitDefaultPanelSlots(panels({ id: 'ccd', slot: 4 }, { id: 'sdls', slot: 7 }))).toEqual([
    4,
    null,
  ]);
});
