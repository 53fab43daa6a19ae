import type { Engine, Lab } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { signal } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Timeline } from '../playback/timeline.ts';
import { RunHistory } from './runHistory.ts';
import { LIVE_SESSION_PHASE, type SessionPhase } from './sessionPhase.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const reach = { run: { mode: 'converge', tolerance: 1e-3 } };
const still = { targets: [{ effector: 'tip', position: [1, 1, 0] }] };

const open = (id: string, changes: object = {}): Lab =>
  engine.open(makePresetTestScene(id, engine, changes));

const historyOf = (lab: Lab, capacity?: number): RunHistory =>
  new RunHistory(lab.instanceCount, lab.jointCount, lab.targetCount, capacity);

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number> = []): number =>
  Math.max(...Array.from(a, (angle, i) => Math.abs(angle - (b[i] ?? Number.NaN))));

/** Records the start and `updates` updates. */
function run(lab: Lab, history: RunHistory, updates: number, budget?: number): void {
  history.record(lab);
  for (let i = 0; i < updates; i++) {
    lab.advance(budget);
    history.record(lab);
  }
}

describe('a history', () => {
  it('records poses, goals and errors of every entry, from the start pose on', () => {
    const lab = open('double-y');
    const history = historyOf(lab);
    const seen: { angles: number[][]; goals: number[]; errors: number[] }[] = [];
    const instances = [0, 1, 2, 3];
    for (let entry = 0; entry <= 20; entry++) {
      if (entry > 0) lab.advance();
      history.record(lab);
      const angles = instances.map((p) => [...lab.angles(p)]);
      const errors = instances.map((p) => lab.status(p).error);
      seen.push({ angles, goals: [...lab.goals()], errors });
    }
    expect([history.first, history.last, history.length]).toEqual([0, 20, 21]);
    seen.forEach(({ angles, goals, errors }, entry) => {
      expect(instances.map((p) => [...history.angles(entry, p)])).toEqual(angles);
      expect([...history.goals(entry)]).toEqual(goals);
      expect(instances.map((p) => history.error(entry, p))).toEqual(errors);
      expect(instances.map((p) => history.update(entry, p))).toEqual([entry, entry, entry, entry]);
      expect(history.frame(entry)).toBe(entry);
    });
    expect(seen[20]?.angles).not.toEqual(seen[19]?.angles);
    lab.close();
  });

  it('counts updates and takes the start error from the last move of the targets', () => {
    const lab = open('four-ways');
    const history = historyOf(lab);
    const expectCounts = (instance: number) => {
      const { updatesSinceMove, startError } = lab.status(instance);
      expect(history.updatesSinceMove(history.last, instance)).toBe(updatesSinceMove);
      expect(history.startError(history.approachStart + 1, instance)).toBe(startError);
    };
    const runOn = (updates: number): void => {
      for (let i = 0; i < updates; i++) {
        lab.advance(1);
        history.record(lab);
      }
    };
    history.record(lab);
    runOn(150);
    for (const instance of [0, 1, 2, 3]) expectCounts(instance);
    expect(history.approachStart).toBe(0);
    for (const x of [1.5, 1.4, 1.3]) {
      lab.setTarget(0, x, -0.5, 1); // a drag
      runOn(1);
      expect(history.approachStart).toBe(150);
    }
    runOn(4);
    for (const instance of [0, 1, 2, 3]) expectCounts(instance);
    expect(history.approachStart).toBe(152); // the entry before the last move
    lab.close();
  });

  it('recentPoses returns a pose per update that moves the instance, up to any entry', () => {
    const lab = open('planar-3-link', { ...still, ...reach });
    const history = historyOf(lab);
    run(lab, history, 200, 1);
    const instances = Array.from({ length: lab.instanceCount }, (_, i) => i);
    const made = instances.map((instance) => lab.status(instance).updates);
    expect(Math.min(...made)).toBeLessThan(200); // Some have stopped before the others.
    instances.forEach((instance) => {
      const trajectory = history.recentPoses(instance, 1e9, 1e9);
      expect(trajectory.length).toBeLessThanOrEqual((made[instance] as number) + 1);
      expect(trajectory.at(-1)).toEqual(history.angles(history.last, instance));
      trajectory.slice(1).forEach((pose, i) => {
        expect(largestDifference(pose, trajectory[i])).toBeGreaterThan(1e-3);
      });
      // every pose of the run is near one of the trajectory
      for (let entry = 0; entry <= history.last; entry++) {
        const pose = history.angles(entry, instance);
        expect(
          Math.min(...trajectory.map((one) => largestDifference(pose, one))),
        ).toBeLessThanOrEqual(1e-3);
      }
      const poses = [0, 1, 2, 3].map((entry) => history.angles(entry, instance));
      expect(history.recentPoses(instance, 3, 1e9)).toEqual(poses);
      expect(history.recentPoses(instance, 3, 2)).toEqual(poses.slice(1));
    });
    lab.close();
  });

  it('computes the time of an entry from the time step of the scenario', () => {
    const scene = makePresetTestScene('double-y', engine, { run: { timeStep: 0.005 } });
    const lab = engine.open(scene);
    const history = RunHistory.forScene(scene, lab);
    run(lab, history, 10);
    expect(history.time(0)).toBe(0);
    expect(history.time(10)).toBeCloseTo(0.05, 12);
    lab.close();
  });

  it('drops the oldest entries when it is full', () => {
    const lab = open('double-y');
    const [short, long] = [historyOf(lab, 8), historyOf(lab)];
    for (let entry = 0; entry <= 30; entry++) {
      if (entry > 0) lab.advance();
      short.record(lab);
      long.record(lab);
    }
    expect([short.first, short.last, short.length]).toEqual([23, 30, 8]);
    for (let entry = 23; entry <= 30; entry++) {
      expect([...short.angles(entry, 3)]).toEqual([...long.angles(entry, 3)]);
      expect([...short.goals(entry)]).toEqual([...long.goals(entry)]);
      expect(short.error(entry, 1)).toBe(long.error(entry, 1));
      expect(short.time(entry)).toBe(long.time(entry));
    }
    expect([...short.angles(5, 0)]).toEqual([...long.angles(23, 0)]); // dropped: returns the oldest entry
    expect([...short.angles(99, 0)]).toEqual([...long.angles(30, 0)]);
    lab.close();
  });

  it('clear discards all entries and results', () => {
    const lab = open('planar-3-link', { ...reach, ...still });
    const history = historyOf(lab);
    run(lab, history, 30, 1);
    const [start, steps] = [[...history.angles(0, 0)], history.reachedEntry(0)];
    expect(steps).toBeGreaterThan(0);
    history.clear();
    expect([history.first, history.last, history.length]).toEqual([0, -1, 0]);
    expect(history.reachedEntry(0)).toBeNull();
    lab.restart();
    history.record(lab);
    expect([...history.angles(0, 0)]).toEqual(start);
    expect(history.reachedEntry(0)).toBeNull();
    lab.close();
  });

  it('has less capacity for large scenes, but holds at least two entries', () => {
    expect(new RunHistory(4, 25, 4).capacity).toBe(3600);
    const large = new RunHistory(8, 1000, 50);
    expect(large.capacity).toBeLessThan(370);
    expect(large.capacity).toBeGreaterThan(340);
    expect(new RunHistory(1, 1, 1, 0).capacity).toBe(2);
  });
});

