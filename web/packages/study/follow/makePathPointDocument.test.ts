/** Path studies as documents, links, drafts and cases. */
import { openPathFollower } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { decodeAnyStudyLink, decodeStudyLink, encodeStudyLink } from '../document/studyLink.ts';
import {
  compactAnyStudyDocument,
  fullAnyStudyDocument,
  isPathStudy,
  parseAnyStudyText,
} from './anyStudy.ts';
import type { PathRun } from './computePathRun.ts';
import { makePathPointDocument } from './makePathPointDocument.ts';
import {
  PATH_POINT_STRIDE,
  type PathPointField,
  pathPointFieldIndex,
  pathRunFieldIndex,
} from './pathRunFields.ts';
import { pathStudyHash } from './pathStudy.ts';
import {
  draftFromPathStudy,
  EDITABLE_PATH_SHAPES,
  makePathShape,
  makePathStudyDraft,
  parsePathStudyDraft,
} from './pathStudyDraft.ts';
import { PathStudySolver } from './pathStudySolver.ts';
import {
  makeCompletedRunsReader,
  pathStudySizeFault,
  planPathStudyTasks,
  solvePathRun,
} from './solvePathRun.ts';
import { makeTestLineStudy, makeTestWristStudy, parseTestPathStudy } from './testPathStudy.ts';

const engine = await testEngine();
const { catalogue } = engine;

const sweep = { path: 'methods[0].params.lambda', from: 0.01, to: 0.1, count: 3 };
const documents = [
  makeTestLineStudy(),
  makeTestWristStudy(0.1, [{ id: 'dls' }]),
  {
    ...makeTestWristStudy(0.1, [{ id: 'dls' }]),
    name: 'swept',
    note: 'why',
    seed: 9,
    sweep: [sweep],
  },
];

