import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { LabTrajectoryStats } from '@iklab/core/measure';
import { fullDocument } from '@iklab/core/scenario';
import { describe, expect, test } from 'vitest';
import { tableCsv } from '../rows/dataTable.ts';
import {
  type CostCurvePoint,
  findCurveKnee,
  findFrontKnee,
  findParetoFront,
} from './findCurveKnee.ts';
import {
  makeSweepStudy,
  planSweepTasks,
  type SweepPoint,
  type SweepRequest,
} from './makeSweepStudy.ts';
import { solveSweepPoint } from './solveSweepPoint.ts';
import { availableSweepMeasures } from './sweepMeasures.ts';
import { makeSweepProposal } from './sweepProposal.ts';
import { sweepJson, sweepTable } from './sweepText.ts';

const engine = await testEngine();
const planar = makePresetTestScene('planar-3-link', engine, { methods: [{ id: 'dls' }] });
const LAMBDA = 'methods[0].params.lambda';

describe('the knee', () => {
  const along = (xs: readonly number[], f: (x: number) => number) =>
    xs.map((x) => ({ x, y: f(x) }));
  const decades = Array.from({ length: 21 }, (_, i) => 10 ** (-2 + i / 5));

  test('of two lines that meet is the corner', () => {
    // falls by a decade per decade, then stays constant: the corner of an L in logarithms
    expect(findCurveKnee(along(decades, (x) => Math.max(1, 1 / x)))).toBe(10);
  });

  test('of a circular arc is its middle; an arc bent the other way has none', () => {
    const turns = Array.from({ length: 11 }, (_, i) => (i / 10) * (Math.PI / 2));
    const circle = turns.map((t) => ({ x: 1 - Math.sin(t), y: 1 - Math.cos(t) }));
    expect(findCurveKnee(circle)).toBe(5);
    expect(findCurveKnee([...circle].reverse())).toBe(5);
    // bent the other way, no value saves either cost
    expect(findCurveKnee(circle.map(({ x, y }) => ({ x: 1 - x, y: 1 - y })))).toBeNull();
  });

  test('is null for a straight line, a constant and NaN', () => {
    expect(findCurveKnee(along(decades, (x) => 3 * x ** -0.7))).toBeNull();
    expect(findCurveKnee(along(decades, () => 2))).toBeNull();
    expect(findCurveKnee(along(decades, () => Number.NaN))).toBeNull();
  });

  test('does not depend on the units of the axes', () => {
    const curve = along(decades, (x) => 1 / x + x ** 2);
    expect(findCurveKnee(curve.map(({ x, y }) => ({ x: 1000 * x, y: y / 7 })))).toBe(
      findCurveKnee(curve),
    );
  });
});

