/**
 * Answers of external solvers along a path: a built-in method’s answers give the figures of that
 * method.
 */
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import type { ExternalStudySolvers } from '../../document/externalSolverEntry.ts';
import { isExternalSolverCell, withExternalSolvers } from '../../document/withExternalSolvers.ts';
import type { PathRun } from '../computePathRun.ts';
import {
  PATH_POINT_FIELDS,
  PATH_POINT_STRIDE,
  PATH_RUN_FIELDS,
  type PathRunField,
  pathRunFieldIndex,
  pathRunFields,
  type SolverPathRunField,
  storedPathRunStride,
} from '../pathRunFields.ts';
import type { PathStudy } from '../pathStudy.ts';
import { PathStudySolver } from '../pathStudySolver.ts';
import { makeTestLineStudy, parseTestPathStudy } from '../testPathStudy.ts';
import type { ExternalSolverRun, PathPointAnswer } from './externalSolverRun.ts';
import { joinPathRun, splitPathRunNumbers } from './joinPathRun.ts';

const engine = await testEngine();

const entry = { command: ['it'], solver: '', options: null, threads: null, transport: 0 };
const solvers: ExternalStudySolvers = {
  protocol: 1,
  entries: [{ name: 'it', ...entry }],
  own: true,
  answers: 0,
  time: 0.05,
  batch: 1,
  jobs: 1,
  machine: { processor: 'one', cores: 1 },
};
const study = withExternalSolvers<PathStudy>(parseTestPathStudy(makeTestLineStudy()), solvers);
const brought = study.cells.findIndex(isExternalSolverCell);

type Answers = (run: ExternalSolverRun, point: number) => Partial<PathPointAnswer>;

function answered(answers: Answers, index = 0, of = study): PathRun {
  const solver = new PathStudySolver(engine, of);
  const run = solver.openAnsweredRun(brought, index);
  const told = { claimed: true, updates: 2, ownTime: 1e-4, ourTime: 2e-4 };
  for (let point = run.next; point !== null; point = run.next)
    run.addAnswer({ ...told, q: null, ...answers(run, point) });
  const figures = run.computeResult();
  solver.close();
  return figures;
}

const figure = ({ row }: PathRun, field: PathRunField | SolverPathRunField) =>
  row[pathRunFieldIndex(field)] as number;

/** Angles of two links of 1 m in closed form, the elbow on the side of the study’s start. */
function elbow([x, y]: readonly number[]): number[] {
  const [px, py] = [x as number, y as number];
  const second = -Math.acos((px * px + py * py - 2) / 2);
  return [Math.atan2(py, px) - Math.atan2(Math.sin(second), 1 + Math.cos(second)), second];
}
const exact: Answers = (run, point) => ({ q: elbow(run.goals(point)[0]?.position ?? []) });

test('closed-form answers reach every point, with the reported updates and times', () => {
  const run = answered(exact);
  expect(figure(run, 'largest')).toBeLessThan(1e-14);
  for (const field of ['within', 'claimed'] as const) expect(figure(run, field)).toBe(1);
  for (const field of ['refused', 'unanswered', 'outside', 'jumps', 'gap'] as const)
    expect(figure(run, field)).toBe(0);
  expect(figure(run, 'updates')).toBe(2);
  expect(figure(run, 'time')).toBe(2e-4);
  expect(figure(run, 'ownTime')).toBe(1e-4);
});

test('the answers of a built-in method give the same figures as the method’s own run', () => {
  const once = withExternalSolvers<PathStudy>(
    parseTestPathStudy(makeTestLineStudy({ rounds: 1, updates: 2 })),
    solvers,
  );
  const solver = new PathStudySolver(engine, once);
  const own = solver.solve(0, 1);
  const { poses } = own;
  solver.close();
  const begins: (readonly number[])[] = [];
  const back: Answers = ({ pose }, k) => {
    begins.push(pose);
    return { q: [...poses.subarray(2 * k, 2 * k + 2)] };
  };
  const run = answered(back, 1, once);
  expect(begins[7]).toEqual([...poses.subarray(12, 14)]); // each starts where the one before ended
  for (const field of PATH_RUN_FIELDS)
    if (!['time', 'time99', 'updates'].includes(field))
      expect(figure(run, field), field).toBe(own.row[pathRunFieldIndex(field)]);
  const updates = PATH_POINT_FIELDS.indexOf('updates');
  run.course.forEach((value, i) => {
    if (i % PATH_POINT_STRIDE === updates) expect(value).toBeNaN();
    else expect(value).toBe(own.course[i]);
  });
});

test('claimed answers are verified: those that miss the target count as refused', () => {
  const run = answered(({ pose }) => ({ q: pose }));
  expect(figure(run, 'claimed')).toBe(1);
  expect(figure(run, 'within') + figure(run, 'refused')).toBe(1);
  expect(figure(run, 'refused')).toBeGreaterThan(0.9);
  const modest = answered(({ pose }) => ({ q: pose, claimed: false }));
  expect(figure(modest, 'refused')).toBe(0);
});

test('joints stay where they are at points without an answer', () => {
  const run = answered((asked, point) => (point % 2 ? {} : exact(asked, point)));
  expect(figure(run, 'unanswered')).toBe(0.5);
  const turns = Array.from({ length: 24 }, (_, k) => run.course[k * PATH_POINT_STRIDE + 3]);
  for (let k = 1; k < 24; k += 2) expect(turns[k]).toBe(0);
  const silent = answered(() => ({ ourTime: Number.NaN, ownTime: Number.NaN }));
  expect(figure(silent, 'unanswered')).toBe(1);
  expect(figure(silent, 'travel')).toBe(0);
  expect(figure(silent, 'time')).toBeNaN();
});

test('an answer outside enforced joint limits counts as outside and refused, not as reached', () => {
  const limited = withExternalSolvers<PathStudy>(
    parseTestPathStudy(
      makeTestLineStudy(
        {},
        {
          scenario: {
            tree: {
              joints: [
                { id: 'a', limits: [-1, 0.9] },
                { id: 'b', parent: 'a', xyz: [1, 0, 0] },
              ],
              effectors: [{ id: 'tip', parent: 'b', xyz: [1, 0, 0] }],
            },
            start: [0.9, -1],
            targets: [{ effector: 'tip', position: [1.4, 0.5, 0] }],
            methods: [{ id: 'dls' }],
            limitPolicy: 'clamp',
          },
        },
      ),
    ),
    solvers,
  );
  const run = answered(exact, 0, limited);
  expect(figure(run, 'outside')).toBeGreaterThan(0);
  expect(figure(run, 'outside') + figure(run, 'within')).toBe(1);
  expect(figure(run, 'refused')).toBe(figure(run, 'outside'));
});

test('joinedRun and partedRun round-trip a run, including the solver’s own fields', () => {
  const run = answered(exact);
  const numbers = joinPathRun(run, study);
  expect(numbers).toHaveLength(storedPathRunStride(study));
  expect(splitPathRunNumbers(numbers, study)).toEqual(run);
  expect(pathRunFields(study).slice(-1)).toEqual(['ownTime']);
  const solver = new PathStudySolver(engine, study);
  const own = joinPathRun(solver.solve(0, 0), study); // a built-in method: unknown
  solver.close();
  expect(own[pathRunFieldIndex('claimed')]).toBeNaN();
  expect(own).toHaveLength(storedPathRunStride(study));
});
