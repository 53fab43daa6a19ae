import {
  acceptCompletion,
  closeCompletion,
  moveCompletionSelection,
  selectedCompletionIndex,
  startCompletion,
} from '@codemirror/autocomplete';
import { redo, undo } from '@codemirror/commands';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { EditorSelection, type Extension, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { focusFirstFixes } from './formulaFaultBoxes.ts';
import { texReplacement } from './texNames.ts';
import { computeIndentBelow, FORMULA_INDENT } from './textIndent.ts';
import { textKeymap } from './textKeymap.ts';

/** Undo and redo of the document. Where one returns false, the editor's own applies. */
export interface DocumentUndo {
  undo(): boolean;
  redo(): boolean;
}

function replaceTexName(view: EditorView, after = ''): boolean {
  const { state } = view;
  const { main } = state.selection;
  const found = main.empty ? texReplacement(state.doc.toString(), main.head) : null;
  if (!found || state.readOnly) return false;
  const { from, to } = found;
  const insert = found.text + after;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
  });
  return true;
}

const indent: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange((range) => {
    if (range.empty) {
      const cursor = range.head + FORMULA_INDENT.length;
      return {
        changes: { from: range.head, insert: FORMULA_INDENT },
        range: EditorSelection.cursor(cursor),
      };
    }
    const first = state.doc.lineAt(range.from).number;
    const last = state.doc.lineAt(range.to).number;
    const changes = [];
    for (let line = first; line <= last; line++)
      changes.push({ from: state.doc.line(line).from, insert: FORMULA_INDENT });
    const moved = FORMULA_INDENT.length * changes.length;
    return {
      changes,
      range: EditorSelection.range(range.from + FORMULA_INDENT.length, range.to + moved),
    };
  });
  dispatch(state.update(change, { userEvent: 'input.indent' }));
  return true;
};

const outdent: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from).number;
  const last = state.doc.lineAt(to).number;
  const changes = [];
  for (let number = first; number <= last; number++) {
    const line = state.doc.line(number);
    const deep = Math.min(FORMULA_INDENT.length, /^ */.exec(line.text)?.[0].length ?? 0);
    if (deep > 0) changes.push({ from: line.from, to: line.from + deep });
  }
  if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'delete.dedent' }));
  return true;
};

const breakLine: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = `\n${computeIndentBelow(line.text.slice(0, from - line.from))}`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

/**
 * Accepts a completion chosen with the arrow keys. Only Tab accepts the preselected completion,
 * because Enter breaks lines.
 */
const acceptChosen: Command = (view) =>
  (selectedCompletionIndex(view.state) ?? 0) > 0 && acceptCompletion(view);

/**
 * Replaces the selection by typed text. The browser would add styles, which the page's policy
 * forbids.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  const { state } = view;
  if (inputType !== 'insertText' || data === null || view.composing) return false;
  if (state.readOnly || state.selection.main.empty) return false;
  event.preventDefault();
  view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

const ENDS_NAME = /^[^A-Za-z0-9]$/;

/** Returns the key bindings of the formula editor. `pause` reads the text at once. */
export function formulaEditorKeys(pause: () => void, outer: DocumentUndo): Extension {
  const enter: Command = (view) => {
    replaceTexName(view);
    const broken = breakLine(view);
    if (broken) pause();
    return broken;
  };
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Tab',
          run: (view) => replaceTexName(view) || acceptCompletion(view) || indent(view),
        },
        { key: 'Shift-Tab', run: outdent },
        { key: 'Enter', run: (view) => acceptChosen(view) || enter(view) },
        { key: 'Escape', run: closeCompletion },
        { key: 'ArrowDown', run: moveCompletionSelection(true) },
        { key: 'ArrowUp', run: moveCompletionSelection(false) },
        { key: 'Ctrl-Space', run: startCompletion },
        { key: 'Mod-.', run: focusFirstFixes },
        { key: 'F8', run: nextDiagnostic },
        { key: 'Shift-F8', run: previousDiagnostic },
        { key: 'Mod-z', run: (view) => outer.undo() || undo(view), preventDefault: true },
        { key: 'Mod-Shift-z', run: (view) => outer.redo() || redo(view), preventDefault: true },
        { key: 'Mod-y', run: (view) => outer.redo() || redo(view), preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({ beforeinput: replaceSelected }),
    // For characters from keys as well as from on-screen keyboards.
    EditorView.inputHandler.of(
      (view, _from, _to, text) => ENDS_NAME.test(text) && replaceTexName(view, text),
    ),
    keymap.of(textKeymap),
  ];
}
