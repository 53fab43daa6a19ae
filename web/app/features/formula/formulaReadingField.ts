import {
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import {
  emptyFormulaReading,
  FORMULA_TOKEN_KINDS,
  type FormulaReading,
  type FormulaTokenKind,
} from './formulaReading.ts';

export interface FormulaReadingState {
  readonly reading: FormulaReading;
  /** True if the text has changed since the reading. Positions then belong to the old text. */
  readonly stale: boolean;
  readonly marks: DecorationSet;
}

export const setFormulaReading = StateEffect.define<FormulaReading>();

/** Editor state with the last reading of the text. Marks move with edits until the next reading. */
export const formulaReadingField = StateField.define<FormulaReadingState>({
  create: () => ({ reading: emptyFormulaReading, stale: true, marks: Decoration.none }),
  update(current, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFormulaReading)) {
        const marks = marksOf(effect.value, transaction.newDoc);
        return { reading: effect.value, stale: false, marks };
      }
    }
    if (!transaction.docChanged) return current;
    return { ...current, stale: true, marks: current.marks.map(transaction.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

const TOKEN_CLASSES: Partial<Record<FormulaTokenKind, string>> = {
  given: 'ik-given',
  param: 'ik-param',
  word: 'ik-word',
  string: 'ik-prose',
  comment: 'ik-prose',
};
const MARKS = FORMULA_TOKEN_KINDS.map((kind) => {
  const worn = TOKEN_CLASSES[kind];
  return worn ? Decoration.mark({ class: worn }) : null;
});

function marksOf({ tokens }: FormulaReading, doc: Text): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let end = 0;
  for (const [from, to, kind] of tokens) {
    const mark = MARKS[kind];
    if (!mark || from < end || from >= to || to > doc.length) continue;
    marks.add(from, to, mark);
    end = to;
  }
  return marks.finish();
}

/** Editor effect that highlights the line with a number, counted from 1; null for no line. */
export const highlightLine = StateEffect.define<number | null>();

export const highlightedLine: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lit, { effects, docChanged, newDoc }) {
    for (const effect of effects) {
      if (!effect.is(highlightLine)) continue;
      const line = effect.value;
      if (line === null || line < 1 || line > newDoc.lines) return Decoration.none;
      return Decoration.set(Decoration.line({ class: 'ik-lit' }).range(newDoc.line(line).from));
    }
    return docChanged ? Decoration.none : lit;
  },
  provide: (field) => EditorView.decorations.from(field),
});
