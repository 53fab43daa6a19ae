import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTestScenario, smallDocument } from '../testDocuments.ts';
import type { Motion, SineMotion, Vec3 } from '../types.ts';
import { fullDocument } from '../write.ts';
import { isStationaryMotion } from './isStationaryMotion.ts';
import {
  coordinatePlaneName,
  findMotionKind,
  findMotionShape,
  listCoordinatePlanes,
  makeTargetMotion,
  reshapeMotion,
} from './motions.ts';

const drawn = fc.record({
  size: fc.double({ min: 1e-4, max: 100, noNaN: true }),
  period: fc.double({ min: 0.01, max: 1000, noNaN: true }),
  plane: fc.constantFrom(
    ...listCoordinatePlanes('x'),
    ...listCoordinatePlanes('y'),
    ...listCoordinatePlanes('z'),
  ),
});
const kind = fc.constantFrom('circle', 'eight');

/** Returns the offset at a time, by the formula of the document. */
const at = ({ amplitude, period, phase }: SineMotion, time: number): number[] =>
  amplitude.map((a, i) => a * Math.sin((2 * Math.PI * time) / (period[i] ?? 1) + (phase[i] ?? 0)));

const sine = (amplitude: Vec3, period: Vec3, phase: Vec3): SineMotion => ({
  kind: 'sine',
  amplitude,
  period,
  phase,
});

describe('circles and figures eight', () => {
  test('are recognised after JSON, with the same size, period and plane (seed 3)', () => {
    const property = fc.property(kind, drawn, (which, shape) => {
      const written = JSON.parse(JSON.stringify(makeTargetMotion(which, shape)));
      expect(findMotionKind(written)).toBe(which);
      const read = findMotionShape(written);
      expect(read?.size).toBe(shape.size);
      expect(read?.period).toBe(shape.period);
      const same = which === 'eight' ? shape.plane : shape.plane.toSorted();
      expect(which === 'eight' ? read?.plane : read?.plane.toSorted()).toEqual(same);
    });
    fc.assert(property, { seed: 3 });
  });

  test('a circle keeps its radius and repeats after one period', () => {
    const circle = makeTargetMotion('circle', { size: 0.4, period: 3, plane: [0, 2] });
    for (let time = 0; time < 3; time += 0.07)
      expect(Math.hypot(...at(circle, time))).toBeCloseTo(0.2, 12);
    expect(at(circle, 3)[0]).toBeCloseTo(at(circle, 0)[0] as number, 12);
    expect(at(circle, 1.5)[0]).toBeCloseTo(-0.2, 12);
    expect(at(circle, 1)[1]).toBe(0);
  });

  test('a figure eight crosses its centre twice per period, in different directions', () => {
    const eight = makeTargetMotion('eight', { size: 0.4, period: 4, plane: [0, 1] });
    const slope = (time: number) =>
      at(eight, time + 1e-6).map((x, i) => (x - (at(eight, time - 1e-6)[i] as number)) / 2e-6);
    expect(Math.hypot(...at(eight, 0))).toBeCloseTo(0, 12);
    expect(Math.hypot(...at(eight, 2))).toBeCloseTo(0, 12);
    const [a, b] = [slope(0), slope(2)];
    expect(Math.sign(a[0] as number)).toBe(-Math.sign(b[0] as number));
    expect(Math.sign(a[1] as number)).toBe(Math.sign(b[1] as number));
    expect(Math.max(...[0, 1, 2, 3].map((time) => at(eight, time)[0] as number))).toBeCloseTo(0.2);
  });

  test('redrawn sets size and period and keeps the kind; without changes, it changes nothing (seed 4)', () => {
    const property = fc.property(kind, drawn, drawn, (which, from, to) => {
      const next = reshapeMotion(makeTargetMotion(which, from), to);
      expect(findMotionKind(next)).toBe(which);
      expect(findMotionShape(next)?.size).toBeCloseTo(to.size, 9);
      expect(findMotionShape(next)?.period).toBeCloseTo(to.period, 9);
      expect(reshapeMotion(makeTargetMotion(which, from), {})).toEqual(
        makeTargetMotion(which, from),
      );
    });
    fc.assert(property, { seed: 4 });
  });

  test('a reversed circle with another phase is a circle, and keeps both when resized', () => {
    const own = sine([0.1, -0.1, 0], [2, 2, 1], [0.3 + Math.PI / 2, 0.3, 0]);
    expect(findMotionKind(own)).toBe('circle');
    const larger = reshapeMotion(own, { size: 0.4 }) as SineMotion;
    expect(larger).toEqual(sine([0.2, -0.2, 0], own.period, own.phase));
  });
});

test.each<[string, Motion | null, string]>([
  ['no motion', null, 'still'],
  ['no amplitude', sine([0, 0, 0], [1, 1, 1], [0, 0, 0]), 'still'],
  ['one axis', sine([0.1, 0, 0], [1, 1, 1], [0, 0, 0]), 'sine'],
  ['an ellipse', sine([0.1, 0.2, 0], [1, 1, 1], [Math.PI / 2, 0, 0]), 'sine'],
  ['a line', sine([0.1, 0.1, 0], [1, 1, 1], [Math.PI, 0, 0]), 'sine'],
  ['a parabola', sine([0.1, 0.1, 0], [2, 1, 1], [0, Math.PI / 2, 0]), 'sine'],
  ['three axes', sine([0.1, 0.1, 0.1], [1, 1, 1], [Math.PI / 2, 0, 0]), 'sine'],
  ['periods nearly two to one', sine([0.1, 0.1, 0], [2.01, 1, 1], [0, 0, 0]), 'sine'],
  [
    'a path',
    {
      kind: 'path',
      period: 1,
      points: [
        [0, 0, 0],
        [1, 0, 0],
      ],
    },
    'recorded',
  ],
  [
    'a path of equal points',
    {
      kind: 'path',
      period: 1,
      points: [
        [1, 0, 0],
        [1, 0, 0],
      ],
    },
    'still',
  ],
])('kindOf classifies %s', (_, motion, expected) => {
  expect(findMotionKind(motion)).toBe(expected);
  expect(isStationaryMotion(motion)).toBe(expected === 'still');
});

test('every up axis has three planes, the first one upright, one level', () => {
  for (const up of ['x', 'y', 'z'] as const) {
    const names = listCoordinatePlanes(up).map((plane) => coordinatePlaneName(plane, up));
    expect(new Set(names).size).toBe(3);
    expect(names.filter((name) => name.endsWith('level')).length).toBe(1);
    expect(names[0]).toContain('upright');
  }
});

test('a document keeps a path unchanged', () => {
  const motion = {
    kind: 'path',
    period: 2,
    points: [
      [0, 0, 0.1],
      [0.2, 0, 0],
      [0, -0.1, 0],
    ],
  };
  const targets = [{ effector: 'tip', position: [1, 0, 0], motion }];
  const scenario = parseTestScenario(smallDocument({ targets }));
  expect(scenario.targets[0]?.motion).toEqual(motion);
  expect((fullDocument(scenario).targets as { motion: unknown }[])[0]?.motion).toEqual(motion);
});
