import { formulaText, isHeld } from 'iklab/scenario';
import { labEffect } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { draftOf } from './formulaDrafts.ts';

/** A text that is not right yet is opened: where it was left before a reload, and with a scene that has one. */
export function reopenDraft(page: Page): void {
  const { scope, viewState, doc } = page;
  const told = new Set<string>(); // whoever has closed one goes on without
  let reloaded = true;
  labEffect(scope, () => {
    const { methods } = doc.session.value?.scene.scenario ?? doc.editor.scenario.peek();
    const left = methods.find((panel) => {
      const text = formulaText(panel);
      if (text === null || told.has(text)) return false;
      return isHeld(panel) || (reloaded && draftOf(scope.services, panel.slot, text));
    });
    reloaded = false;
    const text = left && formulaText(left);
    if (!left || !text) return;
    told.add(text);
    if (viewState.writing.peek() === null) viewState.writing.value = left.slot;
  });
}
