/** A custom method (formula) in studies of a scene: selected, solved, swept and named like a built-in one. */

import { testEngine } from '@iklab/core/engine/testing';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { requireValue } from '@iklab/core/scenario/testing';
import { decodeStudyLink, encodeStudyLink, parseStudyText } from '@iklab/study/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { limitStudyTasks, releaseStudyTasks } from './shortLivedStates.ts';
import {
  exportStudy,
  findStudyFields,
  selectBenchmarkMethods,
  waitUntilStudySolved,
} from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

const engine = await testEngine();
const { catalogue } = engine;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const text = `# Damped
param λ = 0.3 m in 0..1000 log "My damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
show k "Updates"
`;
const document = {
  iklab: 1,
  preset: 'planar-3-link',
  methods: [
    { id: 'formula', label: 'Mine', slot: 5, params: { text } },
    { id: 'dls', label: 'DLS', slot: 3, params: { lambda: 0.3 } },
  ],
};

/** Opens a study page from a scene with a formula and the equivalent built-in method; `first` runs in the scene. */
const study = (
  id: string,
  act: (page: Page) => Promise<void>,
  first = async (_: Page): Promise<void> => {},
): Promise<void> => {
  return encodeLink(requireValue(parseScenarioDocument(document, catalogue)), catalogue).then(
    (link) =>
      site.inOwnPage(`?test=1${link}`, async ({ page, messages }) => {
        await waitForScene(page);
        await first(page);
        await page.evaluate((to) => {
          location.hash = to;
        }, `#/studies/${id}`);
        await page.waitForSelector('.study_study h1');
        await act(page);
        expect(messages).toEqual([]);
      }),
  );
};

const done = (page: Page) => page.getByRole('button', { name: 'Export' }).waitFor();
const csv = async (page: Page): Promise<string[][]> =>
  String(await exportStudy(page, 'CSV'))
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','));

test('a benchmark gives a formula the same rows as the equivalent built-in method, under its label', () =>
  study('benchmark', async (page) => {
    expect(await page.getByRole('checkbox', { name: 'Mine' }).isChecked()).toBe(true);
    await selectBenchmarkMethods(page, 'Mine', 'DLS');
    await page.getByRole('combobox', { name: 'Problems', exact: true }).fill('200');
    await page.getByRole('checkbox', { name: 'Stop when conclusive' }).uncheck();
    const constants = page.getByRole('combobox', { name: 'Constants' });
    if (await constants.count()) await constants.selectOption('scene');
    await findButton(page, 'Run').click();
    await done(page);
    expect(await page.locator('.study_study').innerText()).toContain('Mine');
    const [heads = [], ...rows] = await csv(page);
    const label = heads.indexOf('label');
    const own = heads.findIndex((head) => head.startsWith('shown.'));
    const of = (name: string) => rows.filter((row) => row[label] === name);
    const solved = (name: string) => of(name).map((row) => row.slice(label + 1, own));
    expect(of('Mine')).toHaveLength(200);
    expect(solved('Mine')).toEqual(solved('DLS'));
    // and the values that each method shows for its last update
    expect(heads.slice(own)).toEqual(['shown.Updates', 'shown.lambda']);
    const updates = heads.indexOf('updates');
    for (const row of of('Mine')) expect(row.slice(own)).toEqual([row[updates], '']);
    for (const row of of('DLS')) expect(row.slice(own)).toEqual(['', '0.3']);
    await page.waitForFunction(() => location.hash.startsWith('#study='));
    const link = await decodeStudyLink(new URL(page.url()).hash, catalogue);
    const [panel] = link.ok ? link.value.study.scenario.methods : [];
    expect([panel?.label, panel?.params.text]).toEqual(['Mine', text]);
  }));

secondTierTest(
  'a sweep varies a parameter declared in a formula, also after opening its link',
  () =>
    study('sweep', async (page) => {
      const method = page.getByRole('combobox', { name: 'Method' });
      await method.selectOption({ label: 'Mine' });
      await page.getByRole('combobox', { name: 'Problems' }).selectOption('50');
      const from = page.getByRole('textbox', { name: /^From, My damping/ });
      await from.fill('0.05');
      await from.press('Enter');
      await findButton(page, 'Run').click();
      await page.waitForSelector('.study_proposal');
      expect(await page.locator('.study_sweep-figures').innerText()).toContain('My damping');
      const mine = (await csv(page))[0];
      expect(mine?.[0]).toMatch(/λ/);
      const read = parseStudyText(String(await exportStudy(page, /^Study/)), catalogue);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      const proposal = await page.locator('.study_proposal').innerText();
      const other = await site.visit(`?test=1${await encodeStudyLink(read.value, catalogue)}`);
      await other.page.getByRole('heading', { name: 'Sweep', exact: true }).waitFor();
      const options = other.page.getByRole('combobox', { name: 'Method' }).locator('option');
      expect(await options.allInnerTexts()).toEqual(['Mine']);
      expect(
        await other.page.getByRole('textbox', { name: /^From, My damping/ }).inputValue(),
      ).toContain('0.05');
      await findButton(other.page, 'Run').click();
      await other.page.waitForSelector('.study_proposal');
      expect(await other.page.locator('.study_proposal').innerText()).toBe(proposal);
      expect(other.messages).toEqual([]);
      await other.close();
      await findButton(page, 'Apply to the scene').click();
      await page.waitForSelector('.pane:visible');
      const [panel] = (await getTestHook(page).scenario()).methods;
      expect(panel?.params.λ).toBeGreaterThan(0);
    }),
);

/** Holds the map at its coarsest cells until the test releases more. */
const heldAtFirst = (page: Page): Promise<void> => limitStudyTasks(page, 0);

secondTierTest(
  'a map of a formula equals that of the built-in method and follows its parameter',
  () =>
    study(
      'map',
      async (page) => {
        await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
        await releaseStudyTasks(page, Number.POSITIVE_INFINITY);
        await waitUntilStudySolved(page);
        expect(await findStudyFields(page).count()).toBe(2);
        const pictures = () =>
          page
            .locator('.study_map-field canvas')
            .evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()));
        const [mine, dls] = await pictures();
        expect(mine).toBe(dls);
        await page
          .getByRole('combobox', { name: 'Method whose parameter varies' })
          .selectOption({ label: 'Mine' });
        const field = page.getByRole('textbox', { name: /^My damping, value/ });
        await field.fill('3');
        await field.press('Enter');
        await expect.poll(async () => (await pictures())[0]).not.toBe(mine);
        // both maps are drawn again, cell by cell
        await expect.poll(async () => (await pictures())[1] === dls).toBe(true);
      },
      heldAtFirst,
    ),
);
