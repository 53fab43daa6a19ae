/** Benchmarks: started, interrupted in every way, read, exported, and opened case by case. */

import { replayHash } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { requireValue } from '@iklab/core/scenario/testing';
import {
  decodeStudyLink,
  makeProblemDocument,
  makeStudyManifest,
  type Study,
} from '@iklab/study/document';
import { problemsPerSlice, WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { computeStudyCsv } from './computeCsv.ts';
import { PHONE_OPTIONS } from './dragTools.ts';
import { dropFiles } from './dropping.ts';
import {
  findButton,
  openTestSite,
  readShareDialog,
  saveFromMenu,
  swipe,
  type TestSite,
} from './pageTools.ts';
import { limitStudyTasks, releaseStudyTasks, waitForWorkerEnd } from './shortLivedStates.ts';
import { getSvgTexts, selectBenchmarkMethods } from './studyTools.ts';
import { secondTierTest, tieredTest } from './tiers.ts';

const engine = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (address: string, act: (page: Page) => Promise<void>, options = {}): Promise<void> =>
  site.inOwnPage(`?test=1${address}`, ({ page }) => act(page), options);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const problems = (page: Page) => page.getByRole('combobox', { name: 'Problems', exact: true });
const done = (page: Page) => page.getByRole('button', { name: 'Export' }).waitFor();
/** Returns the study in the address. */
async function studyAt(page: Page): Promise<Study> {
  await page.waitForFunction(() => location.hash.startsWith('#study='));
  return requireValue(await decodeStudyLink(new URL(page.url()).hash, engine.catalogue)).study;
}

/** Runs until two tasks are solved; the others wait. */
async function underWay(page: Page): Promise<Study> {
  await limitStudyTasks(page, 2);
  await findButton(page, 'Run').click();
  const study = await studyAt(page);
  await tasksSolved(page, study, 2);
  return study;
}
async function tasksSolved(page: Page, study: Study, tasks: number): Promise<void> {
  const bar = page.locator('.study_study .study_progress progress').first();
  await expect.poll(() => bar.getAttribute('value')).toBe(`${tasks * problemsPerSlice(study)}`);
}

tieredTest([
  [1440, 900],
  [1024, 768],
  [390, 844],
])(
  'at %i x %i a run shows its progress below the form and its first results below the progress',
  (...[width, height]) =>
    visit(
      '#/studies/benchmark',
      async (page) => {
        await selectBenchmarkMethods(page, 'Truncated', 'SDLS');
        await problems(page).fill('400');
        await page.getByRole('checkbox', { name: 'Stop when conclusive' }).uncheck();
        await underWay(page);
        const boxOf = async (selector: string) => {
          const box = await page.locator(`.study_study ${selector}`).boundingBox();
          if (!box) throw new Error(`${selector} is not shown`);
          return { top: box.y, bottom: box.y + box.height };
        };
        await page.locator('.study_verdict-line').waitFor();
        const [form, bar, list, headline] = [
          await boxOf('.study_form'),
          await boxOf('.study_progress > progress'),
          await boxOf('.study_progress > ul'),
          await boxOf('.study_verdict-line'),
        ];
        expect(bar.top).toBeGreaterThan(form.bottom);
        expect(list.top).toBeGreaterThanOrEqual(bar.bottom);
        expect(headline.top).toBeGreaterThanOrEqual(list.bottom);
      },
      { viewport: { width, height } },
    ),
);

secondTierTest(
  'returns the rows of Node to the bit when a worker is killed or the page reloads',
  () =>
    visit('#/studies/benchmark', async (page) => {
      await selectBenchmarkMethods(page, 'Truncated', 'DLS′', 'SDLS', 'QP');
      await problems(page).fill('1000');
      await page.getByRole('checkbox', { name: 'Stop when conclusive' }).uncheck();
      const study = await underWay(page);
      expect(study.cells.map(({ panel }) => panel.id)).toEqual(['truncated', 'dls', 'sdls', 'qp']);
      const [worker] = page.workers();
      if (!worker) throw new Error('there is no worker');
      await worker.evaluate(() => self.close());
      await waitForWorkerEnd(page);
      await releaseStudyTasks(page, 2); // to another
      await tasksSolved(page, study, 4);
      await page.reload();
      await page.getByRole('button', { name: 'Go on' }).click();
      await done(page);
      expect(await saveFromMenu(page, 'Export', 'CSV').then(String)).toBe(
        computeStudyCsv(engine, study),
      );
      const json = JSON.parse(String(await saveFromMenu(page, 'Export', 'JSON')));
      const { build, version } = makeStudyManifest(study, WHOLE_STUDY_SHARD, engine.catalogue);
      expect(json.manifest).toMatchObject({ build, version, seed: 1, count: 1000 });
      expect(json.manifest.document.scenario.methods).toHaveLength(4);
      expect(new Date(json.manifest.made).toISOString()).toBe(json.manifest.made);
      expect(json.conclusions[0]).toMatch(/Truncated|DLS|SDLS|QP/);

      const hardest = page.locator('.study_bench-hardest button').first();
      const index = Number((await hardest.innerText()).replace(/\D/g, ''));
      await hardest.click();
      await page.waitForSelector('.pane');
      const { hash } = await readShareDialog(page);
      expect(hash).toBe(
        replayHash(engine, makeTestScene(makeProblemDocument(engine, study, index), engine)),
      );
      await page.goBack();
      await done(page);
    }),
);

secondTierTest(
  'a range selects problems in all figures; figures are exported; axe finds no violations',
  () =>
    visit('#/studies/benchmark', async (page) => {
      await page.locator('.study_bench-chips input').first().waitFor();
      const boxes = await page.locator('.study_bench-chips input').all();
      for (const box of boxes) await box.check();
      // at most eight methods are allowed
      await page.getByText(/^Methods must .* 8/).waitFor();
      for (const box of boxes.slice(8)) await box.uncheck();
      await problems(page).fill('100');
      await findButton(page, 'Run').click();
      await done(page);
      expect(await page.locator('.study_verdict-line').innerText()).toMatch(
        /of 100 problems within 500/,
      );
      await page.getByText(/^The choice .* Each on 100 problems\.$/).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await findAxeViolations(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      const tick = await page.getByRole('checkbox', { name: 'Stop when conclusive' }).boundingBox();
      expect([tick?.width, tick?.height]).toEqual([18, 18]);
      await page.setViewportSize({ width: 1440, height: 900 });
      const chosen = page.locator('.study_bench-brush [role=status]');
      expect(await chosen.innerText()).toBe('all of 100 problems');
      const figure = page.locator('.study_figure-card .study_plot').first();
      await figure.scrollIntoViewIfNeeded();
      const box = await figure.boundingBox();
      if (!box) throw new Error('there is no figure');
      await page.mouse.move(box.x + 60, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.42 * box.width, box.y + 90);
      await page.mouse.up();
      const few = Number((await chosen.innerText()).split(' ')[0]);
      expect(few).toBeGreaterThan(0);
      expect(few).toBeLessThan(100);
      expect(await page.locator('.study_plot .study_faded').count()).toBeGreaterThan(8);
      await findButton(page, 'Show all').click();
      expect(await page.locator('.study_plot .study_faded').count()).toBe(0);
      const parquet = String(await saveFromMenu(page, 'Export', 'Parquet'));
      expect(parquet).toMatch(/^PAR1[\s\S]*PAR1$/);
      const bibtex = String(await saveFromMenu(page, 'Export', 'BibTeX'));
      for (const key of ['article{buss2005', 'misc{iklab']) expect(bibtex).toContain(`@${key},`);
      expect(bibtex).toMatch(/note = \{100 problems of each method, seed 1\}/);
      expect(bibtex).toMatch(/url = \{http.*#study=1\./);
      const message = page.getByText('6 figures are saved in one file.');
      const drawn = unzipSync(await saveFromMenu(page, 'Export', 'SVG'));
      await message.waitFor();
      const names = Object.keys(drawn);
      expect(names).toHaveLength(6);
      const table = names.find((name) => name.includes('table')) ?? '';
      expect(strFromU8(drawn[table] as Uint8Array)).toMatch(/^<svg.*>SDLS<\/text>/s);
      const pictures = unzipSync(await saveFromMenu(page, 'Export', 'PNG'));
      await message.waitFor();
      for (const each of names)
        expect(Buffer.from(pictures[each.replace('svg', 'png')] ?? []).subarray(1, 4)).toEqual(
          Buffer.from('PNG'),
        );
      const title = 'Save: Solved within updates';
      await page.emulateMedia({ colorScheme: 'dark' });
      const svg = String(await saveFromMenu(page, title, 'SVG'));
      await page.emulateMedia({ colorScheme: 'light' });
      expect(svg).toMatch(/^<svg/);
      expect(svg).toMatch(/stroke="rgb/);
      // exported figures are light, whatever the theme of the page
      expect(svg).toMatch(/<rect[^>]* fill="rgb\(255, 255, 255\)"/);
      const words = getSvgTexts(svg);
      const labels = await page.locator('.study_bench-legend span').allTextContents();
      expect(labels.length).toBeGreaterThan(2);
      expect(words[0]).toBe('Solved within updates');
      for (const each of [...labels, 'updates', 'problems solved, %'])
        expect(words).toContain(each);
      const foot = words.slice(-2).join(' ');
      expect(foot).toContain('100 problems of each method, seed 1');
      expect(foot).toMatch(/IK Lab [\d.]+, build [0-9a-f]{8}, \d{4}-\d\d-\d\d$/);
      const all = names.map((name) => getSvgTexts(strFromU8(drawn[name] as Uint8Array)).join(' '));
      for (const each of all) expect(each).toMatch(/seed 1 .*build [0-9a-f]{8}, \d{4}-/);
      for (const each of all.slice(0, 4)) for (const label of labels) expect(each).toContain(label);
      expect(all[3]).toContain('tolerance 1.0 mm');
      expect(all[4]).toMatch(/updates of .* updates of /);
      expect([...(await saveFromMenu(page, title, 'PNG')).subarray(1, 4)]).toEqual([
        ...Buffer.from('PNG'),
      ]);
      await page.locator('.study_bench-hardest button').last().click();
      await page.waitForSelector('.pane');
      await page.goBack();
      await done(page);
    }),
);

/** Expects every time in the table to be the updates times the time per update, in the same µs. */
async function timesAgree(page: Page): Promise<void> {
  const heads = await page.locator('.study_bench-table thead th').allInnerTexts();
  const rows = await page
    .locator('.study_bench-table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
    );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const of = (name: string): string => row[heads.indexOf(name)] ?? '';
    const number = (text: string): number =>
      Number.parseFloat(text.replace(/^best\s+/, '').replaceAll('\u202f', '')) *
      (/^[^(]*ms/.test(text) ? 1000 : 1);
    const [updates, each, time, mean] = ['updates', 'an update', 'time', 'mean time'].map((name) =>
      number(of(name)),
    ) as [number, number, number, number];
    expect(time, row.join(' | ')).toBeGreaterThan(0);
    // to the digits shown
    expect(Math.abs(time / (updates * each) - 1), row.join(' | ')).toBeLessThan(0.12);
    expect(mean).toBeGreaterThan(0);
  }
  const legend = await page.locator('.study_data-legend').first().innerText();
  expect(legend).toContain('number of updates × time per update');
}

test('a study stops early when clear; budgets and axes agree with exports; one click adds restarts', () =>
  visit('#/studies/benchmark', async (page) => {
    await selectBenchmarkMethods(page, 'Transpose', 'SDLS'); // transpose solves half
    expect(await problems(page).inputValue()).toBe('4000');
    await page.getByText(/starts with 500 problems and doubles their number, up to 4000/).waitFor();
    await findButton(page, 'Run').click();
    await done(page);
    await page.getByText('500 of at most 4000 problems were enough for this conclusion.').waitFor();
    const sentence = page.locator('.study_verdict-line');
    expect(await sentence.innerText()).toMatch(
      /^SDLS solves most: \d+\.\d % of 500 problems within 500 updates\.$/,
    );
    const csv = String(await saveFromMenu(page, 'Export', 'CSV'));
    expect(csv.trim().split('\n')).toHaveLength(1 + 2 * 500);
    const posed = String(await saveFromMenu(page, 'Export', 'CSV with poses'));
    const [names = '', first = ''] = posed.trim().split('\n');
    expect(posed.trim().split('\n')).toHaveLength(1 + 2 * 500);
    expect(names).toContain(',target.tip1.x,');
    expect(first.startsWith(csv.split('\n')[1] ?? '-')).toBe(true);
    const rows = page.locator('.study_bench-table tbody th');
    expect(await rows.allInnerTexts()).toEqual(['SDLS', 'Transpose']);
    await page.getByRole('combobox', { name: 'Budget' }).selectOption('evaluations');
    expect(await sentence.innerText()).toMatch(/within \d+ evaluations/);
    await page.getByRole('combobox', { name: 'Axis' }).selectOption('time');
    expect(await sentence.innerText()).toMatch(/within [\d.]+ (µs|ms)/);
    expect(await page.getByRole('heading', { name: 'Solved within time' }).count()).toBe(1);
    await timesAgree(page);
    const drawn = unzipSync(await saveFromMenu(page, 'Export', 'SVG'));
    const table = Object.keys(drawn).find((name) => name.includes('table')) ?? '';
    const words = getSvgTexts(strFromU8(drawn[table] as Uint8Array)).join(' ');
    expect(words).toContain('number of updates × time per update');
    await problems(page).fill('100');
    await findButton(page, 'Run with up to 20').click();
    expect(await field(page, 'Restarts').inputValue()).toBe('20');
    await page.waitForFunction(() =>
      /of 100 problems/.test(document.querySelector('.study_verdict-line')?.textContent ?? ''),
    );
    await done(page);
    expect(await page.getByRole('button', { name: 'Run with up to 20' }).count()).toBe(0);
  }));

secondTierTest(
  'by touch a tap opens a problem, a swipe selects a range, and a vertical swipe scrolls',
  () =>
    visit(
      '#/studies/benchmark',
      async (page) => {
        await problems(page).fill('100');
        await findButton(page, 'Run').tap();
        await done(page);
        const dot = page.locator('.study_plot .study_point').first();
        await dot.scrollIntoViewIfNeeded();
        const { x, y, width, height } = (await dot.boundingBox()) ?? {
          x: 0,
          y: 0,
          width: 0,
          height: 0,
        };
        await page.touchscreen.tap(x + width / 2, y + height / 2);
        await page.waitForSelector('.pane:visible');
        await page.goBack();
        await done(page);
        const chosen = page.locator('.study_bench-brush [role=status]');
        const over = async (index: number) => {
          const figure = page.locator('.study_figure-card .study_plot').nth(index);
          await figure.scrollIntoViewIfNeeded();
          const box = await figure.boundingBox();
          if (!box) throw new Error('there is no figure');
          return (x: number, y: number) => ({
            x: box.x + x * box.width,
            y: box.y + y * box.height,
          });
        };
        for (const index of [0, 2, 3]) {
          const at = await over(index);
          await swipe(page, at(0.25, 0.3), at(0.6, 0.7));
          expect(await chosen.innerText()).toMatch(/^\d+ of 100 problems/);
          await findButton(page, 'Show all').click(); // a tap would stop the fling of the swipe
          await page.getByText('all of 100 problems').waitFor();
        }
        const at = await over(3);
        await swipe(page, at(0.5, 0.8), at(0.5, 0.2));
        expect(await chosen.innerText()).toBe('all of 100 problems');
      },
      PHONE_OPTIONS,
    ),
);

test('the stop rules of a paper are one option; rows name solutions outside limits and slow runs', () =>
  visit('', async (page) => {
    await page.waitForSelector('.pane');
    const scenario = {
      ...{ preset: 'panda', limitPolicy: 'ignore' },
      methods: [{ id: 'levenberg-marquardt' }],
    };
    const sampling = { kind: 'reachable', start: 'random' };
    const text = JSON.stringify({ iklabStudy: 1, scenario, sampling, count: 60, seed: 5 });
    await dropFiles(page, [{ path: 'mine.iklab-study.json', content: text }]);
    const chosen = (name: string) => page.getByRole('combobox', { name, exact: true });
    await chosen('Stop rules').selectOption('haviland-corke');
    expect(await field(page, 'Restarts').inputValue()).toBe('99');
    expect(await chosen('Outside limits').inputValue()).toBe('wrap');
    expect(await field(page, 'Slow: gain below, share').count()).toBe(0);
    const words = page.locator('.study_form-words');
    expect(await words.innerText()).toContain('angles wrapped into ±180°, is rejected.');
    await chosen('Stop rules').selectOption('quik');
    expect(await field(page, 'Maximum updates').inputValue()).toBe('200');
    expect(await chosen('Stop after slow updates').inputValue()).toBe('10');
    expect(await chosen('Outside limits').inputValue()).toBe('keep');
    expect(await words.innerText()).toContain(
      '10 consecutive updates each reduce the error by less than 5 %',
    );
    await field(page, 'Slow: gain below, share').fill('2');
    expect(await page.getByRole('alert').innerText()).toContain('must be ≤ 1; got 2');
    await field(page, 'Slow: gain below, share').fill('0.2');
    await chosen('Outside limits').selectOption('turn');
    expect(await chosen('Stop rules').inputValue()).toBe('');
    expect(await findAxeViolations(page)).toEqual([]);
    await findButton(page, 'Run').click();
    await done(page);
    const study = await studyAt(page);
    expect(study.scenario.run).toMatchObject({ maxSlow: 10, slowShare: 0.2 });
    expect(study.scenario.run.restarts).toMatchObject({ most: 0, outside: 'turn' });
    const csv = String(await saveFromMenu(page, 'Export', 'CSV'));
    expect(csv).toBe(computeStudyCsv(engine, study));
    for (const stop of ['reached', 'outside-limits', 'too-slow'])
      expect(csv).toContain(`,${stop},`);
  }));

test('a study file opens its page; an invalid one is rejected with field, value and limit', () =>
  visit('', async (page) => {
    await page.waitForSelector('.pane');
    const scenario = { preset: 'puma-560', methods: [{ id: 'dls' }], run: { maxUpdates: 77 } };
    const text = JSON.stringify({ iklabStudy: 1, scenario, count: 40, seed: 5 });
    await dropFiles(page, [{ path: 'mine.iklab-study.json', content: text }]);
    await page.getByRole('heading', { name: 'Which method for my robot?' }).waitFor();
    await page.getByRole('checkbox', { name: 'DLS', exact: true }).waitFor();
    expect(await problems(page).inputValue()).toBe('40');
    expect(await field(page, 'Maximum updates').inputValue()).toBe('77');
    expect((await studyAt(page)).seed).toBe(5);
    const refused = async (path: string, content: string): Promise<string> => {
      await dropFiles(page, [{ path, content }]);
      const alert = page.getByRole('alert').filter({ hasText: path });
      await alert.waitFor();
      // the current study stays
      expect(await problems(page).inputValue()).toBe('40');
      return alert.innerText();
    };
    const bad = (name: string, from: string, to: string): Promise<string> =>
      refused(name, text.replace(from, to));
    expect(await bad('none.json', '"count":40', '"count":0')).toMatch(/count must be ≥ 1; got 0/);
    expect(await bad('many.json', '"count":40', '"count":1e9')).toMatch(
      /count must be ≤ 100000000; got 1000000000/,
    );
    expect(await bad('half.json', '"seed":5', '"seed":1.5')).toMatch(/seed must be .*; got 1\.5/);
    expect(await bad('odd.json', '"seed":5', '"sede":5')).toMatch(/sede unknown key.*seed/s);
    expect(await refused('cut.iklab-study.json', text.slice(0, 70))).toMatch(
      /cut\.iklab-study\.json is not a valid study\.\s+study \S/,
    );
    expect((await studyAt(page)).seed).toBe(5);
  }));

secondTierTest.each(['full', 'blocked'] as const)(
  'a store that is %s is reported, and the study is complete',
  (how) =>
    visit('#/studies/benchmark', async (page) => {
      await page.evaluate((kind) => {
        const refuse = (): never => {
          throw new DOMException(`the store is ${kind}`, 'QuotaExceededError');
        };
        if (kind === 'full') IDBObjectStore.prototype.put = refuse;
        else IDBFactory.prototype.open = refuse;
      }, how);
      await problems(page).fill('100');
      await findButton(page, 'Run').click();
      await done(page);
      await page.getByText(`cannot be stored for a reload: the store is ${how}`).waitFor();
      const csv = String(await saveFromMenu(page, 'Export', 'CSV'));
      expect(csv.trim().split('\n')).toHaveLength(1 + 8 * 100);
    }),
);
