/** Partially free targets in the module, compared with fully constrained ones. */
import { describe, expect, test } from 'vitest';
import { sceneOf, testEngine } from './testEngine.ts';

const engine = await testEngine();
const methods = engine.catalogue.methods.map(({ id }) => id);

/** Poses after each update. */
function course(document: object, updates = 12): number[][] {
  const lab = engine.open(sceneOf({ iklab: 1, run: { maxUpdates: 500 }, ...document }, engine));
  const poses: number[][] = [];
  for (let i = 0; i < updates; i++) {
    lab.advance();
    poses.push([...lab.angles(0)]);
  }
  lab.close();
  return poses;
}

function apart(a: number[][], b: number[][]): number {
  const all = b.flat();
  return a.flat().reduce((most, x, i) => Math.max(most, Math.abs(x - (all[i] as number))), 0);
}

const planar = { tree: { planar: { links: [1, 1, 0.7] } }, start: [0.3, 0.4, -0.2] };
const turn = [0, 0, Math.sin(0.5), Math.cos(0.5)];

describe.each(methods)('%s', (id) => {
  const scene = (target: object) =>
    course({ ...planar, methods: [{ id }], targets: [{ effector: 'tip', ...target }] });

  test('takes a target off the plane as one in it, where the way there is free', () => {
    const inside = scene({ position: [1.2, 1.1, 0] });
    const off = scene({ position: [1.2, 1.1, 0.8], free: { position: ['z'] } });
    expect(apart(inside, off)).toBeLessThan(1e-9);
    expect(apart(inside, scene({ position: [1.2, 1.1, 0.8] }))).toBeGreaterThan(-1);
  });

  test('takes turns that no joint makes for none, where they are free', () => {
    const target = { position: [1.2, 1.1, 0], orientation: turn };
    const free = { orientation: ['x', 'y'], frame: 'target' };
    expect(apart(scene(target), scene({ ...target, free }))).toBeLessThan(2e-6);
    const position = scene({ position: [1.2, 1.1, 0] });
    const all = scene({ ...target, free: { orientation: ['x', 'y', 'z'] } });
    expect(apart(position, all)).toBeLessThan(1e-9);
  });
});

test('the angle that is missed is what is asked for and no more', () => {
  const [x, z] = [Math.sin(0.35), Math.cos(0.35)]; // 0.7 rad about x, then 1 rad about its own z.
  const both = [x * Math.cos(0.5), -x * Math.sin(0.5), z * Math.sin(0.5), z * Math.cos(0.5)];
  const missed = (free: object | null) => {
    const lab = engine.open(
      sceneOf(
        {
          iklab: 1,
          tree: { planar: { links: [1, 1] } },
          start: [0, 0],
          methods: [{ id: 'dls' }],
          targets: [{ effector: 'tip', position: [2, 0, 0.4], orientation: both, free }],
        },
        engine,
      ),
    );
    const { orientationError, error } = lab.status(0);
    lab.close();
    return { turn: orientationError, way: error };
  };
  expect(missed({ orientation: { spin: [0, 0, 3] } }).turn).toBeCloseTo(0.7, 12);
  expect(missed({ orientation: { cone: { axis: [0, 0, 1], angle: 0.5 } } }).turn).toBeCloseTo(0.2);
  expect(missed({ orientation: { cone: { axis: [0, 0, 1], angle: 0.71 } } }).turn).toBe(0);
  expect(missed({ position: ['z'] }).way).toBe(0);
  expect(missed(null).way).toBeCloseTo(0.4, 12);
});
