/** How answers of an external solver are rated, with a program that is wrong on purpose. */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testEngine } from '@iklab/core/engine/testing';
import type { PlainObject } from '@iklab/core/scenario';
import { parseStudy, ROW_STOP_REASONS, type Study } from '@iklab/study/document';
import { type AnyRowField, anyRowFieldIndex, rowStride } from '@iklab/study/rows';
import type { ProblemSlice } from '@iklab/study/tasks';
import { makeTwoLinkStudy } from '@iklab/study/testing';
import { describe, expect, test } from 'vitest';
import { valueOrThrow } from '../errors.ts';
import { useTestFolder } from '../study/testRows.ts';
import { ExternalProblemSolvers } from './externalProblemSolvers.ts';
import { makeSolverLogPath, type SolverProgramsSpec } from './solverPrograms.ts';

const engine = await testEngine();
const at = useTestFolder();
const program = fileURLToPath(new URL('./faultySolver.mjs', import.meta.url));
const COUNT = 12;

/** The limits include the elbow-down solutions that the faulty solver gives. */
const study = (changes: PlainObject = {}, count = COUNT): Study => {
  const document = makeTwoLinkStudy(count, { methods: [{ id: 'dls' }], ...changes });
  return valueOrThrow(parseStudy(document, engine.catalogue));
};

interface Solved {
  readonly crew: ExternalProblemSolvers;
  readonly stops: readonly string[];
  of(field: AnyRowField): number[];
}

async function solvedBy(
  words: readonly string[],
  changes: Partial<SolverProgramsSpec['rules']> & {
    readonly jobs?: number;
    readonly count?: number;
  } = {},
  of: Study = study({}, changes.count ?? COUNT),
): Promise<Solved> {
  const { jobs = 1, count: _, ...rules } = changes;
  const crew = await ExternalProblemSolvers.open(
    of,
    {
      commands: [{ name: 'it', words: [process.execPath, program, ...words] }],
      rules: { time: 5, startTime: 20, batch: 1, restarts: 1, ...rules },
      jobs,
      ownMethods: false,
      answers: true,
      folder: at('.'),
      logPathOf: (name) => makeSolverLogPath(at('.'), `${name}-${words.join('-')}`, ''),
    },
    engine,
  );
  const stride = rowStride(crew.study);
  const rows = new Float64Array(of.count * stride);
  const half = of.count / 2;
  const slices: ProblemSlice[] = [0, 1].map((i) => ({ cell: 0, first: i * half, count: half }));
  try {
    if (crew.study.cells.length > 0)
      await crew.solve(
        slices,
        ({ first }, made) => rows.set(made, first * stride),
        new AbortController().signal,
      );
  } finally {
    await crew.leave();
  }
  const column = (field: AnyRowField) =>
    Array.from(
      { length: of.count },
      (_, i) => rows[i * stride + anyRowFieldIndex(field, crew.study)] as number,
    );
  return { crew, stops: column('stop').map((stop) => ROW_STOP_REASONS[stop] ?? ''), of: column };
}

const all = (word: string, count = COUNT) => Array.from({ length: count }, () => word);

