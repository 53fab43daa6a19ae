import type { PlainObject } from '@iklab/core/scenario';
import { smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { describeStudyProblems } from './describeStudyProblems.ts';
import { parseTestStudy } from './testStudies.ts';

test('describes targets, starts, updates, seed and restarts', () => {
  const words = describeStudyProblems(parseTestStudy({ count: 30, seed: 7 }));
  const { maxUpdates } = parseTestStudy().scenario.run;
  expect(words).toContain('so every problem is solvable.');
  expect(words).toContain(
    `Each method starts from the start pose of the scene and has ${maxUpdates} updates to get within 0.10 mm.`,
  );
  expect(words).toContain('30 problems. Seed 7 always gives the same problems, for all methods.');
  expect(words).toContain('No restarts.');
  expect(words).not.toContain('begins again');
  expect(words).not.toContain('Joint limits');
});

test('says that targets in a box may be out of reach, and how many restarts there are', () => {
  const sampling = { kind: 'box', low: [-1, -1, 0], high: [1, 1, 0], start: 'random' };
  const words = describeStudyProblems(parseTestStudy({ sampling, restarts: { most: 1 } }));
  expect(words).toContain('some may be out of reach.');
  expect(words).toContain('starts from a random pose per problem');
  expect(words).toContain('restarts from a random pose up to once if it fails.');
  expect(describeStudyProblems(parseTestStudy({ sampling, restarts: { most: 3 } }))).toContain(
    'up to 3 times',
  );
  const table = { most: 2, from: 'table' };
  expect(describeStudyProblems(parseTestStudy({ sampling, restarts: table }))).toContain(
    'restarts from the nearest unused pose of a table of 256 random poses up to 2 times if it fails.',
  );
  const own = smallDocument({ run: { restarts: table } });
  expect(describeStudyProblems(parseTestStudy({ scenario: own }))).toContain('table of 256');
});

test('is empty for a sampling that the form does not offer', () => {
  const sides = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], columns: 5, rows: 2 };
  expect(describeStudyProblems(parseTestStudy({ sampling: { kind: 'plane', ...sides } }))).toBe('');
});

test('describes rejected solutions outside limits only if there are limits, and the slow-progress rule', () => {
  const outside =
    'A solution with a joint outside its limits, angles wrapped into ±180°, is rejected.';
  const wraps = { restarts: { most: 2, outside: 'wrap' } };
  expect(describeStudyProblems(parseTestStudy(wraps))).not.toContain('rejected');
  expect(describeStudyProblems(parseTestStudy({ ...wraps, scenario: limited }))).toContain(outside);
  const turns = { restarts: { most: 0, outside: 'turn' }, scenario: limited };
  expect(describeStudyProblems(parseTestStudy(turns))).toContain(
    'also after shifts by 360°, is rejected.',
  );
  expect(describeStudyProblems(parseTestStudy({ scenario: limited }))).not.toContain('rejected');
  expect(describedWith({ run: { maxSlow: 10 } })).toContain(
    'when 10 consecutive updates each reduce the error by less than 5 %',
  );
  expect(describedWith({ run: { maxSlow: 1, slowShare: 0.001 } })).toContain(
    'an update reduces the error by less than 0.1 %.',
  );
});

const limited = {
  tree: { joints: [{ id: 'a', limits: [-1, 1] }], effectors: [{ id: 'tip', parent: 'a' }] },
  targets: [{ effector: 'tip', position: [0, 0, 0] }],
  methods: [{ id: 'dls' }],
};

const describedWith = (changes: PlainObject, study = {}): string =>
  describeStudyProblems(parseTestStudy({ scenario: smallDocument(changes), ...study }));

test('describes tolerances: with angles, several targets, residual, free components, own tolerances', () => {
  const target = { effector: 'tip', position: [1, 1, 0] };
  const turned = { ...target, orientation: [0, 0, 0, 1] };
  const run = { tolerance: 1e-3, orientationTolerance: 0.00175 };
  expect(describedWith({ targets: [turned], run })).toContain('to get within 1.0 mm and 0.10°.');
  const tip = { id: 'other', parent: 'b', xyz: [1, 0, 0] };
  const { tree } = smallDocument() as { tree: { effectors: object[] } };
  const both = { tree: { ...tree, effectors: [...tree.effectors, tip] }, run };
  expect(describedWith({ ...both, targets: [turned, { ...target, effector: 'other' }] })).toContain(
    'to get within 1.0 mm (sum over the targets) and 0.10° each.',
  );
  expect(describedWith({ targets: [turned], run: { residual: 2e-3 } })).toContain(
    'within 2.0 mm, norm of the complete error.',
  );
  const free = { position: ['x'] };
  expect(describedWith({ targets: [{ ...turned, free }], run })).toContain(
    'within 1.0 mm and 0.10°, in the constrained components.',
  );
  const own = { ...target, tolerance: { position: 0.1, rotation: 1 } };
  expect(describedWith({ targets: [own] })).toContain('within the tolerances of the targets.');
});

test('describes stop rules and joint limits only where there are some', () => {
  expect(describedWith({ run: { maxRises: 12, minImprovement: 0 } })).toContain(
    'A run also ends when its error increases for the 12th time.',
  );
  const none = describedWith({ run: { maxRises: 1e6, minImprovement: 0 } });
  expect(none).not.toContain('also ends');
  const { tree } = smallDocument() as { tree: { joints: object[] } };
  const [a, ...rest] = tree.joints;
  const limited = { ...tree, joints: [{ ...a, limits: [-1, 1] }, ...rest] };
  expect(describedWith({ tree: limited, limitPolicy: 'lock' })).toContain(
    'Joint limits are locked.',
  );
});

test('states after how many updates a restart follows, and when a restart is given up', () => {
  const described = describeStudyProblems(
    parseTestStudy({ restarts: { most: 8, every: 200, maxSlow: 3 } }),
  );
  expect(described).toContain('up to 8 times when an attempt fails or after 200 updates.');
  expect(described).toContain(
    'In the first third of the attempts, a restart is given up if 3 consecutive updates each reduce the error by less than 5 %.',
  );
  const few = parseTestStudy({ restarts: { most: 5, maxSlow: 3 } });
  expect(describeStudyProblems(few)).not.toContain('given up');
});

test('describes how a study with looks grows', () => {
  expect(describeStudyProblems(parseTestStudy({ count: 4000, looks: 4 }))).toContain(
    'The benchmark starts with 500 problems and doubles their number, up to 4000, until',
  );
});
