/** Writing a formula by keyboard alone, on a phone, and from a link with an invalid formula. */
import { packLinkText } from '@iklab/core/scenario/link';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { PHONE_OPTIONS } from './dragTools.ts';
import {
  addCustomMethod,
  expectFormulaState,
  findFormulaEditor,
  findFormulaFaults,
  getDocumentFormula,
  readEditorText,
  replaceFormula,
} from './ownMethodTools.ts';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForScene,
  waitUntilPageSettled,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

test('a formula is written, fixed and left by keyboard alone', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await waitForScene(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('write your own');
    await page.keyboard.press('Enter');
    await expectFormulaState(page, /^Running/);
    await expect
      .poll(() => findFormulaEditor(page).evaluate((text) => text === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('\\delta = Je');
    await findFormulaFaults(page).waitFor();
    await waitUntilPageSettled(page); // the fixes apply to the whole text
    await page.keyboard.press('Control+.');
    await page.locator('.ik-fixes button:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Δθ = J e');
    await findFormulaFaults(page).waitFor();
    await waitUntilPageSettled(page);
    await page.keyboard.press('Control+.');
    await page.keyboard.press('Enter');
    await expect.poll(() => getDocumentFormula(page)).toBe('Δθ = Jᵀe');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(
      await findFormulaEditor(page).evaluate((text) => text.contains(document.activeElement)),
    ).toBe(false);
  }));

secondTierTest('on a phone the editor opens in a sheet with buttons for symbols', () =>
  site.inOwnPage(
    '?test=1#preset=y',
    async ({ page }) => {
      await waitForScene(page);
      await page.getByRole('button', { name: 'Methods', exact: true }).click();
      await findButton(page, 'Add a method').click();
      await findButton(page, 'Write your own').click();
      await findFormulaEditor(page).waitFor();
      await expectFormulaState(page, /^Running/);
      await findFormulaEditor(page).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('Δθ = J');
      await findButton(page, 'Insert ᵀ').click();
      await page.keyboard.insertText('e');
      await expect.poll(() => getDocumentFormula(page)).toBe('Δθ = Jᵀe');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      expect(await findAxeViolations(page, { within: '.sheet' })).toEqual([]);
      await page.getByRole('radio', { name: 'Names' }).or(findButton(page, 'Names')).click();
      await findButton(page, 'J 6 × 7')
        .or(page.getByTitle(/^the Jacobian/))
        .first()
        .click();
      await expect.poll(() => readEditorText(page)).toBe('Δθ = JᵀeJ');
    },
    PHONE_OPTIONS,
  ),
);

const FAULTY = 'param γ = 0.3\nΔθ = γ lamda Jᵀe';

const faultyLink = async (): Promise<string> => {
  const own = { id: 'formula', label: 'Mine', params: { text: FAULTY, γ: 0.7 } };
  const document = { iklab: 1, preset: 'y', methods: [{ id: 'dls' }, own, { id: 'sdls' }] };
  return `#s=1.${await packLinkText(JSON.stringify(document))}`;
};

secondTierTest(
  'a link with an invalid formula opens it in the editor, and its method does not run',
  async () => {
    const link = await faultyLink();
    await site.inOwnPage(`?test=1${link}`, async ({ page }) => {
      await findFormulaFaults(page).waitFor();
      expect(await readEditorText(page)).toBe(FAULTY);
      expect(await findFormulaFaults(page).textContent()).toContain('Unknown name lamda.');
      await expectFormulaState(
        page,
        /^Line 2 has an error\. No valid version yet: nothing is running\.$/,
      );
      await getTestHook(page).step(5);
      const notes = await page.locator('.pane .note').allTextContents();
      expect(notes[1]).toBe('stopped: the formula has an error');
      const [start, now] = await page.evaluate(() =>
        [0, 1].map((entry) => [...window.__iklab.past.angles(entry * window.__iklab.past.last, 1)]),
      );
      expect(now).toEqual(start); // it does not move
      await findFormulaEditor(page).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(FAULTY.replace('lamda', ''));
      await expectFormulaState(page, /^Running/);
      const { methods } = await getTestHook(page).scenario();
      expect(methods[1]?.params.γ).toBe(0.7); // the value in the link
    });
  },
);

test('a scene with an invalid formula is restored by a reload with the same text', async () => {
  const link = await faultyLink();
  await site.inOwnPage(`?test=1${link}`, async ({ page }) => {
    await findFormulaFaults(page).waitFor();
    await findButton(page, 'Close formula').click();
    await page.keyboard.press('2');
    await page.getByLabel('Gain, value').or(page.locator('.inspector')).first().waitFor();
    await page.reload();
    await findFormulaFaults(page).waitFor();
    expect(await readEditorText(page)).toBe(FAULTY);
  });
});

secondTierTest('a stored method can be found in the gallery, added by keyboard and deleted', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await addCustomMethod(page);
    const text = '# A part of the gradient\nparam γ = 0.3\nΔθ = γ Jᵀe / σ[1]²';
    await replaceFormula(page, text);
    await expect.poll(() => getDocumentFormula(page)).toBe(text);
    await findButton(page, 'Save to gallery').click();
    await page.locator('button.scene-name').click();
    const shelf = page.getByRole('region', { name: 'Methods' });
    expect(await shelf.locator('.tile').innerText()).toMatch(
      /My method\s+A part of the gradient\s+2 lines · adds a panel$/,
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('γ gradient');
    expect(await findAxeViolations(page, { within: 'dialog' })).toEqual([]);
    await dialog.getByRole('searchbox').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => getDocumentFormula(page, 'My method 2')).toBe(text);
    await expectFormulaState(page, /^Running/);
    await page.locator('button.scene-name').click();
    await findButton(page, 'Delete My method').click();
    await shelf.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape'); // the focus is still in the dialog
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button.scene-name').click();
    await dialog.getByRole('region', { name: 'Learn' }).waitFor();
    expect(await shelf.count()).toBe(0);
  }),
);
