/** Studies: published tables are recomputed in the page, exported, and their rows open in Compare. */

import { readFile } from 'node:fs/promises';
import { replayHash } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { makeSolvedSharesDocument, tabaczynskiCountsTable } from '@iklab/study/published';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import {
  findButton,
  getTestHook,
  openTestSite,
  type PageVisit,
  readShareDialog,
  saveFromMenu,
  type TestSite,
} from './pageTools.ts';
import { getSvgTexts } from './studyTools.ts';
import { secondTierTest } from './tiers.ts';

const engine = await testEngine();

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

let opened: PageVisit | null = null;
/** One shared page, replaced after a failed test. */
async function visit(address: string, act: (page: Page) => Promise<void>): Promise<void> {
  const openVisit = opened ?? (await site.visit(`?test=1${address}`));
  opened = null;
  await openVisit.page.evaluate((to) => {
    location.hash = to;
  }, address);
  await act(openVisit.page);
  expect(openVisit.messages).toEqual([]);
  opened = openVisit;
}

const rows = (page: Page) => page.locator('.study_data tbody tr');
/** Waits until the table is computed. */
const made = (page: Page) => page.waitForSelector('.study_data tbody tr');

const file = (page: Page, kind: string): Promise<Buffer> => saveFromMenu(page, 'Export', kind);

const text = async (page: Page, kind: string): Promise<string> => String(await file(page, kind));

secondTierTest('figure 3 is reproduced except one number, and another variant is not', () =>
  visit('#/studies/buss-kim-figure-3', async (page) => {
    await made(page);
    expect(await page.locator('.study_verdict-line').textContent()).toBe(
      '7 of 8 printed numbers are reproduced; 1 is off.',
    );
    expect(await rows(page).count()).toBe(12);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Paper' }).check();
    await page.waitForFunction(() =>
      /^2 of 8/.test(document.querySelector('.study_verdict-line')?.textContent ?? ''),
    );
    expect(await page.locator('.study_data .said[data-verdict=off]').count()).toBe(6);
    await page
      .getByRole('button', { name: 'Open SDLS nearer at 4 of 4 tips, against DLS', exact: true })
      .click();
    await page.waitForSelector('.pane');
    expect(await page.locator('.pane:visible').count()).toBe(3);
    const { hash } = await readShareDialog(page);
    expect(hash).toBe(replayHash(engine, makeTestScene(makeSolvedSharesDocument('paper'), engine)));
  }),
);

