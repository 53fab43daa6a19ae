/** The errors reported for invalid methods and for the document as a whole. */
import { describe, expect, test } from 'vitest';
import { parseScenarioDocument } from './parse.ts';
import './presets/robotShelf.ts';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { documentFaultsText, smallDocument } from './testDocuments.ts';
import { makeMethodsDocument, makeTreeDocument, repeatObject } from './testParts.ts';
import type { PlainObject } from './write.ts';

const long = 'x'.repeat(201);

describe('reports the path and the reason of each fault of a method:', () => {
  test.each<[string, PlainObject, string]>([
    [
      'a goal without a kind',
      makeMethodsDocument({ id: 'dls', secondary: {} }),
      'methods[0].secondary.kind: must be one of rest, limit-middle, manipulability, clearance; it is missing',
    ],
    [
      'a parameter outside its range',
      makeMethodsDocument({ id: 'sdls' }, { id: 'dls', params: { lambda: -3 } }),
      'methods[1].params.lambda: must be ≥ 0; got -3',
    ],
    [
      'a parameter of the wrong kind',
      makeMethodsDocument({ id: 'idls', params: { p: 2.5, weightTerm: 1 } }),
      'methods[0].params.p: must be an even number; got 2.5\nmethods[0].params.weightTerm: must be true or false; got 1',
    ],
    [
      'an option that does not exist',
      makeMethodsDocument({ id: 'sdls', params: { clampForm: 'mild' } }),
      'methods[0].params.clampForm: must be one of hard, soft; got "mild"',
    ],
    [
      'an unknown parameter',
      makeMethodsDocument({ id: 'dls', params: { lamda: 1 } }),
      'methods[0].params.lamda: "dls" has no such parameter (did you mean "lambda"?); known: lambda, damping',
    ],
    [
      'a parameter that a stage does not have',
      makeMethodsDocument({ id: 'two-stage', params: { first: 'transpose', 'first.lambda': 1 } }),
      'methods[0].params.first.lambda: "two-stage" has no such parameter; known: first, first.alpha, second, second.gammaMax, second.clampForm, second.cutoffIs, switchAt, clampFirstOnly',
    ],
    [
      'an unknown method',
      makeMethodsDocument({ id: 'sdsl' }),
      'methods[0].id: must be one of transpose, truncated, dls, sdls, idls, weighted-least-norm, …; got "sdsl" (did you mean "sdls"?)',
    ],
    [
      'a target clamp on a method without one',
      makeMethodsDocument({ id: 'ccd', targetClamp: { mode: 'fixed' } }),
      'methods[0].targetClamp.mode: must be off: "ccd" sees the whole error; got "fixed"',
    ],
    [
      'a secondary goal without a nullspace',
      makeMethodsDocument({ id: 'ccd', secondary: { kind: 'rest' } }),
      'methods[0].secondary: must be null: "ccd" has no nullspace for it; got "rest"',
    ],
    ['no method', smallDocument({ methods: [] }), 'methods: must have at least 1 method; got 0'],
    [
      'nine methods',
      makeMethodsDocument(...repeatObject(9, () => ({ id: 'dls' }))),
      'methods: must have at most 8 methods; got 9',
    ],
    [
      'a long label',
      makeMethodsDocument({ id: 'dls', label: long }),
      'methods[0].label: must have at most 200 characters; got 201',
    ],
    [
      'a clearance without its sphere',
      makeMethodsDocument({ id: 'dls', secondary: { kind: 'clearance', radius: 0 } }),
      'methods[0].secondary.centre: must be 3 numbers [x, y, z]; it is missing\nmethods[0].secondary.radius: must be > 0; got 0',
    ],
  ])('%s', (_, document, faults) => {
    expect(documentFaultsText(document)).toBe(faults);
  });
});

