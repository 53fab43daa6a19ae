import { describe, expect, test } from 'vitest';
import { parse } from './parse.ts';
import { catalogue } from './testCatalogue.ts';
import { faultsOf, scenarioOf, smallDocument } from './testDocuments.ts';
import type { PlainObject } from './write.ts';

const tree = (joints: PlainObject[], effectors: PlainObject[] = [{ id: 'tip', parent: 'a' }]) =>
  smallDocument({ tree: { joints, effectors } });
const target = (entries: PlainObject) =>
  smallDocument({ targets: [{ effector: 'tip', position: [1, 1, 0], ...entries }] });
const method = (...methods: PlainObject[]) => smallDocument({ methods });

describe('what a document leaves out', () => {
  test('takes the defaults of the schema', () => {
    const scenario = scenarioOf(smallDocument());
    expect(scenario).toMatchObject({ name: '', note: '', start: null, limitPolicy: 'ignore' });
    expect(scenario.run).toEqual({
      mode: 'track',
      updatesPerFrame: 1,
      timeStep: 1 / 60,
      tolerance: 1e-4,
      orientationTolerance: 1e-3,
      minImprovement: 1e-5,
      maxRises: 3,
      maxUpdates: 4000,
      restarts: null,
    });
    expect(scenario.view).toEqual({ camera: null, lookAt: null, up: 'z', trail: 'line' });
  });

  test('restarts as each attempt stops, by the first seed', () => {
    const { run } = scenarioOf(smallDocument({ run: { restarts: { most: 8 } } }));
    expect(run.restarts).toEqual({ most: 8, every: 0, seed: 1 });
  });

  test('takes up from the tree', () => {
    const upOf = (changes: PlainObject) => scenarioOf(smallDocument(changes)).view.up;
    const planar = { tree: { planar: { links: [1] } } };
    const y = { tree: { preset: 'y' }, targets: [{ effector: 'tip1', position: [0, 0, 0] }] };
    expect([upOf({}), upOf(planar), upOf(y)]).toEqual(['z', 'y', 'y']);
    expect(upOf({ ...y, view: { up: 'x' } })).toBe('x');
  });

  test('puts a rest into the limits', () => {
    const { tree: read } = scenarioOf(
      tree([
        { id: 'a', limits: [1, 2] },
        { id: 'b', limits: [-2, 2], rest: -3 },
        { id: 'c', limits: null, rest: 7 },
      ]),
    );
    expect('joints' in read && read.joints.map(({ rest }) => rest)).toEqual([1, -2, 7]);
  });

  test('takes the parameters of the method, and of its stages', () => {
    const [panel] = scenarioOf(
      method({ id: 'two-stage', params: { first: 'truncated', 'second.clampForm': 'soft' } }),
    ).methods;
    expect(panel?.params).toEqual({
      first: 'truncated',
      'first.cutoff': 1e-4,
      'first.cutoffIs': 'absolute',
      second: 'sdls',
      'second.gammaMax': Math.PI / 4,
      'second.clampForm': 'soft',
      'second.cutoffIs': 'relative',
      switchAt: 0.01,
      clampFirstOnly: false,
    });
    expect(panel?.maxStep).toBe('stage');
  });

  test('takes what a preset of a method says', () => {
    const [clamped, published] = scenarioOf(
      method({ id: 'dls-clamped' }, { id: 'sdls-published', params: { cutoffIs: 'relative' } }),
    ).methods;
    expect(clamped).toMatchObject({ id: 'dls', label: 'DLS′', slot: 3, params: { lambda: 0.7 } });
    expect(clamped?.targetClamp).toMatchObject({ mode: 'adaptive', distance: 0.375 });
    expect(published?.params).toMatchObject({ clampForm: 'soft', cutoffIs: 'relative' });
    expect(published?.targetClamp).toMatchObject({ distance: 0.4, rule: 'published' });
  });

  test('takes the top-level keys of the scenario preset that it names', () => {
    const scenario = scenarioOf({ iklab: 1, preset: 'y', name: 'mine', methods: [{ id: 'sdls' }] });
    expect(scenario.tree).toEqual({ preset: 'y' });
    expect(scenario.targets).toHaveLength(2);
    expect(scenario.run.timeStep).toBe(0.005);
    expect([scenario.name, scenario.methods.length]).toEqual(['mine', 1]);
  });

  test('null for maxStep is no limit, nothing is that of the table', () => {
    const steps = scenarioOf(method({ id: 'dls' }, { id: 'dls', maxStep: null })).methods;
    expect(steps.map(({ maxStep }) => maxStep)).toEqual([Math.PI / 4, null]);
  });
});

