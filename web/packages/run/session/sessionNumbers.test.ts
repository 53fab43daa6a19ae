/** Measures count updates, also if a frame has several. */

import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { TrajectoryStats } from '@iklab/core/measure';
import { classifyRunTrend } from '@iklab/core/measure';
import { beforeAll, expect, test } from 'vitest';
import { RunHistory } from '../history/runHistory.ts';
import { Session } from './session.ts';

const FRAMES = 60;
const EACH = 5;

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Returns θ after each update of double-Y's first instance, with still targets. */
function poses(): number[][] {
  const scene = makePresetTestScene('double-y', engine, scenario(1));
  const lab = engine.open(scene);
  const found = [[...lab.angles(0)]];
  for (let update = 0; update < FRAMES * EACH; update++) {
    lab.advance();
    found.push([...lab.angles(0)]);
  }
  lab.close();
  return found;
}

const scenario = (updatesPerFrame: number) => ({
  targets: ['1', '2', '3', '4'].map((id, i) => ({
    effector: makePresetTestScene('double-y', engine).tree.effectors[i]?.id ?? id,
    position: [1.5 - i, 3, i],
  })),
  methods: [{ id: 'sdls' }],
  run: { mode: 'track', updatesPerFrame },
});

const minus = (a: readonly number[], b: readonly number[]) => a.map((x, j) => x - (b[j] ?? 0));

test('Δθ, jitter and shake are computed per update, not per frame', () => {
  const session = new Session(engine, makePresetTestScene('double-y', engine, scenario(EACH)));
  const history = RunHistory.forScene(session.scene, session.lab);
  for (let frame = 0; frame < FRAMES; frame++) {
    session.advance();
    history.record(session.lab);
  }
  const trajectory = poses();
  const steps = trajectory.slice(1).map((pose, i) => minus(pose, trajectory[i] as number[]));

  const last = steps.at(-1) as number[];
  const shown = [...history.step(history.last, 0)];
  expect(Math.max(...minus(shown, last).map(Math.abs))).toBeLessThan(1e-12);
  const earlier = [...history.step(9, 0)];
  expect(Math.max(...minus(earlier, steps[49] as number[]).map(Math.abs))).toBeLessThan(1e-12);

  const recent = steps.slice(-120);
  const changes = recent.slice(1).map((step, i) => minus(step, recent[i] as number[]));
  const sum = (rows: number[][], j: number) =>
    rows.reduce((all, row) => all + Math.abs(row[j] ?? 0), 0);
  const jitter = last.map((_, j) => sum(changes, j) / (sum(recent.slice(1), j) + 1e-6));
  const course = session.stats.instances[0] as TrajectoryStats;
  expect(course.measures('recent').jitter).toBeCloseTo(
    jitter.reduce((all, x) => all + x, 0) / jitter.length,
    9,
  );
  const shake = changes.map((change) => Math.hypot(...change));
  expect(course.measures('recent').shake).toBeCloseTo(
    shake.reduce((all, x) => all + x, 0) / shake.length,
    12,
  );
  const swings = course.measures('recent').jitter > 0.8;
  expect(classifyRunTrend(course) === 'oscillating').toBe(swings);
  session.close();
});
