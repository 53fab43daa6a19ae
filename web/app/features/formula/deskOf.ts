import { labEffect, perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { FormulaDesk } from './formulaDesk.ts';
import { formulaHost } from './formulaHost.ts';

/** The desk of a lab; it follows the panel that `viewState.writing` names. */
export const deskOf = perLab((page: Page) => {
  const { scope, viewState, doc } = page;
  const desk = new FormulaDesk(formulaHost(page), scope.services);
  labEffect(scope, () => {
    const slot = viewState.writing.value;
    if (slot !== null && !desk.follow(slot)) viewState.writing.value = null;
  });
  labEffect(scope, () => {
    if (doc.session.value) desk.readAgain();
  });
  return desk;
});
