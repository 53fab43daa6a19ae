import { describe, expect, test } from 'vitest';
import type { MethodPanel, Vec3 } from '../scenario/types.ts';
import { FOLLOWER_ROW_LENGTH, openPathFollower, type PathPointGoal } from './pathFollower.ts';
import { FOLLOW } from './protocol.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const run = { mode: 'hybrid', updatesPerFrame: 2, timeStep: 0.05 };
const methods = [{ id: 'sdls' }, { id: 'dls', targetClamp: { mode: 'adaptive' } }];
const FRAMES = 30;

describe('a follower', () => {
  test('has the poses of a tracked lab, and starts each run afresh', () => {
    const scene = makePresetTestScene('double-y', engine, { run, methods });
    const lab = engine.open(scene);
    const path: PathPointGoal[][] = [];
    const poses: number[][] = [[], []];
    for (let frame = 0; frame < FRAMES; frame++) {
      while (!lab.advance(10));
      const goals = [...lab.goals()];
      path.push(
        scene.scenario.targets.map((_, i) => ({
          position: goals.slice(7 * i, 7 * i + 3) as unknown as Vec3,
          orientation: null,
        })),
      );
      poses.forEach((all, panel) => void all.push(...lab.angles(panel)));
    }
    const follower = openPathFollower(engine, scene);
    follower.setPath(path);
    for (const place of [0, 1, 0]) {
      const panel = scene.scenario.methods[place] as MethodPanel;
      follower.begin({ panel, start: scene.start, updates: 2, rounds: 1 });
      expect(follower.advance(FRAMES - 1)).toBe(false);
      expect(follower.advance(1)).toBe(true);
      const { poses: made, before, rows } = follower.followed;
      expect([...made]).toEqual(poses[place]);
      expect(before).toBeNull();
      expect(rows).toHaveLength(FRAMES * FOLLOWER_ROW_LENGTH);
      expect(rows[(FRAMES - 1) * FOLLOWER_ROW_LENGTH + FOLLOW.error]).toBe(lab.status(place).error);
    }
    follower.delete();
    lab.close();
  });

  test('measures external answers like its own poses', () => {
    const scene = makePresetTestScene('arm-6', engine, {
      methods: [{ id: 'dls' }, { id: 'transpose' }],
    });
    const [own, other] = scene.scenario.methods as [MethodPanel, MethodPanel];
    const follower = openPathFollower(engine, scene);
    const goal = (k: number): PathPointGoal => ({
      position: [0.3, 0.01 * k, 0.3],
      orientation: [0, 0, 0, 1],
    });
    follower.setPath(Array.from({ length: 10 }, (_, k) => [goal(k)]));
    const answers: number[][] = [];
    follower.begin({ panel: own, start: scene.start, updates: 3, rounds: 2 });
    for (let k = 0; k < 20; k++) {
      follower.advance(1);
      answers.push([...follower.followed.poses.slice((k % 10) * 6, (k % 10) * 6 + 6)]);
    }
    const wanted = follower.followed;
    follower.beginAnswers({ panel: other, start: scene.start, rounds: 2 });
    expect(answers.map((answer) => follower.takeAnswer(answer))).toEqual(
      answers.map((_, k) => k === 19),
    );
    const found = follower.followed;
    expect([found.poses, found.before]).toEqual([wanted.poses, wanted.before]);
    found.rows.forEach((value, i) => {
      if (i % FOLLOWER_ROW_LENGTH === FOLLOW.updates) expect(value).toBeNaN();
      else expect(value).toBe(wanted.rows[i]);
    });
    follower.beginAnswers({ panel: own, start: scene.start, rounds: 1 });
    expect(() => follower.takeAnswer([1])).toThrow('an answer has 6 values; got 1');
    follower.takeAnswer(null);
    expect([...follower.followed.poses.slice(0, 6)]).toEqual([...scene.start]);
    follower.delete();
  });

  test('rejects invalid paths, settings and starts, and names the field', () => {
    const scene = makePresetTestScene('arm-6', engine, { methods: [{ id: 'dls' }] });
    const [panel] = scene.scenario.methods as [MethodPanel];
    const follower = openPathFollower(engine, scene);
    const goal = { position: [0.3, 0, 0.3], orientation: [0, 0, 0, 1] } as const;
    expect(() => follower.setPath([])).toThrow('points must be from 1 to 10000; got 0');
    expect(() => follower.setPath([[]])).toThrow('point 0 must have 1 goals; got 0');
    follower.setPath([[goal], [{ ...goal, position: [Number.NaN, 0, 0] }]]);
    const begin = (changes: object) => () =>
      follower.begin({ panel, start: scene.start, updates: 1, rounds: 1, ...changes });
    expect(begin({})).toThrow('point 1: ');
    expect(begin({ updates: 0 })).toThrow('updates must be from 1 to 1000; got 0');
    expect(begin({ updates: 1.5 })).toThrow('updates must be a whole number; got 1.5');
    expect(begin({ rounds: 1e9 })).toThrow('rounds must be from 1 to 1000; got 1000000000');
    expect(begin({ rounds: Number.NaN })).toThrow('rounds must be a whole number; got NaN');
    expect(begin({ start: [0] })).toThrow('a start has 6 values; got 1');
    expect(begin({ start: scene.start.map(() => Number.NaN) })).toThrow('start[0] must be');
    expect(follower.advance(1)).toBe(true);
    follower.setPath([[goal]]);
    follower.begin({ panel, start: scene.start, updates: 5, rounds: 2 });
    expect(follower.advance(2)).toBe(true);
    expect(follower.followed.before).toHaveLength(6);
    follower.delete();
  });
});
