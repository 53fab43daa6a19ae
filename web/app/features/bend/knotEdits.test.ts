import type { FilterKnot } from '@iklab/core/document/knotFilter';
import { expect, test } from 'vitest';
import { insertKnot, insertKnotOnCurve, moveKnot, moveKnotByKey, removeKnot } from './knotEdits.ts';

const knots: readonly FilterKnot[] = [
  { sigma: 0.1, tau: 1 },
  { sigma: 1, tau: 2 },
  { sigma: 10, tau: 0.1 },
];
const sigmas = (all: readonly FilterKnot[] | undefined) => all?.map(({ sigma }) => sigma);

test('a moved knot stays between its neighbours and is rounded to three digits', () => {
  expect(moveKnot(knots, 1, { sigma: 2.34567, tau: 0.98765 })[1]).toEqual({
    sigma: 2.35,
    tau: 0.988,
  });
  expect(sigmas(moveKnot(knots, 1, { sigma: 1e4, tau: 1 }))).toEqual([0.1, 9.09, 10]);
  expect(sigmas(moveKnot(knots, 1, { sigma: 1e-4, tau: 1 }))).toEqual([0.1, 0.11, 10]);
  expect(sigmas(moveKnot(knots, 2, { sigma: 1e9, tau: 1 }))).toEqual([0.1, 1, 1e6]);
  expect(moveKnot(knots, 0, { sigma: 0, tau: 0 })[0]).toEqual({ sigma: 1e-6, tau: 1e-6 });
});

test('a knot moved vertically keeps its σ, even if its neighbours are close', () => {
  const near = [
    { sigma: 1, tau: 1 },
    { sigma: 1.02, tau: 1 },
    { sigma: 1.03, tau: 1 },
  ];
  expect(moveKnot(near, 1, { sigma: 1.02, tau: 3 })[1]).toEqual({ sigma: 1.02, tau: 3 });
});

test('added knots are sorted; rejects one close to another, and more than twelve', () => {
  expect(insertKnot(knots, { sigma: 3, tau: 4 })).toEqual({
    knots: [knots[0], knots[1], { sigma: 3, tau: 4 }, knots[2]],
    index: 2,
  });
  expect(insertKnot(knots, { sigma: 1.05, tau: 4 })).toBeNull();
  let many: readonly FilterKnot[] = knots;
  for (let i = 0; i < 20; i++)
    many = insertKnot(many, { sigma: 20 + 10 * i, tau: 1 })?.knots ?? many;
  expect(many).toHaveLength(12);
});

test('a knot inserted beside another lies halfway in log σ, and before the last one', () => {
  expect(insertKnotOnCurve(knots, 0)).toMatchObject({ index: 1, knots: { 1: { sigma: 0.316 } } });
  expect(insertKnotOnCurve(knots, 2)).toMatchObject({ index: 2, knots: { 2: { sigma: 3.16 } } });
});

test('rejects removing one of the last two knots', () => {
  const two = removeKnot(knots, 1) ?? [];
  expect(sigmas(two)).toEqual([0.1, 10]);
  expect(removeKnot(two, 0)).toBeNull();
});

test('keys move a knot along one axis', () => {
  const [, knot] = knots as [FilterKnot, FilterKnot];
  const by = (key: string, shift = false) => {
    const to = moveKnotByKey(knot, key, shift) as FilterKnot;
    return [Math.log10(to.sigma / knot.sigma), Math.log10(to.tau / knot.tau)].map((each) =>
      Number(each.toFixed(6)),
    );
  };
  expect(by('ArrowUp')).toEqual([0, 0.02]);
  expect(by('ArrowDown', true)).toEqual([0, -0.2]);
  expect(by('PageUp')).toEqual([0, 0.2]);
  expect(by('ArrowLeft')).toEqual([-0.02, 0]);
  expect(moveKnotByKey(knot, 'a', false)).toBeNull();
});
