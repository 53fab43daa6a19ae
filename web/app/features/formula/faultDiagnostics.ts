import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { pieces, plainMessage } from './faultWords.ts';
import type { FormulaFix, FormulaReading } from './formulaReading.ts';
import { readingField } from './readingField.ts';

export const MOST_FIXES = 3;

/** One per error, clipped to a text of this length. */
export const diagnosticsOf = ({ faults }: FormulaReading, length: number): Diagnostic[] =>
  faults.map((fault) => {
    const from = Math.min(Math.max(0, fault.from), length);
    return {
      from,
      to: Math.min(Math.max(from, fault.to), length),
      severity: 'error',
      message: plainMessage(fault.message),
      renderMessage: () => sentence(fault.message),
      actions: fault.fixes.slice(0, MOST_FIXES).map((fix) => ({
        name: fix.label,
        apply: (view) => applyFix(view, fix),
      })),
    };
  });

/** Applies a fix, unless the text has changed since it was read. */
export function applyFix(view: EditorView, { from, to, text }: FormulaFix): void {
  const { stale } = view.state.field(readingField);
  if (stale || view.state.readOnly || to > view.state.doc.length || from > to) return;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}

export function sentence(message: string): HTMLElement {
  const box = document.createElement('span');
  for (const { text, bold } of pieces(message)) {
    if (bold) box.append(Object.assign(document.createElement('b'), { textContent: text }));
    else box.append(text);
  }
  return box;
}
