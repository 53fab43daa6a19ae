import { openSolutionFinder, type SelfMotionCurve } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { wrapAngle } from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { PLANAR_ARM, SWIVEL_ARM } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { SelfMotionDiagram } from './selfMotionDiagram.ts';

const engine = await testEngine();
const DEGREE = Math.PI / 180;
const POSE = [0.1, 0.6, 0.1, -1.79, 0.1, -2.35, 0.1]; // Outside the limits of a6.

function traceDiagram(document: object, pose: readonly number[]) {
  const scene = makeTestScene(document, engine);
  const finder = openSolutionFinder(engine, scene);
  finder.setStart(pose);
  const curve = finder.selfMotion();
  const isSwivel = finder.parameter?.column === null;
  finder.delete();
  const { joints, effectors } = scene.tree;
  const tipOf = (theta: readonly number[]) => {
    const [tip] = computeEffectorTipFrames(joints, effectors, theta);
    if (!tip) throw new Error('no effector');
    return [...tip.position, ...tip.rotation.flat()];
  };
  return { curve, joints, tipOf, diagram: new SelfMotionDiagram(curve, joints, joints, isSwivel) };
}

const iiwa = traceDiagram(SWIVEL_ARM, POSE);

const apart = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((x, i) => Math.abs(wrapAngle(x - (b[i] as number)))));

test('the axis of an arm with a swivel angle is this angle, from −180° to 180°', () => {
  const { curve, diagram } = iiwa;
  expect([diagram.axis, diagram.isClosed, diagram.from, diagram.to]).toEqual([
    ...['swivel', true, -Math.PI, Math.PI],
  ]);
  for (const { theta, parameter } of curve.samples) {
    expect(apart(diagram.poseAt(parameter as number), theta)).toBeLessThan(1e-9);
    expect(wrapAngle((diagram.positionOf(theta) ?? 9) - (parameter as number))).toBeCloseTo(0, 9);
  }
});

test('poses between those of the curve reach the goal nearly, beyond the end as at the beginning', () => {
  const { diagram, tipOf } = iiwa;
  const goal = tipOf(POSE);
  for (let degrees = -180; degrees < 180; degrees += 7.3) {
    const pose = diagram.poseAt(degrees * DEGREE);
    tipOf(pose).forEach((x, i) => {
      expect(Math.abs(x - (goal[i] as number))).toBeLessThan(2e-4);
    });
    expect(apart(diagram.poseAt((degrees + 360) * DEGREE), pose)).toBeLessThan(1e-9);
    expect(diagram.positionOf(pose)).toBeCloseTo(degrees * DEGREE, 9);
  }
  expect(diagram.positionOf(POSE.with(3, 1.4))).toBeNull();
});

test('the intervals are those in which all joints are within their limits', () => {
  const { diagram, joints } = iiwa;
  expect(diagram.intervals).toHaveLength(2);
  expect(diagram.share).toBeGreaterThan(0.05);
  expect(diagram.share).toBeLessThan(0.95);
  const isInside = (angle: number) =>
    diagram.poseAt(angle).every((value, i) => {
      const [low = 0, high = 0] = joints[i]?.limits ?? [];
      const off = value - (low + high) / 2;
      return Math.abs(wrapAngle(off)) <= (high - low) / 2;
    });
  const tenth = 0.1 * DEGREE;
  for (const [from, to] of diagram.intervals) {
    expect([isInside(from + tenth), isInside(from - tenth)]).toEqual([true, false]);
    expect([isInside(to - tenth), isInside(to + tenth)]).toEqual([true, false]);
  }
  const steps = Array.from({ length: 720 }, (_, k) => (k / 2 - 180) * DEGREE);
  expect(steps.filter(isInside).length / 720).toBeCloseTo(diagram.share, 2);
  expect(isInside(diagram.best as number)).toBe(true);
});

/** The curve with another origin of the swivel angle, by default in the other direction. */
function changedCurve(offset: number, sign = -1): SelfMotionCurve {
  const { samples, stretches } = iiwa.curve;
  const changed = (parameter: number | null) => wrapAngle(sign * ((parameter as number) + offset));
  return {
    ...iiwa.curve,
    samples: samples.map((each) => ({ ...each, parameter: changed(each.parameter) })),
    stretches: stretches.map((each) => ({
      ...each,
      fromParameter: changed(each.fromParameter),
      toParameter: changed(each.toParameter),
    })),
  };
}

test.each([-1, 1])('sorts intervals, and continues one beyond the end, in direction %d', (sign) => {
  const { joints, diagram } = iiwa;
  const [first] = diagram.intervals;
  if (!first) throw new Error('no interval');
  // Moves the middle of the first interval to the end of the axis.
  const offset = Math.PI - (first[0] + first[1]) / 2;
  const moved = new SelfMotionDiagram(changedCurve(offset, sign), joints, joints, true);
  const expected = diagram.intervals
    .map(([a, b]) => [sign * (a + offset), sign * (b + offset)].sort((x, y) => x - y))
    .map(([a = 0, b = 0]) => [moved.wrap(a), moved.wrap(a) + b - a])
    .sort(([a = 0], [b = 0]) => a - b);
  expect(moved.intervals).toHaveLength(expected.length);
  moved.intervals.forEach((range, i) => {
    expect(range[0]).toBeCloseTo(expected[i]?.[0] as number, 9);
    expect(range[1]).toBeCloseTo(expected[i]?.[1] as number, 9);
  });
  expect(moved.share).toBeCloseTo(diagram.share, 9);
  expect(moved.intervals.at(-1)?.[1]).toBeGreaterThan(Math.PI);
  expect(moved.within).toHaveLength(expected.length + 1);
  for (const [a, b] of moved.within) {
    expect([a >= moved.from, b <= moved.to, a < b]).toEqual([true, true, true]);
  }
});

