/** Solutions of subproblems satisfy the equations as they are stated, and none is missing. */
import type { Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  distance,
  dot,
  rotateVector,
  rotationAbout,
  unitVector,
  wrapAngle,
} from '@iklab/core/scenario/numbers';
import { expect, test } from 'vitest';
import {
  anglesAtDistance,
  anglesAtHeight,
  anglesOfThree,
  anglesOfTwo,
  anglesToMeet,
  angleTo,
  type TurningVector,
  turnedVector,
  twoAngleResidual,
  twoAngleRow,
} from './subproblemSolutions.ts';

let state = 1;
/** A number between -1 and 1. */
function random(): number {
  state = (state * 48271) % 2147483647;
  return (2 * state) / 2147483647 - 1;
}
const vector = (): Vec3 => [random(), random(), random()];
const turning = (): TurningVector => ({ k: unitVector(vector()), p: vector() });
const angle = (): number => Math.PI * random();
const rounds = Array.from({ length: 300 }, (_, i) => i);

/** Rotates by the rotation matrix, as an independent formula. */
const turned = ({ k, p }: TurningVector, by: number): Vec3 => rotateVector(rotationAbout(k, by), p);

/** Number of sign changes of a function of an angle. */
function signChanges(value: (angle: number) => number): number {
  const cells = 4000;
  const signs = Array.from(
    { length: cells },
    (_, i) => value((2 * Math.PI * (i + 0.5)) / cells) > 0,
  );
  return signs.filter((sign, i) => sign !== signs.at(i - 1)).length;
}

const isAmong = (found: readonly (readonly number[])[], made: readonly number[]): boolean =>
  found.some((each) => each.every((a, i) => Math.abs(wrapAngle(a - (made[i] as number))) < 1e-6));

test('turnedVector is the product with the rotation matrix', () => {
  for (const _ of rounds) {
    const [t, by] = [turning(), angle()];
    expect(distance(turnedVector(t, by), turned(t, by))).toBeLessThan(1e-14);
  }
});

test('subproblem 1 returns the angle between vectors on one circle, and null on the axis', () => {
  for (const _ of rounds) {
    const [t, by] = [turning(), angle()];
    expect(wrapAngle((angleTo(t, turned(t, by)) ?? 9) - by)).toBeCloseTo(0, 9);
  }
  expect(angleTo({ k: [0, 0, 1], p: [0, 0, 2] }, [1, 0, 0])).toBeNull();
});

test('subproblem 2 returns all angles at which two vectors are equal', () => {
  for (const _ of rounds) {
    const one = turning();
    const [first, second] = [angle(), angle()];
    const k = unitVector(vector());
    const two = { k, p: turned({ k, p: turned(one, first) }, -second) };
    const found = anglesToMeet(one, two);
    for (const [a, b] of found) expect(distance(turned(one, a), turned(two, b))).toBeLessThan(1e-7);
    expect(isAmong(found, [first, second])).toBe(true);
    const height = (a: number) => dot(two.k, turned(one, a)) - dot(two.k, two.p);
    expect(found).toHaveLength(signChanges(height));
  }
});

test('subproblem 2 returns one solution where the circles touch, and none beyond', () => {
  const k1: Vec3 = [0, 0, 1];
  const k2: Vec3 = [1, 0, 0];
  const at = (degrees: number): Vec3 => [
    0,
    Math.sin((degrees * Math.PI) / 180),
    Math.cos((degrees * Math.PI) / 180),
  ];
  const two = { k: k2, p: [0.5, Math.sqrt(0.75), 0] as Vec3 }; // 60 degrees from its axis.
  expect(anglesToMeet({ k: k1, p: at(30) }, two)).toHaveLength(1);
  expect(anglesToMeet({ k: k1, p: at(31) }, two)).toHaveLength(2);
  expect(anglesToMeet({ k: k1, p: at(29) }, two)).toEqual([]);
});

test('subproblem 3 returns all angles at a distance', () => {
  for (const _ of rounds) {
    const [t, q, by] = [turning(), vector(), angle()];
    const delta = distance(turned(t, by), q);
    const found = anglesAtDistance(t, q, delta) ?? [];
    for (const a of found) expect(distance(turned(t, a), q)).toBeCloseTo(delta, 7);
    expect(
      isAmong(
        found.map((a) => [a]),
        [by],
      ),
    ).toBe(true);
    expect(found).toHaveLength(signChanges((a) => distance(turned(t, a), q) - delta));
    expect(anglesAtDistance(t, q, 10)).toEqual([]);
  }
});

test('subproblem 4 returns all angles at a height, and null if the height is constant', () => {
  for (const _ of rounds) {
    const [h, t] = [vector(), turning()];
    const height = random();
    const found = anglesAtHeight(h, t, height) ?? [];
    for (const a of found) expect(dot(h, turned(t, a))).toBeCloseTo(height, 9);
    expect(found).toHaveLength(signChanges((a) => dot(h, turned(t, a)) - height));
  }
  const onAxis = { k: [0, 0, 1], p: [0, 0, 0.5] } as const;
  expect(anglesAtHeight([0, 0, 1], onAxis, 0.5)).toBeNull();
  expect(anglesAtHeight([0, 0, 1], onAxis, 0.4)).toEqual([]);
});

test('subproblem 5 returns all angles at which both sides are equal', () => {
  const counts = new Set<number>();
  for (const _ of rounds) {
    const [one, two, three] = [turning(), turning(), turning()];
    const made = [angle(), angle(), angle()] as const;
    const right = ([, b, c]: readonly [number, number, number]) =>
      turned({ k: two.k, p: addScaled(two.p, turned(three, c)) }, b);
    const p0 = addScaled(right(made), turned(one, made[0]), -1);
    const found = anglesOfThree(p0, one, two, three);
    for (const each of found)
      expect(distance(addScaled(p0, turned(one, each[0])), right(each))).toBeLessThan(1e-6);
    expect(isAmong(found, made)).toBe(true);
    counts.add(found.length);
  }
  expect([...counts].sort()).toEqual([2, 4]);
});

test('subproblem 6 returns all pairs of angles', () => {
  const counts = new Set<number>();
  for (const _ of rounds) {
    const [k1, k2] = [unitVector(vector()), unitVector(vector())];
    const made = [angle(), angle()] as const;
    const rows = [0, 1].map(() => {
      const [h1, h2, p1, p2] = [vector(), vector(), vector(), vector()];
      const left = ([a, b]: readonly [number, number]) =>
        dot(h1, turned({ k: k1, p: p1 }, a)) + dot(h2, turned({ k: k2, p: p2 }, b));
      const e = left(made);
      return {
        left,
        e,
        row: twoAngleRow(h1, { k: k1, p: p1 }, h2, { k: k2, p: p2 }, e),
      };
    });
    const [one, two] = rows as [(typeof rows)[0], (typeof rows)[0]];
    const found = anglesOfTwo(one.row, two.row);
    for (const each of found)
      for (const { left, e, row } of rows) {
        expect(left(each)).toBeCloseTo(e, 6);
        expect(twoAngleResidual(row, each)).toBeCloseTo(left(each) - e, 12);
      }
    expect(isAmong(found, made)).toBe(true);
    counts.add(found.length);
  }
  expect([...counts].sort()).toEqual([2, 4]);
});