describe('a correct solver', () => {
  test('solves every problem, one at a time, in batches and with two processes', async () => {
    for (const changes of [{}, { batch: 5 }, { jobs: 2 }]) {
      const { crew, stops, of } = await solvedBy(['right'], changes);
      expect(stops).toEqual(all('reached'));
      expect(of('solved')).toEqual(of('claimed'));
      expect(Math.max(...of('error'))).toBeLessThan(1e-12);
      expect(of('updates')).toEqual(of('solved'));
      expect(of('ownTime')).toEqual(of('solved').map(() => 1e-5));
      expect(Math.min(...of('ourTime'))).toBeGreaterThan(0);
      expect(of('worstLimit')).toEqual(of('solved').map(() => 0));
      expect(of('travel').every(Number.isNaN)).toBe(true);
      expect(crew.remarks.filter((each) => !each.includes('busy'))).toEqual([]);
      const [entry] = crew.study.solvers?.entries ?? [];
      expect(entry).toMatchObject({ name: 'it', solver: 'faulty right', threads: 1 });
      expect(entry?.transport).toBeGreaterThan(0);
    }
  });

  test('that claims nothing is still rated as having solved every problem', async () => {
    const { stops, of } = await solvedBy(['modest']);
    expect(stops).toEqual(all('reached'));
    expect(of('claimed')).toEqual(all('x').map(() => 0));
  });

  test('answers with a median time below 10 ms', { tags: 'full' }, async () => {
    const { of } = await solvedBy(['right'], { count: 1000 });
    const ordered = of('ourTime').sort((a, b) => a - b);
    expect(ordered[500]).toBeLessThan(0.01);
  });
});

describe('an answer', () => {
  test.each([
    ['swapped', 'refused-pose', 'Probably shoulder and elbow swapped'],
    ['turned', 'refused-pose', 'Probably inverted sign of elbow'],
    ['degrees', 'refused-pose', 'Probably degrees; joint values must be in radians'],
    ['around', 'refused-limit', null],
    ['nothing', 'gave-up', null],
    ['short', 'broken', 'q must have 2 values, one per joint; got 1'],
    ['nan', 'broken', 'q[1] must be a number from -1000000000 to 1000000000; got null'],
    ['halves', 'broken', 'updates must be a whole number from 0 to 9007199254740991; got 1.5'],
    ['infinite', 'broken', 'which is not a JSON object'],
    ['words', 'broken', 'wrote "solving..."'],
    ['renumbered', 'broken', 'id must be'],
    ['unclaimed', 'broken', 'claim must be "solved" or "unsolved"'],
    ['refuses', 'unasked', null],
  ])('of the faulty solver in mode %s has the stop %s', async (kind, stop, said) => {
    const { crew, stops, of } = await solvedBy([kind]);
    expect(stops).toEqual(all(stop));
    expect(of('solved')).toEqual(all('x').map(() => 0));
    const remarks = crew.remarks.filter((each) => !each.includes('busy')).join('\n');
    if (said) expect(remarks).toContain(said);
    else expect(remarks).toBe('');
  });

  test('with a constant offset is reported as another tool frame, with the offset of 8.4 mm', async () => {
    const { crew, stops, of } = await solvedBy(['tool']);
    expect(stops.every((stop) => stop === 'refused-pose' || stop === 'gave-up')).toBe(true);
    expect(of('error').filter((x) => x > 0.0083)).toHaveLength(COUNT);
    expect(crew.remarks.join('\n')).toContain(
      'another tool frame: its end effector is ours moved by 8.4 mm along x, in the axes of the tool',
    );
  });

  test('outside the joint limits is accepted if limits are ignored', async () => {
    const { stops, of } = await solvedBy(['around'], {}, study({ limitPolicy: 'ignore' }));
    expect(stops).toEqual(all('reached'));
    expect(of('inLimits').some((x) => x === 0)).toBe(true);
    expect(Math.max(...of('worstLimit'))).toBeGreaterThan(1);
  });
});

