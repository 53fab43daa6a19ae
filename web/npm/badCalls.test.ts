/** Errors of invalid calls, with the message of the solver's library where it has one; the robot is unchanged. */
import { describe, expect, test } from 'vitest';
import { dls, fabrik, formula, IklabError, Robot, Stepper, sdls, twoStage } from './index.ts';
import { sampleArm, sampleArmUrdf } from './testRobot.ts';

const { NaN: NONE, POSITIVE_INFINITY: MOST } = Number;
const here = sampleArm.pose(sampleArm.start);
const [x, y, z] = here.position;
const solve = (options: object, goal: object = here) => sampleArm.solve(goal as never, options);
const zeros = [0, 0, 0, 0, 0, 0];

type Bad = readonly [sentence: string, code: string, path: string, call: () => unknown];

const calls: readonly Bad[] = [
  // Messages of the library.
  [
    'tolerance must be from 0 to 1e+15; got -1',
    'range',
    'tolerance',
    () => solve({ tolerance: -1 }),
  ],
  [
    'tolerance must be from 0 to 1e+15; got nan',
    'range',
    'tolerance',
    () => solve({ tolerance: NONE }),
  ],
  [
    'maxUpdates must be from 1 to 1000000; got 0',
    'range',
    'maxUpdates',
    () => solve({ maxUpdates: 0 }),
  ],
  [
    'maxUpdates must be a whole number; got 1.5',
    'range',
    'maxUpdates',
    () => solve({ maxUpdates: 1.5 }),
  ],
  ['slowShare must be from 0 to 1; got 2', 'range', 'slowShare', () => solve({ slowShare: 2 })],
  [
    'restarts must be from 0 to 1000; got 1001',
    'range',
    'restarts',
    () => solve({ restarts: 1001 }),
  ],
  ['gain must be above 0 and at most 1e+15; got 0', 'range', 'gain', () => solve({ gain: 0 })],
  [
    'maxStep must be above 0 and at most 1e+15; got -2',
    'range',
    'maxStep',
    () => solve({ maxStep: -2 }),
  ],
  [
    'clamp.distance must be above 0 and at most 1e+15; got 0',
    'range',
    'clamp.distance',
    () => solve({ clamp: { mode: 'fixed', distance: 0 } }),
  ],
  [
    'lambda must be from 0 to 1000; got -1',
    'range',
    'lambda',
    () => solve({ method: dls({ lambda: -1 }) }),
  ],
  [
    'lambda must be from 0 to 1000; got -1',
    'range',
    'lambda',
    () => sampleArm.solveMany([x, y, z], { asks: 'position', method: dls({ lambda: -1 }) }),
  ],
  [
    'gammaMax must be from 1e-06 to 6.28318530718; got 9',
    'range',
    'gammaMax',
    () => solve({ method: sdls({ gammaMax: 9 }) }),
  ],
  [
    'passes must be a whole number; got 1.5',
    'range',
    'passes',
    () => solve({ method: fabrik({ passes: 1.5 }) }),
  ],
  [
    'first.lambda must be from 0 to 1000; got -1',
    'range',
    'first.lambda',
    () => solve({ method: twoStage({ first: dls({ lambda: -1 }) }) }),
  ],
  [
    'goals[0].position[1] must be from -1e+15 to 1e+15; got inf',
    'range',
    'goals[0].position[1]',
    () => solve({}, { position: [x, MOST, z] }),
  ],
  [
    'goals[0].quaternion must have length 1; got 2',
    'range',
    'goals[0].quaternion',
    () => solve({}, { ...here, quaternion: [0, 0, 0, 2] }),
  ],
  [
    'start[2] must be from -1e+15 to 1e+15; got nan',
    'range',
    'start[2]',
    () => solve({ start: [0, 0, NONE, 0, 0, 0] }),
  ],
  [
    "start: joint 'shoulder' must be from -1.8 to 1.8; got 3",
    'range',
    "start: joint 'shoulder'",
    () => solve({ start: [0, 3, 0, 0, 0, 0] }),
  ],
  ['start must have 6 values; got 5', 'size', 'start', () => solve({ start: [0, 0, 0, 0, 0] })],
  [
    'q[5] must be from -1e+15 to 1e+15; got inf',
    'range',
    'q[5]',
    () => sampleArm.pose([0, 0, 0, 0, 0, MOST]),
  ],
  [
    'line 1, column 6: Unknown name lamda.',
    'document',
    'method.text',
    () => solve({ method: formula('Δθ = lamda e') }),
  ],
  [
    'row 1: goals[0].position[0] must be from -1e+15 to 1e+15; got nan',
    'range',
    'goals[0].position[0]',
    () => sampleArm.solveMany([x, y, z, NONE, y, z], { asks: 'position' }),
  ],
  [
    'goals[0].position[0] must be from -1e+15 to 1e+15; got nan',
    'range',
    'goals[0].position[0]',
    () => sampleArm.solutions({ position: [NONE, y, z] }),
  ],
  [
    'goals[0].quaternion must have length 1; got 2',
    'range',
    'goals[0].quaternion',
    () => sampleArm.certify(zeros, { ...here, quaternion: [0, 0, 0, 2] }),
  ],
  [
    'start[1] must be from -1e+15 to 1e+15; got inf',
    'range',
    'start[1]',
    () => sampleArm.solutions(here, { start: [0, MOST, 0, 0, 0, 0] }),
  ],
  [
    'q[3] must be from -1e+15 to 1e+15; got nan',
    'range',
    'q[3]',
    () => sampleArm.certify([0, 0, 0, NONE, 0, 0], here),
  ],
  [
    'starts must be from 0 to 100000; got 4294967301', // 5 as a number of 32 bits.
    'range',
    'starts',
    () => sampleArm.solutions(here, { starts: 2 ** 32 + 5 }),
  ],
  // Values that only JavaScript can pass.
  [
    'starts must be a whole number from 0; got 0.5',
    'type',
    'starts',
    () => sampleArm.solutions(here, { starts: 0.5 }),
  ],
  [
    'seed must be a whole number from 0; got -1',
    'type',
    'seed',
    () => sampleArm.solutions(here, { seed: -1 }),
  ],
  [
    'withinLimits must be true or false; got 1',
    'type',
    'withinLimits',
    () => sampleArm.solutions(here, { withinLimits: 1 as never }),
  ],
  [
    'parameter must be left out: the robot has no free parameter for these goals; got 1',
    'type',
    'parameter',
    () => sampleArm.solutions(here, { parameter: 1 }),
  ],
  [
    'options has no "target"; known: start, withinLimits, starts, seed, parameter',
    'unknown',
    'target',
    () => sampleArm.solutions(here, { target: 0 } as never),
  ],
  ['q must have 6 values; got 2', 'size', 'q', () => sampleArm.certify([1, 2], here)],
  [
    'goals[0] must be an object; it is missing',
    'type',
    'goals[0]',
    () => sampleArm.certify(zeros, undefined as never),
  ],
  [
    'goals must be a goal or a list of goals; got []',
    'type',
    'goals',
    () => sampleArm.solutions([]),
  ],
  ['q must have 6 values; got 2', 'size', 'q', () => sampleArm.pose([1, 2])],
  [
    'q must be a list of numbers; it is missing',
    'type',
    'q',
    () => sampleArm.jacobian(undefined as never),
  ],
  [
    'start[1] must be a number; got "0"',
    'type',
    'start[1]',
    () => solve({ start: [0, '0', 0, 0, 0, 0] }),
  ],
  [
    'goals[0].position must have 3 values; got 2',
    'size',
    'goals[0].position',
    () => solve({}, { position: [1, 2] }),
  ],
  [
    'goals[0] has no "orientation"; known: effector, position, quaternion, orientationWeight, tolerance, free',
    'unknown',
    'orientation',
    () => solve({}, { ...here, orientation: [0, 0, 0, 1] }),
  ],
  [
    'goals[0].effector must be one of tool0; got "tool1" (did you mean "tool0"?)',
    'unknown',
    'goals[0].effector',
    () => solve({}, { ...here, effector: 'tool1' }),
  ],
  ['goals must be a goal or a list of goals; got []', 'type', 'goals', () => sampleArm.solve([])],
  [
    'effector must be one of tool0; got "hand"',
    'unknown',
    'effector',
    () => sampleArm.pose(zeros, 'hand'),
  ],
  [
    'limits must be one of ignore, clamp, lock, wrap; got "hold"',
    'unknown',
    'limits',
    () => solve({ limits: 'hold' }),
  ],
  [
    'tolerance must be a number; got "small"',
    'type',
    'tolerance',
    () => solve({ tolerance: 'small' }),
  ],
  [
    'method must be a method such as dls(); got "dls"',
    'type',
    'method',
    () => solve({ method: 'dls' }),
  ],
  [
    `dls has no parameter 'lamda' (did you mean "lambda"?)`,
    'unknown',
    'lamda',
    () => solve({ method: dls({ lamda: 1 } as never) }),
  ],
  [
    `there is no method 'dlss' (did you mean "dls"?)`,
    'unknown',
    'method',
    () => solve({ method: { id: 'dlss', params: {} } }),
  ],
  [
    'clampForm must be one of hard, soft; got "firm"',
    'unknown',
    'clampForm',
    () => solve({ method: sdls({ clampForm: 'firm' as never }) }),
  ],
  [
    'clamp.mode must be one of off, fixed, adaptive; it is missing',
    'unknown',
    'clamp.mode',
    () => solve({ clamp: { distance: 0.3 } as never }),
  ],
  [
    `goals[1] must be a number; got "0.4"`,
    'type',
    'goals[1]',
    () => sampleArm.solveMany([x, '0.4' as never, z], { asks: 'position' }),
  ],
  [
    'secondary must be an object; got false',
    'type',
    'secondary',
    () => solve({ secondary: false as never }),
  ],
  [
    'goals[0].free.position[0]: must be one of x, y, z; got "w"',
    'document',
    'goals[0].free.position[0]',
    () => solve({}, { position: [x, y, z], free: { position: ['w'] } }),
  ],
  [
    'goals must have a multiple of 7 values; got 8',
    'size',
    'goals',
    () => sampleArm.solveMany(new Float64Array(8)),
  ],
  [
    'starts must have 12 values; got 6',
    'size',
    'starts',
    () => sampleArm.solveMany(new Float64Array(14), { starts: zeros }),
  ],
  [
    'options must be an object; got null',
    'type',
    'options',
    () => sampleArm.solveMany([x, y, z], null as never),
  ],
  [
    'goals must be a list of numbers; got an object',
    'type',
    'goals',
    () => sampleArm.solveMany(new BigInt64Array(7) as never),
  ],
  ['robot must be a Robot; got an object', 'type', 'robot', () => new Stepper({} as never, dls())],
];

