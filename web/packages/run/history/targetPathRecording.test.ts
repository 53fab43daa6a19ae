import { type EditableDocument, Editor } from '@iklab/core/document';
import { applyDocumentEdit, type DocumentEdit } from '@iklab/core/document/edits';
import type { Engine, Lab } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Target, Vec3 } from '@iklab/core/scenario';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '../session/session.ts';
import { TargetPathRecording } from './targetPathRecording.ts';

const STEP = 1 / 60;
let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

// a document without a page
let session: Session;
let editor: Editor;
let doc: EditableDocument;
beforeEach(() => {
  const scene = makePresetTestScene('double-y', engine);
  session = new Session(engine, scene);
  editor = new Editor(scene.scenario);
  doc = {
    editor,
    edit(what: string, change: DocumentEdit, merge?: string) {
      const next = applyDocumentEdit(editor.scenario.peek(), change, engine.catalogue);
      if (!next.ok) return next.faults;
      editor.edit(what, () => next.value, merge);
      session.applyScene({ ...session.scene, scenario: next.value });
      return [];
    },
  };
});

const lab = (): Lab => session.lab;
const target = (index: number) => editor.scenario.value.targets[index];
const start = (index: number | null, reported: string[] = []) =>
  new TargetPathRecording(doc, session, index, (reason) => reported.push(reason));

/** Drags a target to one place per frame. */
function drag(recording: TargetPathRecording, index: number, places: readonly Vec3[]): void {
  recording.beginDrag(index);
  for (const place of places) {
    session.preview.moveTarget(index, { position: place });
    recording.beginGesture();
    session.advance();
    recording.sample(STEP);
  }
}
const line = (count: number): Vec3[] => Array.from({ length: count }, (_, i) => [i / 300, 0.5, 1]);

describe('a recorded path', () => {
  test('becomes the motion of its target, is one undo step, and is followed at once', () => {
    const before = editor.scenario.value;
    const reported: string[] = [];
    const recording = start(1, reported);
    drag(recording, 1, line(61));
    expect(recording.seconds.value).toBe(1);
    recording.stop();
    expect(reported).toEqual(['']);
    const motion = target(1)?.motion;
    expect(motion?.kind === 'path' && motion.period).toBe(2);
    expect(editor.undoLabel.value).toBe('Record target 2');
    session.advance();
    const [x = 0, y = 0] = lab().goals().subarray(7);
    expect(Math.abs(x - 0.2)).toBeLessThan(0.01); // where the target was released
    expect(y).toBeCloseTo(0.5, 4);
    editor.undo();
    expect(editor.scenario.value).toBe(before);
    expect(editor.canUndo.value).toBe(false);
  });

  test('belongs to the target dragged first, if none is named; other targets keep their motions', () => {
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

  test('begins at the current position of a moving target, which then stays still', () => {
    for (let i = 0; i < 30; i++) session.advance();
    const there = [...lab().goals().subarray(0, 3)];
    expect(start(0).beginDrag(0)).toBe(true);
    expect(session.preview.draggedPoses.value.get(0)).toEqual({ position: there, motion: null });
    for (let i = 0; i < 5; i++) session.advance();
    expect([...lab().goals().subarray(0, 3)]).toEqual(there);
  });

  test('cancelling restores the scene and leaves no undo or redo step', () => {
    const before = editor.scenario.value;
    const reported: string[] = [];
    const recording = start(0, reported);
    drag(recording, 0, line(50));
    recording.cancel();
    expect(editor.scenario.value).toBe(before);
    session.advance();
    const { position, motion } = before.targets[0] as Target;
    expect(motion).not.toBe(null); // it moves about its own position again
    expect([...lab().targets().subarray(0, 3)]).toEqual(position);
    expect([...lab().goals().subarray(0, 3)]).not.toEqual(position);
    expect(editor.canUndo.value).toBe(false);
    expect(editor.canRedo.value).toBe(false);
    expect(reported).toEqual(['']);
  });

  test('a path that is too short is reported; the target stays where it was dragged', () => {
    const reported: string[] = [];
    const recording = start(0, reported);
    drag(recording, 0, line(4));
    recording.stop();
    expect(reported).toEqual(['Too short to record: 0.05 s; a path takes at least 0.3 s.']);
    expect(target(0)?.position).toEqual([0.01, 0.5, 1]);
    expect(target(0)?.motion).toBe(null);
    expect(editor.undoLabel.value).toBe('Record target 1');
  });

  test('ends when the recorded target is released, not when another one is', () => {
    const reported: string[] = [];
    const recording = start(1, reported);
    recording.endDrag(1);
    drag(recording, 1, line(61));
    recording.endDrag(0);
    expect(reported).toEqual([]);
    recording.endDrag(1);
    expect(reported).toEqual(['']);
    expect(target(1)?.motion?.kind).toBe('path');
  });

  test('ends with a message when an edit is undone while recording', () => {
    const reported: string[] = [];
    const recording = start(0, reported);
    drag(recording, 0, line(20));
    editor.undo();
    recording.sample(STEP);
    expect(reported).toEqual(['The recording has ended: the scene was changed.']);
  });

  test('ends automatically after a minute', () => {
    const reported: string[] = [];
    const recording = start(0, reported);
    drag(recording, 0, line(3));
    for (let i = 0; i < 4000 && reported.length === 0; i++) recording.sample(STEP);
    expect(reported.length).toBe(1);
    expect(recording.seconds.value).toBe(60);
  });
});

test('a running session follows a new motion from the next frame on', () => {
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
  for (let i = 0; i < 2; i++) session.advance(); // frame 12: two thirds of the path, the third point
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
])(
  'with %i updates per frame at speed %f, a frame has %i parts that add up to the whole',
  (updates, speed, parts) => {
    const run = { updatesPerFrame: updates };
    const slow = new Session(engine, makePresetTestScene('y', engine, { run }));
    const whole = new Session(engine, makePresetTestScene('y', engine, { run }));
    expect(slow.partsPerFrame(speed)).toBe(parts);
    for (let frame = 1; frame <= 4; frame++) {
      for (let part = 0; part < parts; part++) slow.advance(parts);
      whole.advance();
      expect(slow.lab.frame).toBe(frame);
    }
    expect([...slow.lab.angles(0)]).toEqual([...whole.lab.angles(0)]);
  },
);
