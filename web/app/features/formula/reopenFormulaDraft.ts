import { formulaText, isHeldFormula } from '@iklab/core/scenario/methods';
import { startLabEffect } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { findFormulaDraft } from './formulaDrafts.ts';

/**
 * Opens the formula editor for a draft stored before a reload, or for an invalid formula of the
 * scene.
 */
export function reopenFormulaDraft(page: Page): void {
  const { scope, viewState, doc } = page;
  const reopened = new Set<string>(); // Texts that were opened once and are not reopened.
  let reloaded = true;
  startLabEffect(scope, () => {
    const { methods } = doc.session.value?.scene.scenario ?? doc.editor.scenario.peek();
    const draftPanel = methods.find((panel) => {
      const text = formulaText(panel);
      if (text === null || reopened.has(text)) return false;
      return (
        isHeldFormula(panel) || (reloaded && findFormulaDraft(scope.services, panel.slot, text))
      );
    });
    reloaded = false;
    const text = draftPanel && formulaText(draftPanel);
    if (!draftPanel || !text) return;
    reopened.add(text);
    if (viewState.writing.peek() === null) viewState.writing.value = draftPanel.slot;
  });
}
