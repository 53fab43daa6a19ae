import { openSolutionFinder } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { quaternionFromRotation } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

const engine = await testEngine();

/** Returns the standard output of `iklab solutions WORDS`, with a document on standard input. */
async function outputOf(words: readonly string[], document: unknown = ''): Promise<string> {
  const call = await runCommandLine(['solutions', ...words], JSON.stringify(document));
  expect([call.status, call.err]).toEqual([0, '']);
  return call.out;
}
const listOf = async (words: readonly string[], document?: unknown) =>
  JSON.parse(await outputOf([...words, '--format', 'json'], document));
const errorOf = async (words: readonly string[], document: unknown = '') => {
  const { status, out, err } = await runCommandLine(
    ['solutions', ...words],
    JSON.stringify(document),
  );
  expect(out).toBe('');
  return [status, err];
};

/** Two arms of two links each, on one base: link lengths 1 and 1, and 1 and 0.5. */
const joint = (id: string, parent: string | null, x: number, limits?: readonly number[]) => ({
  id,
  ...(parent === null ? {} : { parent }),
  xyz: [x, 0, 0],
  axis: [0, 0, 1],
  ...(limits ? { limits } : {}),
});
const TWO_ARMS = {
  iklab: 2,
  tree: {
    joints: [
      joint('a1', null, 0),
      joint('a2', 'a1', 1, [-3, 0.1]),
      joint('b1', null, 0),
      joint('b2', 'b1', 1),
    ],
    effectors: [
      { id: 'left', parent: 'a2', xyz: [1, 0, 0] },
      { id: '1', parent: 'b2', xyz: [0.5, 0, 0] },
    ],
  },
  start: [0.3, -0.4, 0.2, 0.5],
  targets: [
    { effector: 'left', position: [1, 1, 0] },
    { effector: '1', position: [1.2, 0, 0] },
  ],
  methods: [{ id: 'dls' }],
};

/** Two joints and a slide along z, in the convention of a SCARA. */
const SLIDE = {
  iklab: 2,
  tree: {
    joints: [
      joint('a1', null, 0, [-3, 3]),
      joint('a2', 'a1', 1),
      {
        id: 'z',
        parent: 'a2',
        xyz: [1, 0, 0],
        axis: [0, 0, 1],
        type: 'prismatic',
        limits: [0, 0.5],
      },
    ],
    effectors: [{ id: 'tool', parent: 'z' }],
  },
  targets: [{ effector: 'tool', position: [1, 1, 0.0625] }],
  methods: [{ id: 'dls' }],
};