test('a table is exported as CSV, JSON, Parquet, BibTeX and SVG with the numbers of the page', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    const figures = tabaczynskiCountsTable.figures('printed', [
      tabaczynskiCountsTable.work({ variant: 'printed', index: 0, first: 0, count: 0 }, engine),
    ]);
    const csv = (await text(page, 'CSV')).trim().split('\n');
    expect(csv).toHaveLength(figures.length + 1);
    expect(csv[1]).toBe(
      '"Tabaczynski, table 4.4",2 links to 0.01,Truncated,,14,14,0,,,1,same as printed,printed,',
    );
    const json = JSON.parse(await text(page, 'JSON'));
    expect(json.manifest.build).toBe(engine.catalogue.build);
    const [table] = json.tables;
    expect(json.manifest.tables).toEqual([
      { id: 'tabaczynski-table-4.4', variant: 'printed', sample: null },
    ]);
    expect(table.figures.map(({ ours }: { ours: number | null }) => ours)).toEqual(
      figures.map(({ ours }) => (Number.isNaN(ours) ? null : ours)),
    );
    expect(await text(page, 'Parquet')).toMatch(/^PAR1[\s\S]*PAR1$/);
    const bibtex = await text(page, 'BibTeX');
    for (const key of ['misc{tabaczynski2005', 'article{wampler1986', 'misc{iklab'])
      expect(bibtex).toContain(`@${key},`);
    expect(bibtex).toMatch(/url = \{http.*#\/studies\/tabaczynski-table-4\.4\}/);
    const drawn = unzipSync(await file(page, 'SVG'));
    expect(Object.keys(drawn)).toHaveLength(6);
    const svg = strFromU8(drawn['tabaczynski-table-4.4.svg'] ?? new Uint8Array());
    for (const word of ['2 links to 0.01', 'as printed', 'verdict', 'deviation'])
      expect(svg).toContain(`>${word}</text>`);
    expect(svg).not.toMatch(/class=|var\(|>Open<|>run</);
    for (const each of Object.values(drawn)) {
      const words = getSvgTexts(strFromU8(each)).join(' ');
      expect(words).toMatch(/Tabaczynski.* \(2005\)/);
      expect(words).toMatch(/IK Lab [\d.]+, build [0-9a-f]{8}, \d{4}-\d\d-\d\d$/);
    }
    expect(getSvgTexts(svg).slice(0, 2)).toEqual([
      'Tabaczynski, table 4.4',
      '154 of 162 printed numbers are reproduced; 8 are not judged: the set-up is not known well enough.',
    ]);
    const angles = Object.entries(drawn).find(([name]) => name.includes('angles'));
    const message = getSvgTexts(strFromU8(angles?.[1] ?? new Uint8Array()));
    for (const word of ['joint angle', 'updates', 'θ1', 'θ2']) expect(message).toContain(word);
  }));

test('a row opens in Compare with the hash of its document in Node, and a link leads back', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Open 5 links to 10⁻⁷, DLS' }).click();
    await page.waitForSelector('.pane');
    expect(await page.locator('.pane:visible').count()).toBe(1);
    const { hash } = await readShareDialog(page);
    const [figure] = tabaczynskiCountsTable
      .figures('printed', [
        tabaczynskiCountsTable.work({ variant: 'printed', index: 0, first: 0, count: 0 }, engine),
      ])
      .filter(({ row, column }) => row === '5 links to 10⁻⁷' && column === 'DLS');
    expect(hash).toBe(replayHash(engine, makeTestScene(figure?.opens, engine)));
    // the notice names the source and leads back
    await page.keyboard.press('Escape');
    const notice = page.locator('.notice', { hasText: 'From Tabaczynski' });
    expect(await notice.innerText()).toContain('From Tabaczynski, table 4.4: 5 links to 10⁻⁷, DLS');
    await notice.getByRole('button', { name: 'Return to study' }).click();
    await made(page);
    expect(new URL(page.url()).hash).toBe('#/studies/tabaczynski-table-4.4');
  }));

test("the notice about a case's source does not cover the story", () =>
  visit('#/studies/haviland-corke-ur5', async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Open Newton-Raphson, J⁺, mean updates' }).click();
    const notice = page.locator('.notice', { hasText: 'From Haviland & Corke' });
    await notice.waitFor();
    await getTestHook(page).step(60);
    const tale = page.locator('.tale');
    await expect.poll(async () => (await tale.boundingBox())?.height).toBeGreaterThan(40);
    const [message, over] = [await tale.boundingBox(), await notice.boundingBox()];
    expect(over?.y).toBeGreaterThanOrEqual((message?.y ?? 0) + (message?.height ?? 0));
  }));

/** End point x, y of the last pose in the figure of poses, read by its axis labels. */
const drawnTip = (page: Page): Promise<number[]> =>
  page
    .locator('.study_drawings .study_figure-card')
    .first()
    .evaluate((card) => {
      const texts = [...card.querySelectorAll<SVGTextElement>('.tick')];
      const scale = (side: string, place: string): ((pixels: number) => number) => {
        const named = texts.filter(
          (text) => (text.getAttribute('text-anchor') === 'end') === (side === 'left'),
        );
        const ticks = named
          .filter((text) => /^-?[0-9.]+$/.test(text.textContent ?? ''))
          .map((text) => {
            const line = text.parentElement?.querySelector('line');
            return [Number(line?.getAttribute(place)), Number(text.textContent)] as const;
          });
        const [[a, from] = [0, 0], [b, to] = [1, 1]] = [ticks[0], ticks.at(-1)];
        return (pixels) => from + ((pixels - a) / (b - a)) * (to - from);
      };
      const last =
        [...card.querySelectorAll('.study_pose.study_end')].at(-1)?.getAttribute('d') ?? '';
      const [x = 0, y = 0] = last.split('L').at(-1)?.split(',').map(Number) ?? [];
      return [scale('bottom', 'x1')(x), scale('left', 'y1')(y)];
    });

