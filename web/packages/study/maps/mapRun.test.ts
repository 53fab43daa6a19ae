import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scenario } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { MAP_CELL_STRIDE, MAP_RESOLUTIONS } from './mapLayer.ts';
import { type MapJob, MapRun } from './mapRun.ts';
import type { MapRequest } from './mapTask.ts';

const engine = await testEngine();
const { scenario } = makePresetTestScene('planar-3-link', engine);

const job = (changes: Partial<Scenario> = {}, finest = 50): MapJob => ({
  scenario: { ...scenario, ...changes },
  joints: 1,
  finest,
  sampling: (cells) => ({
    kind: 'start-plane',
    joints: ['a', 'b'],
    low: [0, 0],
    high: [1, 1],
    columns: cells,
    rows: cells,
  }),
});

/** A pool whose tasks finish when the test calls `finish`. */
function setUp(size = 2) {
  const waiting: {
    request: MapRequest;
    done: (rows: unknown) => void;
    failed: (why: string) => void;
  }[] = [];
  const run = new MapRun(
    {
      size,
      add: (_, request, done, failed) =>
        void waiting.push({ request: request as MapRequest, done, failed }),
    },
    () => {},
  );
  const finish = (): MapRequest | null => {
    const next = waiting.shift();
    if (!next) return null;
    const { count } = next.request;
    next.done({
      rows: new Float64Array(MAP_CELL_STRIDE * count).fill(1),
      poses: new Float32Array(count),
    });
    return next.request;
  };
  return { run, waiting, finish };
}

const grid = ({ sampling }: MapRequest) => ('rows' in sampling ? sampling.rows : 0);

test('computes all methods at one resolution before any at the next finer one', () => {
  const { run, finish, waiting } = setUp();
  run.begin(job());
  expect(waiting.length).toBe(3);
  const levels: number[] = [];
  for (let request = finish(); request; request = finish()) levels.push(grid(request));
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  expect(new Set(levels)).toEqual(new Set([25, 50]));
  expect(run.level).toBeNull();
  expect(run.share).toBe(1);
  for (const method of scenario.methods.keys()) {
    const [layer, ...more] = run.layers(method);
    expect(more).toEqual([]);
    expect(layer).toMatchObject({ cells: 50, knownCount: 2500, reached: 2500 });
  }
});

test('a change of one method recomputes its map only and ignores tasks under way', () => {
  const { run, finish, waiting } = setUp();
  run.begin(job());
  while (finish());
  const methods = scenario.methods.map((panel, i) => (i === 1 ? { ...panel, gain: 0.5 } : panel));
  run.begin(job({ methods }));
  expect(run.layers(0)[0]?.cells).toBe(50);
  expect(run.layers(1)[0]?.knownCount).toBe(0);
  expect(run.level).toBe(25);
  const stale = waiting[0];
  run.begin(
    job({ methods: methods.map((panel, i) => (i === 1 ? { ...panel, gain: 0.25 } : panel)) }),
  );
  stale?.done({ rows: new Float64Array(150).fill(1), poses: new Float32Array(50) });
  expect(run.layers(1)[0]?.knownCount).toBe(0);
  while (finish());
  expect(run.layers(1)[0]?.cells).toBe(50);
});

test('waits while paused, and reports a failed task', () => {
  const { run, waiting } = setUp(1);
  run.paused = true;
  run.begin(job());
  expect(waiting).toEqual([]);
  run.paused = false;
  expect(waiting.length).toBe(2);
  waiting[0]?.failed('no memory');
  expect(run.fault).toBe('no memory');
  expect(MAP_RESOLUTIONS.at(-1)).toBe(200);
});

test('a map with causes also serves without causes, but not the reverse', () => {
  const { run, finish, waiting } = setUp();
  run.begin(job());
  while (finish());
  run.begin({ ...job(), causes: true });
  expect(waiting.every(({ request }) => request.causes)).toBe(true);
  expect(run.level).toBe(25);
  while (finish());
  run.begin(job());
  expect([run.level, waiting.length]).toEqual([null, 0]);
});
