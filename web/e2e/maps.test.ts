/** Maps and sweeps of the current scene: computed in workers, read by keys, opened, applied. */
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { findButton, getTestHook, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import {
  exportStudy,
  findStudyFields,
  getSvgTexts,
  visitOwnStudy,
  waitUntilStudySolved,
} from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const study = (id: string, act: (page: Page) => Promise<void>, scene?: string): Promise<void> =>
  visitOwnStudy(site, id, act, scene);

const reading = (page: Page) => page.locator('.study_map-reading').innerText();

/** Share of a map's canvas that is coloured, so neither hatched nor empty. */
const coloured = (page: Page, index: number): Promise<number> =>
  page
    .locator('.study_map-field canvas')
    .nth(index)
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        ...([0, 0, canvas.width, canvas.height] as const),
      );
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const colour = [...data.slice(i, i + 3)];
        if (Math.max(...colour) - Math.min(...colour) > 12) count += 1;
      }
      return (4 * count) / data.length;
    });

test('a map of a planar arm covers its workspace, is read by keys, and opens a cell in Compare', () =>
  study('map', async (page) => {
    await waitUntilStudySolved(page);
    expect(await findStudyFields(page).count()).toBe(4);
    // a disc of radius 2.3 m in a square of 5.17 m
    const disc = (Math.PI * 2.3 ** 2) / 5.17 ** 2;
    for (const method of [1, 3]) expect(await coloured(page, method)).toBeCloseTo(disc, 1);
    expect(await findAxeViolations(page)).toEqual([]);
    await findStudyFields(page).nth(1).focus();
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    const proposal = await reading(page);
    expect(proposal).toMatch(/^Target x 0.595, y 0.0776 m/);
    const updates = [...proposal.matchAll(/reached in (\d+) update/g)].map((found) =>
      Number(found[1]),
    );
    expect(updates).toHaveLength(4);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.pane:visible');
    await page.waitForFunction(
      () =>
        window.__iklab.scenario.run.mode === 'converge' &&
        window.__iklab.scenario.targets[0]?.motion === null,
    );
    await getTestHook(page).step(200);
    const made = await page.evaluate((count) => {
      const { past } = window.__iklab;
      return Array.from({ length: count }, (_, i) => past.update(past.last, i));
    }, updates.length);
    expect(made).toEqual(updates);
  }));