describe('the result of a run', () => {
  let lab: Lab;
  let history: RunHistory;
  beforeEach(() => {
    lab = open('planar-3-link', { ...reach, ...still });
    history = historyOf(lab);
  });

  it('reachedAt is the first entry within tolerance, and null when the target has moved away', () => {
    run(lab, history, 40, 1);
    const reached = history.reachedEntry(0) ?? -1;
    expect(history.error(reached, 0)).toBeLessThanOrEqual(1e-3);
    expect(history.error(reached - 1, 0)).toBeGreaterThan(1e-3);
    expect(history.stop(reached, 0)).toBe('reached');
    expect(history.stop(reached - 1, 0)).toBeNull();
    lab.setTarget(0, 0.4, 1.2, 0);
    lab.advance(1);
    history.record(lab);
    expect(history.reachedEntry(0)).toBeNull();
    for (let i = 0; i < 60; i++) {
      lab.advance(1);
      history.record(lab);
    }
    const again = history.reachedEntry(0) ?? -1;
    expect(again).toBeGreaterThan(41);
    expect(history.error(again, 0)).toBeLessThanOrEqual(1e-3);
    lab.close();
  });

  it('reachedAt is null when its entry has been dropped', () => {
    const short = historyOf(lab, 10);
    run(lab, short, 40, 1);
    expect(short.last).toBe(40);
    expect(short.reachedEntry(0)).toBeNull();
    lab.close();
  });
});

describe('the timeline', () => {
  let timeline: Timeline;
  let history: RunHistory;
  let lab: Lab;
  beforeEach(() => {
    lab = open('planar-3-link', { ...reach, ...still });
    history = historyOf(lab, 50);
    timeline = new Timeline(history, lab.instanceCount, signal<SessionPhase>(LIVE_SESSION_PHASE));
    run(lab, history, 40, 1);
    timeline.update();
    return () => lab.close();
  });

  const more = (updates: number): void => {
    for (let i = 0; i < updates; i++) {
      lab.advance(1);
      history.record(lab);
    }
    timeline.update();
  };

  it('is live at first, with a mark at the entry that reached the target', () => {
    expect([timeline.first.value, timeline.last.value]).toEqual([0, 40]);
    expect(timeline.entry.value).toBeNull();
    expect(timeline.shownEntry).toBe(40);
    const reached = history.reachedEntry(0);
    expect(timeline.marks.value[0]).toEqual({ instance: 0, entry: reached });
  });

  it('steps and jumps within the recorded entries; the newest entry is live', () => {
    expect(timeline.step(-1)).toBe(true);
    expect(timeline.shownEntry).toBe(39);
    timeline.goTo(-5);
    expect(timeline.shownEntry).toBe(0);
    expect(timeline.step(-1)).toBe(true);
    expect(timeline.shownEntry).toBe(0);
    timeline.goTo(39);
    expect(timeline.step(1)).toBe(true);
    expect(timeline.entry.value).toBeNull(); // The newest is live.
    expect(timeline.step(1)).toBe(false);
    timeline.goTo(12.4);
    expect(timeline.shownEntry).toBe(12);
    timeline.goLive();
    expect(timeline.shownEntry).toBe(40);
  });

  it('stays at an entry while the run continues, until that entry is dropped', () => {
    timeline.goTo(20);
    more(5);
    expect(timeline.shownEntry).toBe(20);
    expect(timeline.last.value).toBe(45);
    more(40);
    expect([timeline.first.value, timeline.shownEntry]).toEqual([36, 36]);
  });

  it('keeps its marks while nothing changes, and clears them when the target moves', () => {
    const { value } = timeline.marks;
    more(3);
    expect(timeline.marks.value).toBe(value);
    lab.setTarget(0, 0.4, 1.2, 0);
    more(1);
    expect(timeline.marks.value).toEqual([]);
  });

  it('is at entry 0 when the history is empty', () => {
    history.clear();
    timeline.goLive();
    timeline.update();
    expect([timeline.first.value, timeline.last.value, timeline.shownEntry]).toEqual([0, 0, 0]);
  });
});
