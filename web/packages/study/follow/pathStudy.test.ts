import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import { studyJsonSchema } from '../document/studyJsonSchema.ts';
import { fullPathStudyDocument, isPathStudyDocument, pathStudyHash } from './pathStudy.ts';
import {
  makeTestLineStudy,
  makeTestWristStudy,
  parseTestPathStudy,
  pathStudyFaultsText,
} from './testPathStudy.ts';

const valid = new Ajv({ strict: false }).compile(studyJsonSchema());
const path = (shape: object) => makeTestLineStudy({ path: shape });
const line = { shape: 'line', to: [1, 1, 0] };
const pose = (time: number, x: number, more: object = {}) => ({
  time,
  position: [x, 1, 0],
  ...more,
});
const sine = { kind: 'sine', amplitude: [0.1, 0, 0], period: [3, 1, 1] };
const moving = (sampling: object) => {
  const document = makeTestLineStudy({ path: { shape: 'motion' }, ...sampling });
  const scenario = document.scenario as object;
  const target = { effector: 'tip', position: [1, 0.5, 0], motion: sine };
  return { ...document, scenario: { ...scenario, targets: [target] } };
};

test('omitted fields are filled in from the scenario', () => {
  const plain = parseTestPathStudy(
    makeTestLineStudy({ period: undefined, points: undefined, updates: undefined }),
  );
  expect(plain.sampling).toMatchObject({ turn: 'free', points: 480, period: 8, updates: 1 });
  expect(parseTestPathStudy(makeTestWristStudy(0.1, [{ id: 'dls' }])).sampling).toMatchObject({
    turn: 'kept',
    rounds: 3,
    path: { plane: [0, 0, 1] },
  });
  const open = parseTestPathStudy(path({ shape: 'poses', poses: [pose(1, 1), pose(3, 0.5)] }));
  expect(open.sampling.period).toBe(4); // forward and back
  const closed = parseTestPathStudy(
    path({ shape: 'poses', poses: [pose(1, 1), pose(3, 0.5), pose(4, 1)] }),
  );
  expect(closed.sampling.period).toBe(3);
});

test.each([
  makeTestLineStudy(),
  path({ shape: 'poses', poses: [pose(1, 1), pose(3, 0.5)] }),
  makeTestWristStudy(0.1, [{ id: 'dls' }]),
  moving({ period: 3 }),
])('a full document gives the same study and hash, and conforms to the schema (%#)', (document) => {
  const study = parseTestPathStudy(document);
  const again = parseTestPathStudy(fullPathStudyDocument(study));
  expect(again).toEqual(study);
  expect(pathStudyHash(again)).toBe(pathStudyHash(study));
  expect(pathStudyHash(parseTestPathStudy({ ...document, name: 'another' }))).toBe(
    pathStudyHash(study),
  );
  expect(pathStudyHash(parseTestPathStudy({ ...document, seed: 7 }))).not.toBe(
    pathStudyHash(study),
  );
  expect(valid(JSON.parse(JSON.stringify(document)))).toBe(true);
  expect(isPathStudyDocument(document)).toBe(true);
});

test('parseStudy rejects a path study; isFollow is false for anything else', () => {
  const read = parseStudy(makeTestLineStudy(), sampleCatalogue);
  expect(read.ok).toBe(false);
  expect(isPathStudyDocument({ sampling: { kind: 'box' } })).toBe(false);
  for (const none of [null, 3, [], {}, { sampling: null }])
    expect(isPathStudyDocument(none)).toBe(false);
});

