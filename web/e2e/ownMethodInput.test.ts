/** Writing a formula by keyboard alone, on a phone, and from a link with an invalid formula. */
import { packText } from '@iklab/core/scenario/link';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './axe.ts';
import { phone } from './dragTools.ts';
import {
  beginMethod,
  documentText,
  editor,
  fault,
  stateSays,
  textOf,
  write,
} from './ownMethodTools.ts';
import { button, hook, openSite, type Site, sceneShown, settled } from './pageTools.ts';
import { full } from './tiers.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

test('a formula is written, fixed and left by keyboard alone', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await sceneShown(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('write your own');
    await page.keyboard.press('Enter');
    await stateSays(page, /^Running/);
    await expect
      .poll(() => editor(page).evaluate((text) => text === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('\\delta = Je');
    await fault(page).waitFor();
    await settled(page); // the fixes apply to the whole text
    await page.keyboard.press('Control+.');
    await page.locator('.ik-fixes button:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Δθ = J e');
    await fault(page).waitFor();
    await settled(page);
    await page.keyboard.press('Control+.');
    await page.keyboard.press('Enter');
    await expect.poll(() => documentText(page)).toBe('Δθ = Jᵀe');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor(page).evaluate((text) => text.contains(document.activeElement))).toBe(
      false,
    );
  }));

full('on a phone the editor opens in a sheet with buttons for symbols', () =>
  site.inOwnPage(
    '?test=1#preset=y',
    async ({ page }) => {
      await sceneShown(page);
      await page.getByRole('button', { name: 'Methods', exact: true }).click();
      await button(page, 'Add a method').click();
      await button(page, 'Write your own').click();
      await editor(page).waitFor();
      await stateSays(page, /^Running/);
      await editor(page).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('Δθ = J');
      await button(page, 'Insert ᵀ').click();
      await page.keyboard.insertText('e');
      await expect.poll(() => documentText(page)).toBe('Δθ = Jᵀe');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      expect(await faults(page, { within: '.sheet' })).toEqual([]);
      await page.getByRole('radio', { name: 'Names' }).or(button(page, 'Names')).click();
      await button(page, 'J 6 × 7')
        .or(page.getByTitle(/^the Jacobian/))
        .first()
        .click();
      await expect.poll(() => textOf(page)).toBe('Δθ = JᵀeJ');
    },
    phone,
  ),
);

const FAULTY = 'param γ = 0.3\nΔθ = γ lamda Jᵀe';

const faultyLink = async (): Promise<string> => {
  const own = { id: 'formula', label: 'Mine', params: { text: FAULTY, γ: 0.7 } };
  const document = { iklab: 1, preset: 'y', methods: [{ id: 'dls' }, own, { id: 'sdls' }] };
  return `#s=1.${await packText(JSON.stringify(document))}`;
};

full(
  'a link with an invalid formula opens it in the editor, and its method does not run',
  async () => {
    const link = await faultyLink();
    await site.inOwnPage(`?test=1${link}`, async ({ page }) => {
      await fault(page).waitFor();
      expect(await textOf(page)).toBe(FAULTY);
      expect(await fault(page).textContent()).toContain('Unknown name lamda.');
      await stateSays(page, /^Line 2 has an error\. No valid version yet: nothing is running\.$/);
      await hook(page).step(5);
      const notes = await page.locator('.pane .note').allTextContents();
      expect(notes[1]).toBe('stopped: the formula has an error');
      const [start, now] = await page.evaluate(() =>
        [0, 1].map((entry) => [...window.__iklab.past.angles(entry * window.__iklab.past.last, 1)]),
      );
      expect(now).toEqual(start); // it does not move
      await editor(page).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(FAULTY.replace('lamda', ''));
      await stateSays(page, /^Running/);
      const { methods } = await hook(page).scenario();
      expect(methods[1]?.params.γ).toBe(0.7); // the value in the link
    });
  },
);

test('a scene with an invalid formula is restored by a reload with the same text', async () => {
  const link = await faultyLink();
  await site.inOwnPage(`?test=1${link}`, async ({ page }) => {
    await fault(page).waitFor();
    await button(page, 'Close formula').click();
    await page.keyboard.press('2');
    await page.getByLabel('Gain, value').or(page.locator('.inspector')).first().waitFor();
    await page.reload();
    await fault(page).waitFor();
    expect(await textOf(page)).toBe(FAULTY);
  });
});

full('a stored method can be found in the gallery, added by keyboard and deleted', () =>
  site.inOwnPage('?test=1#preset=y', async ({ page }) => {
    await beginMethod(page);
    const text = '# A part of the gradient\nparam γ = 0.3\nΔθ = γ Jᵀe / σ[1]²';
    await write(page, text);
    await expect.poll(() => documentText(page)).toBe(text);
    await button(page, 'Save to gallery').click();
    await page.locator('button.scene-name').click();
    const shelf = page.getByRole('region', { name: 'Methods' });
    expect(await shelf.locator('.tile').innerText()).toMatch(
      /My method\s+A part of the gradient\s+2 lines · adds a panel$/,
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('γ gradient');
    expect(await faults(page, { within: 'dialog' })).toEqual([]);
    await dialog.getByRole('searchbox').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => documentText(page, 'My method 2')).toBe(text);
    await stateSays(page, /^Running/);
    await page.locator('button.scene-name').click();
    await button(page, 'Delete My method').click();
    await shelf.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape'); // the focus is still in the dialog
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button.scene-name').click();
    await dialog.getByRole('region', { name: 'Learn' }).waitFor();
    expect(await shelf.count()).toBe(0);
  }),
);
