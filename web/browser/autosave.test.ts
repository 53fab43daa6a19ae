import { catalogue, scenarioOf, smallDocument } from 'iklab/scenario/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  beginAnew,
  forget,
  isKept,
  kept,
  lastKept,
  MOST_KEPT,
  newPlace,
  save,
} from './autosave.ts';

const scene = (name: string) => scenarioOf(smallDocument({ name }));
const names = () => kept(catalogue).map(({ scenario }) => scenario.name);
const put = (id: number, name: string) => save(id, scene(name), catalogue);

beforeEach(() => {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the last five are kept, the newest first; one that is worked on again comes first', () => {
  for (let id = 1; id <= MOST_KEPT + 2; id++) put(id, `scene ${id}`);
  expect(names()).toEqual(['scene 7', 'scene 6', 'scene 5', 'scene 4', 'scene 3']);
  put(4, 'scene 4 again');
  expect(names()).toEqual(['scene 4 again', 'scene 7', 'scene 6', 'scene 5', 'scene 3']);
  expect(lastKept(catalogue)?.scenario).toEqual(scene('scene 4 again'));
});

test('the same scene is not kept twice', () => {
  put(1, 'mine');
  put(2, 'other');
  put(3, 'mine');
  expect(kept(catalogue).map(({ id }) => id)).toEqual([3, 2]);
});

test('a visitor may begin anew: nothing is lost by it', () => {
  put(1, 'mine');
  beginAnew();
  expect(lastKept(catalogue)).toBe(null);
  expect(names()).toEqual(['mine']);
  forget(1);
  expect([isKept(1), names()]).toEqual([false, []]);
});

test('places differ, also within a millisecond', () => {
  vi.useFakeTimers({ now: 1000 });
  put(newPlace(), 'a');
  put(newPlace(), 'b');
  expect(kept(catalogue).map(({ id }) => id)).toEqual([1001, 1000]);
  vi.useRealTimers();
});

test('what cannot be read is left out, what cannot be stored does no harm', () => {
  put(1, 'sound');
  const broken = JSON.stringify({
    last: 2,
    scenes: [{ id: 2, time: 0, document: { iklab: 9 } }, { id: 'x' }, null],
  });
  localStorage.setItem('iklab.scenes', broken);
  expect([names(), lastKept(catalogue)]).toEqual([[], null]);
  localStorage.setItem('iklab.scenes', '{');
  expect(names()).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  put(1, 'sound');
  expect(names()).toEqual([]);
});
