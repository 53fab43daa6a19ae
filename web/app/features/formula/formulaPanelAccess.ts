import {
  addFormulaPanel as addText,
  type DocumentEdit,
  editMethod,
  replaceMethodByFormula,
  setPanelFormula,
} from '@iklab/core/document/edits';
import { unreadableNotice } from '@iklab/core/format/words';
import type { Fault, MethodPanel } from '@iklab/core/scenario';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import { makeHeldFormula } from '@iklab/core/scenario/methods/heldFormula';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { Page } from '../../page.ts';
import { deleteFormulaDraft } from './formulaDrafts.ts';
import { FORMULA_METHOD_ID, type FormulaReading } from './formulaReading.ts';
import { NEW_FORMULA_TEXT } from './newFormulaText.ts';
import { UNDO_STEP_PAUSE } from './undoStepPause.ts';

export interface LabelledFormula {
  readonly label: string;
  readonly text: string;
}

export interface FormulaRefusal {
  readonly sentence: string;
  /** True if the scene rejects the formula because its panel has a target clamp. */
  readonly clamped: boolean;
}

export interface FormulaPanelAccess {
  /**
   * Returns the formula panel with a slot number; null if the panel was removed or has no formula.
   */
  panel(slot: number): LabelledFormula | null;
  read(text: string): FormulaReading;
  /**
   * Writes the formula of the panel with a slot number. `unclamped`: removes the target clamp.
   * Returns null, or why the scene rejects the formula.
   */
  setText(slot: number, text: string, unclamped: boolean): FormulaRefusal | null;
  undo(): void;
  redo(): void;
}

export function createFormulaPanelAccess({ doc }: Page): FormulaPanelAccess {
  let pause: CancelCallback | undefined;
  const read = (text: string): FormulaReading =>
    doc.catalogue.readFormula(text, doc.session.value?.scene);
  return {
    panel: (slot) =>
      toFormulaPanel(doc.editor.scenario.value.methods.find((each) => each.slot === slot)),
    read,
    setText(slot, text, unclamped) {
      const { methods } = doc.editor.scenario.peek();
      const index = methods.findIndex((each) => each.slot === slot);
      const panel = methods[index];
      if (!panel) return { sentence: 'This method was removed from the scene.', clamped: false };
      const texted = setPanelFormula(index, text, doc.catalogue);
      const change: DocumentEdit = (draft) => {
        texted(draft);
        const method = draft.methods[index];
        if (unclamped && method) method.targetClamp.mode = 'off';
      };
      const [fault] = doc.edit(`Edit formula of ${panel.label}`, change, `text ${slot}`);
      pause?.();
      pause = threadTime.schedule(UNDO_STEP_PAUSE, () => doc.editor.closeStep(), 'background');
      return fault ? toRefusal(fault) : null;
    },
    undo: () => doc.editor.undo(),
    redo: () => doc.editor.redo(),
  };
}

const toFormulaPanel = (panel: MethodPanel | undefined): LabelledFormula | null =>
  panel?.id === FORMULA_METHOD_ID && typeof panel.params.text === 'string'
    ? { label: panel.label, text: panel.params.text }
    : null;

function toRefusal({ path, reason }: Fault): FormulaRefusal {
  if (/\.targetClamp\.mode$/.test(path))
    return {
      sentence: 'This method has a target clamp, but the formula needs the unclamped error.',
      clamped: true,
    };
  const end = /[.?!]$/.test(reason) ? '' : '.';
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${end}`;
  return { sentence, clamped: false };
}

/**
 * Adds a panel with a formula, or replaces panel `replaced`, and opens the editor. A formula with
 * errors does not run. Returns false if the scene is full or rejects the formula.
 */
export async function addFormulaToPage(
  { doc, viewState, scope }: Page,
  { label, text }: LabelledFormula,
  replaced: number | null = null,
): Promise<boolean> {
  const compilerLoaded = await doc.loadPart(doc.engine.loadFullModule().then(() => true));
  if (!compilerLoaded) return false;
  const { methods } = doc.editor.scenario.peek();
  const index = methods.findIndex(({ slot }) => slot === replaced);
  if (index < 0 && methods.length >= MAX_METHODS) return false;
  const right = doc.catalogue.readFormula(text).faults.length === 0;
  const base = right ? text : makeHeldFormula(text);
  const change = index < 0 ? addText(base, label) : replaceMethodByFormula(index, base, label);
  const faults = doc.edit(`Add ${label}`, change);
  if (faults.length > 0) {
    doc.notice.value = unreadableNotice(`${label} does not fit this scene`, faults, '');
    return false;
  }
  const panels = doc.editor.scenario.peek().methods;
  const slot = (index < 0 ? panels.at(-1) : panels[index])?.slot ?? null;
  // Removes a draft that belongs to another scene.
  if (slot !== null) deleteFormulaDraft(scope.services, slot, base);
  viewState.writing.value = slot;
  return true;
}

export const addNewFormula = (page: Page, replaced: number | null = null): Promise<boolean> =>
  addFormulaToPage(page, { label: 'My method', text: NEW_FORMULA_TEXT }, replaced);

/** Renames the formula panel with a slot number; successive changes are one undo step. */
export function renameFormula({ doc }: Page, slot: number, label: string): void {
  const index = doc.editor.scenario.peek().methods.findIndex((each) => each.slot === slot);
  const change = editMethod(index, (method) => {
    method.label = label;
  });
  doc.edit('Rename method', change, `name ${slot}`);
}
