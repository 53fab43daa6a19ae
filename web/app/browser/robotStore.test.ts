import { expect, test } from 'vitest';
import { createMemoryStorage } from './memoryServices.ts';
import { type RobotImport, RobotStore } from './robotStore.ts';

const way: RobotImport = { key: 'tree', args: [], base: 'held' };

/** A list as storage has it, with one robot. */
function storeOf(...ways: readonly unknown[]) {
  const entry = { id: 'a', name: 'arm', bytes: 1, ways };
  const storage = createMemoryStorage(new Map([['iklab.robots', JSON.stringify([entry])]]));
  const store = new RobotStore({ storage, databases: null });
  const written = (): RobotImport[] => JSON.parse(storage.getItem('iklab.robots') ?? '[]')[0].ways;
  return { store, written };
}

test('keeps the readings of one tree beside each other, the newest last', () => {
  const { store, written } = storeOf(way); // an older entry has no reading
  const degrees = { ...way, reading: { angles: 'degrees' } };
  expect(store.has('tree')).toBe(true);
  expect(store.storeImport('a', degrees)).toBe(true);
  expect(written()).toEqual([way, degrees]);
  store.storeImport('a', { ...way, reading: {} });
  expect(written()).toEqual([degrees, { ...way, reading: {} }]);
});

test('ignores an entry whose reading is not an object', () => {
  expect(storeOf({ ...way, reading: 'degrees' }).store.hasRobots).toBe(false);
});
