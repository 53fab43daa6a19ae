/** The errors reported for invalid targets and motions. */
import { describe, expect, test } from 'vitest';
import { documentFaultsText, smallDocument } from '../testDocuments.ts';
import { makeTargetDocument } from '../testParts.ts';
import type { PlainObject } from '../write.ts';

describe('reports the path and the reason of each fault of a target:', () => {
  test.each<[string, PlainObject, string]>([
    [
      'a target on an unknown effector',
      makeTargetDocument({ effector: 'tipp' }),
      'targets[0].effector: must be the id of an effector (tip); got "tipp" (did you mean "tip"?)',
    ],
    [
      'two targets on one effector',
      smallDocument({ targets: [0, 1].map(() => ({ effector: 'tip', position: [0, 0, 0] })) }),
      'targets[1].effector: must be the only target of its effector, "tip" has targets[0] already',
    ],
    [
      'a period of zero',
      makeTargetDocument({ motion: { kind: 'sine', amplitude: [0, 0, 0], period: [1, 0, 1] } }),
      'targets[0].motion.period[1]: must be > 0; got 0',
    ],
    [
      'a period that is too short',
      makeTargetDocument({
        motion: { kind: 'sine', amplitude: [0, 0, 0], period: [1, 1e-320, 1] },
      }),
      'targets[0].motion.period[1]: must be ≥ 0.000001; got 1e-320',
    ],
    [
      'an orientation weight that is too small',
      makeTargetDocument({ orientation: [0, 0, 0, 1], orientationWeight: 5e-324 }),
      'targets[0].orientationWeight: must be ≥ 1e-100; got 5e-324',
    ],
    [
      'a motion without a kind',
      makeTargetDocument({ motion: {} }),
      'targets[0].motion.kind: must be one of still, sine, path; it is missing',
    ],
    [
      'a quaternion that is not of unit length',
      makeTargetDocument({ orientation: [0, 0, 0, 1.01] }),
      'targets[0].orientation: must be a unit quaternion (length 1 to within 1e-3); its length is 1.01',
    ],
    [
      'a number that is not finite',
      makeTargetDocument({ position: [JSON.parse('1e999'), 0, 0] }),
      'targets[0].position[0]: must be a finite number; got Infinity',
    ],
    [
      'a number that is too large',
      makeTargetDocument({ position: [2e15, 0, 0] }),
      'targets[0].position[0]: must be ≤ 1e15; got 2000000000000000',
    ],
    [
      'a target without constrained axes',
      makeTargetDocument({ free: { position: ['x', 'y', 'z'] } }),
      'targets[0].free: must leave something to be reached, leaves all of it free',
    ],
    [
      'an unknown axis',
      makeTargetDocument({ free: { position: ['w'] } }),
      'targets[0].free.position[0]: must be one of x, y, z; got "w"',
    ],
    [
      'an axis named twice',
      makeTargetDocument({ free: { position: ['x', 'x'] } }),
      'targets[0].free.position: must name each axis once; got "x, x"',
    ],
    [
      'a free spin without an orientation',
      makeTargetDocument({ free: { orientation: { spin: [0, 0, 1] } } }),
      'targets[0].free.orientation: must be left out where the target has no orientation',
    ],
    [
      'a spin axis of zero length',
      makeTargetDocument({ orientation: [0, 0, 0, 1], free: { orientation: { spin: [0, 0, 0] } } }),
      'targets[0].free.orientation.spin: must not have zero length; got [0, 0, 0]',
    ],
    [
      'a cone with angle 0',
      makeTargetDocument({
        orientation: [0, 0, 0, 1],
        free: { orientation: { cone: { axis: [0, 0, 1], angle: 0 } } },
      }),
      'targets[0].free.orientation.cone.angle: must be > 0; got 0',
    ],
    [
      'a spin and a cone',
      makeTargetDocument({
        orientation: [0, 0, 0, 1],
        free: { orientation: { spin: [0, 0, 1], cone: {} } },
      }),
      'targets[0].free.orientation: must be a list of axes, a spin or a cone; got an object',
    ],
    [
      'the target frame without an orientation',
      makeTargetDocument({ free: { position: ['x'], frame: 'target' } }),
      'targets[0].free.frame: must be "world" where the target has no orientation; got "target"',
    ],
    ['no target', smallDocument({ targets: [] }), 'targets: must have at least 1 target; got 0'],
    [
      'a position of two numbers',
      makeTargetDocument({ position: [1, 2] }),
      'targets[0].position: must be 3 numbers [x, y, z]; got 2',
    ],
    [
      'a path of one point',
      makeTargetDocument({ motion: { kind: 'path', period: 1, points: [[0, 0, 0]] } }),
      'targets[0].motion.points: must have at least 2 points; got 1',
    ],
    [
      'a path of 257 points',
      makeTargetDocument({
        motion: { kind: 'path', period: 1, points: Array(257).fill([0, 0, 0]) },
      }),
      'targets[0].motion.points: must have at most 256 points; got 257',
    ],
    [
      'a path with a point of two numbers',
      makeTargetDocument({
        motion: {
          kind: 'path',
          period: 1,
          points: [
            [0, 0, 0],
            [1, 2],
          ],
        },
      }),
      'targets[0].motion.points[1]: must be 3 numbers [x, y, z]; got 2',
    ],
    [
      'a path without a period',
      makeTargetDocument({
        motion: {
          kind: 'path',
          points: [
            [0, 0, 0],
            [1, 2, 3],
          ],
        },
      }),
      'targets[0].motion.period: must be a number; it is missing',
    ],
    [
      'a motion of an unknown kind',
      makeTargetDocument({ motion: { kind: 'circle', radius: 1 } }),
      'targets[0].motion.kind: must be one of still, sine, path; got "circle"',
    ],
    [
      'a tolerance without rotation and with a negative position',
      makeTargetDocument({ tolerance: { position: -1 } }),
      'targets[0].tolerance.position: must be ≥ 0; got -1\ntargets[0].tolerance.rotation: must be a number; it is missing',
    ],
    [
      'a still motion with an amplitude',
      makeTargetDocument({ motion: { kind: 'still', amplitude: [1, 0, 0] } }),
      'targets[0].motion.amplitude: unknown key; known: kind',
    ],
  ])('%s', (_, document, faults) => {
    expect(documentFaultsText(document)).toBe(faults);
  });
});
