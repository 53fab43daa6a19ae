/**
 * Solutions of the six subproblems of a closed form, for the figures of its page. Angles are radians
 * in (-π, π]. The library solves them in wasm/src/iklab/analytic/subproblems.cpp, with tolerances for
 * rounded input.
 */
import type { Vec3 } from '@iklab/core/scenario';
import { addScaled, cross, dot, hypot, scaleVector, wrapAngle } from '@iklab/core/scenario/numbers';

const TOUCHING = 1e-9; // Share of the radius within which a line touches the unit circle.
const SAME_ANGLE = 1e-7;

export type AnglePair = readonly [first: number, second: number];
export type AngleTriple = readonly [first: number, second: number, third: number];

/** The vector R(k, θ) p as a function of θ; `k` has length 1. */
export interface TurningVector {
  readonly k: Vec3;
  readonly p: Vec3;
}

export function turnedVector({ k, p }: TurningVector, angle: number): Vec3 {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const inPlane = addScaled(scaleVector(p, cosine), cross(k, p), sine);
  return addScaled(inPlane, k, (1 - cosine) * dot(k, p));
}

/** Subproblem 1: the angle that rotates the vector closest to `q`; null if all angles do. */
export function angleTo({ k, p }: TurningVector, q: Vec3): number | null {
  const sine = dot(k, cross(p, q));
  const cosine = dotAcross(k, p, q);
  return sine === 0 && cosine === 0 ? null : Math.atan2(sine, cosine);
}

/** Subproblem 2: the angles at which two vectors of equal length are equal; axes not parallel. */
export function anglesToMeet(one: TurningVector, two: TurningVector): readonly AnglePair[] {
  const c = dot(one.k, two.k);
  const across = cross(one.k, two.k);
  const square = dot(across, across);
  const [a1, a2] = [dot(one.k, one.p), dot(two.k, two.p)];
  const [alpha, beta] = [(a1 - c * a2) / square, (a2 - c * a1) / square];
  const height = dot(one.p, one.p) - alpha * alpha - beta * beta - 2 * alpha * beta * c;
  if (height < -TOUCHING) return [];
  const gamma = Math.sqrt(Math.max(0, height) / square);
  const middle = addScaled(scaleVector(one.k, alpha), two.k, beta);
  return (gamma * gamma <= TOUCHING ? [0] : [gamma, -gamma]).map((side) => {
    const common = addScaled(middle, across, side);
    return [angleTo(one, common) ?? 0, angleTo(two, common) ?? 0];
  });
}

/** Subproblem 3: the angles at which the vector is at `distance` from `q`; null for all angles. */
export function anglesAtDistance(
  turning: TurningVector,
  q: Vec3,
  distance: number,
): readonly number[] | null {
  const { p } = turning;
  return anglesAtHeight(q, turning, (dot(p, p) + dot(q, q) - distance * distance) / 2);
}

/** Subproblem 4: the angles at which h · R(k, θ) p is `height`; null for all angles. */
export function anglesAtHeight(
  h: Vec3,
  { k, p }: TurningVector,
  height: number,
): readonly number[] | null {
  const [a, b] = [dotAcross(k, h, p), dot(h, cross(k, p))];
  const c = height - dot(h, k) * dot(k, p);
  const radius = hypot(a, b);
  if (radius <= TOUCHING) return Math.abs(c) <= TOUCHING ? null : [];
  const share = c / radius;
  if (Math.abs(share) > 1 + TOUCHING) return [];
  const middle = Math.atan2(b, a);
  if (Math.abs(share) >= 1 - TOUCHING) return [share > 0 ? middle : wrapAngle(middle + Math.PI)];
  const side = Math.acos(share);
  return [wrapAngle(middle - side), wrapAngle(middle + side)];
}

/** A row of subproblem 6: a cos θ₁ + b sin θ₁ + c cos θ₂ + d sin θ₂ = e. */
export type TwoAngleRow = readonly [a: number, b: number, c: number, d: number, e: number];

/** Returns the row of h₁ · R(k₁, θ₁) p₁ + h₂ · R(k₂, θ₂) p₂ = e. */
export function twoAngleRow(
  h1: Vec3,
  one: TurningVector,
  h2: Vec3,
  two: TurningVector,
  e: number,
): TwoAngleRow {
  const constant = dot(h1, one.k) * dot(one.k, one.p) + dot(h2, two.k) * dot(two.k, two.p);
  return [
    dotAcross(one.k, h1, one.p),
    dot(h1, cross(one.k, one.p)),
    dotAcross(two.k, h2, two.p),
    dot(h2, cross(two.k, two.p)),
    e - constant,
  ];
}

