import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { expect, test } from 'vitest';
import { findMethodAncestry, layoutMethodFamily } from './layoutMethodFamily.ts';

/** Builds a catalogue from `child: parent`, in order. */
function table(parents: Readonly<Record<string, string>>): DescribedMethod[] {
  return Object.entries(parents).map(([id, parent]) => ({ id, parent }) as DescribedMethod);
}

const placed = (parents: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    layoutMethodFamily(table(parents)).map(({ row, column, line }) => [row.id, [column, line]]),
  );

test('a first child is beside its parent, further children are below', () => {
  expect(placed({ a: '', b: 'a', c: 'b', d: 'a', e: '' })).toEqual({
    a: [0, 0],
    b: [1, 0],
    c: [2, 0],
    d: [1, 1],
    e: [0, 2], // not line 1, where the connector from a to d would seem to lead to e
  });
});

test('roots without children are side by side below the other roots', () => {
  const places = placed({ e: '', a: '', b: 'a', f: '', g: '', h: '', i: '' });
  expect(places.b).toEqual([1, 0]);
  expect([places.e, places.f, places.g, places.h, places.i]).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [0, 2],
  ]);
});

test('a branch moves up beside a shorter one, but never across connectors of others', () => {
  const places = placed({ a: '', b: 'a', c: 'b', d: 'b', e: 'a', f: 'e', g: 'e' });
  expect(places.d).toEqual([2, 1]);
  // f is beside e, not on the line of d
  expect(places.e).toEqual([1, 2]);
  expect(places.f).toEqual([2, 2]);
  expect(places.g).toEqual([2, 3]);
});

test('a method with an unknown parent is a root; children listed before parents are kept', () => {
  expect(placed({ b: 'a', c: 'b' })).toEqual({ b: [0, 0], c: [1, 0] });
  expect(Object.keys(placed({ c: 'b', b: 'a', a: '' })).sort()).toEqual(['a', 'b', 'c']);
});

test('random families have no overlapping entries and no crossing connectors (seed 7)', () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  for (let round = 0; round < 200; round++) {
    const count = 1 + random(24);
    const parents = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`m${i}`, random(5) && i ? `m${random(i)}` : '']),
    );
    const places = layoutMethodFamily(table(parents));
    expect(places).toHaveLength(count);
    const taken = new Map<string, string>();
    const take = (at: string, who: string) => {
      expect(taken.get(at) ?? who, `${at} in ${JSON.stringify(parents)}`).toBe(who);
      taken.set(at, who);
    };
    for (const { row, column, line, parent } of places) {
      take(`${line} ${2 * column}`, row.id);
      take(`${line} ${2 * column + 1}`, row.id);
      if (!parent) continue;
      expect(column).toBe(parent.column + 1);
      for (let l = parent.line; l <= line; l++) take(`${l} ${2 * column - 1}`, parent.row.id);
    }
  }
});

test('the path to a method starts at its root', () => {
  const places = layoutMethodFamily(table({ a: '', b: 'a', c: 'b', d: 'a' }));
  const c = places.find(({ row }) => row.id === 'c');
  expect(c && findMethodAncestry(c).map(({ row }) => row.id)).toEqual(['a', 'b', 'c']);
});
