import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { toFormulaDiagnostics } from './faultDiagnostics.ts';
import { formulaFaultBoxes, showCursorLineFault } from './formulaFaultBoxes.ts';
import { formulaReadingField, setFormulaReading } from './formulaReadingField.ts';
import { readTestFormula } from './testReadFormula.ts';

const TEXT = 'param λ = 1 # so\nΔθ = λ lamda';

const marked = (state: EditorState): string[] => {
  const found: string[] = [];
  state.field(formulaReadingField).marks.between(0, state.doc.length, (from, to, { spec }) => {
    found.push(`${state.sliceDoc(from, to)} ${spec.class}`);
  });
  return found;
};
const read = (state: EditorState): EditorState =>
  state.update({ effects: setFormulaReading.of(readTestFormula(state.doc.toString())) }).state;
const editor = (doc: string): EditorState =>
  EditorState.create({ doc, extensions: formulaReadingField });

test('marks keywords, parameters, predefined names and comments, and nothing else', () => {
  expect(marked(read(editor(TEXT)))).toEqual([
    'param ik-word',
    'λ ik-param',
    '# so ik-prose',
    'Δθ ik-given',
    'λ ik-param',
  ]);
});

test('marks move with typed text until it is read again', () => {
  const state = read(editor(TEXT));
  const typed = state.update({ changes: { from: 0, insert: 'xy\n' } }).state;
  expect(marked(typed)).toEqual(marked(state));
  expect([state.field(formulaReadingField).stale, typed.field(formulaReadingField).stale]).toEqual([
    false,
    true,
  ]);
});

test('positions beyond the text are ignored by marks and clamped in diagnostics', () => {
  const reading = readTestFormula(TEXT);
  const state = editor('a').update({ effects: setFormulaReading.of(reading) }).state;
  expect(marked(state)).toEqual([]);
  expect(toFormulaDiagnostics(reading, 1)).toMatchObject([{ from: 1, to: 1 }]);
});

test('a fault becomes a diagnostic with its message and its fixes as actions', () => {
  const [diagnostic] = toFormulaDiagnostics(readTestFormula(TEXT), TEXT.length);
  expect(diagnostic).toMatchObject({
    from: TEXT.indexOf('lamda'),
    to: TEXT.length,
    severity: 'error',
    message: 'Unknown name lamda. Did you mean σ?',
  });
  expect(diagnostic?.actions?.map(({ name }) => name)).toEqual(['Use σ', 'Add parameter']);
});

/** Numbers of the lines that have an error box below them. */
const boxed = (state: EditorState): number[] => {
  const lines: number[] = [];
  for (const set of state.facet(EditorView.decorations))
    if (typeof set !== 'function')
      set.between(0, state.doc.length, (from) => void lines.push(state.doc.lineAt(from).number));
  return lines;
};

test('shows a box below each line with an error, later for the line being edited', () => {
  const doc = 'a = lamda\nb = 2\nc = mue + epsilo';
  const made = EditorState.create({ doc, extensions: [formulaReadingField, formulaFaultBoxes(0)] });
  const state = read(made);
  expect(state.field(formulaReadingField).reading.faults.length).toBe(3);
  expect(boxed(state)).toEqual([3, 3]);
  expect(boxed(state.update({ effects: showCursorLineFault.of(null) }).state)).toEqual([1, 3, 3]);
  const cursor = read(made.update({ selection: { anchor: 12 } }).state);
  expect(boxed(cursor)).toEqual([1, 3, 3]);
});
