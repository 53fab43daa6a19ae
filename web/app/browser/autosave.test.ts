import { parseTestScenario, sampleCatalogue, smallDocument } from '@iklab/core/scenario/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { Autosave, MAX_SAVED_SCENES } from './autosave.ts';
import { createMemoryStorage } from './memoryServices.ts';

const scene = (name: string) => parseTestScenario(smallDocument({ name }));
let storage: ReturnType<typeof createMemoryStorage>;
let autosave: Autosave;
const names = () => autosave.all.map(({ scenario }) => scenario.name);
const put = (id: number, name: string) => autosave.save(id, scene(name));

beforeEach(() => {
  storage = createMemoryStorage();
  autosave = new Autosave({ storage }, sampleCatalogue);
});

test('keeps the last five scenes, newest first; saving one again moves it to the front', () => {
  for (let id = 1; id <= MAX_SAVED_SCENES + 2; id++) put(id, `scene ${id}`);
  expect(names()).toEqual(['scene 7', 'scene 6', 'scene 5', 'scene 4', 'scene 3']);
  put(4, 'scene 4 again');
  expect(names()).toEqual(['scene 4 again', 'scene 7', 'scene 6', 'scene 5', 'scene 3']);
  expect(autosave.last?.scenario).toEqual(scene('scene 4 again'));
});

test('saving an equal scene under another id replaces the earlier entry', () => {
  put(1, 'mine');
  put(2, 'other');
  put(3, 'mine');
  expect(autosave.all.map(({ id }) => id)).toEqual([3, 2]);
});

test('starting over clears the last scene but keeps the list; forgetting removes an entry', () => {
  put(1, 'mine');
  autosave.clearLast();
  expect(autosave.last).toBe(null);
  expect(names()).toEqual(['mine']);
  autosave.forget(1);
  expect([autosave.has(1), names()]).toEqual([false, []]);
});

test('ids are unique even within one millisecond', () => {
  vi.useFakeTimers({ now: 1000 });
  put(autosave.createId(), 'a');
  put(autosave.createId(), 'b');
  expect(autosave.all.map(({ id }) => id)).toEqual([1001, 1000]);
  vi.useRealTimers();
});

test('ignores unreadable entries, and does not throw if the storage is forbidden', () => {
  put(1, 'sound');
  const broken = JSON.stringify({
    last: 2,
    scenes: [{ id: 2, time: 0, document: { iklab: 9 } }, { id: 'x' }, null],
  });
  storage.setItem('iklab.scenes', broken);
  expect([names(), autosave.last]).toEqual([[], null]);
  storage.setItem('iklab.scenes', '{');
  expect(names()).toEqual([]);
  const forbidden = {
    get storage(): never {
      throw new Error('forbidden');
    },
  };
  autosave = new Autosave(forbidden, sampleCatalogue);
  expect(put(1, 'sound')).toBe(false);
  expect(names()).toEqual([]);
});
