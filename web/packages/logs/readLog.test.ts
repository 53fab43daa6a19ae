import type { Target } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makePlanarTestArm, makePlanarTestHinge, makeTestJointChain } from './joints/testArm.ts';
import { type JointLog, type LogReadingOptions, readLog } from './readLog.ts';
import { encodeNpyElements, encodeText, makeTestNpyFile } from './tables/testLogs.ts';

const ARM = makePlanarTestArm('pan', 'lift');
const options = { timeStep: 0.25 };

function logOf(
  file: string | Uint8Array,
  tree = ARM,
  more: Partial<LogReadingOptions> = {},
): JointLog {
  const bytes = typeof file === 'string' ? encodeText(file) : file;
  const reading = readLog(bytes, 'run.csv', tree, { ...options, ...more });
  if (reading.kind !== 'log') throw new Error(JSON.stringify(reading));
  return reading.log;
}

const target = (x: number, y: number): Target => ({
  effector: 'tip',
  position: [x, y, 0],
  orientation: null,
  orientationWeight: 1,
  motion: null,
  tolerance: null,
  free: null,
});

describe('reads a log', () => {
  test('from CSV, with a report of everything found', () => {
    const log = logOf('time,lift_joint,pan_joint,effort,note\n5,1,2,9,a\n5.5,3,-2,9,b\n');
    expect({ ...log, times: [...log.times], angles: [...log.angles] }).toEqual({
      name: 'run.csv',
      format: 'CSV',
      rows: 2,
      times: [0, 0.5],
      angles: [2, 1, -2, 3],
      joints: [
        { joint: 'pan', place: 2, column: 'pan_joint', by: 'likeness' },
        { joint: 'lift', place: 1, column: 'lift_joint', by: 'likeness' },
      ],
      readAs: 'radians',
      timeColumns: ['time'],
      gaps: [],
      unclear: [],
      goals: null,
      unused: ['effort'],
      report: [
        'Radians: the largest range of a column is 4; in degrees, the joints would hardly move.',
        'Time is "time", in s: recognised by its steps of 0.5.',
      ],
    });
  });

  test('with the same poses and times from every format', () => {
    const q = [0.5, 1, -0.25, 2];
    const stamp = (sec: number, nanosec: number) => ({ header: { stamp: { sec, nanosec } } });
    const json = [
      { ...stamp(7, 0), name: ['lift', 'pan'], position: [1, 0.5] },
      { ...stamp(7, 5e8), name: ['pan', 'lift'], position: [-0.25, 2] },
    ];
    const files: (string | Uint8Array)[] = [
      't;pan;lift\n0;0,5;1\n0,5;-0,25;2\n',
      json.map((line) => JSON.stringify(line)).join('\n'),
      zipSync({
        't.npy': makeTestNpyFile("'<f8'", '(2,)', encodeNpyElements('f8', [3, 3.5])),
        'q.npy': makeTestNpyFile("'>f4'", '(2, 2)', encodeNpyElements('f4', q, false)),
      }),
      makeTestNpyFile("'<f8'", '(2, 3)', encodeNpyElements('f8', [3, 0.5, 1, 3.5, -0.25, 2])),
      '%time,field.name0,field.name1,field.position0,field.position1\n7000000000,pan,lift,0.5,1\n7500000000,lift,pan,2,-0.25\n',
      'q0,q1\n0.5,1\n-0.25,2\n',
    ];
    for (const file of files) {
      const { angles, times } = logOf(file, ARM, { timeStep: 0.5 });
      expect([[...angles], [...times]]).toEqual([q, [0, 0.5]]);
    }
  });

  test('in degrees and millimetres', () => {
    const lift = makePlanarTestHinge('lift', { type: 'prismatic', limits: [0, 0.4] });
    const log = logOf(
      'pan_deg,lift\n90,250\n-45,100\n',
      makeTestJointChain(makePlanarTestHinge('pan'), lift),
    );
    expect([...log.angles]).toEqual([90 * RADIANS_PER_DEGREE, 0.25, -45 * RADIANS_PER_DEGREE, 0.1]);
    expect(log.readAs).toBe('degrees');
  });

  test('in the unit that puts effectors at the targets of the scene or the log', () => {
    const tips = 'pan,lift\n5,5\n5,6\n';
    const x = Math.cos(5 * RADIANS_PER_DEGREE) + Math.cos(10 * RADIANS_PER_DEGREE);
    const y = Math.sin(5 * RADIANS_PER_DEGREE) + Math.sin(10 * RADIANS_PER_DEGREE);
    expect(logOf(tips).readAs).toBe('radians');
    expect(logOf(tips, ARM, { targets: [target(x, y)] }).readAs).toBe('degrees');
    const own = logOf(`pan,lift,goal.x,goal.y,goal.z\n5,5,${x},${y},0\n`, ARM, {
      targets: [target(9, 9)],
    });
    expect(own.readAs).toBe('degrees');
    expect(own.report[0]).toMatch(
      /^Degrees: the effectors are then .* m from their targets; as radians/,
    );
    expect(own.goals?.map(({ positions }) => [...positions])).toEqual([[x, y, 0]]);
    expect(logOf(tips, ARM, { targets: [target(x, y)], angles: 'radians' }).readAs).toBe('radians');
  });

  test('without rows that lack a time or all joint values', () => {
    const text = 't,pan\n0,\n1,0.5\n1,0.6\n2,x\n9,0.7\n10,0.8\n11,0.9\n12,1\n';
    const log = logOf(text, ARM, { start: [4, 6] });
    expect([...log.angles]).toEqual([0.5, 6, 0.7, 6, 0.8, 6, 0.9, 6, 1, 6]);
    expect([...log.times]).toEqual([0, 8, 9, 10, 11]);
    expect(log.gaps).toEqual([{ row: 1, length: 8 }]);
    expect(log.report.slice(-3)).toEqual([
      '2 rows are ignored: without a joint value.',
      '1 row ignored: their time does not increase.',
      '1 gap of 8 s at 0 s.',
    ]);
  });

  test('keeping the previous value of a joint that a row lacks', () => {
    const log = logOf('pan,lift\n,1\n2,nan\n3,4\n', ARM, { start: [9, 9] });
    expect([...log.angles]).toEqual([9, 1, 2, 1, 3, 4]);
    expect([...log.times]).toEqual([0, 0.25, 0.5]);
    expect(log.report.at(-1)).toBe(
      'Rows without a number, in which a joint keeps its previous value: pan in 1, lift in 1.',
    );
  });

  test('with goals of the remaining rows', () => {
    const log = logOf('t,pan,lift,goal.x,goal.y,goal.z\n0,1,1,1,2,3\n0,1,1,4,5,6\n1,1,1,7,8,9\n');
    expect([...(log.goals?.[0]?.positions ?? [])]).toEqual([1, 2, 3, 7, 8, 9]);
    expect(log.unused).toEqual([]);
  });
});

