import { unreadableNotice } from '@iklab/core/format/words';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import type { Page } from '../../page.ts';
import { addFormulaToPage } from './formulaPanelAccess.ts';
import { methodNameFromFile, readFormulaFile } from './readFormulaFile.ts';

/** Adds a panel with the formula of a file. The editor shows errors of the formula. */
export async function openFormulaFile(page: Page, file: File): Promise<void> {
  const { doc } = page;
  const text = await readFormulaFile(file);
  const full = doc.editor.scenario.peek().methods.length >= MAX_METHODS;
  if (text !== null && !full) {
    addFormulaToPage(page, { label: methodNameFromFile(file.name), text });
    return;
  }
  const reason = full
    ? `cannot be added: the scene has the maximum of ${MAX_METHODS} methods`
    : 'is too large, or cannot be read here';
  const title = `${file.name} cannot be opened`;
  doc.refuseFile(unreadableNotice(title, [{ path: '', reason }], ''));
}
