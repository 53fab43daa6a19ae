import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { findMethodColourSlot, preferredMethodColourSlot } from './methodColourSlots.ts';

test('a method has its own slot, else that of the scene, else one that no method owns', () => {
  const methods = [{ id: 'dls-clamped' }, { id: 'ccd' }, { id: 'qp' }];
  const read = parseScenarioDocument({ iklab: 1, preset: 'y', methods }, sampleCatalogue);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  const slot = (id: string) => findMethodColourSlot(read.value, id, sampleCatalogue);
  const [, , qp] = read.value.methods;
  expect(slot('dls')).toBe(5); // not that of DLS′
  expect(slot('qp')).toBe(qp?.slot);
  expect(slot('idls')).toBe(7);
  expect(preferredMethodColourSlot('sdls', sampleCatalogue)).toBe(4);
  expect(preferredMethodColourSlot('idls', sampleCatalogue)).toBeNull();
});
