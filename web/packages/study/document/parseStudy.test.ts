import { sampleCatalogue, smallDocument } from '@iklab/core/scenario/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStudy, parseStudyText } from './parseStudy.ts';
import {
  arbitraryStudy,
  makeSmallTestStudy,
  parseTestStudy,
  studyFaultsText,
} from './testStudies.ts';
import { compactStudyDocument, fullStudyDocument, studyHash } from './writeStudy.ts';

test('fills in defaults', () => {
  const { count, seed, sampling, restarts, cells } = parseTestStudy();
  expect([count, seed, restarts]).toEqual([10, 1, null]);
  expect(sampling).toEqual({ kind: 'reachable', start: 'given' });
  expect(cells.map(({ panel }) => panel.id)).toEqual(['dls', 'sdls']);
});

test('accepts a preset id as scenario', () => {
  const study = parseTestStudy({ scenario: { preset: 'ur5e', methods: [{ id: 'dls' }] } });
  expect(study.scenario.targets[0]?.orientation).not.toBe(null);
});

test('restarts of the study override those of the scenario, and a sweep overrides both', () => {
  const run = { restarts: { most: 3 } };
  const scenario = smallDocument({ run });
  const most = (changes: object) =>
    parseTestStudy({ scenario, ...changes }).cells.map((cell) => cell.scenario.run.restarts?.most);
  expect(most({})).toEqual([3]);
  expect(most({ restarts: { most: 20, every: 30 } })).toEqual([20]);
  const sweep = [{ path: 'run.restarts.most', from: 0, to: 2, count: 3 }];
  expect(most({ restarts: { most: 20 }, sweep })).toEqual([0, 1, 2]);
});

