/** Targets with unconstrained axes in the module, against equivalent targets without any. */
import { describe, expect, test } from 'vitest';
import { makeTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const methods = engine.catalogue.methods.map(({ id }) => id);

/** Returns the poses after each of `updates` updates. */
function posesOf(document: object, updates = 12): number[][] {
  const lab = engine.open(
    makeTestScene({ iklab: 1, run: { maxUpdates: 500 }, ...document }, engine),
  );
  const poses: number[][] = [];
  for (let i = 0; i < updates; i++) {
    lab.advance();
    poses.push([...lab.angles(0)]);
  }
  lab.close();
  return poses;
}

function largestDifference(a: number[][], b: number[][]): number {
  const all = b.flat();
  return a.flat().reduce((most, x, i) => Math.max(most, Math.abs(x - (all[i] as number))), 0);
}

const planar = { tree: { planar: { links: [1, 1, 0.7] } }, start: [0.3, 0.4, -0.2] };
const turn = [0, 0, Math.sin(0.5), Math.cos(0.5)];

describe.each(methods)('%s', (id) => {
  const scene = (target: object) =>
    posesOf({ ...planar, methods: [{ id }], targets: [{ effector: 'tip', ...target }] });

  test('a target off the plane with free z runs like its projection onto the plane', () => {
    const inside = scene({ position: [1.2, 1.1, 0] });
    const off = scene({ position: [1.2, 1.1, 0.8], free: { position: ['z'] } });
    expect(largestDifference(inside, off)).toBeLessThan(1e-9);
  });

  test('freeing rotations that no joint can make changes nothing; freeing all leaves the position', () => {
    const target = { position: [1.2, 1.1, 0], orientation: turn };
    const free = { orientation: ['x', 'y'], frame: 'target' };
    expect(largestDifference(scene(target), scene({ ...target, free }))).toBeLessThan(2e-6);
    const position = scene({ position: [1.2, 1.1, 0] });
    const all = scene({ ...target, free: { orientation: ['x', 'y', 'z'] } });
    expect(largestDifference(position, all)).toBeLessThan(1e-9);
  });
});

test('the errors count only the constrained axes, spin and cone', () => {
  const [x, z] = [Math.sin(0.35), Math.cos(0.35)]; // 0.7 rad about x, then 1 rad about its own z axis
  const both = [x * Math.cos(0.5), -x * Math.sin(0.5), z * Math.sin(0.5), z * Math.cos(0.5)];
  const errorsWith = (free: object | null) => {
    const lab = engine.open(
      makeTestScene(
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
  expect(errorsWith({ orientation: { spin: [0, 0, 3] } }).turn).toBeCloseTo(0.7, 12);
  expect(errorsWith({ orientation: { cone: { axis: [0, 0, 1], angle: 0.5 } } }).turn).toBeCloseTo(
    0.2,
  );
  expect(errorsWith({ orientation: { cone: { axis: [0, 0, 1], angle: 0.71 } } }).turn).toBe(0);
  expect(errorsWith({ position: ['z'] }).way).toBe(0);
  expect(errorsWith(null).way).toBeCloseTo(0.4, 12);
});
