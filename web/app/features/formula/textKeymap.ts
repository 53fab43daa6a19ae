/**
 * Key bindings for moving the cursor and deleting. CodeMirror's default keymap would add a large
 * parser.
 */
import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLine,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
} from '@codemirror/commands';
import { findClusterBreak } from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';
import { FORMULA_INDENT } from './textIndent.ts';

const deleteCharacter =
  (forward: boolean): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { from, to, empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const column = head - line.from;
    const before = line.text.slice(0, column);
    const step = (): number => {
      if (forward ? column === line.length : column === 0) return head + (forward ? 1 : -1);
      const indented = !forward && column % FORMULA_INDENT.length === 0 && before.trim() === '';
      return indented
        ? head - FORMULA_INDENT.length
        : line.from + findClusterBreak(line.text, column, forward);
    };
    const otherEnd = Math.max(0, Math.min(state.doc.length, empty ? step() : from));
    const changes = empty
      ? { from: Math.min(head, otherEnd), to: Math.max(head, otherEnd) }
      : { from, to };
    if (changes.from === changes.to) return false;
    const userEvent = forward ? 'delete.forward' : 'delete.backward';
    dispatch(state.update({ changes, userEvent, scrollIntoView: true }));
    return true;
  };
const deleteCharBackward = deleteCharacter(false);
const deleteCharForward = deleteCharacter(true);

const commonKeys: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight, preventDefault: true },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp, preventDefault: true },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown, preventDefault: true },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'Home', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
  { key: 'End', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
  { key: 'Delete', run: deleteCharForward },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
];

const platformKeys: readonly KeyBinding[] = [
  { key: 'Ctrl-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft },
  { key: 'Ctrl-ArrowRight', mac: 'Alt-ArrowRight', run: cursorGroupRight, shift: selectGroupRight },
  { key: 'Ctrl-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
  { key: 'Ctrl-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
  { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
  { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { mac: 'Cmd-Backspace', run: deleteLineBoundaryBackward },
  { mac: 'Cmd-Delete', run: deleteLineBoundaryForward },
];

export const textKeymap: readonly KeyBinding[] = [...commonKeys, ...platformKeys];
