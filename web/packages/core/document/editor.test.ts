import { expect, test } from 'vitest';
import type { Scenario } from '../scenario/types.ts';
import { Editor } from './editor.ts';

// the editor never reads the content of a scenario
const scenario = (name: string): Scenario => ({ name }) as Scenario;
const renamed = (name: string) => () => scenario(name);
const nameOf = (editor: Editor): string => editor.scenario.value.name;

test('undoes and redoes edits one by one', () => {
  const editor = new Editor(scenario('a'));
  expect([editor.canUndo.value, editor.canRedo.value]).toEqual([false, false]);
  editor.edit('to b', renamed('b'));
  editor.edit('to c', renamed('c'));
  expect(editor.undoLabel.value).toBe('to c');
  editor.undo();
  expect(nameOf(editor)).toBe('b');
  expect(editor.redoLabel.value).toBe('to c');
  editor.undo();
  editor.undo();
  expect(nameOf(editor)).toBe('a');
  editor.redo();
  expect(nameOf(editor)).toBe('b');
  editor.edit('to d', renamed('d'));
  expect(editor.canRedo.value).toBe(false);
});

test('undoes each gesture as one step', () => {
  const editor = new Editor(scenario('a'));
  for (const name of ['b', 'c', 'd']) editor.edit('slide', renamed(name), 'slider');
  editor.closeStep();
  editor.edit('slide', renamed('e'), 'slider');
  editor.undo();
  expect(nameOf(editor)).toBe('d');
  editor.undo();
  expect(nameOf(editor)).toBe('a');
});

test('an edit without a change adds no undo step', () => {
  const editor = new Editor(scenario('a'));
  editor.edit('to a', renamed('a'));
  expect(editor.canUndo.value).toBe(false);
});

test('resetAll restores the last loaded scenario and can be undone', () => {
  const editor = new Editor(scenario('a'));
  editor.replace(scenario('loaded'), 'Open');
  expect(editor.changed.value).toBe(false);
  editor.edit('to b', renamed('b'));
  expect(editor.changed.value).toBe(true);
  editor.resetAll();
  expect(nameOf(editor)).toBe('loaded');
  editor.undo();
  expect(nameOf(editor)).toBe('b');
  editor.undo();
  editor.undo();
  expect(nameOf(editor)).toBe('a');
});

test('opening a document clears the undo history', () => {
  const editor = new Editor(scenario('a'));
  editor.edit('to b', renamed('b'));
  editor.open(scenario('c'));
  expect([nameOf(editor), editor.canUndo.value]).toEqual(['c', false]);
});

test('keeps at most 200 undo steps', () => {
  const editor = new Editor(scenario('a'));
  for (let i = 0; i < 1000; i++) editor.edit('on', renamed(String(i)));
  let steps = 0;
  for (; editor.canUndo.value; steps++) editor.undo();
  expect(steps).toBe(200);
});

test('earlierScenarios starts at the last loaded scenario', () => {
  const editor = new Editor(scenario('a'));
  const past = () => editor.earlierScenarios.map(({ name }) => name);
  editor.edit('to b', renamed('b'));
  expect(past()).toEqual(['a']);
  editor.replace(scenario('c'), 'open');
  expect(past()).toEqual([]);
  for (const name of ['d', 'e']) editor.edit('edit', renamed(name));
  expect(past()).toEqual(['c', 'd']);
  editor.undo();
  expect(past()).toEqual(['c']);
});

test('a finished gesture without edits does not split a typing step', () => {
  const editor = new Editor(scenario('a'));
  editor.edit('type', renamed('ab'), 'name');
  editor.beginGesture({ label: 'drag', cancel: () => expect.unreachable() });
  editor.endGesture();
  editor.edit('type', renamed('abc'), 'name');
  editor.undo();
  expect(nameOf(editor)).toBe('a');
});
