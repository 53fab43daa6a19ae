import { openSolutionFinder } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import {
  addScaled,
  dot,
  quaternionFromRotation,
  rotateVector,
  vectorLength,
} from '@iklab/core/scenario/numbers';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { computeEffectorTipFrames, jointFrames } from '@iklab/core/scenario/robot';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

const engine = await testEngine();
const panda = knownRobotPresets.find(({ id }) => id === 'panda')?.document as { start: number[] };

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
      /\nThe closed form treats axes as parallel or meeting if they are within 2e-7 \(radians, /,
    );
  });

  test('a table does not mention axes that are off only by rounding', async () => {
    expect((await listOf(['iiwa-14'])).idealised).toBeGreaterThan(0);
    expect(await outputOf(['iiwa-14'])).not.toContain('The closed form treats');
  });

  test('prints a sentence alone if there is no solution', async () => {
    const [target] = makePresetTestScene('arm-6', engine).scenario.targets;
    const far = { iklab: 2, preset: 'arm-6', targets: [{ ...target, position: [5, 0, 0] }] };
    expect(await outputOf(['-'], far)).toEqual(
      expect.stringMatching(
        /^tool: no solutions\. Closed form: axes 2, 3, 4 are parallel; axes 5, 6 meet\nProven: .*\n$/,
      ),
    );
    const out = await outputOf(['-', '--target', '2', '--starts', '1'], {
      ...TWO_ARMS,
      targets: [TWO_ARMS.targets[0], { effector: '1', position: [9, 0, 0] }],
    });
    expect(out).toMatch(/^1: found no solutions by 1 search\. No closed form: .*\nProven: .*\n$/);
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

/** A planar arm of three links of length 1, which a position target leaves one degree of freedom. */
const THREE_LINKS = {
  iklab: 2,
  tree: {
    joints: [
      joint('p1', null, 0, [-2, 2]),
      joint('p2', 'p1', 1, [-2, 2]),
      joint('p3', 'p2', 1, [-2, 2]),
    ],
    effectors: [{ id: 'tip', parent: 'p3', xyz: [1, 0, 0] }],
  },
  start: [0.5, 0.5, 0.5],
  targets: [{ effector: 'tip', position: [1.2, 0.9, 0] }],
  methods: [{ id: 'dls' }],
};
const DEGREE = Math.PI / 180;

describe('iklab solutions of a redundant arm', () => {
  test('lists those of findAt at --swivel', async () => {
    const { solutions, ...head } = await listOf(['panda', '--swivel', '-30']);
    const scene = makeTestScene(panda, engine);
    const finder = openSolutionFinder(engine, scene);
    const expected = finder.read(finder.findAt(-30 * DEGREE));
    expect(head).toEqual({
      targets: ['panda_link8'],
      kind: 'redundant',
      reason: finder.reason,
      idealised: finder.idealised,
      searches: 0,
      parameter: { joint: 'panda_joint7', value: -30 * DEGREE },
      total: 4,
    });
    finder.delete();
    expect(solutions.map(({ q }: { q: object }) => Object.values(q))).toEqual(
      expected.map(({ theta }) => theta),
    );
    const table = await outputOf(['panda', '--swivel', '-30', '--within-limits']);
    expect(table).toMatch(
      /^panda_link8: 4 solutions at joint "panda_joint7" = -30\.000 deg, 2 within limits; one free parameter: /,
    );
    expect(table.match(/ -30\.000 +no$/gm)).toHaveLength(2);
    const csv = (await outputOf(['panda', '--swivel=-30', '--format', 'csv'])).split('\n');
    expect(csv[0]).toMatch(/,family,parameter,q\.panda_joint1,/);
    expect(csv[1]).toMatch(/^redundant,.*,-0\.5235987755982988,/);
  });

  test('without --swivel, takes the parameter of the start, or of a pose that a search finds', async () => {
    const found = await listOf(['panda']); // The start's has no solution.
    expect(found.total).toBe(8);
    const { q } = found.solutions[0];
    expect(q.panda_joint7).toBe(found.parameter.value);
    expect(found.parameter.value).not.toBe(panda.start[6]);
    const start = Object.values(q);
    const again = await listOf(['-'], { ...panda, start });
    expect(again.parameter).toEqual(found.parameter);
    expect(Object.values(again.solutions[0].q)).toEqual(
      start.map((x) => expect.closeTo(x as number, 9)),
    );
  });

  test('--swivel all follows the curve, with its parts within limits', async () => {
    const { curve, ...head } = await listOf(['panda', '--swivel', 'all']);
    expect(head).toMatchObject({ kind: 'redundant', parameter: { joint: 'panda_joint7' } });
    expect(curve.ends).toEqual(['closed', 'closed']);
    const scene = makeTestScene(panda, engine);
    const [target] = scene.scenario.targets;
    const tips = [...curve.samples, ...curve.within.map(({ best }: { best: object }) => best)].map(
      ({ q }) =>
        computeEffectorTipFrames(
          scene.tree.joints,
          scene.tree.effectors,
          Object.values(q) as number[],
        )[0],
    );
    for (const tip of tips)
      tip?.position.forEach((x, i) => {
        expect(x).toBeCloseTo(target?.position[i] as number, 8);
      });
    expect(curve.within.length).toBe(2);
    for (const { best } of curve.within) expect(best.margin).toBeGreaterThan(0);
    const csv = (await outputOf(['panda', '--swivel', 'all', '--format', 'csv'])).trimEnd();
    const [names, ...rows] = csv.split('\n');
    expect(names).toMatch(/^arc,parameter,margin,q\.panda_joint1,/);
    expect(rows).toHaveLength(curve.samples.length);
    const table = await outputOf(['panda', '--swivel', 'all']);
    expect(table).toMatch(
      /^panda_link8: the poses form a curve of 730\.\d+ deg that closes; one free/,
    );
    expect(
      table.match(
        /^within limits: joint "panda_joint7" from .* \(arc .*\); largest limit margin: .* deg at joint /gm,
      ),
    ).toHaveLength(2);
  });

  test('a table has a row near each multiple of 10 degrees of the parameter', async () => {
    const table = await outputOf(['panda', '--swivel', 'all']);
    const lines = table.split('\n');
    const q7 = lines
      .slice(3, lines.indexOf('', 3))
      .map((line) => Number(line.trim().split(/ +/).at(-1)));
    expect(q7.length).toBeGreaterThan(10);
    q7.slice(1, -1).forEach((x, i) => {
      expect(Math.abs(Math.round(x / 10) - Math.round((q7[i] as number) / 10))).toBeLessThanOrEqual(
        1,
      );
      expect(Math.abs(x - 10 * Math.round(x / 10))).toBeLessThan(4);
    });
  });

  test('prints the curve of a mechanism without parameter, by its arc', async () => {
    const { curve, parameter, reason } = await listOf(['-'], THREE_LINKS);
    expect([parameter, reason]).toEqual([
      null,
      '3 joints move the effector, the target fixes 2 components; 1 degree of freedom remains',
    ]);
    for (const { q, parameter: at } of curve.samples) {
      const [a, b, c] = [q.p1, q.p1 + q.p2, q.p1 + q.p2 + q.p3];
      expect(at).toBeNull();
      expect(Math.cos(a) + Math.cos(b) + Math.cos(c)).toBeCloseTo(1.2, 8);
      expect(Math.sin(a) + Math.sin(b) + Math.sin(c)).toBeCloseTo(0.9, 8);
    }
    const table = await outputOf(['-'], THREE_LINKS);
    expect(table).toMatch(/^arc deg {2,}limit margin deg +q1 deg +q2 deg +q3 deg$/m);
    expect(table).toMatch(
      /^within limits: arc from .* deg; largest limit margin: .* deg at arc = .* deg$/m,
    );
    const free = {
      ...THREE_LINKS.tree,
      joints: THREE_LINKS.tree.joints.map(({ limits: _, ...each }) => each),
    };
    expect(await outputOf(['-'], { ...THREE_LINKS, tree: free })).toMatch(
      /^within limits: all of the curve$/m,
    );
  });

  test('says so if no pose is found, with the proof', async () => {
    const far = { ...THREE_LINKS, targets: [{ effector: 'tip', position: [3.5, 0, 0] }] };
    expect(await outputOf(['-', '--starts', '2'], far)).toMatch(
      /^tip: found no pose by 2 searches; 3 joints .*\nProven: every pose misses the target by at least 499 mm \(499 mm beyond the stretched arm\)\.\n$/,
    );
    const { curve, outOfReach } = await listOf(['-', '--starts', '2'], far);
    expect([curve, outOfReach.unit, outOfReach.target]).toEqual([null, 'm', 'tip']);
  });
});

test('iklab solutions states by how much a seven-joint arm misses a closed form', async () => {
  const gen3 = knownRobotPresets.find(({ id }) => id === 'kinova-gen3')?.document;
  const { joints } = makeTestScene(gen3 as object, engine).tree;
  const frames = joints.filter(({ type }) => type === 'revolute').map(({ id }) => frameOf(id));
  function frameOf(id: string) {
    const { position, rotation } = jointFrames(joints)(id);
    const { axis } = joints.find((each) => each.id === id) as (typeof joints)[number];
    return { point: position, axis: rotateVector(rotation, axis) };
  }
  /** Distance of the parallel axes 1 and 3, or 5 and 7, in the pose of zeros. */
  const millimetresBetween = (a: number, b: number): number => {
    const [first, second] = [frames[a], frames[b]] as [(typeof frames)[0], (typeof frames)[0]];
    const offset = addScaled(second.point, first.point, -1);
    return 1000 * vectorLength(addScaled(offset, first.axis, -dot(offset, first.axis)));
  };
  const { reason, parameter } = await listOf(['kinova-gen3', '--starts', '1']);
  expect(parameter).toBeNull();
  const [, shoulder, wrist] =
    /no closed form: .* axes 1, 2, 3 miss a common point by ([\d.]+) mm, axes 5, 6, 7 by ([\d.]+) mm$/.exec(
      reason,
    ) ?? [];
  expect(Number(shoulder) / millimetresBetween(0, 2)).toBeCloseTo(1, 2);
  expect(Number(wrist) / millimetresBetween(4, 6)).toBeCloseTo(1, 2);
});

describe('iklab solutions proves that a target is out of reach', () => {
  const [target] = makePresetTestScene('arm-6', engine).scenario.targets;
  const far = (position: readonly number[], changes: object = {}) => ({
    iklab: 2,
    preset: 'arm-6',
    targets: [{ ...target, position }],
    ...changes,
  });

  test('with the amount, in JSON too', async () => {
    const { total, outOfReach } = await listOf(['-'], far([5, 0, 0]));
    expect(total).toBe(0);
    expect(outOfReach).toMatchObject({ unit: 'm', needsLimits: false, target: 'tool' });
    expect(outOfReach.missing).toBeGreaterThan(3.9);
    expect(outOfReach.missing).toBeLessThan(4.3);
    expect(await outputOf(['-'], far([5, 0, 0]))).toMatch(
      /^tool: no solutions\. Closed form: .*\nProven: every pose with the orientation of the target misses its position by at least ([\d.]+ m) \(\1 beyond .*\)\.\n$/,
    );
    // Lengths of this scene have no unit.
    const text = await outputOf(['-'], far([5, 0, 0], { unit: 'none' }));
    expect(text).toMatch(/by at least (\d(?:\.\d{1,2})? units) \(\1 beyond /);
    expect((await listOf(['arm-6'])).outOfReach).toBeUndefined();
  });

  test('within joint limits only if these apply', async () => {
    // Links 1 and 0.5: both solutions fold the elbow by more than its limits.
    const narrow = {
      ...TWO_ARMS,
      tree: {
        joints: [joint('a1', null, 0, [-3, 3]), joint('a2', 'a1', 1, [-0.5, 0.5])],
        effectors: [{ id: 'tip', parent: 'a2', xyz: [0.5, 0, 0] }],
      },
      start: [0, 0],
      targets: [{ effector: 'tip', position: [0.8, 0, 0] }],
    };
    expect(await outputOf(['-', '--within-limits'], narrow)).toMatch(
      /\nProven: every pose within joint limits misses the target by at least \d+ mm \(/,
    );
    const ignored = { ...narrow, limitPolicy: 'ignore' };
    expect((await listOf(['-', '--within-limits'], ignored)).outOfReach).toBeNull();
    expect((await listOf(['-'], narrow)).outOfReach).toBeUndefined();
  });

  test('and names the target of several', async () => {
    const out = await outputOf(['-', '--starts', '1'], {
      ...TWO_ARMS,
      targets: [TWO_ARMS.targets[0], { effector: '1', position: [9, 0, 0] }],
    });
    expect(out).toMatch(/\nProven: every pose misses the target of 1 by at least 7\.49 m \(/);
  });
});

describe('iklab solutions exits with status 1', () => {
  test('if the arm has several spare joints, with the reason', async () => {
    const [status, err] = await errorOf(['human-arm']);
    expect(status).toBe(1);
    expect(err).toMatch(
      /^target fingertip: the joints have more freedom than the target fixes, .* cannot be listed \(.*\)\n$/,
    );
    const two = await errorOf(['baxter', '--format', 'json']);
    expect(two[1]).toMatch(
      /^target right_gripper, left_gripper: .*than the targets fix, .*; --target chooses one target\n$/,
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
        /^target tool: .*\(6 joints move the effector, the target fixes 3 components; 3 degrees of freedom remain\)\n$/,
      ),
    ]);
  });

  test('for --swivel without a parameter', async () => {
    expect(await errorOf(['arm-6', '--swivel', '3'])).toEqual([
      1,
      '--swivel: is only for redundant arms; the target fixes all joints (axes 2, 3, 4 are parallel; axes 5, 6 meet)\n',
    ]);
    expect(await errorOf(['-', '--swivel', '3'], THREE_LINKS)).toEqual([
      1,
      expect.stringMatching(
        /^--swivel: must be all: the arm has no closed form with a parameter \(3 joints/,
      ),
    ]);
    // A cone has no curve.
    expect(await errorOf(['widowx-200'])).toEqual([
      1,
      expect.stringMatching(
        /^target gripper: .*1 degree of freedom remains; a self-motion needs targets without cones\)\n$/,
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
  [['--swivel', 'alll'], '--swivel must be a number of degrees, or all; got "alll"'],
  [['--swivel', ''], '--swivel must be a number of degrees, or all; got ""'],
  [['--seed', '1.5'], '--seed must be a whole number from 0 to 9007199254740991; got "1.5"'],
  [['--format', 'text'], '--format must be one of table, json, csv; got "text"'],
])('iklab solutions rejects %j with status 2', async (words, message) => {
  const [status, err] = await errorOf(['arm-6', ...words]);
  expect([status, String(err).split('\n')[0]]).toEqual([2, `iklab: ${message}`]);
});