/** The left side of a row minus its right side. */
export const twoAngleResidual = ([a, b, c, d, e]: TwoAngleRow, [first, second]: AnglePair) =>
  a * Math.cos(first) + b * Math.sin(first) + c * Math.cos(second) + d * Math.sin(second) - e;

/** Subproblem 6; the rows must determine (cos θ₂, sin θ₂) for a given θ₁. */
export function anglesOfTwo(one: TwoAngleRow, two: TwoAngleRow): readonly AnglePair[] {
  // (cos θ₂, sin θ₂) = f + cos θ₁ a + sin θ₁ b has length 1: a quartic in tan ½θ₁.
  const det = one[2] * two[3] - one[3] * two[2];
  const solved = (x: number, y: number) =>
    [(x * two[3] - one[3] * y) / det, (one[2] * y - x * two[2]) / det] as const;
  const [f, a, b] = [
    solved(one[4], two[4]),
    solved(-one[0], -two[0]),
    solved(-one[1], -two[1]),
  ] as const;
  const product = (u: AnglePair, v: AnglePair) => u[0] * v[0] + u[1] * v[1];
  const [aa, bb, ff] = [product(a, a), product(b, b), product(f, f) - 1];
  const [ab, fa, fb] = [product(a, b), product(f, a), product(f, b)];
  const quartic = [
    aa + 2 * fa + ff,
    4 * (ab + fb),
    4 * bb - 2 * aa + 2 * ff,
    4 * (fb - ab),
    aa - 2 * fa + ff,
  ];
  const firsts = [
    ...rootsWithinOne(quartic).map((x) => 2 * Math.atan2(x, 1)),
    // Roots above 1, by their reciprocals.
    ...rootsWithinOne(quartic.toReversed()).map((x) => wrapAngle(2 * Math.atan2(1, x))),
  ];
  return firsts
    .filter((angle, i) => !firsts.slice(0, i).some((each) => isSameAngle(each, angle)))
    .map((first) => {
      const [cosine, sine] = [Math.cos(first), Math.sin(first)];
      const [x, y] = [0, 1].map(
        (i) => (f[i] as number) + cosine * (a[i] as number) + sine * (b[i] as number),
      ) as [number, number];
      return [first, Math.atan2(y, x)];
    });
}

/** Subproblem 5: p₀ + R(k₁, θ₁) p₁ = R(k₂, θ₂) (p₂ + R(k₃, θ₃) p₃). */
export function anglesOfThree(
  p0: Vec3,
  one: TurningVector,
  two: TurningVector,
  three: TurningVector,
): readonly AngleTriple[] {
  const { k, p: p2 } = two;
  const back = scaleVector(k, -1);
  const along = twoAngleRow(k, one, back, three, dot(k, p2) - dot(k, p0));
  const square = (v: Vec3) => dot(v, v);
  const lengths = (square(p2) + square(three.p) - square(p0) - square(one.p)) / 2;
  const length = twoAngleRow(p0, one, scaleVector(p2, -1), three, lengths);
  return anglesOfTwo(along, length).map(([first, third]) => {
    const from = addScaled(p2, turnedVector(three, third));
    const to = addScaled(p0, turnedVector(one, first));
    return [first, angleTo({ k, p: from }, to) ?? 0, third];
  });
}

/** Returns the dot product of the components of two vectors perpendicular to an axis. */
const dotAcross = (k: Vec3, a: Vec3, b: Vec3): number => dot(cross(k, a), cross(k, b));

const isSameAngle = (one: number, other: number): boolean =>
  Math.abs(wrapAngle(one - other)) < SAME_ANGLE;

/** Returns the simple roots of c₀ + c₁ x + … in [-1, 1], between those of the derivative. */
function rootsWithinOne(c: readonly number[]): readonly number[] {
  if (c.length < 2) return [];
  const value = (x: number): number => c.reduceRight((sum, each) => sum * x + each, 0);
  const extrema = rootsWithinOne(c.slice(1).map((each, i) => (i + 1) * each));
  const bounds = [-1, ...extrema, 1];
  return bounds.slice(1).flatMap((high, i) => {
    const low = bounds[i] as number;
    return value(low) < 0 === value(high) < 0 ? [] : [bisect(value, low, high)];
  });
}

function bisect(value: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isNegative = value(low) < 0;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (value(middle) < 0 === isNegative) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