secondTierTest(
  'a map is exported as CSV, JSON, Parquet, BibTeX, SVG and PNG with matching contents',
  () =>
    study('map', async (page) => {
      await page.getByRole('combobox', { name: 'Up to' }).selectOption('25');
      await waitUntilStudySolved(page);
      const lines = String(await exportStudy(page, 'CSV'))
        .trim()
        .split('\n');
      const json = JSON.parse(String(await exportStudy(page, 'JSON')));
      // each may have finer cells from before the limit was lowered
      const cells = json.methods.map((method: { cells: number }) => method.cells);
      for (const each of cells) expect([25, 50, 100]).toContain(each);
      expect(lines).toHaveLength(cells.reduce((sum: number, each: number) => sum + each ** 2, 1));
      expect(json.methods[1].updates).toEqual(
        lines
          .filter((line) => line.startsWith('Truncated,'))
          .map((line) => Number(line.split(',')[4])),
      );
      expect(json.manifest).toMatchObject({ count: 625, seed: 1 });
      expect(json.manifest.document.sampling).toMatchObject({ kind: 'plane', columns: 25 });
      expect(String(await exportStudy(page, 'Parquet'))).toMatch(/^PAR1[\s\S]*PAR1$/);
      expect(String(await exportStudy(page, 'BibTeX'))).toMatch(
        new RegExp(`@misc\\{iklab,\\n  author = [\\s\\S]*${Math.max(...cells)} x \\d+ cells`),
      );
      const svg = String(await exportStudy(page, 'SVG'));
      expect(svg.match(/<image /g)).toHaveLength(4);
      expect(svg).not.toMatch(/class=|var\(/);
      expect((await exportStudy(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
      const words = getSvgTexts(svg);
      expect(words[0]).toBe('Three links: x across, y up');
      expect(words[1]).toMatch(/^Across: x from −2\.5\d to 2\.5\d m\. Up: y from /);
      for (const each of json.methods) expect(words).toContain(each.label);
      expect(words.join(' ')).toMatch(/build [0-9a-f]{8}, \d{4}-\d\d-\d\d$/);
      // exports are light in any page theme
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction(
        () => getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)',
      );
      const dark = String(await exportStudy(page, 'SVG'));
      await page.emulateMedia({ colorScheme: 'light' });
      const picture = /href="(data:[^"]*)"/;
      expect(picture.exec(dark)?.[1]).toBe(picture.exec(svg)?.[1]);
    }),
);

secondTierTest('a map of start angles colours solutions; changing λ updates only its own map', () =>
  study('map', async (page) => {
    await page.getByRole('radio', { name: 'Start angles' }).check();
    await page.getByRole('radio', { name: 'Solution' }).check();
    await waitUntilStudySolved(page);
    expect(await page.locator('.study_map-key').innerText()).toContain(
      'solution, ignoring full turns of joints',
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'j1, low end' }).fill('200');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('must leave the low end below');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Method whose parameter varies' }).selectOption('3');
    const before = await page.locator('.map figcaption .small').allTextContents();
    const field = page.getByRole('textbox', { name: /^Damping λ, value/ });
    await field.fill('3');
    await field.press('Enter');
    await page.waitForFunction(
      (was) => document.querySelectorAll('.map figcaption .small')[2]?.textContent !== was,
      before[2],
    );
    await waitUntilStudySolved(page);
    const after = await page.locator('.map figcaption .small').allTextContents();
    expect(after.filter((_, i) => i !== 2)).toEqual(before.filter((_, i) => i !== 2));
  }),
);

test('a sweep of λ proposes its knee and applies it in one undo step', () =>
  study('sweep', async (page) => {
    await page.getByRole('combobox', { name: 'Method' }).selectOption('3');
    await findButton(page, 'Run').click();
    await page.waitForSelector('.study_proposal b');
    expect(await page.locator('.study_sweep-figures figure').count()).toBe(5);
    expect(await findAxeViolations(page)).toEqual([]);
    const proposed = Number((await page.textContent('.study_proposal b'))?.match(/[\d.]+/)?.[0]);
    expect(proposed).toBeGreaterThan(0.04);
    expect(proposed).toBeLessThan(4);
    expect(
      String(await exportStudy(page, 'CSV'))
        .trim()
        .split('\n'),
    ).toHaveLength(18);
    const drawn = unzipSync(await exportStudy(page, 'SVG'));
    const error = Object.entries(drawn).find(([name]) => name.includes('mean-error'));
    const words = getSvgTexts(strFromU8(error?.[1] ?? new Uint8Array()));
    for (const each of ['Mean error', 'mean error', 'Damping λ', 'DLS′, mean'])
      expect(words).toContain(each);
    expect(words.join(' ')).toMatch(/17 values, \d+ problems each, seed 1 .*build /);
    const before = await getTestHook(page).scenario();
    await findButton(page, 'Apply to the scene').click();
    await page.waitForSelector('.pane:visible');
    const after = await getTestHook(page).scenario();
    expect(after.methods[2]?.params.lambda).toBe(proposed);
    await findButton(page, 'Undo').click();
    expect((await getTestHook(page).scenario()).methods).toEqual(before.methods);
  }));

test('a sweep rejects an invalid range end and disables Run', () =>
  study('sweep', async (page) => {
    await page.getByRole('combobox', { name: 'Method' }).selectOption('3');
    const from = page.getByRole('textbox', { name: /^From, Damping/ });
    await from.fill('-1');
    await from.press('Enter');
    expect(await page.getByRole('alert').innerText()).toContain(
      'First parameter, from must be > 0',
    );
    expect(await findButton(page, 'Run').isDisabled()).toBe(true);
  }));