describe('rejects with field, value and what is allowed', () => {
  test.each([
    [
      'an unknown shape',
      path({ shape: 'spiral' }),
      'sampling.path.shape: must be one of line, circle, eight, poses, motion; got "spiral"',
    ],
    [
      'a path that is not an object',
      makeTestLineStudy({ path: 3 }),
      'sampling.path: must be an object; got 3',
    ],
    ['a missing path', makeTestLineStudy({ path: undefined }), 'sampling.path: must be an object'],
    [
      'a position that is an unknown word',
      path({ ...line, to: 'end' }),
      'sampling.path.to: must be one of start, "[x, y, z]"; got "end"',
    ],
    [
      'a position with two coordinates',
      path({ ...line, to: [1, 2] }),
      'sampling.path.to: must be 3 numbers [x, y, z]; got 2',
    ],
    [
      'a line of zero length',
      path({ ...line, from: [1, 1, 0] }),
      'sampling.path.to: must not be the same point as path.from',
    ],
    [
      'a radius of zero',
      path({ shape: 'circle', radius: 0 }),
      'sampling.path.radius: must be > 0; got 0',
    ],
    [
      'an infinite size',
      path({ shape: 'eight', size: [1, Number.POSITIVE_INFINITY] }),
      'sampling.path.size[1]: must be a finite number',
    ],
    [
      'a plane without a normal',
      path({ shape: 'circle', radius: 1, plane: [0, 0, 0] }),
      'sampling.path.plane: must be the normal of a plane',
    ],
    [
      'an unknown effector',
      path({ ...line, effector: 'tap' }),
      'sampling.path.effector: must be one that has a target (tip); got "tap"',
    ],
    ['an unknown key', path({ ...line, radius: 1 }), 'sampling.path.radius: unknown key'],
    [
      'too many points',
      makeTestLineStudy({ points: 10_001 }),
      'sampling.points: must be ≤ 10000; got 10001',
    ],
    [
      'a fractional number of points',
      makeTestLineStudy({ points: 2.5 }),
      'sampling.points: must be a whole number; got 2.5',
    ],
    ['zero rounds', makeTestLineStudy({ rounds: 0 }), 'sampling.rounds: must be ≥ 1; got 0'],
    [
      'too many updates',
      makeTestLineStudy({ updates: 1e9 }),
      'sampling.updates: must be ≤ 1000; got 1000000000',
    ],
    [
      'a period that is not a number',
      makeTestLineStudy({ period: Number.NaN }),
      'sampling.period: must be a finite number',
    ],
    [
      'a number of starts in quotes',
      makeTestLineStudy({ starts: '3' }),
      'sampling.starts: must be a number; got "3"',
    ],
    [
      'an unknown rotation',
      makeTestLineStudy({ turn: 'loose' }),
      'sampling.turn: must be one of kept, tangent, free; got "loose"',
    ],
    [
      'a rotation for a target without orientation',
      makeTestLineStudy({ turn: 'kept' }),
      'sampling.turn: must be free, as the target on "tip" has no orientation; got "kept"',
    ],
    [
      'equal times',
      path({ shape: 'poses', poses: [pose(1, 1), pose(1, 2)] }),
      'sampling.path.poses[1].time: must be > 1, the time of the pose before; got 1',
    ],
    [
      'a single pose',
      path({ shape: 'poses', poses: [pose(1, 1)] }),
      'sampling.path.poses: must have at least 2 poses; got 1',
    ],
    [
      'orientations at some poses only',
      path({ shape: 'poses', poses: [pose(1, 1), pose(2, 2, { orientation: [0, 0, 0, 1] })] }),
      'sampling.path.poses[1].orientation: must be left out',
    ],
    [
      'a zero quaternion',
      path({
        shape: 'poses',
        poses: [
          pose(1, 1, { orientation: [0, 0, 0, 0] }),
          pose(2, 2, { orientation: [0, 0, 0, 1] }),
        ],
      }),
      'sampling.path.poses[0].orientation: must be of any length but 0',
    ],
    [
      'a period besides poses',
      makeTestLineStudy({ period: 3, path: { shape: 'poses', poses: [pose(1, 1), pose(2, 2)] } }),
      'sampling.period: must be left out if poses are given',
    ],
    [
      'a motion that no target has',
      path({ shape: 'motion' }),
      'sampling.path.shape: "motion" needs a target with a motion',
    ],
    [
      'rounds of a motion that does not repeat',
      moving({ period: 4 }),
      'sampling.period: must be a period after which every target is back, because rounds is 2; got 4',
    ],
    [
      'a tangent of a motion',
      moving({ period: 3, turn: 'tangent' }),
      'sampling.turn: must be kept or free where the shape is motion',
    ],
    [
      'too many points in all',
      makeTestLineStudy(
        { points: 10_000, starts: 1000 },
        { sweep: [{ path: 'methods[0].gain', from: 0.5, to: 1, count: 2 }] },
      ),
      'sampling.points: must leave at most 10000000 points in all',
    ],
    ['count, a key of problem studies', makeTestLineStudy({}, { count: 10 }), 'count: unknown key'],
    [
      'restarts, a key of problem studies',
      makeTestLineStudy({}, { restarts: { most: 3 } }),
      'restarts: unknown key',
    ],
    [
      'a sweep over an unknown path',
      makeTestLineStudy({}, { sweep: [{ path: 'nothing', from: 0, to: 1, count: 2 }] }),
      'sweep[0].path: must be the path of a number',
    ],
    ['an unknown preset', makeTestLineStudy({}, { scenario: { preset: 'ur6e' } }), 'scenario'],
    ['a document that is null', null, 'document: '],
  ])('%s', (_, document, reason) => {
    expect(pathStudyFaultsText(document)).toContain(reason);
  });
});