describe('iklab solutions', () => {
  test('returns the numbers of SolutionFinder for a closed form', async () => {
    const { solutions, ...head } = await listOf(['arm-6']);
    const scene = makePresetTestScene('arm-6', engine);
    const finder = openSolutionFinder(engine, scene, 0);
    const expected = finder.read(finder.find(0));
    expect(head).toEqual({
      targets: ['tool'],
      kind: 'all',
      reason: finder.reason,
      idealised: 0,
      searches: 0,
      total: 8,
    });
    finder.delete();
    const names = scene.tree.joints.map(({ id }) => id);
    expect(solutions.map((each: { q: object }) => Object.keys(each.q))).toEqual(
      expected.map(() => names),
    );
    const read = solutions.map(
      ({ q, marginJoint: _, ...rest }: { q: object; marginJoint: string }) => ({
        ...rest,
        theta: Object.values(q),
      }),
    );
    expect(read).toEqual(expected);
  });

  test('returns the numbers of SolutionFinder for searches, by number and seed', async () => {
    const finder = openSolutionFinder(engine, makeTestScene(TWO_ARMS, engine));
    const expected = finder.read(finder.find(7, 5));
    finder.delete();
    const { kind, searches, total, solutions } = await listOf(
      ['-', '--starts', '7', '--seed', '5'],
      TWO_ARMS,
    );
    expect([kind, searches, total]).toEqual(['found', 7, expected.length]);
    const thetas = solutions.map(({ q }: { q: object }) => Object.values(q));
    expect(thetas).toEqual(expected.map(({ theta }) => theta));
  });

  test('finds the elbow angles of both arms, for all targets at once or for one', async () => {
    const elbows = (list: { solutions: { q: { a2: number; b2: number } }[] }, name: 'a2' | 'b2') =>
      [...new Set(list.solutions.map(({ q }) => q[name].toFixed(6)))].sort();
    const signed = (angle: number) => [(-angle).toFixed(6), angle.toFixed(6)];
    const right = signed(Math.acos((1.2 ** 2 - 1 - 0.25) / (2 * 0.5)));
    const both = await listOf(['-'], TWO_ARMS);
    expect([both.total, both.targets]).toEqual([4, ['left', '1']]);
    expect(elbows(both, 'a2')).toEqual(signed(Math.PI / 2));
    expect(elbows(both, 'b2')).toEqual(right);
    const one = await listOf(['-', '--target', 'left'], TWO_ARMS);
    expect([one.total, elbows(one, 'b2')]).toEqual([2, ['0.500000']]);
    // An effector with this name comes before the number.
    for (const target of ['1', '2'])
      expect(elbows(await listOf(['-', '--target', target], TWO_ARMS), 'b2')).toEqual(right);
  });

  test('--within-limits omits solutions outside the limits, and the total counts them', async () => {
    const all = await listOf(['-', '--target', 'left'], TWO_ARMS);
    const [inside, outside] = all.solutions;
    expect(inside.margin).toBeCloseTo(3 - Math.PI / 2, 9);
    expect(outside.margin).toBeCloseTo(0.1 - Math.PI / 2, 9);
    expect([inside.marginJoint, outside.marginJoint]).toEqual(['a2', 'a2']);
    const within = await listOf(['-', '--target', 'left', '--within-limits'], TWO_ARMS);
    expect([within.total, within.solutions]).toEqual([2, [inside]]);
  });

  test('prints degrees and millimetres in a table, with the unit of each limit margin', async () => {
    const [head, blank, heads, first, second] = (await outputOf(['-'], SLIDE)).split('\n');
    expect(head).toMatch(
      /^tool: found 2 solutions by 200 searches, 2 within limits; there may be more\./,
    );
    expect(blank).toBe('');
    expect(heads).toMatch(
      /^number {2}limit margin {2}largest rotation deg +q1 deg +q2 deg +q3 mm {2}family$/,
    );
    const values = [first, second].map((line) => line?.trim().split(/ {2,}/).slice(1));
    expect(values.map((row) => [row?.[0], row?.[4], row?.[5]])).toEqual([
      ['62.500 mm', '62.500', 'no'],
      ['62.500 mm', '62.500', 'no'],
    ]);
    const angles = values.map((row) => [row?.[2], row?.[3]]);
    expect(angles.sort()).toEqual([
      ['0.000', '90.000'],
      ['90.000', '-90.000'],
    ]);
    const cm = await outputOf(['-'], { ...SLIDE, unit: 'none' });
    expect(cm).toMatch(/q3 units/);
    expect(cm).toMatch(/ 0\.063 units .* 0\.063 /);
  });

  test('a table says that a closed form is complete, and how far axes are off', async () => {
    const table = await outputOf(['arm-6']);
    expect(table).toMatch(
      /^tool: 8 solutions, 8 within limits\. Closed form: axes 2, 3, 4 are parallel; axes 5, 6 meet\n\nnumber {2}signs /,
    );
    expect(table).toMatch(/^5 +- \+ \+ /m);
    expect(table).toMatch(/^q1 shoulder-pan, q2 shoulder-lift, /m);
    const scene = makePresetTestScene('arm-6', engine);
    const { joints, effectors } = scene.tree;
    const tilted = joints.map((each, i) => (i === 2 ? { ...each, rpy: [2e-7, 0, 0] } : each));
    const { targets } = scene.scenario;
    const tree = { joints: tilted.map(({ mimic: _, ...each }) => each), effectors };
    const document = { iklab: 2, tree, targets, methods: [{ id: 'dls' }] };
    expect(await outputOf(['-'], document)).toMatch(
      /\nThe closed form takes axes as exactly parallel or meeting that are up to 2e-7 off /,
    );
  });

  test('prints a sentence alone if there is no solution', async () => {
    const [target] = makePresetTestScene('arm-6', engine).scenario.targets;
    const far = { iklab: 2, preset: 'arm-6', targets: [{ ...target, position: [5, 0, 0] }] };
    expect(await outputOf(['-'], far)).toBe(
      'tool: no solutions. Closed form: axes 2, 3, 4 are parallel; axes 5, 6 meet\n',
    );
    const out = await outputOf(['-', '--target', '2', '--starts', '1'], {
      ...TWO_ARMS,
      targets: [TWO_ARMS.targets[0], { effector: '1', position: [9, 0, 0] }],
    });
    expect(out).toMatch(
      /^1: found no solutions by 1 search; there may be some\. No closed form: .*\n$/,
    );
  });

  test('marks a solution at a singular pose as a family', async () => {
    const { tree } = makePresetTestScene('arm-6', engine);
    const aligned = [0.3, -1, 1.2, -0.4, 0, 0.5]; // Axes 4 and 6 are parallel.
    const [tip] = computeEffectorTipFrames(tree.joints, tree.effectors, aligned);
    const position = tip?.position;
    const orientation = tip && quaternionFromRotation(tip.rotation);
    const document = {
      iklab: 2,
      preset: 'arm-6',
      start: aligned,
      targets: [{ effector: 'tool', position, orientation }],
    };
    const [nearest, ...others] = (await listOf(['-'], document)).solutions;
    expect(nearest.family).toBe(true);
    expect(Object.values(nearest.q)).toEqual(aligned.map((x) => expect.closeTo(x, 6)));
    expect(others.some(({ family }: { family: boolean }) => !family)).toBe(true);
    const table = await outputOf(['-'], document);
    expect(table).toMatch(/^\d .* yes$/m);
    expect(table).toMatch(/^family: an angle is free/m);
  });

  test('CSV has the fields of JSON, with an empty cell without limits', async () => {
    const csv = await outputOf(['arm-6', '--format', 'csv']);
    const [head, ...rows] = csv.trimEnd().split('\n');
    expect(head).toBe(
      'kind,number,shoulder,elbow,wrist,margin,marginJoint,turn,residual,family,q.shoulder-pan,q.shoulder-lift,q.elbow,q.wrist-1,q.wrist-2,q.wrist-3',
    );
    const { solutions } = await listOf(['arm-6']);
    expect(rows).toEqual(
      solutions.map((each: Record<string, unknown>) => {
        const { number, sides, margin, marginJoint, turn, residual, q } = each;
        const cells = [number, ...(sides as number[]), margin, marginJoint, turn, residual, 0];
        return ['all', ...cells, ...Object.values(q as object)].join(',');
      }),
    );
    const free = await outputOf(['tabaczynski-2-link', '--format', 'csv']);
    expect(free.split('\n')[1]).toMatch(/^found,[12],0,0,0,,,2\.65/);
    expect((await listOf(['tabaczynski-2-link'])).solutions[0].margin).toBeNull();
  });

  test('reads a link', async () => {
    expect((await listOf(['https://iklab.example/#preset=arm-6'])).total).toBe(8);
  });
});