test('a sweep of two parameters proposes the best pair and applies both values', () =>
  study('sweep', async (page) => {
    await page.evaluate(() => {
      location.hash = '#preset=human-arm-limits';
    });
    await waitForScene(page);
    await page.waitForFunction(() => window.__iklab.scenario.name !== 'Three links');
    await page.evaluate(() => {
      location.hash = '#/studies/sweep';
    });
    await page.waitForSelector('.study_form');
    await page.getByRole('combobox', { name: 'Method' }).selectOption({ index: 1 });
    await findButton(page, 'Add second parameter').click();
    await page.getByRole('combobox', { name: 'Problems' }).selectOption('50');
    // the current value is the middle of the range, so an even count leaves it out
    for (const [i, count] of ['4', '3'].entries()) {
      const values = page.getByRole('textbox', { name: /^Values,/ }).nth(i);
      await values.fill(count);
      await values.press('Enter');
    }
    await findButton(page, 'Run').click();
    await page.waitForSelector('.study_sweep-grid .study_proposal');
    // its targets do not move: error is not weighed against shake
    expect(await page.locator('.study_sweep-grid .study_of-front').count()).toBe(0);
    const proposal = await page.innerText('.study_sweep-grid .study_proposal');
    expect(proposal).toMatch(/\d %\s?of 50 problems, in [\d.]+ updates on average/);
    expect(proposal).toMatch(/is not among these 12 pairs\.$/m);
    expect(await findAxeViolations(page)).toEqual([]);
    const best = (await page.textContent('.study_proposal b')) ?? '';
    const cells = page.locator('.study_sweep-grid .study_cell');
    expect(await cells.count()).toBeGreaterThan(0);
    const [first, second] = best
      .split(', ')
      .map((part) => Number(part.match(/([\d.]+)[^\d]*$/)?.[1]));
    const before = await getTestHook(page).scenario();
    await findButton(page, 'Apply to the scene').click();
    await page.waitForSelector('.pane:visible');
    const after = (await getTestHook(page).scenario()).methods[1]?.params ?? {};
    const was = before.methods[1]?.params ?? {};
    const changed = Object.keys(was).filter((key) => after[key] !== was[key]);
    expect(changed.length).toBeGreaterThan(0);
    for (const key of changed) expect([first, second]).toContain(after[key]);
  }));

secondTierTest('a sweep with moving targets marks the error-shake front and its knee', () =>
  study(
    'sweep',
    async (page) => {
      await findButton(page, 'Add second parameter').click();
      await page.getByRole('combobox', { name: 'Problems' }).selectOption('50');
      for (const i of [0, 1]) {
        const values = page.getByRole('textbox', { name: /^Values,/ }).nth(i);
        await values.fill('5');
        await values.press('Enter');
      }
      await findButton(page, 'Run').click();
      await page.waitForSelector('.study_sweep-grid .study_proposal');
      const front = await page.locator('.study_sweep-grid .study_front').count();
      expect(front).toBeGreaterThan(2);
      expect(await page.locator('.study_sweep-grid .study_front.study_knee').count()).toBe(1);
      const proposal = await page.innerText('.study_sweep-grid .study_proposal');
      expect(proposal).toContain('is the knee of these 25 pairs');
      expect(proposal).toContain(`${front} of them, dotted below`);
      expect(await page.locator('.study_sweep-grid .study_of-front').count()).toBe(front);
      // another measure changes the colours, not the proposal
      await page.getByRole('radio', { name: 'Updates' }).check();
      expect(await page.innerText('.study_sweep-grid .study_proposal')).toBe(proposal);
    },
    'planar-3-link&methods=filtered',
  ),
);