describe('a solver that fails after some problems', () => {
  test('by dying is restarted twice, then its remaining problems count as broken', async () => {
    const { crew, stops } = await solvedBy(['die', '3'], { restarts: 2 });
    expect(stops).toEqual([...all('reached', 3), ...all('broken', 9)]);
    expect(crew.remarks.join('\n')).toContain('ended with status 3; it was started 3 times');
  });

  test('by hanging is killed and restarted for each remaining problem', async () => {
    const { stops } = await solvedBy(['hang', '9'], { time: 0.4 });
    expect(stops).toEqual([...all('reached', 9), ...all('killed', 3)]);
  });

  test('by writing half a line is killed like one that hangs', async () => {
    const { stops } = await solvedBy(['half', '10'], { time: 0.4 });
    expect(stops).toEqual([...all('reached', 10), ...all('killed', 2)]);
  });

  test('by answering too late has not solved those problems', { tags: 'full' }, async () => {
    const { stops, of } = await solvedBy(['late', '9', '700'], { time: 0.5 });
    expect(stops).toEqual([...all('reached', 9), ...all('too-late', 3)]);
    expect(Math.min(...of('ourTime').slice(9))).toBeGreaterThan(0.5);
  });

  test('by flooding its output is cut off after 16 MB', { tags: 'full' }, async () => {
    const before = process.memoryUsage().rss;
    const { crew, stops } = await solvedBy(['flood', '10'], { restarts: 0, time: 5 });
    expect(stops).toEqual([...all('reached', 10), ...all('broken', 2)]);
    expect(crew.remarks.join('\n')).toContain('wrote a line of more than 16 MB');
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });

  test('by answering twice has broken all later answers', async () => {
    const { crew, stops } = await solvedBy(['twice', '3'], { restarts: 0 });
    expect(stops).toEqual([...all('reached', 4), ...all('broken', 8)]);
    expect(crew.remarks.join('\n')).toMatch(
      /more than one line|a line without a message|id must be/,
    );
  });

  test('is killed together with the processes that it started', async () => {
    await solvedBy(['child', '11'], { time: 0.4 });
    const log = readFileSync(makeSolverLogPath(at('.'), 'it-child-11', ''), 'utf8');
    const pid = Number(/child (\d+)/.exec(log)?.[1]);
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('a wrong answer invalidates only itself, and the number of wrong answers is reported', async () => {
  const { crew, stops } = await solvedBy(['halves', '9']);
  expect(stops).toEqual([...all('reached', 9), ...all('broken', 3)]);
  expect(crew.remarks.filter((each) => !each.includes('busy'))).toEqual([
    'it: problem 11: updates must be a whole number from 0 to 9007199254740991; got 1.5 (the last of 3 broken answers)',
  ]);
});

describe('a solver that is never ready', () => {
  test.each([
    ['deep', 'options may be nested at most 32 levels deep; got deeper at "options[0][0]'],
    ['fails', 'ended with status 7\nend of its standard error:\nno licence'],
    ['never', 'no answer within 0.3 s'],
    ['greets', 'wrote "Welcome!" instead of {"ready": true}'],
  ])('(mode %s) is left out of the study, with the reason', async (kind, said) => {
    const { crew } = await solvedBy([kind], kind === 'never' ? { startTime: 0.3 } : {});
    expect(crew.study.cells).toEqual([]);
    expect(crew.failed).toBe(true);
    expect(crew.remarks.join('\n')).toContain(said);
  });

  test('because it refuses the robot is reported, but does not fail the study', async () => {
    const { crew } = await solvedBy(['refuses-robot']);
    expect(crew.failed).toBe(false);
    expect(crew.remarks.join('\n')).toContain('it refused this robot: two hinges are too many');
  });

  test('because its program does not exist is reported, and the study stays as it was', async () => {
    const of = study();
    const commands = [{ name: 'x', words: ['./no-such-program'] }];
    const rules = { time: 1, startTime: 1, batch: 1, restarts: 0 };
    const spec = { commands, rules, jobs: 1, ownMethods: true, answers: false, folder: at('.') };
    const crew = await ExternalProblemSolvers.open(
      of,
      { ...spec, logPathOf: () => at('none.log') },
      engine,
    );
    expect(crew.remarks.join('\n')).toContain('no executable program "./no-such-program"');
    expect(crew.study).toBe(of);
  });
});

test('the log of standard error is cut off at 1 MB', async () => {
  const { stops } = await solvedBy(['loud', '0']);
  expect(stops).toEqual(all('reached'));
  expect(statSync(makeSolverLogPath(at('.'), 'it-loud-0', '')).size).toBe(1 << 20);
});
