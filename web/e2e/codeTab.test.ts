import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

async function openCode(page: Page) {
  await waitForScene(page);
  await findButton(page, 'Share').click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python', selected: true }).first().waitFor();
}

const shown = (page: Page, language: string) =>
  page.getByRole('region', { name: `The run in ${language}`, exact: true });

test('the Code tab shows the run in the selected language and copies all of it', () =>
  site.inSharedPage('#preset=ur5e&methods=dls,sdls', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openCode(page);
    const python = await shown(page, 'Python').textContent();
    expect(python).toContain('# UR5e, DLS. Metres, radians');
    expect(python).toContain('ur_description, Universal Robots, BSD-3-Clause');
    expect(python).toContain('iklab.dls(lambda_=');
    expect(python).toMatch(/Replay hash [0-9a-f]{16}/);

    await page.getByRole('tab', { name: 'C++' }).click();
    expect(await shown(page, 'C++').textContent()).toContain('#include <iklab/solver.hpp>');
    await findButton(page, 'CMakeLists.txt').waitFor();
    await page.getByRole('tab', { name: 'C++' }).press('ArrowDown');
    await shown(page, 'JavaScript').waitFor();
    await page.keyboard.press('ArrowUp');
    await shown(page, 'C++').waitFor();

    const before = await shown(page, 'C++').textContent();
    await page.getByLabel('Method', { exact: true }).selectOption('SDLS');
    await expect.poll(() => shown(page, 'C++').textContent()).toContain('SdlsOptions{');
    expect(await shown(page, 'C++').textContent()).not.toBe(before);
    await findButton(page, 'Copy code').click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(`${copied}\n`).toBe(await shown(page, 'C++').textContent());
    await findButton(page, 'Close').click();
  }));

secondTierTest('code is saved under the file name on its button', () =>
  site.inSharedPage('#preset=y&methods=dls', async ({ page }) => {
    await openCode(page);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await shown(page, 'JSON').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'run.json').click(),
    ]);
    expect(download.suggestedFilename()).toBe('run.json');
    await findButton(page, 'Close').click();
  }),
);

secondTierTest(
  'a language that cannot express the run shows why and lists languages that can',
  () =>
    site.inSharedPage('#preset=double-y&methods=dls-star', async ({ page }) => {
      await openCode(page);
      const message = page.getByRole('tabpanel').getByText('Python cannot express this run.');
      await message.waitFor();
      await page.getByText(/^These languages can: .*Command line · JSON\.$/).waitFor();
      expect(await findButton(page, 'Copy code').count()).toBe(0);
      await findButton(page, 'Close').click();
    }),
);