const thrown = (call: () => unknown): IklabError => {
  try {
    call();
  } catch (error) {
    if (error instanceof IklabError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

test.each(calls)('throws "%s" and leaves the robot unchanged', (sentence, code, path, call) => {
  const before = sampleArm.solve({ ...here, position: [x, y, z - 0.1] });
  const error = thrown(call);
  expect(error.message).toBe(sentence);
  expect({ code: error.code, path: error.path }).toEqual({ code, path });
  expect(sampleArm.solve({ ...here, position: [x, y, z - 0.1] })).toEqual(before);
});

test('an error has the invalid value and what is allowed', () => {
  const { value, allowed, name } = thrown(() => solve({ tolerance: -1 }));
  expect({ value, allowed, name }).toEqual({
    value: -1,
    allowed: 'from 0 to 1e+15',
    name: 'IklabError',
  });
  expect(thrown(() => solve({ tolerance: NONE })).value).toBeNaN();
  expect(thrown(() => solve({ limits: 'hold' }))).toMatchObject({
    value: 'hold',
    allowed: 'one of ignore, clamp, lock, wrap',
  });
});

const elbow = {
  iklab: 1,
  targets: [{ effector: 'tip', position: [1, 0, 0] }],
  methods: [{ id: 'dls' }],
};

describe('an invalid robot description', () => {
  const refusals: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      '23: joint "shoulder", axis: must not have length 0',
      () => Robot.fromUrdf(sampleArmUrdf.replace('"0 1 0"', '"0 0 0"')),
    ],
    ['text must be a string; got a function', () => Robot.fromUrdf((() => '') as never)],
    [
      'options has no "efector" (did you mean "effector"?); known: effector, root, allJoints, freeRoot, angles, lengths, convention, model',
      () => Robot.fromUrdf(sampleArmUrdf, { efector: 'tool0' } as never),
    ],
    ['rows[0].a must be a number; got "1"', () => Robot.fromDh({ rows: [{ a: '1' as never }] })],
    [
      'effector must be a name or a list of names; got 3',
      () => Robot.fromUrdf(sampleArmUrdf, { effector: 3 as never }),
    ],
    [
      'angles must be one of radians, degrees; got "turns"',
      () => Robot.fromUrdf(sampleArmUrdf, { angles: 'turns' as never }),
    ],
    [
      'lengths must be one of metres, millimetres; got 1',
      () => Robot.fromUrdf(sampleArmUrdf, { lengths: 1 as never }),
    ],
    [
      'convention must be one of standard, modified; got "craig"',
      () => Robot.fromUrdf(sampleArmUrdf, { convention: 'craig' as never }),
    ],
    [
      'convention: is for Denavit-Hartenberg tables only',
      () => Robot.fromUrdf(sampleArmUrdf, { convention: 'modified' }),
    ],
    ['model must be a name; got 3', () => Robot.fromSdf('', { model: 3 as never })],
    ['model: is for SDF files only', () => Robot.fromUrdf(sampleArmUrdf, { model: 'arm' })],
    [
      'link "tool1": unknown link (did you mean "tool0"?)',
      () => Robot.fromUrdf(sampleArmUrdf, { effector: 'tool1' }),
    ],
    [
      'rows[0].d must be from -1e+15 to 1e+15; got nan',
      () => Robot.fromDh({ rows: [{ d: NONE }] }),
    ],
    [
      'rows[1].limits[1] must be from 2 to 1e+15; got -2',
      () => Robot.fromDh({ rows: [{ a: 1 }, { a: 1, limits: [2, -2] }] }),
    ],
    [
      'rows[0].a must be from -1e+15 to 1e+15; got -inf',
      () => Robot.fromDh({ rows: [{ a: -MOST }] }),
    ],
    [
      'rows[0].limits[1] must be from -0.25 to 1e+15; got -1.5',
      () => Robot.fromDh({ rows: [{ limits: [-0.25, -1.5] }] }),
    ],
    [
      'rows[0].limits must have 2 values; got 1',
      () => Robot.fromDh({ rows: [{ a: 1, limits: [2] as never }] }),
    ],
    [
      'rows[0].type must be one of revolute, prismatic, fixed; got "screw"',
      () => Robot.fromDh({ rows: [{ type: 'screw' as never }] }),
    ],
    [
      'tree.preset: must be one of double-y, double-y-16, y, human-arm, human-arm-equal, spatial-8, ur5, spine-18, star, torso; got "ur5f" (did you mean "ur5"?)',
      () => Robot.fromScenario({ ...elbow, tree: { preset: 'ur5f' } }),
    ],
    ['nowhere.urdf: no such file', () => Robot.fromFile('nowhere.urdf')],
  ];
  test.each(refusals)('is rejected with "%s"', async (sentence, read) => {
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IklabError);
    expect((error as IklabError).message).toBe(sentence);
  });
});
