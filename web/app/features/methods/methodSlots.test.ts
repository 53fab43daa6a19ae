import { parse } from '@iklab/core/scenario/parse';
import { catalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { ownSlot, slotOf } from './methodSlots.ts';

test('a method has its own slot, else that of the scene, else one that no method owns', () => {
  const methods = [{ id: 'dls-clamped' }, { id: 'ccd' }, { id: 'qp' }];
  const read = parse({ iklab: 1, preset: 'y', methods }, catalogue);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  const slot = (id: string) => slotOf(read.value, id, catalogue);
  const [, , qp] = read.value.methods;
  expect(slot('dls')).toBe(5); // not that of DLS′
  expect(slot('qp')).toBe(qp?.slot);
  expect(slot('idls')).toBe(7);
  expect(ownSlot('sdls', catalogue)).toBe(4);
  expect(ownSlot('idls', catalogue)).toBeNull();
});