test('reports units as unclear until they are chosen', () => {
  const text = 'time,pan,lift\n0,5000,5000\n20,5001,5000\n40,5002,5000\n';
  expect(logOf(text).unclear).toEqual(['angles', 'time']);
  expect(logOf(text, ARM, { angles: 'degrees', timeUnit: 'ms' }).unclear).toEqual([]);
  expect(logOf(text.replace('time', 'time_ms')).unclear).toEqual(['angles']);
});

test('asks for columns if too few joints are found, and uses the answer', () => {
  const bytes = encodeText('x,y\n1,2\n');
  const reading = readLog(bytes, 'run.csv', ARM, options);
  expect(reading).toMatchObject({ kind: 'question', columns: ['x', 'y'] });
  expect([...logOf('x,y\n1,2\n', ARM, { columns: { pan: 'y', lift: 'x' } }).angles]).toEqual([
    2, 1,
  ]);
});

describe('a log of one pose', () => {
  const ONE = 'The log shows one pose: only one row has a time.';
  const NEVER = 'The log shows one pose: no row is later than the previous one.';
  const RADIANS = 'Radians: all values are within the joint limits.';
  const left = (count: number) =>
    `${count} ${count === 1 ? 'row' : 'rows'} ignored: their time does not increase.`;

  test.each([
    ['one row', 'time,pan,lift\n5,1,2\n', [1, 2], [ONE]],
    ['one row of a date', 'time,pan,lift\n1.7e18,1,2\n', [1, 2], [ONE]],
    ['equal times', 'time,pan,lift\n5,1,2\n5,1,2\n5,1,2\n', [1, 2], [left(2), NEVER]],
    ['decreasing times', 'time,pan,lift\n5,1,2\n4,1,2\n3,1,2\n', [1, 2], [left(2), NEVER]],
    ['−0 and 0', 'time,pan,lift\n-0,1,2\n0,1,2\n', [1, 2], [left(1), NEVER]],
    ['one row with a time', 'time,pan,lift\n,1,2\n5,1,2\n', [1, 2], [left(1), ONE]],
    ['one joint', 'time,pan\n5,1\n', [1, 0], [ONE]],
  ])('is reported when it has %s', (_, text, angles, said) => {
    const log = logOf(text, ARM, { columns: { pan: 'pan' } });
    expect([log.rows, [...log.times], [...log.angles]]).toEqual([1, [0], angles]);
    expect(log.unclear).toEqual([]);
    const held = angles[1] === 0 ? ['Without a column, fixed at their start values: lift.'] : [];
    expect(log.report.filter((each) => !held.includes(each))).toEqual([
      ...[RADIANS, 'Time is "time".', ...said],
    ]);
  });

  test('has no time when no row has a valid time', () => {
    const text = 'time,pan,lift\n-1e308,1,2\n1e308,2,2\n';
    expect(readLog(encodeText(text), 'run.csv', ARM, options)).toMatchObject({
      kind: 'refused',
      fault: { reason: 'no row has both a time and a joint value (columns: time)' },
    });
  });

  test('is reported as one row when it has no time', () => {
    expect(logOf('pan,lift\n1,2\n').report).toContain(ONE);
  });
});

