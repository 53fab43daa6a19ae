import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { plainFaultMessage, splitFaultMessage } from './faultMessages.ts';
import type { FormulaFix, FormulaReading } from './formulaReading.ts';
import { formulaReadingField } from './formulaReadingField.ts';

export const MAX_FIXES = 3;

/** Returns a diagnostic per error of a formula. Positions are clipped to `length` characters. */
export const toFormulaDiagnostics = ({ faults }: FormulaReading, length: number): Diagnostic[] =>
  faults.map((fault) => {
    const from = Math.min(Math.max(0, fault.from), length);
    return {
      from,
      to: Math.min(Math.max(from, fault.to), length),
      severity: 'error',
      message: plainFaultMessage(fault.message),
      renderMessage: () => makeFaultMessageElement(fault.message),
      actions: fault.fixes.slice(0, MAX_FIXES).map((fix) => ({
        name: fix.label,
        apply: (view) => applyFormulaFix(view, fix),
      })),
    };
  });

/** Applies a fix in an editor. Does nothing if the text has changed since the reading. */
export function applyFormulaFix(view: EditorView, { from, to, text }: FormulaFix): void {
  const { stale } = view.state.field(formulaReadingField);
  if (stale || view.state.readOnly || to > view.state.doc.length || from > to) return;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}

export function makeFaultMessageElement(message: string): HTMLElement {
  const box = document.createElement('span');
  for (const { text, bold } of splitFaultMessage(message)) {
    if (bold) box.append(Object.assign(document.createElement('b'), { textContent: text }));
    else box.append(text);
  }
  return box;
}
