import { describe, expect, test } from 'vitest';
import { meanInterval } from '../results/statistics.ts';
import type { SweepPoint } from './makeSweepStudy.ts';
import { isProposalNoImprovement, makeSweepProposal } from './sweepProposal.ts';

const COUNT = 200;

/** A point that solves the first `solved` problems, each in `updates`, or in the number that `updates` returns. */
function point(solved: number, updates: number | ((i: number) => number)): SweepPoint {
  const outcomes = Array.from({ length: COUNT }, (_, i) =>
    i < solved ? (typeof updates === 'number' ? updates : updates(i)) : null,
  );
  return of(outcomes);
}

function of(outcomes: readonly (number | null)[]): SweepPoint {
  const made = outcomes.filter((each) => each !== null);
  return {
    count: outcomes.length,
    solved: made.length,
    outcomes,
    updates: made.length > 0 ? meanInterval(made) : null,
    error: { mean: 0, low: 0, high: 0 },
    moving: null,
  };
}

describe('without moving targets', () => {
  test('prefers the highest success rate, however many updates it takes', () => {
    const points = [point(100, 5), point(190, 400), point(150, 5)];
    expect(makeSweepProposal(points)).toEqual({ kind: 'solved', index: 1, best: 1, alike: [1] });
  });

  test('prefers the higher success rate to the knee of the updates', () => {
    // updates per solved problem decrease, then increase: the knee on logarithmic axes is the third
    // value
    const points = [point(167, 93), point(166, 94), point(120, 95), point(90, 500)];
    expect(makeSweepProposal(points)).toMatchObject({ index: 0, best: 0, alike: [0, 1] });
  });

  test('prefers the fewest updates when success rates do not differ significantly', () => {
    const points = [point(180, 90), point(178, 20), point(179, 60), point(120, 5)];
    expect(makeSweepProposal(points)).toEqual({
      kind: 'solved',
      index: 1,
      best: 0,
      alike: [0, 1, 2],
    });
  });

  test('a difference is significant once its paired interval excludes 0', () => {
    // Bonett & Price in closed form, for d problems that only the better value solves
    const n = COUNT + 2;
    const low = (d: number): number => {
      const spread = d + 2 - (d * d) / n;
      return (d - 1.959963984540054 * Math.sqrt(spread) - 0.5) / n;
    };
    for (let d = 0; d < 30; d++) {
      const proposal = makeSweepProposal([point(180, 10), point(180 - d, 1)]);
      expect(proposal).toMatchObject({ index: low(d) > 0 ? 0 : 1 });
    }
    expect([low(5) > 0, low(8) > 0]).toEqual([false, true]);
  });

  test('pairs the problems: success on the same problems is more significant than on others', () => {
    const all = Array.from({ length: COUNT }, (_, i) => i);
    const first = of(all.map((i) => (i < 100 ? 10 : null)));
    const same = of(all.map((i) => (i < 88 ? 1 : null)));
    const other = of(all.map((i) => (i >= 112 ? 1 : null)));
    expect(makeSweepProposal([first, same])).toMatchObject({ alike: [0] });
    expect(makeSweepProposal([first, other])).toMatchObject({ alike: [0, 1] });
  });

  test('prefers the higher success rate when updates differ only by chance', () => {
    // the second takes alternately 30 more or 31 fewer updates: half an update fewer on average
    const noisy = point(178, (i) => (i % 2 ? 80 : 19));
    expect(makeSweepProposal([point(180, 50), noisy])).toMatchObject({ index: 0, alike: [0, 1] });
    expect(makeSweepProposal([point(180, 50), point(178, 49)])).toMatchObject({ index: 1 });
  });

  test('prefers the value that solves more, then the first, when updates are equal', () => {
    expect(makeSweepProposal([point(179, 9), point(180, 9), point(180, 9)])).toMatchObject({
      index: 1,
    });
  });

  test('proposes nothing when no value solves anything or there are no values', () => {
    expect(makeSweepProposal([point(0, 1), point(0, 1)])).toBeNull();
    expect(makeSweepProposal([])).toBeNull();
  });

  test('never proposes a value that solves nothing, however few the problems', () => {
    const few = [of([null, null]), of([7, null])];
    expect(makeSweepProposal(few)).toMatchObject({ index: 1, alike: [0, 1] });
  });
});

describe('the scene’s own value', () => {
  const noisy = (base: number) => (i: number) => base + 40 * (i % 5);

  test('is as good when neither rates nor updates differ significantly', () => {
    const points = [point(180, noisy(50)), point(180, (i) => noisy(50)(i) + (i % 2 ? 31 : -29))];
    const proposal = makeSweepProposal(points);
    if (!proposal) throw new Error('none');
    expect(proposal.index).toBe(0);
    expect([0, 1].map((own) => isProposalNoImprovement(proposal, points, own))).toEqual([
      true,
      true,
    ]);
  });

  test('is not as good when it needs more updates on each problem, or solves fewer', () => {
    const points = [point(180, noisy(50)), point(180, noisy(70)), point(120, 1)];
    const proposal = makeSweepProposal(points);
    if (!proposal) throw new Error('none');
    expect([0, 1, 2].map((own) => isProposalNoImprovement(proposal, points, own))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('with moving targets', () => {
  const exactly = (mean: number) => ({ low: mean, mean, high: mean });
  const moving = (error: number, shake: number, solved = 100): SweepPoint => ({
    ...point(solved, 1),
    moving: { error: exactly(error), jitter: exactly(0), shake: exactly(shake) },
  });

  test('proposes the knee of error against shake, whatever the success rates are', () => {
    // an L on logarithmic axes: its corner is the knee, although its ends solve more
    const points = [-2, -1, 0, 1, 2].map((k) =>
      moving(10 ** Math.max(0.01 * k, k), 10 ** Math.max(-0.01 * k, -k), 100 + 40 * Math.abs(k)),
    );
    expect(makeSweepProposal(points)).toEqual({ kind: 'moving', index: 2, front: [0, 1, 2, 3, 4] });
  });

  test('proposes a value with both the smallest error and the smallest shake', () => {
    const points = [moving(1, 1), moving(3, 2), moving(4, 9)];
    expect(makeSweepProposal(points)).toEqual({ kind: 'moving', index: 0, front: [0] });
  });

  test('the scene’s own value is as good only if it is the proposed one', () => {
    const points = [moving(1, 1), moving(3, 2)];
    const proposal = makeSweepProposal(points);
    if (!proposal) throw new Error('none');
    expect([0, 1].map((own) => isProposalNoImprovement(proposal, points, own))).toEqual([
      true,
      false,
    ]);
  });
});
