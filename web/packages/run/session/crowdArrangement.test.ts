import { openCrowd } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { describe, expect, test } from 'vitest';
import {
  arrangeCrowd,
  type CrowdLayout,
  crowdGroundRadius,
  crowdInstanceScenario,
  crowdTargetPeriod,
  withCrowdTargetMotion,
} from './crowdArrangement.ts';

const engine = await testEngine();

const size = (change: Partial<CrowdLayout> = {}): CrowdLayout => ({
  count: 200,
  pattern: 'wave',
  ground: 'field',
  seed: 1,
  up: 'z',
  spacing: 2,
  period: 4,
  ...change,
});

function arranged(of: CrowdLayout) {
  const places = new Float32Array(16 * of.count);
  const delays = new Float64Array(of.count);
  arrangeCrowd(of, places, delays);
  const columns = (i: number) =>
    [0, 4, 8, 12].map((c) => [...places.subarray(16 * i + c, 16 * i + c + 3)]);
  return { delays, columns, all: Array.from({ length: of.count }, (_, i) => columns(i)) };
}

const dot = (a: readonly number[] = [], b: readonly number[] = []): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
const distance = (a: readonly number[] = [], b: readonly number[] = []): number =>
  Math.hypot(...a.map((value, i) => value - (b[i] as number)));

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

describe.each(['x', 'y', 'z'] as const)('with up axis %s', (up) => {
  test.each([1, 2, 37, 500])(
    '%d instances on a field are upright, a spacing apart and within the crowd radius',
    (count) => {
      const { all } = arranged(size({ count, up }));
      const places = all.map(([, , , place]) => place);
      for (const place of places) expect(dot(place, AXES[up])).toBe(0);
      const far = Math.max(...places.map((place) => Math.hypot(...(place ?? []))));
      expect(far).toBeLessThanOrEqual(crowdGroundRadius(size({ count, up })) + 1e-5);
      const apart = places.flatMap((place, i) =>
        places.slice(0, i).map((other) => distance(place, other)),
      );
      expect(apart.reduce((a, b) => Math.min(a, b), 2)).toBeGreaterThan(1.999);
      for (const [x, y, z] of all)
        expect([x, y, z]).toEqual([AXES.x, AXES.y, AXES.z].map((a) => [...a]));
    },
  );

  test.each([1, 2, 37, 500])(
    '%d instances on a sphere are on its surface, with their up axis outward',
    (count) => {
      const of = size({ count, up, ground: 'sphere' });
      const radius = crowdGroundRadius(of);
      for (const [x = [], y = [], z = [], place = []] of arranged(of).all) {
        const axes = [x, y, z];
        const products = axes.map((a) => axes.map((b) => dot(a, b)));
        const unit = [0, 1, 2].map((i) => [0, 1, 2].map((k) => (i === k ? 1 : 0)));
        expect(distance(products.flat(), unit.flat())).toBeLessThan(1e-5);
        const cross = [0, 1, 2].map(
          (i) =>
            (x[(i + 1) % 3] as number) * (y[(i + 2) % 3] as number) -
            (x[(i + 2) % 3] as number) * (y[(i + 1) % 3] as number),
        );
        expect(distance(cross, z)).toBeLessThan(1e-5); // right-handed, not mirrored
        const outward = axes[['x', 'y', 'z'].indexOf(up)] as number[];
        expect(
          distance(
            place,
            outward.map((value) => value * radius),
          ),
        ).toBeLessThan(1e-4);
      }
    },
  );
});

test('instances keep their positions and delays when the crowd grows', () => {
  const few = arranged(size({ pattern: 'scatter', count: 50 }));
  const more = arranged(size({ pattern: 'scatter', count: 300 }));
  expect(more.all.slice(0, 50)).toEqual(few.all);
  expect(more.delays.slice(0, 50)).toEqual(few.delays);
});

test('delays are 0 together, one period per 12 spacings in a wave, and random by seed when scattered', () => {
  expect(Math.max(...arranged(size({ pattern: 'together' })).delays.map(Math.abs))).toBe(0);
  const wave = arranged(size());
  wave.all.forEach(([, , , place = []], i) => {
    expect(wave.delays[i]).toBeCloseTo((-Math.hypot(...place) / 24) * 4, 6);
  });
  const scattered = arranged(size({ pattern: 'scatter', count: 2000 })).delays;
  expect(scattered.every((delay) => delay >= 0 && delay < 4)).toBe(true);
  const quarters = [0, 1, 2, 3].map((k) => scattered.filter((d) => Math.floor(d) === k).length);
  for (const count of quarters) expect(Math.abs(count - 500)).toBeLessThan(80); // 4 sigma.
  expect(arranged(size({ pattern: 'scatter', seed: 2, count: 2000 })).delays).not.toEqual(
    scattered,
  );
});

test.each(['arm-6', 'double-y', 'planar-3-link'])(
  'instanceScene of %s has the pose and goals of its crowd instance',
  (preset) => {
    const methods = [{ id: 'dls' }];
    const scene = withCrowdTargetMotion(
      makePresetTestScene(preset, engine, { methods, run: { mode: 'track' } }),
      1,
    );
    expect(crowdTargetPeriod(scene)).toBeGreaterThan(0);
    const [panel] = scene.scenario.methods;
    if (!panel) throw new Error('no method');
    const crowd = openCrowd(engine, scene, panel, 4);
    arrangeCrowd(
      size({ count: 4, pattern: 'scatter', period: crowdTargetPeriod(scene) }),
      new Float32Array(64),
      crowd.delays,
    );
    crowd.restart();
    for (let i = 0; i < 37; i++) crowd.advance();
    crowd.show();
    const time = crowd.frame * scene.scenario.run.timeStep + (crowd.delays[2] as number);
    const alone = crowdInstanceScenario(scene, crowd.angles(2), time);
    const lab = engine.open({ ...scene, start: alone.start ?? [], scenario: alone });
    expect(lab.angles(0)).toEqual(crowd.angles(2));
    const goals = lab.goals();
    scene.scenario.targets.forEach((_, i) => {
      const at = crowd
        .matrices(1 + scene.tree.joints.length + i)
        .subarray(2 * 16 + 12, 2 * 16 + 15);
      expect(distance([...at], [...goals.slice(7 * i, 7 * i + 3)])).toBeLessThan(1e-5);
    });
    crowd.delete();
  },
);