describe('rejects', () => {
  const faultOf = (text: string, tree = ARM, more: Partial<LogReadingOptions> = {}) => {
    const reading = readLog(encodeText(text), 'run.csv', tree, { ...options, ...more });
    return reading.kind === 'refused' ? reading.fault : reading;
  };
  test.each([
    ['', 0, 'it has no row of numbers'],
    ['pan,lift\n1,"2\n', 2, 'unterminated quoted cell'],
    ['t,pan,lift\n,1,2\n3,,\n', 0, 'no row has both a time and a joint value (columns: t)'],
  ])('%j', (text, line, reason) => {
    expect(faultOf(text)).toEqual({ file: 'run.csv', line, reason });
  });

  test('a mechanism without joints, and a chosen column that does not exist', () => {
    expect(faultOf('a\n1\n', { joints: [], effectors: [] })).toMatchObject({
      reason: 'the mechanism has no movable joint',
    });
    expect(faultOf('a\n1\n', ARM, { columns: { pan: 'b' } })).toMatchObject({
      reason: 'no column "b", which was chosen for joint "pan"',
    });
  });
});

test('any file gives a consistent log, a question or a refusal', () => {
  const names = fc.constantFrom(
    't',
    'sec',
    'nanosec',
    'pan',
    'lift',
    'q0',
    'q1',
    'goal.x',
    'goal.y',
    'goal.z',
    'goal.qx',
    'goal.qy',
    'goal.qz',
    'goal.qw',
    '',
  );
  const cell = fc.oneof(
    fc.double().map(String),
    fc.constantFrom('', '0', '1', '1e308', '-1e308', 'x', '1e18'),
  );
  const file = fc
    .array(names, { minLength: 1, maxLength: 9 })
    .chain((header) =>
      fc
        .array(fc.array(cell, { minLength: 1, maxLength: 9 }), { maxLength: 12 })
        .map((rows) => [header, ...rows].map((row) => row.join(',')).join('\n')),
    );
  fc.assert(
    fc.property(file, (text) => {
      const reading = readLog(encodeText(text), 'run.csv', ARM, {
        ...options,
        targets: [target(1, 1)],
      });
      if (reading.kind !== 'log') return;
      const { rows, times, angles, goals } = reading.log;
      expect([times.length, angles.length]).toEqual([rows, 2 * rows]);
      expect(angles.every(Number.isFinite)).toBe(true);
      for (let row = 1; row < rows; row++)
        expect(times[row]).toBeGreaterThan(times[row - 1] as number);
      for (const goal of goals ?? []) expect(goal.positions).toHaveLength(3 * rows);
    }),
    { numRuns: 1000 },
  );
});
