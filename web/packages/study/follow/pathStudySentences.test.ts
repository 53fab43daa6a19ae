/** The summary of runs along a path, checked against their rows. */
import { testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import { rotationFromQuaternion } from '@iklab/core/scenario/numbers';
import { describe, expect, test } from 'vitest';
import { makeFollowedPath } from './followedPath.ts';
import { formatPathError, formatPathErrorBound, percentText } from './formatPathError.ts';
import { PATH_POINT_STRIDE, pathPointFieldIndex, pathRunFieldIndex } from './pathRunFields.ts';
import type { PathStudy } from './pathStudy.ts';
import { pathStudySentences } from './pathStudySentences.ts';
import {
  makeCompletedRunsReader,
  type PathRunRequest,
  planPathStudyTasks,
  solvePathRun,
} from './solvePathRun.ts';
import {
  findLargestErrorStretch,
  type PathCellSummary,
  pathJumpsText,
  summarizePathStudy,
} from './summarizePathStudy.ts';
import { makeTestLineStudy, makeTestWristStudy, parseTestPathStudy } from './testPathStudy.ts';

const engine = await testEngine();

/** Solved task by task, as workers do it. */
function followed(study: PathStudy) {
  const { tasks } = planPathStudyTasks(study, 'test');
  const results = new Map(
    tasks.map(({ request }, i) => [i, solvePathRun(request as PathRunRequest, engine)] as const),
  );
  return makeCompletedRunsReader(study, { results });
}

const methods = [
  { id: 'pseudoinverse', maxStep: null },
  { id: 'dls', params: { lambda: 0.05 }, maxStep: null },
];

/**
 * Offset of the wrist from the shoulder’s axis, and of the tip from the wrist: data sheet of the
 * UR5e, m.
 */
const [WRIST, TIP] = [0.1333, 0.0996];

/**
 * |sin θ5| in closed form at each point, the smaller of both shoulder solutions: 0 where axes 4
 * and 6 align.
 */
function wristSines(study: PathStudy): number[] {
  const { points } = makeFollowedPath(study.scenario, study.sampling);
  return points.map(([goal]) => {
    const turn = rotationFromQuaternion(goal?.orientation ?? [0, 0, 0, 1]);
    const axis = turn.map((row) => row[2]) as [number, number, number];
    const [x = 0, y = 0] = goal?.position.map((p, i) => p - TIP * (axis[i] as number)) ?? [];
    return Math.min(
      ...[-1, 1].map((side) => {
        const way = Math.atan2(y, x) + side * Math.acos(WRIST / Math.hypot(x, y));
        const along = axis[0] * Math.cos(way) + axis[1] * Math.sin(way);
        return Math.sqrt(Math.max(0, 1 - along ** 2));
      }),
    );
  });
}

describe('a circle through a wrist singularity', () => {
  const study = parseTestPathStudy(makeTestWristStudy(0.005, methods));
  const runs = followed(study);
  const sums = summarizePathStudy(study, runs);
  const [undamped, damped] = sums as [PathCellSummary, PathCellSummary];
  const story = phrasePlainText(pathStudySentences(study, sums));

  test('sums agree with the rows of the runs', () => {
    for (const sum of sums) {
      const rows = [0, 1].map((index) => runs(sum.cell.index, index)?.row ?? new Float64Array());
      const of = (field: Parameters<typeof pathRunFieldIndex>[0]) =>
        rows.map((row) => row[pathRunFieldIndex(field)] as number);
      expect(sum.largest).toBe(Math.max(...of('largest')));
      expect(of('largest')[sum.largestRun]).toBe(sum.largest);
      expect(sum.rms).toBeCloseTo(of('rms').reduce((a, b) => a + b) / 2, 15);
      expect(sum.jumps).toBe(of('jumps').reduce((a, b) => a + b));
      expect(sum.sigma).toBe(Math.min(...of('sigma')));
    }
  });

  test('the pseudoinverse jumps only where axes 4 and 6 nearly align in closed form, DLS nowhere', () => {
    expect(undamped.jumps).toBeGreaterThan(0);
    expect(damped.jumps).toBe(0);
    const sines = wristSines(study);
    expect(sines[120]).toBeCloseTo(0.005, 5); // by construction of the study
    // less than 3° from it: half of the path at most
    expect(sines.filter((sine) => sine < 0.05).length).toBeLessThan(240);
    for (const share of undamped.jumpsAt) expect(sines[Math.round(480 * share)]).toBeLessThan(0.05);
    expect(story).toMatch(/DLS stays within [\d.]+ mm and never jumps\./);
    expect(story).toMatch(/Pseudoinverse.* jumps (once|twice|\d+ times), in 2 runs\./);
  });

  test('the error bound in the text is at least the largest error and at most 10 % above it', () => {
    const [, value = ''] = /stays within ([\d.]+) mm/.exec(story) ?? [];
    expect(Number(value) / 1000).toBeGreaterThanOrEqual(damped.largest);
    expect(Number(value) / 1000).toBeLessThanOrEqual(1.1 * damped.largest);
  });

  test('the text gives the jumps within 0.05 of the smallest σ, and where on the path that is', () => {
    const [, near = '', all = ''] = /(\d+) of (\d+) jumps are within 0\.05 of it/.exec(story) ?? [];
    const shares = sums.flatMap(({ jumpsAt }) => jumpsAt);
    const least = Math.min(undamped.sigma, damped.sigma);
    const at = sums.find(({ sigma }) => sigma === least)?.sigmaAt ?? Number.NaN;
    const within = shares.filter((share) => Math.abs(share - at) <= 0.05);
    expect(within.length).toBeGreaterThan(0);
    expect([Number(near), Number(all)]).toEqual([within.length, shares.length]);
    expect(story).toContain(`at ${at.toFixed(2)} of the path`);
  });

  test('the worst stretch contains the largest error and only errors above half of it', () => {
    const run = runs(1, 0);
    if (!run) throw new Error('it has been run');
    const [from, to] = findLargestErrorStretch(run);
    const error = (k: number) =>
      run.course[k * PATH_POINT_STRIDE + pathPointFieldIndex('error')] as number;
    const largest = run.row[pathRunFieldIndex('largest')] as number;
    const inside = Array.from({ length: to - from + 1 }, (_, i) => error(from + i));
    expect(Math.max(...inside)).toBe(largest);
    expect(Math.min(...inside)).toBeGreaterThan(largest / 2);
    for (const k of [from - 1, to + 1])
      if (k >= 0 && k < 480) expect(error(k)).toBeLessThanOrEqual(largest / 2);
  });
});

test('on a line with a planar arm nothing jumps, and a slow method cuts corners', () => {
  const base = makeTestLineStudy({ updates: 1, points: 96, period: undefined });
  const scenario = {
    ...(base.scenario as object),
    methods: [methods[0], { id: 'dls', params: { lambda: 1.5 }, maxStep: null }],
  };
  const study = parseTestPathStudy({ ...base, scenario });
  const sums = summarizePathStudy(study, followed(study));
  const [exact, slow] = sums as [PathCellSummary, PathCellSummary];
  expect([exact.jumps, slow.jumps]).toEqual([0, 0]);
  expect(Math.abs(exact.shorter)).toBeLessThan(0.01);
  expect(slow.shorter).toBeGreaterThan(0.01);
  const story = phrasePlainText(pathStudySentences(study, sums));
  expect(story).toMatch(/Cutting corners: DLS \(error up to [\d.]+ mm, path [\d.]+\s% too short\)/);
  expect(story).not.toMatch(/jumps (once|twice|\d)/);
});

const UNTOLD = {
  claimed: Number.NaN,
  refused: Number.NaN,
  unanswered: Number.NaN,
  outside: Number.NaN,
  ownTime: Number.NaN,
};

describe('the text for made-up sums', () => {
  const study = parseTestPathStudy(makeTestWristStudy(0.3, [...methods, { id: 'sdls' }]));
  const cells = study.cells;
  const sum = (i: number, changes: Partial<PathCellSummary>): PathCellSummary => ({
    cell: cells[i] as PathCellSummary['cell'],
    ...{ runs: 1, rms: 1e-4, error95: 2e-4, largest: 5e-4, largestRun: 0, largestAt: 0 },
    ...{
      angleLargest: 0,
      within: 1,
      jumpy: 0,
      jumpyShares: [0, 0],
      jumps: 0,
      jumpsAt: [],
      gap: 0,
      sigma: 0.1,
      sigmaAt: 0.98,
    },
    ...{ shorter: 0, time: Number.NaN, answered: UNTOLD, ...changes },
  });
  const storyOf = (...sums: PathCellSummary[]) => phrasePlainText(pathStudySentences(study, sums));

  test('reports incorrect claims, and never praises a solver that does not answer', () => {
    const story = storyOf(
      sum(0, { answered: { ...UNTOLD, claimed: 0.998, refused: 0.25, unanswered: 0 } }),
      sum(1, { largest: 1e-9, answered: { ...UNTOLD, claimed: 0, refused: 0, unanswered: 1 } }),
    );
    expect(story).toMatch(/^Pseudoinverse stays within 0\.50 mm and never jumps\./);
    expect(story).toContain(
      'Pseudoinverse claims 99.8\u202f% of the points, 25.0\u202f% of all points incorrectly.',
    );
    expect(story).toContain('No answer in time: DLS at 100.0\u202f% of the points.');
  });

  test('groups similar methods under their largest bound', () => {
    const story = storyOf(sum(0, {}), sum(1, { largest: 9e-4 }), sum(2, { largest: 0.02 }));
    expect(story).toMatch(/^Pseudoinverse and DLS stay within 0\.90 mm and never jump\./);
    expect(story).toMatch(/SDLS has an error of up to 20 mm\./);
  });

  test('reports jumps of the most exact method, and finds those near σ across the end of the path', () => {
    const story = storyOf(
      sum(0, { rms: 1e-6, jumps: 2, jumpsAt: [0.01, 0.5], sigma: 0.01 }),
      sum(1, {}),
    );
    expect(story).toContain('Pseudoinverse has the smallest RMS error, but jumps twice.');
    expect(story).toContain('1 of 2 jumps are within 0.05 of it.');
  });

  test('says that every method jumps if all do, and is empty without sums', () => {
    const jumping = { jumps: 1, jumpsAt: [0.5] };
    expect(storyOf(sum(0, jumping), sum(1, jumping))).toMatch(
      /^Every method jumps at least once on this path\./,
    );
    expect(storyOf()).toBe('');
  });

  test('reports runs that jump throughout apart from counted jumps', () => {
    const jumpy = sum(0, { runs: 3, jumpy: 3, jumpyShares: [0.21, 0.34], largest: 1e-6 });
    const some = sum(1, { runs: 3, jumpy: 2, jumpyShares: [0.125, 0.3], jumps: 4, jumpsAt: [0.5] });
    expect(pathJumpsText(jumpy)).toBe('throughout');
    expect(pathJumpsText(some)).toBe('4, throughout in 2 of 3 runs');
    expect(pathJumpsText(sum(2, { jumps: 4 }))).toBe('4');
    const story = storyOf(jumpy, some, sum(2, { runs: 3 }));
    expect(story).toMatch(/^SDLS stays within 0\.50 mm and never jumps\. /);
    expect(story).toContain(
      'Pseudoinverse and DLS in 2 of 3 runs jump throughout: a joint rotates by more than 15° at 12.5\u202f% to 34.0\u202f% of the points.',
    );
    expect(story).toContain('DLS jumps 4 times in its other run.');
    expect(storyOf(jumpy)).toContain('Pseudoinverse jumps throughout');
    expect(storyOf(jumpy, sum(1, jumpy))).toMatch(
      /^Every method jumps at least once on this path\./,
    );
  });

  test('largestText never rounds below the value, and at most 11 % above it', () => {
    const lengths = [1e-13, 1e-9, 1.23e-5, 4.01e-4, 4.949e-4, 0.0101, 0.1234, 0.9991, 1.511, 12.01];
    for (const length of lengths) {
      const metres = (text: string): number => {
        const [value = '', ...power] = text.replace(' · 10', 'e').split(' ');
        const raised = value.replace(
          /[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/g,
          (sign) => '0123456789-'['⁰¹²³⁴⁵⁶⁷⁸⁹⁻'.indexOf(sign)] ?? '',
        );
        const number = raised.startsWith('10-') ? `1e${raised.slice(2)}` : raised;
        return Number(number) * ({ µm: 1e-6, mm: 1e-3 }[power.at(-1) ?? ''] ?? 1);
      };
      const [most, nearest] = [formatPathErrorBound(length, 'm'), formatPathError(length, 'm')].map(
        metres,
      );
      expect(most).toBeGreaterThanOrEqual(length * (1 - 1e-8));
      expect(most).toBeLessThanOrEqual(1.11 * length);
      expect(nearest).toBeGreaterThanOrEqual(0.89 * length);
    }
    expect(formatPathErrorBound(0, 'm')).toBe('0');
    expect(formatPathErrorBound(0.004, 'mm')).toBe('0.010 mm');
    expect([0.12345, 0.9999, 1].map(percentText)).toEqual(
      ['12.3', '99.9', '100.0'].map((x) => `${x}\u202f%`),
    );
  });
});
