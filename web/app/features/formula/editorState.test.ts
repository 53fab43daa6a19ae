import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { diagnosticsOf } from './faultDiagnostics.ts';
import { readingField, setReading } from './readingField.ts';
import { testReader } from './testReader.ts';

const TEXT = 'param λ = 1 # so\nΔθ = λ lamda';

const marked = (state: EditorState): string[] => {
  const found: string[] = [];
  state.field(readingField).marks.between(0, state.doc.length, (from, to, { spec }) => {
    found.push(`${state.sliceDoc(from, to)} ${spec.class}`);
  });
  return found;
};
const read = (state: EditorState): EditorState =>
  state.update({ effects: setReading.of(testReader(state.doc.toString())) }).state;
const editor = (doc: string): EditorState => EditorState.create({ doc, extensions: readingField });

test('sliders, what is given, words and prose are marked, and nothing else', () => {
  expect(marked(read(editor(TEXT)))).toEqual([
    'param ik-word',
    'λ ik-param',
    '# so ik-prose',
    'Δθ ik-given',
    'λ ik-param',
  ]);
});

test('marks follow what is typed until the text is read again', () => {
  const state = read(editor(TEXT));
  const typed = state.update({ changes: { from: 0, insert: 'xy\n' } }).state;
  expect(marked(typed)).toEqual(marked(state));
  expect([state.field(readingField).stale, typed.field(readingField).stale]).toEqual([false, true]);
});

test('places beyond the text do no harm', () => {
  const reading = testReader(TEXT);
  const state = editor('a').update({ effects: setReading.of(reading) }).state;
  expect(marked(state)).toEqual([]);
  expect(diagnosticsOf(reading, 1)).toMatchObject([{ from: 1, to: 1 }]);
});

test('a fault is a diagnostic with its buttons, in plain words', () => {
  const [diagnostic] = diagnosticsOf(testReader(TEXT), TEXT.length);
  expect(diagnostic).toMatchObject({
    from: TEXT.indexOf('lamda'),
    to: TEXT.length,
    severity: 'error',
    message: 'There is no lamda. Did you mean σ?',
  });
  expect(diagnostic?.actions?.map(({ name }) => name)).toEqual(['Write σ', 'Make it a slider']);
});
