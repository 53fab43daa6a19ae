/** Study rows from the command line, with external solvers beside the methods, dropped on the page. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTwoLinkStudy } from '@iklab/study/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCliLaunchArguments } from '../fuzz/commandLine.ts';
import { findAxeViolations } from './axe.ts';
import { dropFiles } from './dropping.ts';
import { findButton, openTestSite, type TestSite, waitForScene } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const cli = (path: string) => fileURLToPath(new URL(`../cli/${path}`, import.meta.url));

const study = makeTwoLinkStudy(120, { limitPolicy: 'ignore' });

const folder = mkdtempSync(join(tmpdir(), 'iklab-opened-'));
const at = (name: string) => join(folder, name);

/** Runs `iklab`; throws if it fails. */
function iklab(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, getCliLaunchArguments(...words), {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Returns the rows as if another build had written them. */
function ofBuild(rows: Buffer, build: string): Buffer {
  const head = rows.indexOf(10, rows.indexOf(10) + 1) + 1;
  const header = rows.toString('utf8', 0, head).replace(/"build":"\w+"/, `"build":"${build}"`);
  const bytes = Buffer.concat([Buffer.from(header), rows.subarray(head, -32)]);
  return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}

let site: TestSite;
beforeAll(async () => {
  writeFileSync(at('study.json'), JSON.stringify(study));
  const solverOption = (name: string, what: string) => [
    '--solver',
    `${name}=${process.execPath} ${cli('solver/faultySolver.mjs')} ${what}`,
  ];
  const programs = [
    ...solverOption('exact', 'right'),
    ...solverOption('mirrored', 'turned 20'),
    '--solver-time',
    '10s', // test machines may be busy
  ];
  iklab('study', at('study.json'), ...programs, '--poses', '--out', at('two.rows'));
  for (const form of ['parquet', 'json', 'csv'])
    iklab('merge', at('two.rows'), '--poses', '--out', at(`two.${form}`));
  iklab('study', at('study.json'), '--out', at('own.rows'));
  iklab('study', at('study.json'), ...programs, '--only-solvers', '--out', at('programs.rows'));
  writeFileSync(at('elsewhere.rows'), ofBuild(readFileSync(at('own.rows')), 'fedcba98'));
  site = await openTestSite({ blind: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site?.close();
});

const visit = (act: (page: Page) => Promise<void>): Promise<void> =>
  site.inOwnPage('?test=1', async ({ page, messages }) => {
    await waitForScene(page);
    await act(page);
    expect(messages).toEqual([]);
  });

const drop = (page: Page, name: string, content = readFileSync(at(name))) =>
  dropFiles(page, [{ path: name, content }]);
const opened = (page: Page) => page.getByRole('region', { name: 'Opened from a file' });

/** Returns the texts of each row, by column heading. */
const tableOf = (page: Page): Promise<Record<string, string>[]> =>
  page.locator('.study_bench-table').evaluate((table) => {
    const texts = (row: Element) =>
      [...row.children].map((cell) => cell.textContent?.replaceAll('\u202f', '').trim() ?? '');
    const [heads = []] = [...table.querySelectorAll('thead tr')].map(texts);
    const rows = [...table.querySelectorAll('tbody tr')].map(texts);
    const whole = rows.filter((row) => row.length === heads.length);
    return whole.map((row) => Object.fromEntries(row.map((text, i) => [heads[i] ?? '', text])));
  });

secondTierTest(
  'rows open as a benchmark with external solvers beside methods, and can be recomputed',
  () =>
    visit(async (page) => {
      await drop(page, 'two.rows');
      await opened(page).waitFor();
      const rows = await tableOf(page);
      expect(rows.map(({ method }) => method).sort()).toEqual(['DLS', 'SDLS', 'exact', 'mirrored']);
      expect(rows.find(({ method }) => method === 'exact')).toMatchObject({
        solved: expect.stringContaining('100.0%'),
        claimed: '120',
        refused: '0',
        'mean updates': '–',
        updates: '–',
        evaluations: '–',
        'its time (median)': '0.0100 ms',
        'our time (median)': expect.stringMatching(/ ms$/),
      });
      expect(rows.find(({ method }) => method === 'mirrored')).toMatchObject({
        claimed: '120',
        refused: '100',
      });
      expect(rows.find(({ method }) => method === 'SDLS')).toMatchObject({
        claimed: '–',
        'its time (median)': '–',
        'mean updates': expect.stringMatching(/\d/),
      });
      await page
        .getByRole('img', {
          name: 'Answers of external solvers. exact: 120 solved. mirrored: 20 solved, 100 its pose is outside the tolerance',
        })
        .waitFor();
      const ends = page.getByRole('list', { name: 'Answers of external solvers' }).locator('li');
      expect(await ends.allInnerTexts()).toEqual([
        'solved: 140',
        'its pose is outside the tolerance: 100',
      ]);
      const text = await page.locator('.study_study').innerText();
      expect(text).toContain(
        'mirrored: Probably inverted sign of elbow: with this corrected, all 16 tested answers reach their targets.',
      );
      expect(text).toMatch(/of 120 problems within \d+ updates, programs within 10 s/);
      expect(text).toContain('the measured times include a message round trip of');
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
      expect(await findAxeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await findAxeViolations(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1440, height: 900 });

      await findButton(page, 'Recompute and compare').click();
      await page
        .getByText('120 rows of each of 2 methods, recomputed here: identical bit for bit.')
        .waitFor();

      await page.getByRole('button', { name: 'mirrored, problem 20', exact: true }).click();
      await page.waitForSelector('.pane');
      await page
        .getByText(/problem 20, at its answer\. mirrored is refused: .* from the target/)
        .waitFor();
      const start = await page.evaluate(() => window.__iklab.scenario.start);
      expect(start?.[1], 'the elbow is bent the other way').toBeLessThan(0);
      await findButton(page, 'Return to study').click();
      await opened(page).waitFor();
      await findButton(page, 'Close the file').click();
      await page.getByRole('form', { name: 'Benchmark' }).waitFor();
      expect(await page.locator('.study_bench-table').count()).toBe(0);
    }),
);

secondTierTest('Parquet and JSON files show the same table; other rows replace it', () =>
  visit(async (page) => {
    await drop(page, 'two.rows');
    await opened(page).waitFor();
    const table = await tableOf(page);
    for (const name of ['two.parquet', 'two.json']) {
      await drop(page, name);
      await opened(page).getByText(name).waitFor();
      expect(await tableOf(page)).toEqual(table);
      expect(await page.getByRole('button', { name: 'mirrored, problem 20' }).count()).toBe(1);
    }
    await drop(page, 'own.rows');
    await opened(page).getByText('own.rows').waitFor();
    const own = await tableOf(page);
    expect(own.map(({ method }) => method).sort()).toEqual(['DLS', 'SDLS']);
    expect(own[0]).not.toHaveProperty('claimed');
  }),
);

secondTierTest(
  'external solvers alone have no update figures; rows of another build are not recomputed',
  () =>
    visit(async (page) => {
      await drop(page, 'programs.rows');
      await opened(page).waitFor();
      expect((await tableOf(page)).map(({ method }) => method)).toEqual(['exact', 'mirrored']);
      const text = await page.locator('.study_study').innerText();
      expect(text).toContain('exact solves most: 100.0 % of 120 problems within 10 s');
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
      const cards = page.locator('.study_figure-card h2');
      expect(await cards.allInnerTexts()).toEqual([
        'Solved within a time',
        'Answers of external solvers',
        'Final error',
      ]);
      expect(await findButton(page, 'Recompute and compare').count()).toBe(0);
      await page.getByRole('combobox', { name: 'Clock' }).selectOption('its own clock');
      await page.getByText('time, its own clock').waitFor();
      await drop(page, 'elsewhere.rows');
      await opened(page)
        .getByText(/Made by build fedcba98, this is \w+\. Recomputed rows may differ/)
        .waitFor();
      expect(await findButton(page, 'Recompute and compare').count()).toBe(0);
      expect(await tableOf(page)).toHaveLength(2);
    }),
);

test('files without valid rows are reported with the reason, and the opened rows stay', () =>
  visit(async (page) => {
    const whole = readFileSync(at('two.rows'));
    await drop(page, 'cut.rows', whole.subarray(0, whole.length - 40));
    await page
      .getByRole('alert')
      .getByText(/^cut\.rows is truncated: it has \d+ of/)
      .waitFor();
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 60] = (damaged[damaged.length - 60] ?? 0) ^ 1;
    await drop(page, 'two.rows');
    await opened(page).waitFor();
    await drop(page, 'damaged.rows', damaged);
    await page
      .getByRole('alert')
      .getByText(/^damaged\.rows is damaged: its checksum/)
      .waitFor();
    await drop(page, 'two.csv');
    await page
      .getByRole('alert')
      .getByText(/^two\.csv is a CSV file, .* \.rows or \.parquet/)
      .waitFor();
    await drop(page, 'other.parquet', Buffer.from('PAR1 of somebody else PAR1'));
    await page
      .getByRole('alert')
      .getByText(/^other\.parquet is truncated or damaged/)
      .waitFor();
    await opened(page).getByText('two.rows').waitFor();
  }));
