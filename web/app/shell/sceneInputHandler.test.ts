import { type EditableDocument, Editor } from '@iklab/core/document';
import { applyDocumentEdit } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { resolveScenario, type Scenario, type Vec3 } from '@iklab/core/scenario';
import * as reading from '@iklab/core/scenario/parse';
import { TargetPathRecording } from '@iklab/run/history';
import { Session } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SceneInputHandler } from './sceneInputHandler.ts';

const parse = vi.spyOn(reading, 'parseScenarioDocument');
afterAll(() => parse.mockRestore());

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

let session: Session;
let doc: EditableDocument;
let handler: SceneInputHandler;
let before: Scenario;
const applyScene = vi.fn();
const recording = signal<TargetPathRecording | null>(null);
const loop = { playing: signal(false), play: vi.fn(), redraw: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  const scene = makePresetTestScene('arm-6', engine);
  session = new Session(engine, scene);
  const editor = new Editor(scene.scenario);
  doc = {
    editor,
    edit(what, change, merge) {
      const next = applyDocumentEdit(editor.scenario.peek(), change, engine.catalogue);
      if (!next.ok) return next.faults;
      editor.edit(what, () => next.value, merge);
      session.applyScene(resolveScenario(next.value));
      return [];
    },
  };
  before = editor.scenario.peek();
  recording.value = null;
  const none = {
    ...{ inspected: signal(null), jog: signal(null) },
    timeline: signal(null),
  };
  handler = new SceneInputHandler({
    doc,
    viewState: none,
    loop,
    recording,
    timeline: none.timeline,
    paneMarks: signal(null),
    editedPart: signal(null),
    liveSession: session,
    stage: { applyScene },
  });
  parse.mockClear();
});

const targetPose = () => [...session.lab.targets().subarray(0, 7)];
const position = () => doc.editor.scenario.peek().targets[0]?.position;
const places = (count: number): Vec3[] =>
  Array.from({ length: count }, (_, i) => [0.3, i / 100, 0.2]);

/** Grabs target 1 and moves it `count` times, without releasing it. */
function drag(count: number): void {
  const stringify = vi.spyOn(JSON, 'stringify');
  handler.grab(0);
  for (const place of places(count)) {
    handler.move(0, { position: place });
    expect(targetPose().slice(0, 3)).toEqual(place);
  }
  expect(parse).not.toHaveBeenCalled();
  expect(stringify).not.toHaveBeenCalled();
  expect(doc.editor.scenario.peek()).toBe(before);
  stringify.mockRestore();
}

test('dragging a target updates the run at once, and the document only on release', () => {
  drag(50);
  expect(doc.editor.undoLabel.value).toBe('Move target 1');
  handler.release(0, true);
  expect(parse).toHaveBeenCalledTimes(1);
  expect(position()).toEqual([0.3, 0.49, 0.2]);
  expect(targetPose().slice(0, 3)).toEqual([0.3, 0.49, 0.2]);
  expect(session.preview.draggedPoses.value.size).toBe(0);
  doc.editor.undo();
  expect(doc.editor.scenario.peek()).toBe(before);
  expect(doc.editor.canUndo.value).toBe(false);
});

test('moving and rotating a target in one drag is one undo step', () => {
  handler.grab(0);
  handler.move(0, { orientation: [0, 0, 1, 0] });
  handler.move(0, { position: [0.3, 0.1, 0.2] });
  expect(targetPose()).toEqual([0.3, 0.1, 0.2, 0, 0, 1, 0]);
  handler.release(0, false);
  expect(doc.editor.undoLabel.value).toBe('Turn target 1');
  expect(doc.editor.scenario.peek().targets[0]).toMatchObject({
    position: [0.3, 0.1, 0.2],
    orientation: [0, 0, 1, 0],
  });
  doc.editor.undo();
  expect(doc.editor.scenario.peek()).toBe(before);
});

test('dragging a target back to its position adds no undo step', () => {
  const home = position() as Vec3;
  drag(3);
  handler.move(0, { position: home });
  handler.release(0, false);
  expect(parse).not.toHaveBeenCalled();
  expect(doc.editor.canUndo.value).toBe(false);
});

test('undo during a drag restores the target; the next move continues the drag', () => {
  const home = targetPose();
  drag(3);
  doc.editor.undo();
  expect(targetPose()).toEqual(home);
  expect(applyScene).toHaveBeenCalledWith(session.scene);
  expect(doc.editor.canUndo.value).toBe(false);
  handler.move(0, { position: [0.1, 0.2, 0.3] });
  handler.release(0, true);
  expect(position()).toEqual([0.1, 0.2, 0.3]);
  expect(doc.editor.undoLabel.value).toBe('Move target 1');
});

test('another edit during a drag keeps the dragged target in its place', () => {
  drag(3);
  doc.edit('Rename', ({ methods: [first] }) => {
    if (first) first.label = 'renamed';
  });
  expect(targetPose().slice(0, 3)).toEqual([0.3, 0.02, 0.2]);
  handler.release(0, true);
  expect(position()).toEqual([0.3, 0.02, 0.2]);
  doc.editor.undo();
  expect(doc.editor.undoLabel.value).toBe('Rename');
});

test('ignores positions and orientations that a document cannot store', () => {
  const home = targetPose();
  handler.grab(0);
  handler.move(0, { position: [Number.NaN, 0, 0] });
  handler.move(0, { position: [1e16, 0, 0] });
  handler.move(0, { orientation: [0, 0, 0, 0] });
  expect(targetPose()).toEqual(home);
  handler.release(0, true);
  expect(doc.editor.canUndo.value).toBe(false);
});

test('a recording is written to the document once, at its end', () => {
  recording.value = new TargetPathRecording(doc, session, 0, () => {
    recording.value = null;
  });
  handler.grab(0);
  parse.mockClear();
  for (const place of places(60)) {
    handler.move(0, { position: place });
    session.advance();
    recording.value?.sample(1 / 60);
  }
  expect(parse).not.toHaveBeenCalled();
  expect(doc.editor.scenario.peek()).toBe(before);
  handler.release(0, true);
  expect(parse).toHaveBeenCalledTimes(1);
  expect(doc.editor.scenario.peek().targets[0]?.motion?.kind).toBe('path');
  doc.editor.undo();
  expect(doc.editor.scenario.peek()).toBe(before);
});
