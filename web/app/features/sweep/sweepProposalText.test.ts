import { phrasePlainText } from '@iklab/core/format/words';
import { makeSweepProposal, type SweepPoint } from '@iklab/study/sweeps';
import { describe, expect, test } from 'vitest';
import { type SweepTextData, sweepProposalText } from './sweepProposalText.ts';

const COUNT = 200;
const sure = (mean: number) => ({ low: mean, mean, high: mean });

function point(solved: number, updates: number): SweepPoint {
  const outcomes = Array.from({ length: COUNT }, (_, i) => (i < solved ? updates : null));
  const mean = solved > 0 ? sure(updates) : null;
  return { count: COUNT, solved, outcomes, updates: mean, error: sure(0), moving: null };
}

function moving(error: number, shake: number): SweepPoint {
  const each = { error: sure(error), jitter: sure(0), shake: sure((shake * Math.PI) / 180) };
  return { ...point(COUNT, 1), moving: each };
}

/** Returns the text and the index of the applied point; `own` is the index of the scene’s value. */
function textFor(
  points: readonly SweepPoint[],
  own: number | null,
  more: Partial<SweepTextData> = {},
) {
  const values = points.map((_, i) => `${(i + 1) / 100} m`);
  const { phrase, applied } = sweepProposalText(makeSweepProposal(points), {
    unit: 'm',
    points,
    values,
    name: 'Damping λ',
    pairs: false,
    sceneValue: { text: own === null ? '0.5 m' : (values[own] ?? ''), point: own },
    ...more,
  });
  return {
    text: phrasePlainText(phrase),
    strong: phrase.find((each) => each.strong)?.text,
    applied,
  };
}

describe('without moving targets', () => {
  test('names success rate, problems and updates, and compares the scene’s own value', () => {
    expect(textFor([point(180, 93), point(120, 138)], 1)).toEqual({
      text: 'Damping λ 0.01 m has the highest success rate of these 2 values: it solves 90 % of 200 problems, in 93 updates on average. Every other rate is significantly lower. The scene’s own value, 0.02 m, solves 30 percentage points less, in 138 updates on average.',
      strong: 'Damping λ 0.01 m',
      applied: 0,
    });
  });

  test('lists the values without a significant difference, merging neighbours into ranges', () => {
    const points = [point(180, 60), point(179, 50), point(90, 9), point(178, 70), point(80, 9)];
    const { text, applied } = textFor(points, 3);
    expect(text).toMatch(
      /^Damping λ 0\.02 m solves 89\.5 % of 200 problems, in 50 updates on average\./,
    );
    expect(text).toContain(
      'The success rates of the values from 0.01 m to 0.02 m and 0.04 m do not differ significantly',
    );
    expect(text).toContain('The highest rate is 90 %, at 0.01 m.');
    expect(text).toContain(
      'The scene’s own value, 0.04 m, solves 89 %, but in 70 updates on average.',
    );
    expect(applied).toBe(1);
    expect(textFor(points, 2).text).toContain('solves 45 percentage points less than 0.01 m');
  });

  test('applies nothing if the scene’s own value is as good as the proposal, or is the proposal', () => {
    const points = [point(180, 50), point(179, 50)];
    expect(textFor(points, 1)).toMatchObject({
      text: expect.stringMatching(
        /of all of these 2 values do not differ .* 0\.02 m, is as good: it solves 89\.5 %, in 50 updates on average/,
      ),
      applied: null,
    });
    expect(textFor(points, 0)).toMatchObject({
      text: expect.stringMatching(/The scene already uses this value\.$/),
      applied: null,
    });
  });

  test('reports that the scene’s own value was not swept, or that its method was removed', () => {
    const points = [point(180, 50), point(90, 50)];
    expect(textFor(points, null)).toMatchObject({
      text: expect.stringContaining('own value, 0.5 m, is not among these 2 values.'),
      applied: 0,
    });
    expect(textFor(points, null, { sceneValue: null })).toMatchObject({
      text: expect.stringContaining('no longer has this method'),
      applied: null,
    });
  });

  test('proposes nothing if no problem is solved', () => {
    expect(textFor([point(0, 1), point(0, 1)], 0)).toEqual({
      text: 'No value solves any problem, so none is proposed.',
      strong: undefined,
      applied: null,
    });
  });

  test('refers to pairs if two parameters are swept', () => {
    const points = [point(180, 60), point(179, 50), point(90, 9)];
    const { text } = textFor(points, 2, { pairs: true, name: '' });
    expect(text).toMatch(/^0\.02 m solves 89\.5 % of 200 problems/);
    expect(text).toContain('of 2 of these 3 pairs do not differ significantly');
    expect(text).toContain(
      'The scene’s own pair, 0.03 m, solves 45 percentage points less than 0.01 m',
    );
  });
});

describe('with moving targets', () => {
  test('names the knee, and compares it with the scene’s own value', () => {
    const points = [-2, -1, 0, 1, 2].map((k) =>
      moving(10 ** Math.max(0.01 * k, k), 10 ** Math.max(-0.01 * k, -k)),
    );
    const { text, applied } = textFor(points, 4);
    expect(text).toMatch(
      /^Damping λ 0\.03 m is the knee of these 5 values: mean error 1\.0* m, shake 1° per update\. 5 of them form the Pareto front: no other value/,
    );
    expect(text).toMatch(/0\.05 m, has mean error 100 m, shake 0\.955° per update\.$/);
    expect(applied).toBe(2);
    expect(textFor(points, 2).applied).toBeNull();
  });

  test('proposes nothing if there is no knee', () => {
    const straight = [0, 1, 2].map((k) => moving(10 ** k, 10 ** -k));
    expect(textFor(straight, 0)).toMatchObject({
      text: expect.stringMatching(/^No value stands out/),
      applied: null,
    });
  });
});
