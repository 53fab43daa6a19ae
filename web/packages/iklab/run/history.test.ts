import { signal } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine, Lab } from '../engine/engine.ts';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { History } from './history.ts';
import { LIVE, type Phase } from './phase.ts';
import { Timeline } from './timeline.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const reach = { run: { mode: 'converge', tolerance: 1e-3 } };
const still = { targets: [{ effector: 'tip', position: [1, 1, 0] }] };

const open = (id: string, changes: object = {}): Lab =>
  engine.open(presetScene(id, engine, changes));

const historyOf = (lab: Lab, capacity?: number): History =>
  new History(lab.instanceCount, lab.jointCount, lab.targetCount, capacity);

const apart = (a: ArrayLike<number>, b: ArrayLike<number> = []): number =>
  Math.max(...Array.from(a, (angle, i) => Math.abs(angle - (b[i] ?? Number.NaN))));

/** Records the start and a number of updates. */
function run(lab: Lab, history: History, updates: number, budget?: number): void {
  history.record(lab);
  for (let i = 0; i < updates; i++) {
    lab.advance(budget);
    history.record(lab);
  }
}

describe('a history', () => {
  it('holds what the lab showed, entry by entry, from the start pose on', () => {
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

  it('counts the updates since the targets came to where they stand', () => {
    const lab = open('four-ways');
    const history = historyOf(lab);
    const held = (instance: number) => {
      const { updatesSinceMove, startError } = lab.status(instance);
      expect(history.updatesSinceMove(history.last, instance)).toBe(updatesSinceMove);
      expect(history.startError(history.approachStart + 1, instance)).toBe(startError);
    };
    const on = (updates: number): void => {
      for (let i = 0; i < updates; i++) {
        lab.advance(1);
        history.record(lab);
      }
    };
    history.record(lab);
    on(150);
    for (const instance of [0, 1, 2, 3]) held(instance);
    expect(history.approachStart).toBe(0);
    for (const x of [1.5, 1.4, 1.3]) {
      lab.setTarget(0, x, -0.5, 1); // A drag.
      on(1);
      expect(history.approachStart).toBe(150);
    }
    on(4);
    for (const instance of [0, 1, 2, 3]) held(instance);
    expect(history.approachStart).toBe(152); // The pose before the last of its moves.
    lab.close();
  });

  it('tells the way of an instance up to any entry, a pose for each update that moves it', () => {
    const lab = open('planar-3-link', { ...still, ...reach });
    const history = historyOf(lab);
    run(lab, history, 200, 1);
    const instances = Array.from({ length: lab.instanceCount }, (_, i) => i);
    const made = instances.map((instance) => lab.status(instance).updates);
    expect(Math.min(...made)).toBeLessThan(200); // Some have stopped before the others.
    instances.forEach((instance) => {
      const way = history.recentPoses(instance, 1e9, 1e9);
      expect(way.length).toBeLessThanOrEqual((made[instance] as number) + 1);
      expect(way.at(-1)).toEqual(history.angles(history.last, instance));
      way.slice(1).forEach((pose, i) => {
        expect(apart(pose, way[i])).toBeGreaterThan(1e-3);
      });
      // Every pose of the run is close to one of the recorded ones.
      for (let entry = 0; entry <= history.last; entry++) {
        const pose = history.angles(entry, instance);
        expect(Math.min(...way.map((one) => apart(pose, one)))).toBeLessThanOrEqual(1e-3);
      }
      const poses = [0, 1, 2, 3].map((entry) => history.angles(entry, instance));
      expect(history.recentPoses(instance, 3, 1e9)).toEqual(poses);
      expect(history.recentPoses(instance, 3, 2)).toEqual(poses.slice(1));
    });
    lab.close();
  });

  it("keeps the scenario's time", () => {
    const scene = presetScene('double-y', engine, { run: { timeStep: 0.005 } });
    const lab = engine.open(scene);
    const history = History.of(scene, lab);
    run(lab, history, 10);
    expect(history.time(0)).toBe(0);
    expect(history.time(10)).toBeCloseTo(0.05, 12);
    lab.close();
  });

  it('lets the oldest entries go when it is full', () => {
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
    expect([...short.angles(5, 0)]).toEqual([...long.angles(23, 0)]); // No longer stored.
    expect([...short.angles(99, 0)]).toEqual([...long.angles(30, 0)]);
    lab.close();
  });

  it('starts anew', () => {
    const lab = open('planar-3-link', { ...reach, ...still });
    const history = historyOf(lab);
    run(lab, history, 30, 1);
    const [start, steps] = [[...history.angles(0, 0)], history.reachedAt(0)];
    expect(steps).toBeGreaterThan(0);
    history.clear();
    expect([history.first, history.last, history.length]).toEqual([0, -1, 0]);
    expect(history.reachedAt(0)).toBeNull();
    lab.restart();
    history.record(lab);
    expect([...history.angles(0, 0)]).toEqual(start);
    expect(history.reachedAt(0)).toBeNull();
    lab.close();
  });

  it('holds large scenes in bounded memory, and two entries at least', () => {
    expect(new History(4, 25, 4).capacity).toBe(3600);
    const large = new History(8, 1000, 50);
    expect(large.capacity).toBeLessThan(370);
    expect(large.capacity).toBeGreaterThan(340);
    expect(new History(1, 1, 1, 0).capacity).toBe(2);
  });
});

describe('what a run came to', () => {
  let lab: Lab;
  let history: History;
  beforeEach(() => {
    lab = open('planar-3-link', { ...reach, ...still });
    history = historyOf(lab);
  });

  it('is within tolerance from an entry on, until the target moves', () => {
    run(lab, history, 40, 1);
    const reached = history.reachedAt(0) ?? -1;
    expect(history.error(reached, 0)).toBeLessThanOrEqual(1e-3);
    expect(history.error(reached - 1, 0)).toBeGreaterThan(1e-3);
    expect(history.stop(reached, 0)).toBe('reached');
    expect(history.stop(reached - 1, 0)).toBeNull();
    lab.setTarget(0, 0.4, 1.2, 0);
    lab.advance(1);
    history.record(lab);
    expect(history.reachedAt(0)).toBeNull();
    for (let i = 0; i < 60; i++) {
      lab.advance(1);
      history.record(lab);
    }
    const again = history.reachedAt(0) ?? -1;
    expect(again).toBeGreaterThan(41);
    expect(history.error(again, 0)).toBeLessThanOrEqual(1e-3);
    lab.close();
  });

  it('is forgotten with its entry', () => {
    const short = historyOf(lab, 10);
    run(lab, short, 40, 1);
    expect(short.last).toBe(40);
    expect(short.reachedAt(0)).toBeNull();
    lab.close();
  });
});

describe('the time line', () => {
  let timeline: Timeline;
  let history: History;
  let lab: Lab;
  beforeEach(() => {
    lab = open('planar-3-link', { ...reach, ...still });
    history = historyOf(lab, 50);
    timeline = new Timeline(history, lab.instanceCount, signal<Phase>(LIVE));
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

  it('is live at first, and says where it ends', () => {
    expect([timeline.first.value, timeline.last.value]).toEqual([0, 40]);
    expect(timeline.entry.value).toBeNull();
    expect(timeline.shown).toBe(40);
    const reached = history.reachedAt(0);
    expect(timeline.marks.value[0]).toEqual({ instance: 0, entry: reached });
  });

  it('goes back and on, and no further than there is', () => {
    expect(timeline.step(-1)).toBe(true);
    expect(timeline.shown).toBe(39);
    timeline.goTo(-5);
    expect(timeline.shown).toBe(0);
    expect(timeline.step(-1)).toBe(true);
    expect(timeline.shown).toBe(0);
    timeline.goTo(39);
    expect(timeline.step(1)).toBe(true);
    expect(timeline.entry.value).toBeNull(); // The newest is live.
    expect(timeline.step(1)).toBe(false);
    timeline.goTo(12.4);
    expect(timeline.shown).toBe(12);
    timeline.goLive();
    expect(timeline.shown).toBe(40);
  });

  it('stays at an entry while the run goes on, as long as that is held', () => {
    timeline.goTo(20);
    more(5);
    expect(timeline.shown).toBe(20);
    expect(timeline.last.value).toBe(45);
    more(40);
    expect([timeline.first.value, timeline.shown]).toEqual([36, 36]);
  });

  it('has marks that change only when something was reached', () => {
    const { value } = timeline.marks;
    more(3);
    expect(timeline.marks.value).toBe(value);
    lab.setTarget(0, 0.4, 1.2, 0);
    more(1);
    expect(timeline.marks.value).toEqual([]);
  });

  it('holds nothing before the first entry', () => {
    history.clear();
    timeline.goLive();
    timeline.update();
    expect([timeline.first.value, timeline.last.value, timeline.shown]).toEqual([0, 0, 0]);
  });
});