secondTierTest('a row is drawn pose by pose and ends where its run in Compare ends', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Draw 5 links to 0.01, DLS' }).click();
    const cards = page.locator('.study_drawings .study_figure-card h2');
    await page.waitForFunction(
      () => document.querySelectorAll('.study_drawings .study_plot').length === 3,
    );
    expect(await cards.allTextContents()).toEqual([
      'Poses, as in figure 12 of the paper',
      'Joint motion, as in figure 13 of the paper',
      'Joint angles',
    ]);
    expect(await page.locator('.study_drawings .study_pose').count()).toBe(16);
    expect(await findAxeViolations(page)).toEqual([]);
    const [x = 0, y = 0] = await drawnTip(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      findButton(page, 'Save: Poses, as in figure 12 of the paper')
        .click()
        .then(() => page.getByRole('menuitem', { name: 'SVG' }).click()),
    ]);
    expect(file.suggestedFilename()).toBe('tabaczynski-table-4.4-5-links-to-0.01-DLS-poses.svg');
    const svg = await readFile(await file.path(), 'utf8');
    expect(svg.match(/<path/g)).toHaveLength(16);
    expect(svg).not.toMatch(/color-mix|var\(|color\(/);
    await findButton(page, 'Open this run in Compare').click();
    await page.waitForSelector('.pane');
    const run = getTestHook(page);
    await run.step(30);
    const past = await run.past();
    expect(past).toHaveLength(15);
    const end = [2, 1, 1.5, 2.5, 0.7].reduce(
      ([ex, ey, turned], length, k) => {
        const angle = turned + (past.at(-1)?.angles[k] ?? 0);
        return [ex + length * Math.cos(angle), ey + length * Math.sin(angle), angle] as const;
      },
      [0, 0, 0] as readonly [number, number, number],
    );
    expect(Math.hypot(end[0] - x, end[1] - y)).toBeLessThan(1e-3); // a tenth of a pixel
    expect(Math.hypot(end[0] - 2, end[1] - 2)).toBeLessThan(0.01);
  }),
);

/** |ours − paper| as a share of the paper's, of each row, as it is shown. */
const shares = (page: Page): Promise<[least: number, most: number][]> =>
  rows(page).evaluateAll((all) =>
    all.map((row): [number, number] => {
      const cells = [...row.querySelectorAll('td.study_num')].map((cell) =>
        (cell.textContent ?? '').replace(/[\u202f+>< ]/g, '').replace('−', '-'),
      );
      const [paper = '', ours = '', off = ''] = cells;
      if (paper === '–') return [-1, -1];
      if (paper === 'never' && ours === 'never') return [0, 0];
      if (paper === 'never' || ours === 'never') return [Infinity, Infinity];
      const unit = 10 ** -(off.split('.')[1] ?? '').length;
      const [by = 0, size = 0] = [paper, off].map((each) => Math.abs(Number.parseFloat(each)));
      // a number halfway between has one more digit than the unit that a zero counts in
      const half = by === 0 && off.endsWith('5') ? 10 * unit : unit;
      return [size / Math.max(by, half), size / Math.max(by, unit)];
    }),
  );

const LONG = { tags: 'full', timeout: 600_000 }; // workers compute; no shorter limit