describe('the knee of two parameters', () => {
  const grid = (columns: number, rows: number, f: (a: number, b: number) => CostCurvePoint) =>
    Array.from({ length: columns * rows }, (_, i) => f(i % columns, Math.floor(i / columns)));
  const pointOf = ({ x, y }: CostCurvePoint): SweepPoint => {
    const exactly = (mean: number) => ({ low: mean, mean, high: mean });
    const moving = { error: exactly(x), jitter: exactly(0), shake: exactly(y) };
    return { count: 1, solved: 1, outcomes: [1], updates: null, error: exactly(x), moving };
  };

  // the first parameter follows both legs of an L, the second only adds cost
  const corner = grid(9, 5, (a, b) => ({
    x: 10 ** (Math.max(0, a - 4) + 0.3 * b),
    y: 10 ** (Math.max(0, 4 - a) + 0.3 * b),
  }));

  test('is the corner of an L, whatever the costs of the dominated pairs', () => {
    // the corner dominates all of the legs; a small slope keeps them on the front
    expect(findParetoFront(corner)).toEqual([4]);
    const sloped = corner.map(({ x, y }, i) => {
      const a = i % 9;
      return { x: x * 1.01 ** Math.min(0, a - 4), y: y * 1.01 ** Math.min(0, 4 - a) };
    });
    expect(findParetoFront(sloped)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(findFrontKnee(sloped, findParetoFront(sloped))).toBe(4);
    expect(makeSweepProposal(sloped.map(pointOf))).toEqual({
      kind: 'moving',
      index: 4,
      front: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    });
  });

  test('is the middle of a quarter circle, in any order and unit', () => {
    // in logarithms; the rows above are farther from its centre
    const arc = grid(7, 4, (a, b) => {
      const turn = (a / 6) * (Math.PI / 2);
      const radius = 1 - 0.2 * b;
      const on = (part: number) => 10 ** (1 - radius * part);
      return { x: on(Math.cos(turn)), y: on(Math.sin(turn)) };
    });
    const front = findParetoFront(arc);
    expect(front).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(findFrontKnee(arc, front)).toBe(3);
    const other = arc.map(({ x, y }) => ({ x: 1000 * x, y: y / 7 })).reverse();
    expect(findFrontKnee(other, findParetoFront(other))).toBe(arc.length - 1 - 3);
  });

  test('the front is the set of pairs that no other pair dominates, by brute force', () => {
    let seed = 7;
    const next = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const cloud = Array.from({ length: 300 }, () => ({ x: next(), y: next() }));
    const free = cloud.flatMap((p, i) =>
      cloud.some((q) => q.x <= p.x && q.y <= p.y && (q.x < p.x || q.y < p.y)) ? [] : [i],
    );
    expect([...findParetoFront(cloud)].sort((a, b) => a - b)).toEqual(free);
    expect(findParetoFront([...cloud, { x: Number.NaN, y: -1 }])).toEqual(findParetoFront(cloud));
  });

  test('is null for a straight front; a pair that minimizes both is proposed', () => {
    const straight = grid(5, 1, (a) => ({ x: 10 ** a, y: 10 ** -a }));
    expect(findFrontKnee(straight, findParetoFront(straight))).toBeNull();
    expect(findFrontKnee([{ x: 1, y: 1 }], [0])).toBeNull();
    expect(makeSweepProposal(straight.map(pointOf))).toMatchObject({ index: null });
    expect(makeSweepProposal(corner.map(pointOf))).toEqual({
      kind: 'moving',
      index: 4,
      front: [4],
    });
  });
});

describe('a sweep', () => {
  const spec = {
    method: 0,
    axes: [{ path: LAMBDA, from: 0.05, to: 5, count: 9, scale: 'log' as const }],
    count: 40,
  };
  const study = makeSweepStudy(planar.scenario, spec, engine.catalogue);
  if (!study.ok) throw new Error(JSON.stringify(study.faults));
  const requests = planSweepTasks(study.value, 'b').tasks.map(
    ({ request }) => request as SweepRequest,
  );
  const points = requests.map((request) => solveSweepPoint(request, engine));
  const values = study.value.cells.map((cell) => cell.values[0] as number);

  test('has one task per value, each with the scenario of that value', () => {
    const lambdas = requests.map(({ scenario }) => JSON.parse(scenario).methods[0].params.lambda);
    expect(lambdas).toEqual(values);
    expect(new Set(points.map(({ count }) => count))).toEqual(new Set([40]));
  });

  test('has the settled error, jitter and shake that a run of the method shows', () => {
    const scene = makePresetTestScene('planar-3-link', engine, {
      methods: fullDocument(study.value.cells[4]?.scenario as typeof planar.scenario).methods,
    });
    const lab = engine.open(scene);
    const courses = new LabTrajectoryStats(scene.tree, 1);
    while (lab.status(0).updates < 1200) {
      lab.advance();
      courses.record(lab);
    }
    const { error, jitter, shake } = courses.instances[0]?.measures('settled') ?? {};
    expect(points[4]?.moving).toMatchObject({
      error: { mean: error },
      jitter: { mean: jitter },
      shake: { mean: shake },
    });
    lab.close();
  });

  test('with more damping has more error and less shake, and proposes a value in between', () => {
    const of = (key: 'error' | 'shake') => points.map(({ moving }) => moving?.[key].mean as number);
    // with hardly any damping it overshoots near singular poses
    const damped = of('error').slice(2);
    expect(damped).toEqual([...damped].sort((a, b) => a - b));
    expect((of('shake')[0] as number) > (of('shake').at(-1) as number)).toBe(true);
    const index = makeSweepProposal(points)?.index ?? -1;
    expect(index).toBeGreaterThan(0);
    expect(index).toBeLessThan(values.length - 1);
    expect(availableSweepMeasures(points).map(({ id }) => id)).toEqual([
      'error',
      'jitter',
      'shake',
      'success',
      'updates',
    ]);
    for (const { estimate } of availableSweepMeasures(points))
      for (const point of points) {
        const { low = 0, mean = 0, high = 0 } = estimate(point) ?? {};
        expect(low <= mean && mean <= high).toBe(true);
      }
  });

  test('is exported with one CSV line per value, and as JSON', () => {
    const csv = [...tableCsv(sweepTable(study.value, new Map(points.entries())))].join('');
    const [head, ...lines] = csv.trim().split('\n');
    expect(head?.split(',').slice(0, 6)).toEqual([
      LAMBDA,
      'problems',
      'solved',
      'error',
      'error low',
      'error high',
    ]);
    expect(lines).toHaveLength(values.length);
    expect(lines[3]?.split(',').slice(0, 4).map(Number)).toEqual([
      values[3],
      40,
      points[3]?.solved,
      points[3]?.moving?.error.mean,
    ]);
    const manifest = {
      program: 'IK Lab',
      version: '1',
      build: 'b',
      agent: 'a',
      made: 'm',
    } as const;
    const read = JSON.parse(
      sweepJson(study.value, new Map([[2, points[2] as SweepPoint]]), manifest),
    );
    expect(read.points).toEqual([{ values: [values[2]], ...points[2] }]);
  });

  test('with fixed targets has no jitter; a value out of range is a fault of its axis', () => {
    const still = makePresetTestScene('arm-6', engine, { methods: [{ id: 'dls' }] });
    const made = makeSweepStudy(still.scenario, { ...spec, count: 4 }, engine.catalogue);
    if (!made.ok) throw new Error('refused');
    const [request] = planSweepTasks(made.value, 'b').tasks;
    const point = solveSweepPoint(request?.request as SweepRequest, engine) as SweepPoint;
    expect(point.moving).toBeNull();
    expect(availableSweepMeasures([point]).map(({ id }) => id)).not.toContain('jitter');
    const [axis] = spec.axes;
    const bad = makeSweepStudy(
      still.scenario,
      { ...spec, axes: [{ ...(axis as (typeof spec.axes)[0]), to: -1 }] },
      engine.catalogue,
    );
    expect(bad.ok ? '' : bad.faults[0]?.path).toBe('sweep[0].to');
  });
});