test('the axis is the arc length if the swivel angle turns back', () => {
  const { curve, joints } = iiwa;
  const samples = curve.samples.map((sample, k) =>
    k === 5 ? { ...sample, parameter: (curve.samples[3]?.parameter as number) + 1e-4 } : sample,
  );
  expect(new SelfMotionDiagram({ ...curve, samples }, joints, joints, true).axis).toBe('arc');
});

test('a row marks where its joint leaves its limits, and stays in the box elsewhere', () => {
  const { diagram, joints } = iiwa;
  const bad = diagram.rows.filter(({ outside }) => outside.length > 0);
  expect(bad.length).toBeGreaterThan(0);
  for (const { column, outside, range } of diagram.rows) {
    expect(range).toEqual(joints[column]?.limits);
    for (let degrees = -179.7; degrees < 180; degrees += 0.1) {
      const angle = degrees * DEGREE;
      const value = wrapAngle(diagram.poseAt(angle)[column] as number);
      const isMarked = outside.some(([a, b]) => angle > a && angle < b);
      if (Math.abs(Math.abs(value) - range[1]) > 1e-3)
        expect([column, degrees, isMarked]).toEqual([column, degrees, Math.abs(value) > range[1]]);
    }
  }
  const heights = (path: string) => [...path.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
  const inside = diagram.rows.filter(({ outside }) => outside.length === 0);
  for (const { path } of inside)
    for (const y of heights(path)) expect(Math.abs(y - 50)).toBeLessThanOrEqual(50);
});

test('the line of a joint breaks where its value jumps by a turn', () => {
  const { diagram } = iiwa;
  for (const { column, path } of diagram.rows) {
    const values = Array.from({ length: 3601 }, (_, k) =>
      wrapAngle(
        diagram.poseAt((k / 10 - 180) * DEGREE - (k === 3600 ? 1e-9 : 0))[column] as number,
      ),
    );
    const jumps = values.filter((x, k) => k > 0 && Math.abs(x - (values[k - 1] as number)) > 3);
    expect(path.match(/M/g)).toHaveLength(1 + jumps.length);
  }
});

// Two slides along one line: x + y is fixed.
const SLIDES = {
  iklab: 2,
  tree: {
    joints: [
      { id: 'x', type: 'prismatic', axis: [1, 0, 0], limits: [-1, 1] },
      { id: 'y', type: 'prismatic', parent: 'x', axis: [1, 0, 0], limits: [-1, 0.5] },
    ],
    effectors: [{ id: 'tip', parent: 'y', xyz: [0, 0, 0] }],
  },
  targets: [{ effector: 'tip', position: [0.25, 0, 0] }],
  methods: [{ id: 'dls' }],
};

test('an open curve has its arc length as axis, which ends where the curve ends', () => {
  const theta = (arc: number) => [arc, 0.25 - arc];
  const sample = (arc: number) => ({ arc, parameter: null, margin: 0.1, theta: theta(arc) });
  const curve: SelfMotionCurve = {
    samples: [-1, 0, 1].map(sample),
    stretches: [
      { from: -0.25, to: 1, fromParameter: null, toParameter: null, best: sample(0.375) },
    ],
    ends: ['lost', 'lost'],
    closure: 0,
  };
  const { joints } = makeTestScene(SLIDES, engine).tree;
  const diagram = new SelfMotionDiagram(curve, joints, joints, false);
  expect([diagram.axis, diagram.isClosed, diagram.from, diagram.to]).toEqual(['arc', false, -1, 1]);
  expect(diagram.intervals).toEqual([[-0.25, 1]]);
  expect([diagram.share, diagram.best]).toEqual([0.625, 0.375]);
  expect(diagram.poseAt(0.5)).toEqual([0.5, -0.25]);
  expect(diagram.wrap(3)).toBe(1);
  expect(diagram.rows.map(({ outside }) => outside)).toEqual([[], [[-1, -0.25]]]);
  expect(diagram.rows[0]?.path).toBe('M0.0 100.0L500.0 50.0L1000.0 0.0');
});

test('a closed curve without parameter has its pose in the middle of the axis', () => {
  const pose = [0.9, -0.8, -0.7];
  const { curve, diagram, tipOf } = traceDiagram(PLANAR_ARM, pose);
  const length = curve.samples.at(-1)?.arc as number;
  expect([diagram.axis, diagram.isClosed]).toEqual(['arc', true]);
  expect([diagram.from, diagram.to]).toEqual([-length / 2, length / 2]);
  expect(diagram.positionOf(pose)).toBeCloseTo(0, 9);
  expect(apart(diagram.poseAt(0), pose)).toBeLessThan(1e-9);
  const goal = tipOf(pose);
  for (let k = 0; k < 40; k++) {
    const at = diagram.poseAt(diagram.from + (k / 40) * diagram.length);
    tipOf(at).forEach((x, i) => {
      if (i < 3) expect(Math.abs(x - (goal[i] as number))).toBeLessThan(2e-4);
    });
  }
  expect(diagram.intervals).toEqual([[diagram.from, diagram.to]]);
  expect([diagram.share, diagram.best]).toEqual([1, null]);
});
