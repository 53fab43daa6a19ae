/** A custom method is written as a formula and runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
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
  type PageVisit,
  readShareDialog,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const FIRST = 'Δθ = Jᵀe / σ[1]²';
const DLS = `param λ = 0.7 m in 0.01..10 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
show λ "Damping" m
show τ(s) = s / (s² + λ²)`;

const inPage = (act: (visit: PageVisit) => Promise<void>): Promise<void> =>
  site.inSharedPage('#preset=y', act);

test('a formula runs beside the other methods from frame 0, with a slider per parameter', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    expect(await readEditorText(page)).toBe(FIRST);
    await getTestHook(page).step(5);
    await replaceFormula(page, DLS);
    await expect.poll(() => getDocumentFormula(page)).toBe(DLS);
    expect(await getTestHook(page).frame()).toBe(0);
    await expectFormulaState(page, /^Running up to [\d\s]+ operations per update$/);
    await page.evaluate(() => window.__iklab.measure());
    expect(await page.locator('.formula_time').textContent()).toMatch(
      /^[\d.]+ µs per update, measured here$/,
    );
    await getTestHook(page).step(5);
    expect(await page.locator('.pane h2').last().textContent()).toBe('My method');
    const slider = page.getByLabel('λ Damping, value');
    await slider.fill('0.4');
    await page.keyboard.press('Enter');
    expect((await getTestHook(page).scenario()).methods.at(-1)?.params.λ).toBe(0.4);
    expect(await readEditorText(page)).toBe(DLS); // the text holds the initial value of the slider
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('Add CCD');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.pane:not([hidden])').count()).toBe(6);
    await getTestHook(page).step(5);
    expect(await readEditorText(page)).toBe(DLS);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

secondTierTest('a changed text restarts the run in the same panes', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    const elements = await page.locator('.pane').elementHandles();
    const drawn = await page.evaluateHandle(() => window.__iklab.sight(4).scene);
    await getTestHook(page).step(5);
    await replaceFormula(page, DLS);
    await expect.poll(() => getDocumentFormula(page)).toBe(DLS);
    await expect.poll(() => getTestHook(page).frame()).toBe(0);
    for (const element of elements) expect(await element.evaluate((e) => e.isConnected)).toBe(true);
    expect(await drawn.evaluate((scene) => scene === window.__iklab.sight(4).scene)).toBe(true);
    await getTestHook(page).step(5);
    for (const panel of [0, 4]) {
      const [points, solved] = [
        await getTestHook(page).drawn(panel),
        await getTestHook(page).solved(panel),
      ];
      for (const [i, at] of points.entries()) expect(at).toBeCloseTo(solved[i] as number, 9);
    }
  }),
);

test('an error is shown below its line while the last valid formula runs; a quick fix corrects it', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    await replaceFormula(page, 'Δθ = V (σ ∘ e)\n');
    await findFormulaFaults(page).waitFor();
    expect(await findFormulaFaults(page).textContent()).toContain(
      'σ has one entry per direction, e has one entry per row.',
    );
    expect(await getDocumentFormula(page)).toBe(FIRST);
    await expectFormulaState(
      page,
      /^Line 1 has an error\. Your last valid version \(\d+ s ago\) is running\.$/,
    );
    const pane = page.locator('.pane', { has: page.getByText('My method', { exact: true }) });
    await expect
      .poll(() => pane.locator('.note').textContent())
      .toMatch(/^version from \d+ s ago$/);
    expect(await findAxeViolations(page, { within: '.compare' })).toEqual([]);
    await findButton(page, 'Use Uᵀe').click();
    await expect.poll(() => getDocumentFormula(page)).toBe('Δθ = V (σ ∘ Uᵀe)\n');
    await findFormulaFaults(page).waitFor({ state: 'detached' });
  }));

secondTierTest('TeX names are replaced by their symbols', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    await replaceFormula(page, '');
    await page.keyboard.type('param \\lambda = 1\nshow \\tau(\\sigma) = 1/\\sigma\n\\dtheta');
    await page.keyboard.press('Tab');
    await page.keyboard.type(' = J\\T\\pinv');
    expect(await readEditorText(page)).toBe('param λ = 1\nshow τ(σ) = 1/σ\nΔθ = Jᵀ\\pinv');
    await page.keyboard.press('Enter');
    expect(await readEditorText(page)).toBe('param λ = 1\nshow τ(σ) = 1/σ\nΔθ = Jᵀ⁺\n');
  }),
);

test('undo and redo include formula edits and the creation of the method', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    const second = 'Δθ = 0.1 Jᵀe';
    await replaceFormula(page, second);
    await expect.poll(() => getDocumentFormula(page)).toBe(second);
    await findFormulaEditor(page).press('Control+z');
    await expect.poll(() => readEditorText(page)).toBe(FIRST);
    await findFormulaEditor(page).press('Control+y');
    await expect.poll(() => readEditorText(page)).toBe(second);
    await findButton(page, 'Undo').click();
    await findButton(page, 'Undo').click();
    await findFormulaEditor(page).waitFor({ state: 'detached' }); // the method no longer exists
    expect(await getDocumentFormula(page)).toBeUndefined();
  }));

secondTierTest('"Start from" replaces the formula in one undo step', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    await findButton(page, 'Start from…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^SDLS/ }).click();
    expect(await dialog.locator('[aria-current=true]').textContent()).toMatch(/^SDLS21 lines/);
    await findButton(page, 'Start from SDLS').click();
    await expectFormulaState(page, /^Running/);
    expect(await getDocumentFormula(page)).toContain('γ[i] = γ₁ min(1, N/M)');
    await findButton(page, 'Undo').click();
    await expect.poll(() => readEditorText(page)).toBe(FIRST);
  }),
);

test('a reload restores an invalid formula, and the last valid one can be restored', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await addCustomMethod(page);
    const half = 'Δθ = lamda Jᵀe';
    await replaceFormula(page, half);
    await findFormulaFaults(page).waitFor();
    await expect.poll(() => page.url()).toMatch(/#s=1/);
    await page.reload();
    await waitForScene(page);
    await findFormulaEditor(page).waitFor();
    await expect.poll(() => readEditorText(page)).toBe(half);
    expect(await getDocumentFormula(page)).toBe(FIRST);
    await findButton(page, 'Restore it').click();
    await expect.poll(() => readEditorText(page)).toBe(FIRST);
  }));

test('a link contains the formula; another page opens it with the same hash', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await addCustomMethod(page);
    await replaceFormula(page, DLS);
    await expect.poll(() => getDocumentFormula(page)).toBe(DLS);
    const { link, hash } = await readShareDialog(page);
    await site.inOwnPage(`?test=1${link.slice(link.indexOf('#'))}`, async ({ page: other }) => {
      await other.waitForFunction(() => '__iklab' in window);
      expect(await getDocumentFormula(other)).toBe(DLS);
      expect((await readShareDialog(other)).hash).toBe(hash);
    });
  }));

secondTierTest(
  'a line that fails during a run is reported with its update in editor and pane',
  () =>
    inPage(async ({ page }) => {
      await addCustomMethod(page);
      const text = 'a = σ[k]\nΔθ = 1e-3 a Jᵀe';
      await replaceFormula(page, text);
      await expect.poll(() => getDocumentFormula(page)).toBe(text);
      await getTestHook(page).step(30); // there are fewer directions
      await expectFormulaState(
        page,
        /^Line \d failed at update \d+: .*an index is out of range\. ?$/,
      );
      expect(await findFormulaFaults(page).textContent()).toMatch(/^Line \d failed at update \d+/);
      const pane = page.locator('.pane', { has: page.getByText('My method', { exact: true }) });
      expect(await pane.textContent()).toMatch(/failed in line \d/);
    }),
);

secondTierTest('a formula equivalent to a built-in method shows whether both still agree', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    await findButton(page, 'Start from…').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^DLS ?4 lines/ })
      .click();
    await findButton(page, 'Start from DLS').click();
    const message = page.locator('p.formula_line');
    await message.filter({ hasText: /^agrees with the built-in DLS (exactly|to) / }).waitFor();
    await findFormulaEditor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nΔθ = ½ Δθ');
    await message
      .filter({ hasText: /^differs from the built-in DLS from update 1 on, by / })
      .waitFor();
  }),
);

secondTierTest('the list shows for 15 formulas how closely they agree with a built-in method', () =>
  inPage(async ({ page }) => {
    await addCustomMethod(page);
    await findButton(page, 'Start from…').click();
    const dialog = page.getByRole('dialog');
    const rows = dialog.locator('nav button');
    await expect
      .poll(() => rows.filter({ hasText: /agrees (exactly|to \de-\d+)$/ }).count())
      .toBe(15);
    const own = rows.filter({ hasText: /^Heavy ball/ });
    expect(await own.textContent()).toMatch(/^Heavy ball\d+ lines$/);
    await rows.filter({ hasText: /^Halley/ }).click();
    expect(await dialog.locator('article > p').textContent()).toMatch(
      /^agrees with the built-in Halley (exactly|to) /,
    );
    expect(await findAxeViolations(page, { within: 'dialog' })).toEqual([]);
  }),
);
