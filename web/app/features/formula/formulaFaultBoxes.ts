import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { threadTime } from '@iklab/core/time';
import { applyFormulaFix, MAX_FIXES, makeFaultMessageElement } from './faultDiagnostics.ts';
import { splitFirstSentence } from './faultMessages.ts';
import type { FormulaFault } from './formulaReading.ts';
import { formulaReadingField, setFormulaReading } from './formulaReadingField.ts';

/** Editor effect that also shows the error on the cursor's line. */
export const showCursorLineFault = StateEffect.define<null>();

class FaultBox extends WidgetType {
  readonly #fault: FormulaFault;

  constructor(fault: FormulaFault) {
    super();
    this.#fault = fault;
  }

  override eq(other: FaultBox): boolean {
    return JSON.stringify(other.#fault) === JSON.stringify(this.#fault);
  }

  override get estimatedHeight(): number {
    return 76;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { message, fixes, column } = this.#fault;
    const box = document.createElement('div');
    box.className = 'ik-fault';
    box.style.setProperty('--beak', String(Math.max(0, column - 1)));
    // Padding instead of a margin, because the editor does not measure margins.
    const wrapper = document.createElement('div');
    wrapper.className = 'ik-fault-room';
    wrapper.append(box);
    const [first, rest] = splitFirstSentence(message);
    box.append(paragraph(first));
    if (rest) box.append(paragraph(rest));
    const buttons = fixes.slice(0, MAX_FIXES).map((fix) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button';
      button.textContent = fix.label;
      button.disabled = view.state.readOnly;
      button.addEventListener('click', () => applyFormulaFix(view, fix));
      return button;
    });
    if (buttons.length === 0) return wrapper;
    const row = document.createElement('div');
    row.className = 'ik-fixes';
    row.append(...buttons);
    row.addEventListener('keydown', (event) => leaveOnEscape(event, view));
    box.append(row);
    return wrapper;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function paragraph(message: string): HTMLElement {
  const line = document.createElement('p');
  line.append(makeFaultMessageElement(message));
  return line;
}

function leaveOnEscape(event: KeyboardEvent, view: EditorView): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  view.focus();
}

const noBoxes = { boxes: Decoration.none, waits: false };

const boxField = StateField.define<{ readonly boxes: DecorationSet; readonly waits: boolean }>({
  create: () => noBoxes,
  update(current, { state, effects, docChanged }) {
    if (effects.some((effect) => effect.is(setFormulaReading))) return makeBoxes(state, false);
    if (effects.some((effect) => effect.is(showCursorLineFault))) return makeBoxes(state, true);
    return docChanged ? noBoxes : current;
  },
  provide: (field) => EditorView.decorations.from(field, ({ boxes }) => boxes),
});

function sortedFaults(state: EditorState): FormulaFault[] {
  const { reading, stale } = state.field(formulaReadingField);
  const faults = stale ? [] : reading.faults.filter(({ from }) => from <= state.doc.length);
  return [...faults].sort((a, b) => a.from - b.from);
}

function makeBoxes(state: EditorState, includeCursorLine: boolean) {
  const cursor = state.doc.lineAt(state.selection.main.head).number;
  const faultLines = sortedFaults(state).map((fault) => ({
    fault,
    line: state.doc.lineAt(fault.from),
  }));
  const visible = faultLines.filter(({ line }) => includeCursorLine || line.number !== cursor);
  const boxes = Decoration.set(
    visible.map(({ fault, line }) =>
      Decoration.widget({ widget: new FaultBox(fault), block: true, side: 1 }).range(line.to),
    ),
  );
  return { boxes, waits: visible.length < faultLines.length };
}

/**
 * Editor extension that shows a box below each line with an error. The cursor's line waits `delay`
 * milliseconds.
 */
export const formulaFaultBoxes = (delay: number): Extension => [
  boxField,
  EditorView.updateListener.of(({ view, state, startState, docChanged, selectionSet }) => {
    const { waits, boxes } = state.field(boxField);
    if (boxes.size > 0 && boxes !== startState.field(boxField, false)?.boxes) scrollToBox(view);
    if (!waits) return;
    const leftLine =
      selectionSet &&
      !docChanged &&
      state.doc.lineAt(state.selection.main.head).number !==
        startState.doc.lineAt(startState.selection.main.head).number;
    threadTime.schedule(leftLine ? 0 : delay, () => {
      if (view.state.field(boxField, false)?.waits && view.state.doc.eq(state.doc))
        view.dispatch({ effects: showCursorLineFault.of(null) });
    });
  }),
];

const NEAR = 2; // Lines.

function scrollToBox(view: EditorView): void {
  const { state } = view;
  const cursor = state.doc.lineAt(state.selection.main.head).number;
  const near = sortedFaults(state).findIndex(({ line }) => Math.abs(cursor - line) <= NEAR);
  if (near < 0 || !view.hasFocus) return;
  view.requestMeasure({
    read: () => view.dom.querySelectorAll('.ik-fault-room')[near],
    write: (box) => box?.scrollIntoView({ block: 'nearest' }),
  });
}

/** Focuses the buttons of the first error with fixes. Returns false if no error has fixes. */
export function focusFirstFixes({ dom }: EditorView): boolean {
  const button = dom.querySelector<HTMLButtonElement>('.ik-fixes button');
  button?.focus();
  return button !== null;
}