describe('what a document says', () => {
  test('in small deviations of a quaternion is put right', () => {
    const [read] = scenarioOf(target({ orientation: [0, 0, 0.0005, 1.0005] })).targets;
    expect(Math.hypot(...(read?.orientation ?? []))).toBeCloseTo(1, 15);
  });

  test('as a motion that is still is none', () => {
    expect(scenarioOf(target({ motion: { kind: 'still' } })).targets[0]?.motion).toBeNull();
  });

  test('as -0 is 0', () => {
    const [read] = scenarioOf(target({ position: [-0, 0, 0] })).targets;
    expect(Object.is(read?.position[0], 0)).toBe(true);
  });

  test('stands for joints in any order', () => {
    expect(faultsOf(tree([{ id: 'b', parent: 'a' }, { id: 'a' }]))).toBe('');
  });

  test('may be as large as 1e12', () => {
    expect(faultsOf(target({ position: [1e12, -1e12, 0] }))).toBe('');
  });
});

const long = 'x'.repeat(201);
const many = (n: number, make: (i: number) => PlainObject) =>
  Array.from({ length: n }, (_, i) => make(i));

describe('each fault has its own words:', () => {
  test.each<[string, PlainObject, string]>([
    [
      'a cycle',
      tree([
        { id: 'a', parent: 'b' },
        { id: 'b', parent: 'a' },
      ]),
      'tree.joints[0].parent: makes a cycle: "a" → "b" → "a"',
    ],
    [
      'a joint on itself',
      tree([{ id: 'a', parent: 'a' }]),
      'tree.joints[0].parent: makes a cycle: "a" → "a"',
    ],
    [
      'an unknown parent',
      tree([{ id: 'a', parent: 'base' }]),
      'tree.joints[0].parent: unknown parent: must be the id of a joint or null, there is no joint "base"',
    ],
    [
      'an effector on an unknown joint',
      tree([{ id: 'a' }], [{ id: 'tip', parent: 'aa' }]),
      'tree.effectors[0].parent: unknown parent: must be the id of a joint, there is no joint "aa" (did you mean "a"?)',
    ],
    [
      'an id twice',
      tree([{ id: 'a' }, { id: 'a' }]),
      'tree.joints[1].id: must be unique, "a" is also the id of joints[0]',
    ],
    [
      'a target on an unknown effector',
      target({ effector: 'tipp' }),
      'targets[0].effector: must be the id of an effector (tip), is "tipp" (did you mean "tip"?)',
    ],
    [
      'two targets on one effector',
      smallDocument({ targets: [0, 1].map(() => ({ effector: 'tip', position: [0, 0, 0] })) }),
      'targets[1].effector: must be the only target of its effector, "tip" has targets[0] already',
    ],
    [
      'limits upside down',
      tree([{ id: 'a', limits: [1, -1] }]),
      'tree.joints[0].limits: is upside down: must be [lower, upper], is [1, -1]',
    ],
    [
      'an axis of zero length',
      tree([{ id: 'a', axis: [0, 0, 0] }]),
      'tree.joints[0].axis: must not have zero length, is [0, 0, 0]',
    ],
    [
      'a period of zero',
      target({ motion: { kind: 'sine', amplitude: [0, 0, 0], period: [1, 0, 1] } }),
      'targets[0].motion.period[1]: must be > 0, is 0',
    ],
    [
      'a period too short to count its turns',
      target({ motion: { kind: 'sine', amplitude: [0, 0, 0], period: [1, 1e-320, 1] } }),
      'targets[0].motion.period[1]: must be ≥ 0.000001, is 1e-320',
    ],
    [
      'a weight too small to tell the angle',
      target({ orientation: [0, 0, 0, 1], orientationWeight: 5e-324 }),
      'targets[0].orientationWeight: must be ≥ 1e-100, is 5e-324',
    ],
    [
      'a motion without a kind',
      target({ motion: {} }),
      'targets[0].motion.kind: must be one of still, sine, path; is missing',
    ],
    [
      'a goal without a kind',
      method({ id: 'dls', secondary: {} }),
      'methods[0].secondary.kind: must be one of rest, limit-middle, manipulability, clearance; is missing',
    ],
    [
      'a quaternion that is none',
      target({ orientation: [0, 0, 0, 1.01] }),
      'targets[0].orientation: must be a unit quaternion (length 1 to within 1e-3), has length 1.01',
    ],
    [
      'a number that is not finite',
      target({ position: [JSON.parse('1e999'), 0, 0] }),
      'targets[0].position[0]: must be a finite number, is Infinity',
    ],
    [
      'a number beyond all use',
      target({ position: [2e15, 0, 0] }),
      'targets[0].position[0]: must be ≤ 1e15, is 2000000000000000',
    ],
    [
      'a parameter outside its range',
      method({ id: 'sdls' }, { id: 'dls', params: { lambda: -3 } }),
      'methods[1].params.lambda: must be ≥ 0, is -3',
    ],
    [
      'a parameter of the wrong kind',
      method({ id: 'idls', params: { p: 2.5, weightTerm: 1 } }),
      'methods[0].params.p: must be an even number, is 2.5\nmethods[0].params.weightTerm: must be true or false, is 1',
    ],
    [
      'an option that does not exist',
      method({ id: 'sdls', params: { clampForm: 'mild' } }),
      'methods[0].params.clampForm: must be one of hard, soft; is "mild"',
    ],
    [
      'an unknown parameter',
      method({ id: 'dls', params: { lamda: 1 } }),
      'methods[0].params.lamda: "dls" has no such parameter (did you mean "lambda"?); known: lambda, damping',
    ],
    [
      'a parameter of a stage that is not there',
      method({ id: 'two-stage', params: { first: 'transpose', 'first.lambda': 1 } }),
      'methods[0].params.first.lambda: "two-stage" has no such parameter; known: first, first.alpha, second, second.gammaMax, second.clampForm, second.cutoffIs, switchAt, clampFirstOnly',
    ],
    [
      'an unknown method',
      method({ id: 'sdsl' }),
      'methods[0].id: must be one of transpose, truncated, dls, sdls, idls, weighted-least-norm, qp, ccd, two-stage, dls-clamped, dls-star, sdls-clamped, sdls-published, tabaczynski-dls, dls-then-sdls, dls-then-truncated, na-dls, na-idls; is "sdsl" (did you mean "sdls"?)',
    ],
    [
      'a clamp on a method that takes none',
      method({ id: 'ccd', targetClamp: { mode: 'fixed' } }),
      'methods[0].targetClamp.mode: must be off: "ccd" sees the whole error, is "fixed"',
    ],
    [
      'a secondary goal without a nullspace',
      method({ id: 'ccd', secondary: { kind: 'rest' } }),
      'methods[0].secondary: must be null: "ccd" has no nullspace for it, is "rest"',
    ],
    [
      'a start of the wrong length',
      smallDocument({ start: [0] }),
      'start: must have 2 values, one per joint that moves by itself, has 1',
    ],
    [
      'a start beside points',
      smallDocument({ tree: { planar: { points: [[1, 0]] } }, start: [0] }),
      'start: must be left out: the points of the tree give the start pose',
    ],
    [
      'a start outside the limits',
      { ...tree([{ id: 'a', limits: [-1, 1] }]), start: [1.5], limitPolicy: 'lock' },
      'start[0]: must be from -1 to 1, the limits of joint "a" (unless limitPolicy is ignore), is 1.5',
    ],
    [
      'links and points',
      smallDocument({ tree: { planar: { links: [1], points: [[1, 0]] } } }),
      'tree.planar: must have either links or points, has both',
    ],
    [
      'a point on the one before',
      smallDocument({
        tree: {
          planar: {
            points: [
              [1, 0],
              [1, 0],
            ],
          },
        },
      }),
      'tree.planar.points[1]: must differ from the point before, is [1, 0]',
    ],
    [
      'a tree of two kinds',
      smallDocument({ tree: { preset: 'y', joints: [] } }),
      'tree: must be one of a preset, a planar chain, or joints with effectors; has preset and joints',
    ],
    [
      'a tree of no kind',
      smallDocument({ tree: {} }),
      'tree: must be one of a preset, a planar chain, or joints with effectors; has none of them',
    ],
    [
      'an unknown tree preset',
      smallDocument({ tree: { preset: 'z' } }),
      'tree.preset: must be one of double-y, double-y-16, y, human-arm, human-arm-equal, spatial-8, ur5, spine-18, star, torso; is "z" (did you mean "y"?)',
    ],
    [
      'no joint that moves',
      tree([{ id: 'a', type: 'fixed' }]),
      'tree.joints: must have a joint that moves (revolute, prismatic, screw), the only one is fixed',
    ],
    [
      'no joint',
      tree([], [{ id: 'tip', parent: 'a' }]),
      'tree.joints: must have at least 1 joint, has 0',
    ],
    ['no target', smallDocument({ targets: [] }), 'targets: must have at least 1 target, has 0'],
    ['no method', smallDocument({ methods: [] }), 'methods: must have at least 1 method, has 0'],
    [
      'nine methods',
      method(...many(9, () => ({ id: 'dls' }))),
      'methods: must have at most 8 methods, has 9',
    ],
    [
      '257 joints',
      tree(many(257, (i) => ({ id: i === 0 ? 'a' : `j${i}` }))),
      'tree.joints: must have at most 256 joints, has 257',
    ],
    [
      '65 effectors',
      tree(
        [{ id: 'a' }],
        many(65, (i) => ({ id: `t${i}`, parent: 'a' })),
      ),
      'tree.effectors: must have at most 64 effectors, has 65',
    ],
    [
      'a long name',
      smallDocument({ name: long }),
      'name: must have at most 200 characters, has 201',
    ],
    [
      'a long note',
      smallDocument({ note: 'x'.repeat(4001) }),
      'note: must have at most 4000 characters, has 4001',
    ],
    [
      'a long label',
      method({ id: 'dls', label: long }),
      'methods[0].label: must have at most 200 characters, has 201',
    ],
    [
      'an empty id',
      tree([{ id: 'a' }], [{ id: '', parent: 'a' }]),
      'tree.effectors[0].id: must not be empty, is ""',
    ],
    [
      'an unknown key',
      smallDocument({ nam: 'x' }),
      'nam: unknown key (did you mean "name"?); known: iklab, name, note, unit, tree, start, limitPolicy, targets, methods, run, view, preset',
    ],
    [
      'a newer version',
      { iklab: 2 },
      'iklab: must be 1, the version of the schema, is 2 (made by a newer IK Lab)',
    ],
    [
      'no version',
      smallDocument({ iklab: undefined }),
      'iklab: must be 1, the version of the schema, is missing',
    ],
    [
      'an unknown preset',
      { iklab: 1, preset: 'yy' },
      'preset: must be one of four-ways, two-joints, what-lambda-buys, spare-joints, planar-3-link, human-arm-limits, double-y, y, double-y-16, tabaczynski-5-link, tabaczynski-2-link, na-human-1, na-human-2, na-human-3, na-human-4, na-human-5, na-human-6, arm-6, human-arm, spatial-8, torso, star, chain-40; is "yy" (did you mean "y"?)',
    ],
    [
      'a build that is no word',
      smallDocument({ build: 7 }),
      'build: must be a string of at most 40 characters, is 7',
    ],
    [
      'a fraction of an update',
      smallDocument({ run: { updatesPerFrame: 1.5 } }),
      'run.updatesPerFrame: must be a whole number, is 1.5',
    ],
    [
      'a vector that is short',
      target({ position: [1, 2] }),
      'targets[0].position: must be 3 numbers [x, y, z], has 2',
    ],
    [
      'a path of one point',
      target({ motion: { kind: 'path', period: 1, points: [[0, 0, 0]] } }),
      'targets[0].motion.points: must have at least 2 points, has 1',
    ],
    [
      'a path of too many',
      target({ motion: { kind: 'path', period: 1, points: Array(257).fill([0, 0, 0]) } }),
      'targets[0].motion.points: must have at most 256 points, has 257',
    ],
    [
      'a path whose point is short',
      target({
        motion: {
          kind: 'path',
          period: 1,
          points: [
            [0, 0, 0],
            [1, 2],
          ],
        },
      }),
      'targets[0].motion.points[1]: must be 3 numbers [x, y, z], has 2',
    ],
    [
      'a path without a period',
      target({
        motion: {
          kind: 'path',
          points: [
            [0, 0, 0],
            [1, 2, 3],
          ],
        },
      }),
      'targets[0].motion.period: must be a number, is missing',
    ],
    [
      'a motion of another kind',
      target({ motion: { kind: 'circle', radius: 1 } }),
      'targets[0].motion.kind: must be one of still, sine, path; is "circle"',
    ],
    [
      'a still motion with an amplitude',
      target({ motion: { kind: 'still', amplitude: [1, 0, 0] } }),
      'targets[0].motion.amplitude: unknown key; known: kind',
    ],
    [
      'a clearance without its sphere',
      method({ id: 'dls', secondary: { kind: 'clearance', radius: 0 } }),
      'methods[0].secondary.centre: must be 3 numbers [x, y, z], is missing\nmethods[0].secondary.radius: must be > 0, is 0',
    ],
    [
      'restarts without their number',
      smallDocument({ run: { restarts: {} } }),
      'run.restarts.most: must be a number, is missing',
    ],
    [
      'restarts beyond all bounds',
      smallDocument({ run: { restarts: { most: 1001, every: -1, seed: 0.5, tries: 3 } } }),
      'run.restarts.most: must be ≤ 1000, is 1001\nrun.restarts.every: must be ≥ 0, is -1\nrun.restarts.seed: must be a whole number, is 0.5\nrun.restarts.tries: unknown key; known: most, every, seed',
    ],
  ])('%s', (_, document, faults) => {
    expect(faultsOf(document)).toBe(faults);
  });

  test('a document that is none', () => {
    expect(faultsOf({})).toBe(
      [
        'iklab: must be 1, the version of the schema, is missing',
        'tree: must be an object, is missing',
        'targets: must be a list of targets, is missing',
        'methods: must be a list of methods, is missing',
      ].join('\n'),
    );
  });
});