describe('reports the path and the reason of each fault of the document:', () => {
  test.each<[string, PlainObject, string]>([
    [
      'a long name',
      smallDocument({ name: long }),
      'name: must have at most 200 characters; got 201',
    ],
    [
      'a long note',
      smallDocument({ note: 'x'.repeat(4001) }),
      'note: must have at most 4000 characters; got 4001',
    ],
    [
      'an unknown key',
      smallDocument({ nam: 'x' }),
      'nam: unknown key (did you mean "name"?); known: iklab, name, note, unit, judgedBy, tree, start, limitPolicy, targets, methods, run, view, preset',
    ],
    [
      'a newer version',
      { iklab: 3 },
      'iklab: must be 1 or 2, the version of the document; got 3 (created with a newer IK Lab)',
    ],
    [
      'no version',
      smallDocument({ iklab: undefined }),
      'iklab: must be 1 or 2, the version of the document; it is missing',
    ],
    [
      'an unknown preset',
      { iklab: 1, preset: 'yy' },
      'preset: must be one of four-ways, two-joints, what-lambda-buys, spare-joints, planar-3-link, human-arm-limits, …; got "yy" (did you mean "y"?)',
    ],
    [
      'a build that is not a string',
      smallDocument({ build: 7 }),
      'build: must be a string of at most 40 characters; got 7',
    ],
    [
      'a fraction of an update',
      smallDocument({ run: { updatesPerFrame: 1.5 } }),
      'run.updatesPerFrame: must be a whole number; got 1.5',
    ],
    [
      'restarts without their number',
      smallDocument({ run: { restarts: {} } }),
      'run.restarts.most: must be a number; it is missing',
    ],
    [
      'restarts out of range',
      smallDocument({ run: { restarts: { most: 1001, every: -1, seed: 0.5, tries: 3 } } }),
      'run.restarts.most: must be ≤ 1000; got 1001\nrun.restarts.every: must be ≥ 0; got -1\nrun.restarts.seed: must be a whole number; got 0.5\nrun.restarts.tries: unknown key; known: most, every, seed, outside, from, maxSlow',
    ],
    [
      'invalid stop rules',
      smallDocument({
        run: { maxSlow: -1, slowShare: 1.5, restarts: { most: 1, outside: 'drop' } },
      }),
      'run.maxSlow: must be ≥ 0; got -1\nrun.slowShare: must be ≤ 1; got 1.5\nrun.restarts.outside: must be one of keep, wrap, turn; got "drop"',
    ],
  ])('%s', (_, document, faults) => {
    expect(documentFaultsText(document)).toBe(faults);
  });

  test('an empty document', () => {
    expect(documentFaultsText({})).toBe(
      [
        'iklab: must be 1 or 2, the version of the document; it is missing',
        'tree: must be an object; it is missing',
        'targets: must be a list of targets; it is missing',
        'methods: must be a list of methods; it is missing',
      ].join('\n'),
    );
  });
});

describe('the faults of a document', () => {
  test('are all reported: structure first, counts last', () => {
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
      methods: [
        { id: 'dls', slot: 9, params: { lambda: -3 } },
        ...repeatObject(8, () => ({ id: 'sdls' })),
      ],
      colour: 'red',
    });
    expect(documentFaultsText(document).split('\n')).toEqual([
      'tree.joints[1].weight: must be > 0; got 0',
      'methods[0].slot: must be ≤ 8; got 9',
      'run.timeStep: must be a number; got "x"',
      expect.stringMatching(/^colour: unknown key/),
      'tree.joints[1].parent: unknown parent: must be the id of a joint or null, there is no joint "c" (did you mean "a"?)',
      'tree.joints[0].axis: must not have zero length; got [0, 0, 0]',
      'methods[0].params.lambda: must be ≥ 0; got -3',
      'methods: must have at most 8 methods; got 9',
      'start: must have 2 values, one per independent joint; got 3',
    ]);
  });

  test('of targets and start are reported together with those of the tree', () => {
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
    expect(documentFaultsText(document).split('\n')).toEqual([
      'tree.joints[0].limits: must be 2 numbers [lower, upper]; got 1',
      'tree.joints[0].axis: must not have zero length; got [0, 0, 0]',
      'targets[0].effector: must be the id of an effector (tip); got "zz"',
      'start: must have 2 values, one per independent joint; got 1',
    ]);
  });

  test('are at most 20', () => {
    const parsed = parseScenarioDocument(
      makeTreeDocument(repeatObject(40, (i) => ({ id: `j${i}`, weight: 0 }))),
      sampleCatalogue,
    );
    expect(parsed.ok ? 0 : parsed.faults.length).toBe(20);
  });
});
