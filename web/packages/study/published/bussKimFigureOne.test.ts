/**
 * Figure 1 of Buss & Kim, in closed form: the inverse Jacobian of two links, and SDLS as printed.
 */
import { testEngine } from '@iklab/core/engine/testing';
import { bussKimFigureScenes } from '@iklab/core/scenario/presets';
import { describe, expect, it, test } from 'vitest';
import {
  type BussKimCase,
  checkBussKimClaims,
  computeBussKimCases,
  computeBussKimUpdate,
} from './bussKimFigureOne.ts';

const engine = await testEngine();
const GAMMA = Math.PI / 4;
const LAMBDA = 0.3;

type Pair = readonly [number, number];
const dot = (a: Pair, b: Pair): number => a[0] * b[0] + a[1] * b[1];
const times = (k: number, [x, y]: Pair): Pair => [k * x, k * y];
const plus = (a: Pair, b: Pair): Pair => [a[0] + b[0], a[1] + b[1]];
/** Scaled so that no joint step is larger than `most`. */
const clamped = (step: Pair, most: number): Pair =>
  times(Math.min(1, most / Math.max(...step.map(Math.abs))), step);

/** One update of the three methods for two links of length 1. */
function closedForm([first, second]: Pair, [x, y]: Pair) {
  const [c1, s1, c, s] = [first, first + second].flatMap((a) => [Math.cos(a), Math.sin(a)]) as [
    number,
    number,
    number,
    number,
  ];
  const e: Pair = [x - c1 - c, y - s1 - s];
  const rows: readonly [Pair, Pair] = [
    [-s1 - s, -s],
    [c1 + c, c],
  ];
  const [[j11, j12], [j21, j22]] = rows;
  const det = j11 * j22 - j12 * j21;
  const asked: Pair = [(j22 * e[0] - j12 * e[1]) / det, (j11 * e[1] - j21 * e[0]) / det];
  // eigenvectors of J Jᵀ in closed form
  const [a, b, d] = [dot(rows[0], rows[0]), dot(rows[0], rows[1]), dot(rows[1], rows[1])];
  const angle = 0.5 * Math.atan2(2 * b, a - d);
  const u: readonly Pair[] = [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
  const back = (w: Pair): Pair => [j11 * w[0] + j21 * w[1], j12 * w[0] + j22 * w[1]];
  const columns = [Math.hypot(j11, j21), Math.hypot(j12, j22)];
  let [sdls, dls]: Pair[] = [
    [0, 0],
    [0, 0],
  ];
  for (const direction of u) {
    const along = back(direction);
    const sigma = Math.hypot(...along);
    const v = times(1 / sigma, along);
    const m = (Math.abs(v[0]) * (columns[0] ?? 0) + Math.abs(v[1]) * (columns[1] ?? 0)) / sigma;
    const phi = times(dot(direction, e) / sigma, v);
    sdls = plus(sdls as Pair, clamped(phi, GAMMA * Math.min(1, 1 / m)));
    dls = plus(dls as Pair, times((sigma * dot(direction, e)) / (sigma ** 2 + LAMBDA ** 2), v));
  }
  const share = (step: Pair) => dot(step, asked) / dot(asked, asked);
  return {
    asked,
    sdls: share(clamped(sdls as Pair, GAMMA)),
    dls: share(clamped(dls as Pair, GAMMA)),
  };
}

const places = (document: object): [Pair, Pair] => {
  const { start, targets } = document as { start: Pair; targets: { position: Pair }[] };
  return [start, targets[0]?.position as Pair];
};

function expectClosedForm(document: object, run: Omit<BussKimCase, 'id' | 'target'>): void {
  const { asked, sdls, dls } = closedForm(...places(document));
  for (const j of [0, 1] as const) expect(run.asked[j]).toBeCloseTo(asked[j], 10);
  expect(run.sdls).toBeCloseTo(sdls, 10);
  expect(run.dls).toBeCloseTo(dls, 10);
}

describe('figure 1', () => {
  const cases = computeBussKimCases(engine);

  it('has the steps of the closed forms', () => {
    expect(cases).toHaveLength(3);
    for (const [i, run] of cases.entries())
      expectClosedForm(bussKimFigureScenes[i]?.document ?? {}, run);
  });

  it('all six claims of the text hold', () => {
    expect(checkBussKimClaims(cases).filter(({ holds }) => !holds)).toEqual([]);
    expect(checkBussKimClaims(cases)).toHaveLength(6);
  });

  it('agrees with its notes', () => {
    const [far, beside, near] = cases as [BussKimCase, BussKimCase, BussKimCase];
    expect(Math.min(...far.asked.map(Math.abs))).toBeGreaterThan(Math.PI / 2);
    expect(beside.sdls).toBeCloseTo(1, 12);
    expect(near.sdls).toBeCloseTo(1, 12);
    expect(near.dls).toBeCloseTo(far.dls, 12); // it depends only on σ
  });
});

test('holds with the elbow on the other side and t1 inside the reach, too', () => {
  const [far] = bussKimFigureScenes;
  const other = {
    ...far?.document,
    start: [0.15, -0.3],
    targets: [{ effector: 'tip', position: [1.3, 0, 0] }],
  };
  const run = computeBussKimUpdate(other, engine);
  expectClosedForm(other, run);
  expect(run.asked[0]).toBeGreaterThan(Math.PI / 2);
  expect(run.asked[1]).toBeLessThan(-Math.PI / 2);
  expect(run.missed).toBeGreaterThan(run.before);
  expect(run.sdls).toBeLessThan(0.05);
});

test('figureOneClaims reports claims that do not hold', () => {
  const [far, beside, near] = computeBussKimCases(engine) as [
    BussKimCase,
    BussKimCase,
    BussKimCase,
  ];
  const holdsOf = (cases: BussKimCase[]) => checkBussKimClaims(cases).map(({ holds }) => holds);
  expect(holdsOf([beside, far, near])).toEqual([false, false, false, false, false, false]);
  expect(checkBussKimClaims([])).toEqual([]);
});