test('printed numbers are listed by deviation, largest first, and filtered by verdict', LONG, () =>
  visit('#/studies/papers', async (page) => {
    await page.getByRole('button', { name: /^Compute (all|the other) / }).click();
    // wait for all, so that none arrives between two reads
    await page
      .getByRole('button', { name: 'Compute again', exact: true })
      .waitFor({ timeout: 400_000 });
    const verdicts = await page
      .locator('.study_data .said')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-verdict') ?? ''));
    const all = await shares(page);
    expect(all.length).toBe(verdicts.length);
    all.slice(1).forEach(([least], i) => {
      expect(all[i]?.[1], `row ${i + 1}`).toBeGreaterThanOrEqual(least);
    });
    // unjudged rows are sorted among the others
    expect(verdicts.slice(0, 20)).toContain('unjudged');
    expect(verdicts.indexOf('same')).toBeLessThan(verdicts.lastIndexOf('unjudged'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const scroll = page.locator('.study_data-scroll');
    expect(await scroll.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const heads = await page.locator('.study_data thead th:visible').allInnerTexts();
    expect(heads.slice(0, 4)).toEqual(['number', 'paper', 'ours', 'verdict']);
    expect(await findAxeViolations(page)).toEqual([]);
    // more tables may be complete by now
    for (const [name, wanted] of [
      ['Off', ['off', 'caused', 'one-sided']],
      ['Not judged', ['unjudged']],
    ] as const) {
      await page.getByRole('radio', { name }).check();
      const shown = await page
        .locator('.study_data .said')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-verdict') ?? ''));
      expect(shown.filter((each) => !(wanted as readonly string[]).includes(each))).toEqual([]);
      const before = verdicts.filter((each) => (wanted as readonly string[]).includes(each ?? ''));
      expect(shown.length).toBeGreaterThanOrEqual(before.length);
    }
  }),
);

secondTierTest('numbers that a paper prints as a matrix are shown as one, also on a phone', () =>
  visit('#/studies/na-yang-jia-tables', async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForSelector('.study_matrix tbody tr');
    expect(await page.locator('.study_matrix caption').allTextContents()).toEqual([
      'Table II: final pose of each case',
      'Table III: lcomf, distance from comfort',
      'Table IV: lcomf, distance from comfort',
    ]);
    const first = page.locator('.study_matrix').first();
    expect(await first.locator('tbody tr').count()).toBe(6);
    const heads = await first.locator('thead tr').nth(1).locator('th').allInnerTexts();
    expect(heads.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7].map((j) => `θ${j}`));
    // case 4 ends at 233.4° in the paper
    const row = first.locator('tbody tr').nth(3);
    expect(await row.locator('.study_pair').first().innerText()).toMatch(
      /^233\.4°\s+233\.6°\s+\(\+0\.2\)/,
    );
    const height = await page
      .locator('.study_matrix')
      .evaluateAll((all) =>
        all.reduce((sum, each) => sum + each.getBoundingClientRect().height, 0),
      );
    expect(height).toBeLessThan(1800);
    expect(await findAxeViolations(page)).toEqual([]);
    const drawn = unzipSync(await file(page, 'SVG'));
    const tables = Object.keys(drawn).filter((name) => /-table-[iv]+\.svg$/i.test(name));
    expect(tables).toHaveLength(3);
    const words = getSvgTexts(strFromU8(drawn[tables[0] ?? ''] ?? new Uint8Array()));
    for (const word of ['case 4', '233.4°', '233.6°', 'θ7']) expect(words).toContain(word);
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(size.width);
      expect(await findAxeViolations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Draw II, case 4, DLS θ1', exact: true }).click();
    await page.waitForSelector('.study_drawings .study_pose');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole('button', { name: 'Open III, target 2, mean, l_comf of the printed angles' })
      .click();
    await page.waitForSelector('.pane');
    await page.goBack();
  }),
);

secondTierTest('earlier results are shown at once, with a time estimate for missing tables', () =>
  visit('#/studies/tabaczynski-table-4.4', async (page) => {
    await made(page);
    const context = page.context();
    const again = await context.newPage();
    try {
      await again.goto(`${page.url().split('#')[0]}#/studies/papers`);
      await made(again);
      const table = (at: Page) => at.locator('.study_data tbody tr').allInnerTexts();
      const [savedRow] = (await table(again)).filter((row) =>
        row.includes('5 links to 10⁻⁷, Transpose'),
      );
      expect(savedRow).toContain('459');
      const rest = await again.locator('.study_papers-missing li').allInnerTexts();
      for (const each of rest) expect(each).toMatch(/about \d+\s(s|min)$|less than 1 s$/);
      if (rest.length > 0)
        expect(await again.locator('.study_papers-sum').innerText()).toMatch(
          /(About \d+\ss|Less than 1 s) on an otherwise idle computer/,
        );
    } finally {
      await again.close();
    }
  }),
);
