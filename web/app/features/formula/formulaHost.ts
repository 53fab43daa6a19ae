/** How the editor of a method's text is joined to the open document: what it asks of it, and this page's answer. */

import {
  addFormula as addText,
  type Change,
  replaceByFormula,
  setFormula,
  setMethod,
} from 'iklab/document';
import { unreadableNotice } from 'iklab/format';
import { type Fault, MAX_METHODS, type MethodPanel } from 'iklab/scenario';
import { holdingText } from 'iklab/scenario/heldFormula';
import { type Cancel, threadTime } from 'iklab/time';
import type { Page } from '../../page.ts';
import { FIRST_TEXT } from './firstText.ts';
import { dropDraft } from './formulaDrafts.ts';
import { FORMULA, type FormulaReading } from './formulaReading.ts';
import { UNDO_PAUSE } from './undoPause.ts';

/** A panel whose method is written as text. */
export interface FormulaPanel {
  readonly label: string;
  readonly text: string;
}

/** Why a scene does not take a text that is right. */
export interface Refusal {
  readonly sentence: string;
  /** It needs the whole error, and the panel clamps its targets. */
  readonly clamped: boolean;
}

/** What an editor of texts needs of the document. */
export interface FormulaHost {
  /** The panel of a slot, as the document has it now; null: it is gone, or not written as text. */
  panel(slot: number): FormulaPanel | null;
  /** As the core reads it, in the scene at work. */
  read(text: string): FormulaReading;
  /** Gives a panel another text, which is right, and targets without a clamp; null: the scene takes it. */
  put(slot: number, text: string, unclamped: boolean): Refusal | null;
  undo(): void;
  redo(): void;
}

/** The open document of a page, for an editor. */
export function formulaHost({ doc }: Page): FormulaHost {
  let pause: Cancel | undefined;
  const read = (text: string): FormulaReading =>
    doc.catalogue.readFormula(text, doc.session.value?.scene);
  return {
    panel: (slot) =>
      asFormula(doc.editor.scenario.value.methods.find((each) => each.slot === slot)),
    read,
    put(slot, text, unclamped) {
      const { methods } = doc.editor.scenario.peek();
      const index = methods.findIndex((each) => each.slot === slot);
      const panel = methods[index];
      if (!panel) return { sentence: 'This method was removed from the scene.', clamped: false };
      const texted = setFormula(index, text, doc.catalogue);
      const change: Change = (draft) => {
        texted(draft);
        const method = draft.methods[index];
        if (unclamped && method) method.targetClamp.mode = 'off';
      };
      const [fault] = doc.edit(`Edit formula of ${panel.label}`, change, `text ${slot}`);
      pause?.();
      pause = threadTime.after(UNDO_PAUSE, () => doc.editor.closeStep(), 'background');
      return fault ? refusalOf(fault) : null;
    },
    undo: () => doc.editor.undo(),
    redo: () => doc.editor.redo(),
  };
}

const asFormula = (panel: MethodPanel | undefined): FormulaPanel | null =>
  panel?.id === FORMULA && typeof panel.params.text === 'string'
    ? { label: panel.label, text: panel.params.text }
    : null;

function refusalOf({ path, reason }: Fault): Refusal {
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
 * Adds a panel with a text, or puts it in place of that of a slot, and opens its editor; a text that is
 * not right is held. False: the scene has no place for it, or does not take it.
 */
export async function addFormula(
  { doc, viewState, scope }: Page,
  { label, text }: FormulaPanel,
  replaced: number | null = null,
): Promise<boolean> {
  const reads = await doc.loadPart(doc.engine.loadFormulas().then(() => true));
  if (!reads) return false;
  const { methods } = doc.editor.scenario.peek();
  const at = methods.findIndex(({ slot }) => slot === replaced);
  if (at < 0 && methods.length >= MAX_METHODS) return false;
  const right = doc.catalogue.readFormula(text).faults.length === 0;
  const base = right ? text : holdingText(text);
  const change = at < 0 ? addText(base, label) : replaceByFormula(at, base, label);
  const faults = doc.edit(`Add ${label}`, change);
  if (faults.length > 0) {
    doc.notice.value = unreadableNotice(`${label} does not fit this scene`, faults, '');
    return false;
  }
  const now = doc.editor.scenario.peek().methods;
  const slot = (at < 0 ? now.at(-1) : now[at])?.slot ?? null;
  // one of another scene is not meant
  if (slot !== null) dropDraft(scope.services, slot, base);
  viewState.writing.value = slot;
  return true;
}

/** Adds a method to be written, or puts it in place of that of a slot. */
export const beginFormula = (page: Page, replaced: number | null = null): Promise<boolean> =>
  addFormula(page, { label: 'My method', text: FIRST_TEXT }, replaced);

/** Calls a panel otherwise; what is typed in a row is one step. */
export function renameFormula({ doc }: Page, slot: number, label: string): void {
  const index = doc.editor.scenario.peek().methods.findIndex((each) => each.slot === slot);
  const change = setMethod(index, (method) => {
    method.label = label;
  });
  doc.edit('Rename method', change, `name ${slot}`);
}