describe('iklab solutions exits with status 1', () => {
  test('if the arm is redundant, with the reason', async () => {
    const [status, err] = await errorOf(['human-arm']);
    expect(status).toBe(1);
    expect(err).toMatch(
      /^target fingertip: the joints have more freedom than the target fixes, .* cannot be listed \(.*\)\n$/,
    );
    const y = await errorOf(['y', '--format', 'json']);
    expect(y[1]).toMatch(
      /^target tip1, tip2: .*than the targets fix, .*; --target chooses one target\n$/,
    );
  });

  test('if the target has no orientation, so that an angle remains free', async () => {
    const document = {
      iklab: 2,
      preset: 'arm-6',
      targets: [{ effector: 'tool', position: [0.3, 0.3, 0.3] }],
    };
    expect(await errorOf(['-'], document)).toEqual([
      1,
      expect.stringMatching(
        /^target tool: .*\(a closed form needs a target with a full orientation\)\n$/,
      ),
    ]);
  });

  test.each([
    [
      ['--target', 'lefd'],
      '--target: must be a number from 1 to 2, or one of left, 1; got "lefd" (did you mean "left"?)\n',
    ],
    [['--target', '3'], '--target: must be a number from 1 to 2, or one of left, 1; got "3"\n'],
    [['--target', '0'], '--target: must be a number from 1 to 2, or one of left, 1; got "0"\n'],
  ])('for the unknown target of %j', async (words, message) => {
    expect(await errorOf(['-', ...words], TWO_ARMS)).toEqual([1, message]);
  });

  test('for a file that does not exist', async () => {
    expect(await errorOf(['nowhere.json'])).toEqual([1, 'nowhere.json: no such file\n']);
    expect(await errorOf(['ur5'])).toEqual([
      1,
      expect.stringMatching(/^ur5: no such file or preset/),
    ]);
  });
});

test.each([
  [['--starts', '-1'], '--starts must be a whole number from 0 to 100000; got "-1"'],
  [['--starts', '100001'], '--starts must be a whole number from 0 to 100000; got "100001"'],
  [['--seed', '1.5'], '--seed must be a whole number from 0 to 9007199254740991; got "1.5"'],
  [['--format', 'text'], '--format must be one of table, json, csv; got "text"'],
])('iklab solutions rejects %j with status 2', async (words, message) => {
  const [status, err] = await errorOf(['arm-6', ...words]);
  expect([status, String(err).split('\n')[0]]).toEqual([2, `iklab: ${message}`]);
});
