/** Shared by the tests of custom methods. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findButton, getTestHook } from './pageTools.ts';

export const findFormulaEditor = (page: Page) => page.locator('.cm-content[contenteditable=true]');
export const readEditorText = (page: Page): Promise<string> =>
  page.locator('.cm-content[contenteditable=true] .cm-line').evaluateAll((lines) =>
    lines
      .map((line) => {
        const own = line.cloneNode(true) as HTMLElement;
        for (const mark of own.querySelectorAll('.ik-shape')) mark.remove();
        return own.textContent;
      })
      .join('\n'),
  );
export const findFormulaStateLine = (page: Page) => page.locator('.formula_state p');
export const findFormulaFaults = (page: Page) => page.locator('.ik-fault');

/**
 * Waits until the line below the formula editor, which says whether the formula is valid, matches.
 */
export const expectFormulaState = (page: Page, words: RegExp) =>
  expect.poll(() => findFormulaStateLine(page).textContent()).toMatch(words);

/** Adds a custom method in the method dialog. */
export async function addCustomMethod(page: Page): Promise<void> {
  await findButton(page, 'Add a method').click();
  await findButton(page, 'Write your own').click();
  await findFormulaEditor(page).waitFor();
  await expectFormulaState(page, /^Running/);
}

/** Replaces the formula in the editor. */
export async function replaceFormula(page: Page, text: string): Promise<void> {
  await findFormulaEditor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Returns the formula of the method with this label, from the scenario. */
export const getDocumentFormula = async (page: Page, label = 'My method'): Promise<unknown> => {
  const { methods } = await getTestHook(page).scenario();
  return methods.find((each) => each.label === label)?.params.text;
};