test.each(documents)(
  'link and compact document give the same study (document %#)',
  async (document) => {
    const study = parseTestPathStudy(document);
    const link = await encodeStudyLink(study, catalogue);
    const opened = await decodeAnyStudyLink(link, catalogue);
    if (!opened.ok) throw new Error(faultsText(opened.faults));
    const short = JSON.stringify(compactAnyStudyDocument(study, catalogue));
    const read = parseAnyStudyText(short, catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    expect(short.length).toBeLessThan(JSON.stringify(fullAnyStudyDocument(study)).length);
    for (const again of [opened.value.study, read.value]) {
      if (!isPathStudy(again)) throw new Error('it follows a path');
      expect(pathStudyHash(again)).toBe(pathStudyHash(study));
      expect([again.name, again.note]).toEqual([study.name, study.note]);
    }
    // the decoder for problem studies rejects it
    expect((await decodeStudyLink(link, catalogue)).ok).toBe(false);
  },
);

test('faults name fields of the kind of study that the document declares', () => {
  const read = parseAnyStudyText(JSON.stringify(makeTestLineStudy({ points: 1 })), catalogue);
  expect(read.ok ? '' : faultsText(read.faults)).toMatch(/sampling\.points/);
});

describe('a draft', () => {
  test.each(scenarioPresetIds)(
    'of scene %s is a valid study for every path shape and survives editing',
    (name) => {
      const { scenario } = makePresetTestScene(name, engine);
      const draft = makePathStudyDraft(scenario);
      for (const shape of EDITABLE_PATH_SHAPES) {
        const path = makePathShape(shape, scenario);
        const read = parsePathStudyDraft(
          { ...draft, sampling: { ...draft.sampling, path } },
          scenario,
          catalogue,
        );
        if (!read.ok) throw new Error(faultsText(read.faults));
        expect(pathStudyHash(read.value)).toBe(
          pathStudyHash(
            parseTestPathStudy({
              ...draftFromPathStudy(read.value),
              scenario: fullAnyStudyDocument(read.value).scenario,
            }),
          ),
        );
      }
    },
  );
});

test('followPageFault explains why a study has too many points for the page', () => {
  expect(pathStudySizeFault(parseTestPathStudy(makeTestLineStudy()))).toBe('');
  const large = parseTestPathStudy(makeTestLineStudy({ points: 10_000, starts: 200 }));
  expect(pathStudySizeFault(large)).toMatch(
    /10000 points × 200 starts × 1 methods and values make 2000000/,
  );
});

test('a case starts at the previous answer and reaches the recorded answer of its point', () => {
  const methods = [{ id: 'dls', params: { lambda: 0.05 }, maxStep: null }, { id: 'sdls' }];
  const study = parseTestPathStudy(makeTestWristStudy(0.1, methods));
  const results = new Map(
    planPathStudyTasks(study, '').tasks.map(({ request }, i) => [
      i,
      solvePathRun(request as never, engine),
    ]),
  );
  const runs = makeCompletedRunsReader(study, { results });
  for (const [cell, point] of [
    [0, 0],
    [1, 100],
    [1, 479],
  ] as const) {
    const run = runs(cell, 1);
    if (!run) throw new Error('it has been run');
    const read = parseScenarioDocument(
      makePathPointDocument(engine, study, run, { cell, index: 1, point }),
      catalogue,
    );
    if (!read.ok) throw new Error(faultsText(read.faults));
    const scene = resolveScenario(read.value);
    expect(scene.scenario.methods.map(({ id }) => id)).toEqual(['dls', 'sdls']);
    const follower = openPathFollower(engine, scene);
    const [panel] = [scene.scenario.methods[cell]];
    if (!panel) throw new Error('all methods are there');
    const goals = scene.scenario.targets.map(({ position, orientation }) => ({
      position,
      orientation,
    }));
    follower.setPath([goals, goals]);
    follower.begin({ panel, start: scene.start, updates: 1, rounds: 1 });
    while (!follower.advance(2));
    const came = [...follower.followed.poses.subarray(0, 6)];
    follower.delete();
    const wanted = [...run.poses.subarray(6 * point, 6 * point + 6)];
    came.forEach((x, j) => void expect(x).toBeCloseTo(wanted[j] as number, 12));
  }
});

/** One update of a slow method per point of a line, from a start beside a solution of the first. */
const slowLine = (rounds: number) => {
  const lambda = 0.8;
  const { scenario, ...rest } = makeTestLineStudy({ points: 12, updates: 1, rounds, starts: 3 });
  const methods = [{ id: 'dls', params: { lambda }, maxStep: null }];
  return {
    lambda,
    study: parseTestPathStudy({ ...rest, scenario: { ...(scenario as object), methods } }),
  };
};

/** Answers to all points of all rounds: DLS on two links of 1 m, solved by Cramer's rule. */
function dampedAnswers(start: readonly number[], lambda: number, rounds: number): number[][] {
  let [a, b] = start as [number, number];
  const shares = Array.from({ length: 12 }, (_, k) => 1 - Math.abs(1 - k / 6));
  return Array.from({ length: rounds }, () => shares)
    .flat()
    .map((share) => {
      const [ex, ey] = missed([a, b], share);
      const [p, q, r, s] = [
        -Math.sin(a) - Math.sin(a + b),
        -Math.sin(a + b),
        Math.cos(a) + Math.cos(a + b),
        Math.cos(a + b),
      ];
      const [xx, xy, yy] = [
        p * p + q * q + lambda ** 2,
        p * r + q * s,
        r * r + s * s + lambda ** 2,
      ];
      const det = xx * yy - xy * xy;
      const [u, v] = [(yy * ex - xy * ey) / det, (xx * ey - xy * ex) / det];
      a += p * u + r * v;
      b += q * u + s * v;
      return [a, b];
    });
}

const missed = ([a, b]: readonly number[], share: number): [number, number] => {
  const [from, sum] = [a as number, (a as number) + (b as number)];
  const [x, y] = [1.7 - 1.1 * share, 0.2 + 0.9 * share];
  return [x - Math.cos(from) - Math.cos(sum), y - Math.sin(from) - Math.sin(sum)];
};

test.each([1, 3])(
  'solves the first point from the pose before it and counts it when rounds is %i',
  (rounds) => {
    const { lambda, study } = slowLine(rounds);
    const solver = new PathStudySolver(engine, study);
    const run = solver.solve(0, 2);
    const start = solver.startPoses(0)[2] as readonly number[];
    solver.close();
    const all = dampedAnswers(start, lambda, rounds);
    const last = all.slice(-12);
    const before = all[all.length - 13] ?? start;
    const errors = last.map((pose, k) => Math.hypot(...missed(pose, 1 - Math.abs(1 - k / 6))));
    last.flat().forEach((x, i) => void expect(run.poses[i]).toBeCloseTo(x, 9));
    errors.forEach((error, k) => void expect(courseOf(run, k, 'error')).toBeCloseTo(error, 9));
    expect(Math.hypot(...missed(before, 0))).toBeGreaterThan(0.01);
    const turn = Math.max(...before.map((x, j) => Math.abs((last[0]?.[j] ?? 0) - x)));
    expect(courseOf(run, 0, 'turn')).toBeCloseTo(turn, 9);
    const mean = errors.reduce((sum, error) => sum + error * error, 0) / 12;
    expect(run.row[pathRunFieldIndex('rms')]).toBeCloseTo(Math.sqrt(mean), 9);
    const { start: from, note } = makePathPointDocument(engine, study, run, {
      cell: 0,
      index: 2,
      point: 0,
    });
    before.forEach((x, j) => void expect((from as number[])[j]).toBeCloseTo(x, 9));
    expect(note).toMatch(
      rounds === 1 ? /from the start of run 2/ : /last point of the round before/,
    );
  },
);

const courseOf = ({ course }: PathRun, point: number, field: PathPointField): number =>
  course[point * PATH_POINT_STRIDE + pathPointFieldIndex(field)] as number;