describe('the faults of a document', () => {
  test('are all told: structure first, counts last', () => {
    const document = smallDocument({
      start: [1, 2, 3],
      run: { timeStep: 'x' },
      tree: {
        joints: [
          { id: 'a', axis: [0, 0, 0] },
          { id: 'b', parent: 'c', weight: 0 },
        ],
        effectors: [{ id: 'tip', parent: 'b' }],
      },
      methods: [{ id: 'dls', slot: 9, params: { lambda: -3 } }, ...many(8, () => ({ id: 'sdls' }))],
      colour: 'red',
    });
    expect(faultsOf(document).split('\n')).toEqual([
      'tree.joints[1].weight: must be > 0, is 0',
      'methods[0].slot: must be ≤ 8, is 9',
      'run.timeStep: must be a number, is "x"',
      expect.stringMatching(/^colour: unknown key/),
      'tree.joints[1].parent: unknown parent: must be the id of a joint or null, there is no joint "c" (did you mean "a"?)',
      'tree.joints[0].axis: must not have zero length, is [0, 0, 0]',
      'methods[0].params.lambda: must be ≥ 0, is -3',
      'methods: must have at most 8 methods, has 9',
      'start: must have 2 values, one per joint that moves by itself, has 3',
    ]);
  });

  test('of targets and start are told beside those of the tree', () => {
    const document = smallDocument({
      start: [1],
      tree: {
        joints: [
          { id: 'a', axis: [0, 0, 0], limits: [1] },
          { id: 'b', parent: 'a' },
        ],
        effectors: [{ id: 'tip', parent: 'b' }],
      },
      targets: [{ effector: 'zz', position: [1, 1, 0] }],
    });
    expect(faultsOf(document).split('\n')).toEqual([
      'tree.joints[0].limits: must be 2 numbers [lower, upper], has 1',
      'tree.joints[0].axis: must not have zero length, is [0, 0, 0]',
      'targets[0].effector: must be the id of an effector (tip), is "zz"',
      'start: must have 2 values, one per joint that moves by itself, has 1',
    ]);
  });

  test.each([
    ['text', 'x'],
    ['a boolean', true],
    ['no number', []],
    ['three numbers', [1, 2, 3]],
    ['null in it', [null, 1]],
    ['not finite', [Number.NEGATIVE_INFINITY, 1]],
    ['beyond all bounds', [0, 1e16]],
  ])('of limits are told: %s', (_, limits) => {
    expect(faultsOf(tree([{ id: 'a', limits }]))).toMatch(/^tree\.joints\[0\]\.limits/);
  });

  test.each([
    ['preset', { preset: 'y' }],
    ['planar', { planar: { links: [1] } }],
  ])('of a tree of two kinds: %s and joints', (kind, other) => {
    const inline = { joints: [{ id: 'a' }], effectors: [{ id: 'tip', parent: 'a' }] };
    const ways = 'must be one of a preset, a planar chain, or joints with effectors';
    expect(faultsOf(smallDocument({ tree: { ...inline, ...other } }))).toBe(
      `tree: ${ways}; has ${kind} and joints and effectors`,
    );
  });

  test('two panels may share a slot', () => {
    const methods = [{ id: 'dls', slot: 2 }, { id: 'sdls', slot: 2 }, { id: 'truncated' }];
    const { methods: panels } = scenarioOf(smallDocument({ methods }));
    expect(panels.map(({ slot }) => slot)).toEqual([2, 2, 7]);
  });

  test('are at most 20', () => {
    const parsed = parse(tree(many(40, (i) => ({ id: `j${i}`, weight: 0 }))), catalogue);
    expect(parsed.ok ? 0 : parsed.faults.length).toBe(20);
  });
});

describe('limits of the start', () => {
  const limited = (start: number, limitPolicy: string) => ({
    ...tree([{ id: 'a', limits: [-1, 1] }]),
    start: [start],
    limitPolicy,
  });

  test('do not hold where they are ignored', () => {
    expect(faultsOf(limited(1.5, 'ignore'))).toBe('');
  });

  test('leave room for rounding', () => {
    expect(faultsOf(limited(1 + 1e-13, 'clamp'))).toBe('');
    expect(faultsOf(limited(1 + 1e-11, 'clamp'))).not.toBe('');
  });
});
