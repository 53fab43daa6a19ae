import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Editing, Editor } from '../document/editor.ts';
import { type Change, changed } from '../document/edits.ts';
import type { Engine, Lab } from '../engine/engine.ts';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import type { Target, Vec3 } from '../scenario/types.ts';
import { Recording } from './recording.ts';
import { Session } from './session.ts';

const STEP = 1 / 60;
let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

// A document without a page.
let session: Session;
let editor: Editor;
let doc: Editing;
beforeEach(() => {
  const scene = presetScene('double-y', engine);
  session = new Session(engine, scene);
  editor = new Editor(scene.scenario);
  doc = {
    editor,
    edit(what: string, change: Change, merge?: string) {
      const next = changed(editor.scenario.peek(), change, engine.catalogue);
      if (!next.ok) return next.faults;
      editor.edit(what, () => next.value, merge);
      session.applyScene({ ...session.scene, scenario: next.value });
      return [];
    },
  };
});

const lab = (): Lab => session.lab;
const target = (index: number) => editor.scenario.value.targets[index];
const start = (index: number | null, said: string[] = []) =>
  new Recording(doc, session, index, (reason) => said.push(reason));

/** Drags a target to one position per frame. */
function drag(recording: Recording, index: number, places: readonly Vec3[]): void {
  recording.grab(index);
  for (const place of places) {
    session.preview.target(index, { position: place });
    recording.moved();
    session.advance();
    recording.sample(STEP);
  }
}
const line = (count: number): Vec3[] => Array.from({ length: count }, (_, i) => [i / 300, 0.5, 1]);

describe('a path recorded by hand', () => {
  test('becomes the motion of its target, is one step to undo, and is followed at once', () => {
    const before = editor.scenario.value;
    const said: string[] = [];
    const recording = start(1, said);
    drag(recording, 1, line(61));
    expect(recording.seconds.value).toBe(1);
    recording.stop();
    expect(said).toEqual(['']);
    const motion = target(1)?.motion;
    expect(motion?.kind === 'path' && motion.period).toBe(2);
    expect(editor.undoLabel.value).toBe('Record target 2');
    session.advance();
    const [x = 0, y = 0] = lab().goals().subarray(7);
    expect(Math.abs(x - 0.2)).toBeLessThan(0.01); // At the end of the drag.
    expect(y).toBeCloseTo(0.5, 4);
    editor.undo();
    expect(editor.scenario.value).toBe(before);
    expect(editor.canUndo.value).toBe(false);
  });

  test('is that of the target dragged first, if none was named; the others keep their own', () => {
    const others = editor.scenario.value.targets.map(({ motion }) => motion);
    const recording = start(null);
    session.advance();
    recording.sample(STEP);
    expect(recording.target.value).toBe(null);
    drag(recording, 2, line(40));
    drag(recording, 0, line(5));
    expect(recording.target.value).toBe(2);
    recording.stop();
    expect(target(2)?.motion?.kind).toBe('path');
    expect(target(3)?.motion).toEqual(others[3]);
  });

  test('begins where a moving target is, which holds still for the hand', () => {
    for (let i = 0; i < 30; i++) session.advance();
    const there = [...lab().goals().subarray(0, 3)];
    expect(start(0).grab(0)).toBe(true);
    expect(session.preview.held.value.get(0)).toEqual({ position: there, motion: null });
    for (let i = 0; i < 5; i++) session.advance();
    expect([...lab().goals().subarray(0, 3)]).toEqual(there);
  });

  test('cancelled, it has not been', () => {
    const before = editor.scenario.value;
    const said: string[] = [];
    const recording = start(0, said);
    drag(recording, 0, line(50));
    recording.cancel();
    expect(editor.scenario.value).toBe(before);
    session.advance();
    const { position, motion } = before.targets[0] as Target;
    expect(motion).not.toBe(null); // It moves again about its own position.
    expect([...lab().targets().subarray(0, 3)]).toEqual(position);
    expect([...lab().goals().subarray(0, 3)]).not.toEqual(position);
    expect(editor.canUndo.value).toBe(false);
    expect(editor.canRedo.value).toBe(false);
    expect(said).toEqual(['']);
  });

  test('too short, it says so and leaves the target where it was put', () => {
    const said: string[] = [];
    const recording = start(0, said);
    drag(recording, 0, line(4));
    recording.stop();
    expect(said).toEqual(['Too short to record: 0.05 s; a path takes at least 0.3 s.']);
    expect(target(0)?.position).toEqual([0.01, 0.5, 1]);
    expect(target(0)?.motion).toBe(null);
    expect(editor.undoLabel.value).toBe('Record target 1');
  });

  test('ends as the hand lets go, of the target that is recorded alone', () => {
    const said: string[] = [];
    const recording = start(1, said);
    recording.release(1);
    drag(recording, 1, line(61));
    recording.release(0);
    expect(said).toEqual([]);
    recording.release(1);
    expect(said).toEqual(['']);
    expect(target(1)?.motion?.kind).toBe('path');
  });

  test('ends when it is undone on the way', () => {
    const said: string[] = [];
    const recording = start(0, said);
    drag(recording, 0, line(20));
    editor.undo();
    recording.sample(STEP);
    expect(said).toEqual(['The recording has ended: the scene was changed.']);
  });

  test('ends by itself after a minute', () => {
    const said: string[] = [];
    const recording = start(0, said);
    drag(recording, 0, line(3));
    for (let i = 0; i < 4000 && said.length === 0; i++) recording.sample(STEP);
    expect(said.length).toBe(1);
    expect(recording.seconds.value).toBe(60);
  });
});

test('a motion is taken by the session at work, from the next frame on', () => {
  for (let i = 0; i < 10; i++) session.advance();
  const points: Vec3[] = [
    [0, 0, 0],
    [0.3, 0, 0],
    [0, 0.3, 0],
  ];
  const { timeStep } = session.scene.scenario.run;
  const motion = { kind: 'path', period: 18 * timeStep, points } as const;
  doc.edit('Path', ({ targets }) => {
    Object.assign(targets[0] as object, { position: [1, 2, 3], motion });
  });
  for (let i = 0; i < 2; i++) session.advance(); // Frame 12: at two thirds, the third point.
  expect(lab().frame).toBe(12);
  [1, 2.3, 3].forEach((x, axis) => {
    expect(lab().goals()[axis]).toBeCloseTo(x, 12);
  });
});

test.each([
  [1, 1, 1],
  [5, 1, 1],
  [5, 0.1, 5],
  [20, 0.25, 4],
  [3, 4, 1],
])('with %i updates a frame at speed %f a frame is taken in %i parts', (updates, speed, parts) => {
  const run = { updatesPerFrame: updates };
  const slow = new Session(engine, presetScene('y', engine, { run }));
  const whole = new Session(engine, presetScene('y', engine, { run }));
  expect(slow.partsPerFrame(speed)).toBe(parts);
  for (let frame = 1; frame <= 4; frame++) {
    for (let part = 0; part < parts; part++) slow.advance(parts);
    whole.advance();
    expect(slow.lab.frame).toBe(frame);
  }
  expect([...slow.lab.angles(0)]).toEqual([...whole.lab.angles(0)]);
});
