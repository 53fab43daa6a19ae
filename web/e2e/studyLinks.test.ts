/** Maps and sweeps as links and files reopen with the same settings. */

import { testEngine } from '@iklab/core/engine/testing';
import { requireValue } from '@iklab/core/scenario/testing';
import {
  decodeStudyLink,
  encodeStudyLink,
  parseStudyText,
  type Study,
} from '@iklab/study/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFiles } from './dropping.ts';
import { findButton, openTestSite, type TestSite, waitUntilPageSettled } from './pageTools.ts';
import { exportStudy, findStudyFields, visitOwnStudy, waitUntilStudySolved } from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

const engine = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const study = (id: string, act: (page: Page) => Promise<void>, scene?: string): Promise<void> =>
  visitOwnStudy(site, id, act, scene);

/** Opens the exported study of a page by its link on another page. */
async function linked(page: Page, act: (page: Page) => Promise<void>): Promise<void> {
  const read = parseStudyText(String(await exportStudy(page, /^Study/)), engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const opened = await site.visit(`?test=1${await encodeStudyLink(read.value, engine.catalogue)}`);
  try {
    await act(opened.page);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

test('the link and file of a map restore its settings, and the address follows changes', () =>
  study('map', async (page) => {
    await page.getByRole('combobox', { name: 'Plane' }).selectOption('xz');
    await page.getByRole('textbox', { name: 'Side' }).fill('3.5');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
    await page.getByRole('radio', { name: 'Error' }).check();
    await linked(page, async (other) => {
      await waitUntilStudySolved(other);
      expect(await other.locator('.study_study h1').innerText()).toBe('Map');
      expect(await other.getByRole('combobox', { name: 'Plane' }).inputValue()).toBe('xz');
      expect(await other.getByRole('combobox', { name: 'Up to' }).inputValue()).toBe('25');
      expect(await other.getByRole('radio', { name: 'Error' }).isChecked()).toBe(true);
      const side = other.getByRole('textbox', { name: 'Side' });
      expect(await side.inputValue()).toContain('3.5');
      expect(await findStudyFields(other).count()).toBe(4);
      expect(await other.evaluate(() => window.__iklab.scenario.name)).toBe('Three links');
      const before = new URL(other.url()).hash;
      await side.fill('2.5');
      await other.keyboard.press('Enter');
      await other.waitForFunction((was) => location.hash !== was, before);
      await other.reload();
      await waitUntilStudySolved(other);
      expect(await side.inputValue()).toContain('2.5');
      await other.getByRole('link', { name: 'Compare' }).click();
      await other.waitForSelector('.pane:visible');
    });
    const text = String(await exportStudy(page, /^Study/));
    await page.evaluate(() => {
      location.hash = '#/studies/papers';
    });
    await dropFiles(page, [{ path: 'map.iklab-study.json', content: text }]);
    await page.getByRole('heading', { name: 'Map', exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Up to' }).inputValue()).toBe('25');
  }));

test('the link of a sweep restores method, parameter and range, and gives the same proposal', () =>
  study('sweep', async (page) => {
    await page.getByRole('combobox', { name: 'Method' }).selectOption('3');
    await page.getByRole('combobox', { name: 'Problems' }).selectOption('50');
    const from = page.getByRole('textbox', { name: /^From, Damping/ });
    await from.fill('0.2');
    await from.press('Enter');
    await findButton(page, 'Run').click();
    await page.waitForSelector('.study_proposal');
    await linked(page, async (other) => {
      await other.getByRole('heading', { name: 'Sweep', exact: true }).waitFor();
      const method = other.getByRole('combobox', { name: 'Method' });
      expect(await method.locator('option').allInnerTexts()).toEqual(['DLS′']);
      expect(await other.getByRole('combobox', { name: 'Problems' }).inputValue()).toBe('50');
      const message = await other.getByRole('textbox', { name: /^From, Damping/ }).inputValue();
      expect(message).toContain('0.2');
      await findButton(other, 'Run').click();
      await other.waitForSelector('.study_proposal');
      expect(await other.locator('.study_proposal').innerText()).toBe(
        await page.locator('.study_proposal').innerText(),
      );
    });
  }));

/** The study in the address. */
async function studyAt(page: Page): Promise<Study> {
  return requireValue(await decodeStudyLink(new URL(page.url()).hash, engine.catalogue)).study;
}

/** Waits until the study in the address matches `last`, and opens the address on another page. */
async function reopened(
  page: Page,
  last: object,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  await expect.poll(() => studyAt(page)).toMatchObject(last);
  const opened = await site.visit(`?test=1${new URL(page.url()).hash}`);
  try {
    await act(opened.page);
    expect(opened.messages).toEqual([]);
  } finally {
    await opened.close();
  }
}

secondTierTest('the address of a map is its link from the start and after each change', () =>
  study('map', async (page) => {
    const plane = (at: Page) => at.getByRole('combobox', { name: 'Plane' });
    await page.waitForFunction(() => location.hash.startsWith('#study='));
    await page.getByRole('radio', { name: 'Start angles' }).check();
    await page.getByRole('radio', { name: 'Solution' }).check();
    await page.getByRole('combobox', { name: 'Up to' }).selectOption('50');
    const end = page.getByRole('textbox', { name: 'j1, low end' });
    await end.fill('-90');
    await end.press('Enter');
    const turned = { low: [expect.closeTo(-Math.PI / 2), expect.anything()] };
    await reopened(page, { sampling: turned }, async (other) => {
      await waitUntilStudySolved(other);
      for (const name of ['Start angles', 'Solution'])
        expect(await other.getByRole('radio', { name }).isChecked()).toBe(true);
      expect(await other.getByRole('combobox', { name: 'Up to' }).inputValue()).toBe('50');
      const low = other.getByRole('textbox', { name: 'j1, low end' });
      expect(Number.parseFloat((await low.inputValue()).replace('−', '-'))).toBe(-90);
      expect(await findStudyFields(other).count()).toBe(4);
    });
    const side = page.getByRole('textbox', { name: 'Side' });
    await page.getByRole('radio', { name: 'Targets' }).check();
    await plane(page).selectOption('xz');
    await side.fill('3.5');
    await side.press('Enter');
    const xz = { kind: 'plane', u: [expect.closeTo(3.5), 0, 0] };
    await reopened(page, { sampling: xz }, async (other) => {
      expect(await plane(other).inputValue()).toBe('xz');
      expect(await other.getByRole('textbox', { name: 'Side' }).inputValue()).toContain('3.5');
    });
    // the next page keeps its own address
    await page.getByRole('radio', { name: 'Updates' }).check();
    await page.evaluate(() => {
      location.hash = '#/studies/papers';
    });
    await page.getByRole('heading', { name: 'Reproduction of published results' }).waitFor();
    await waitUntilPageSettled(page);
    expect(new URL(page.url()).hash).toBe('#/studies/papers');
  }),
);

secondTierTest(
  'the address of a sweep holds both parameters, their values and the coloured measure',
  () =>
    study(
      'sweep',
      async (page) => {
        await page.waitForFunction(() => location.hash.startsWith('#study='));
        await findButton(page, 'Add second parameter').click();
        await page.getByRole('combobox', { name: 'Problems' }).selectOption('50');
        for (const count of await page.getByRole('textbox', { name: /^Values, / }).all()) {
          await count.fill('3');
          await count.press('Enter');
        }
        await findButton(page, 'Run').click();
        await page.getByRole('radio', { name: 'Success' }).check();
        const fieldsOf = (at: Page) =>
          at
            .locator('.study_form :is(select, input)')
            .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
        await reopened(page, { view: { measure: 'success' } }, async (other) => {
          await other.getByRole('heading', { name: 'Sweep', exact: true }).waitFor();
          expect(await fieldsOf(other)).toEqual(await fieldsOf(page));
          await findButton(other, 'Run').click();
          await other.getByRole('radio', { name: 'Success' }).waitFor();
          expect(await other.getByRole('radio', { name: 'Success' }).isChecked()).toBe(true);
          await other.waitForFunction(
            () => document.querySelectorAll('.study_sweep-plot .study_cell').length === 9,
          );
          // stored in this browser: a reload shows it
          await other.reload();
          await other.waitForFunction(
            () => document.querySelectorAll('.study_sweep-plot .study_cell').length === 9,
          );
          expect(await other.getByRole('radio', { name: 'Success' }).isChecked()).toBe(true);
        });
      },
      'planar-3-link&methods=filtered',
    ),
);