describe('rejects', () => {
  test.each<[string, unknown, string]>([
    ['a document that is not an object', [], 'document: must be an object; got []'],
    [
      'a missing version',
      { ...makeSmallTestStudy(), iklabStudy: undefined },
      'iklabStudy: must be 1 or 2, the version of the document; it is missing',
    ],
    [
      'a later version',
      makeSmallTestStudy({ iklabStudy: 3 }),
      'iklabStudy: must be 1 or 2, the version of the document; got 3 (created with a newer IK Lab)',
    ],
    [
      'an unknown field',
      makeSmallTestStudy({ sede: 1 }),
      'sede: unknown key (did you mean "seed"?); known: iklabStudy, name, note, scenario, sampling, sweep, restarts, sharedRestarts, levels, conditions, causes, solutions, count, looks, seed, view',
    ],
    [
      'a missing scenario',
      makeSmallTestStudy({ scenario: undefined }),
      'scenario: must be a scenario document; it is missing',
    ],
    ['count 0', makeSmallTestStudy({ count: 0 }), 'count: must be ≥ 1; got 0'],
    ['count 1e9', makeSmallTestStudy({ count: 1e9 }), 'count: must be ≤ 100000000; got 1000000000'],
    [
      'a missing count',
      makeSmallTestStudy({ count: undefined }),
      'count: must be from 1 to 100000000; it is missing',
    ],
    [
      'a count that exceeds the maximum with two methods',
      makeSmallTestStudy({ count: 6e7 }),
      'count: must leave at most 100000000 problems in all; got 60000000 x 2 (methods and values of the sweep)',
    ],
    [
      'a fractional count',
      makeSmallTestStudy({ count: 1.5 }),
      'count: must be a whole number; got 1.5',
    ],
    [
      'a fractional seed',
      makeSmallTestStudy({ seed: 0.5 }),
      'seed: must be a whole number; got 0.5',
    ],
    ['a seed in quotes', makeSmallTestStudy({ seed: '7' }), 'seed: must be a number; got "7"'],
    [
      'a seed above the largest exact integer',
      makeSmallTestStudy({ seed: 2 ** 53 }),
      'seed: must be ≤ 9007199254740991; got 9007199254740992',
    ],
    ['a negative seed', makeSmallTestStudy({ seed: -1 }), 'seed: must be ≥ 0; got -1'],
    [
      'restarts without their number',
      makeSmallTestStudy({ restarts: {} }),
      'restarts.most: must be a number; it is missing',
    ],
    [
      'an unknown rule for solutions outside the limits',
      makeSmallTestStudy({ restarts: { most: 3, outside: 'wraps' } }),
      'restarts.outside: must be one of keep, wrap, turn; got "wraps"',
    ],
    [
      'an unknown sampling',
      makeSmallTestStudy({ sampling: { kind: 'reach' } }),
      'sampling.kind: must be one of reachable, box, path, singular, golden, plane, start-plane; got "reach"',
    ],
    [
      'an unknown start',
      makeSmallTestStudy({ sampling: { kind: 'reachable', start: 'far' } }),
      'sampling.start: must be one of given, random, near, middle; got "far"',
    ],
    [
      'a spread without start "near"',
      makeSmallTestStudy({ sampling: { kind: 'reachable', spread: 1 } }),
      'sampling.spread: must be left out unless start is near; got 1',
    ],
    [
      'start "near" for sampling "box", whose solutions are unknown',
      makeSmallTestStudy({
        sampling: { kind: 'box', low: [0, 0, 0], high: [1, 1, 1], start: 'near' },
      }),
      'sampling.start: must not be near: solutions are unknown for sampling "box"; use reachable or singular',
    ],
    [
      'a box with low above high',
      makeSmallTestStudy({ sampling: { kind: 'box', low: [0, 1, 0], high: [1, 0, 1] } }),
      'sampling.high[1]: must be ≥ 1, the low end; got 0',
    ],
    [
      'sampling "path" if all targets are fixed',
      makeSmallTestStudy({ sampling: { kind: 'path', spacing: 1 } }),
      'sampling.kind: "path" needs a target with a motion; all targets are fixed',
    ],
    [
      'sampling "golden" if all targets are fixed',
      makeSmallTestStudy({ sampling: { kind: 'golden' } }),
      'sampling.kind: "golden" needs a target with a sine; all targets are fixed',
    ],
    [
      'more problems than the grid has cells',
      makeSmallTestStudy({
        count: 10,
        sampling: {
          kind: 'plane',
          origin: [0, 0, 0],
          u: [1, 0, 0],
          v: [0, 1, 0],
          columns: 3,
          rows: 3,
        },
      }),
      'count: must be at most 9, the cells of the grid; got 10',
    ],
    [
      'a map of targets for an unknown effector',
      makeSmallTestStudy({
        sampling: {
          kind: 'plane',
          effector: 'top',
          origin: [0, 0, 0],
          u: [1, 0, 0],
          v: [0, 1, 0],
          columns: 4,
          rows: 4,
        },
      }),
      'sampling.effector: must be one that has a target (tip); got "top" (did you mean "tip"?)',
    ],
    [
      'a map of starts with the same joint twice',
      makeSmallTestStudy({
        sampling: {
          kind: 'start-plane',
          joints: ['a', 'a'],
          low: [0, 0],
          high: [1, 1],
          columns: 4,
          rows: 4,
        },
      }),
      'sampling.joints[1]: must be another joint than the first',
    ],
    [
      'a map of starts with three joints',
      makeSmallTestStudy({
        sampling: {
          kind: 'start-plane',
          joints: ['a', 'b', 'c'],
          low: [0, 0],
          high: [1, 1],
          columns: 4,
          rows: 4,
        },
      }),
      'sampling.joints: must have at most 2 joints; got 3',
    ],
    [
      'a map of starts with an unknown joint and an empty range',
      makeSmallTestStudy({
        sampling: {
          kind: 'start-plane',
          joints: ['a', 'c'],
          low: [0, 0],
          high: [1, 0],
          columns: 4,
          rows: 4,
        },
      }),
      'sampling.joints[1]: must be an independent joint (a, b); got "c" (did you mean "a"?)\nsampling.high[1]: must be > 0, the low end; got 0',
    ],
    [
      'faults of the scenario',
      makeSmallTestStudy({
        scenario: smallDocument({ methods: [{ id: 'dls', params: { lambda: -3 } }], foo: 1 }),
      }),
      expect.stringMatching(
        /^scenario\.foo: unknown key.*\nscenario\.methods\[0\]\.params\.lambda: must be ≥ 0; got -3$/,
      ),
    ],
  ] as [string, unknown, string][])('%s', (_, document, faults) => {
    expect(studyFaultsText(document)).toEqual(faults);
  });

  test('incomplete JSON', () => {
    const read = parseStudyText('{"iklabStudy": 1', sampleCatalogue);
    expect(read.ok ? '' : read.faults[0]?.reason).toMatch(/^must be JSON: line 1, column 17/);
  });
});

