import { labEffect, perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { FormulaEditing } from './formulaEditing.ts';
import { formulaHost } from './formulaHost.ts';

/** The desk of a lab; it follows the panel that `viewState.writing` names. */
export const formulaEditing = perLab((page: Page) => {
  const { scope, viewState, doc } = page;
  const editing = new FormulaEditing(formulaHost(page), scope.services);
  labEffect(scope, () => {
    const slot = viewState.writing.value;
    if (slot !== null && !editing.follow(slot)) viewState.writing.value = null;
  });
  labEffect(scope, () => {
    if (doc.session.value) editing.reread();
  });
  return editing;
});