test('returns a study or faults for any value, and never throws (seed 1)', () => {
  const property = fc.property(
    arbitraryStudy,
    fc.anything({ maxDepth: 3 }),
    fc.nat(),
    (document, value, i) => {
      const keys = Object.keys(document);
      const broken = { ...document, [keys[i % keys.length] ?? '']: value };
      for (const each of [value, broken]) {
        const read = parseStudy(each, sampleCatalogue);
        expect(read.ok || read.faults.length > 0).toBe(true);
      }
    },
  );
  fc.assert(property, { seed: 1, numRuns: 500 });
});

test('the full and the compact document of a study give the same study and hash (seed 2)', () => {
  const property = fc.property(arbitraryStudy, (document) => {
    const read = parseStudy(document, sampleCatalogue);
    if (!read.ok) throw new Error(studyFaultsText(document));
    for (const text of [
      fullStudyDocument(read.value),
      compactStudyDocument(read.value, sampleCatalogue),
    ]) {
      const again = parseStudy(JSON.parse(JSON.stringify(text)), sampleCatalogue);
      if (!again.ok) throw new Error(studyFaultsText(text));
      expect(fullStudyDocument(again.value)).toEqual(fullStudyDocument(read.value));
      expect(studyHash(again.value)).toBe(studyHash(read.value));
    }
  });
  fc.assert(property, { seed: 2, numRuns: 200 });
});

test('restarts.from and restarts.maxSlow change the hash of a study only if they are no defaults', () => {
  const hashOf = (restarts: object) => studyHash(parseTestStudy({ restarts }));
  const inScenario = (restarts: object) =>
    studyHash(parseTestStudy({ scenario: smallDocument({ run: { restarts } }) }));
  for (const hash of [hashOf, inScenario]) {
    expect(hash({ most: 3, from: 'random' })).toBe(hash({ most: 3 }));
    expect(hash({ most: 3, from: 'table' })).not.toBe(hash({ most: 3 }));
    expect(hash({ most: 3, maxSlow: 0 })).toBe(hash({ most: 3 }));
    expect(hash({ most: 3, maxSlow: 3 })).not.toBe(hash({ most: 3 }));
  }
  // From a version without these settings.
  expect(hashOf({ most: 3 })).toBe('fcfc22b0d5d44b2a');
  expect(inScenario({ most: 3 })).toBe('5d674134ffb13a96');
});

test('the hash covers what is solved, but not name and note', () => {
  const hash = studyHash(parseTestStudy());
  expect(studyHash(parseTestStudy({ name: 'another', note: 'x' }))).toBe(hash);
  const outside = { most: 0, outside: 'turn' };
  const changes = [{ seed: 2 }, { count: 11 }, { restarts: { most: 1 } }, { restarts: outside }];
  for (const change of [...changes, { levels: true }])
    expect(studyHash(parseTestStudy(change))).not.toBe(hash);
});
