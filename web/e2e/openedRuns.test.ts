// @module-tag full
/** Path runs made by the command line, with external solvers beside methods, dropped on the page. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCliLaunchArguments } from '../fuzz/commandLine.ts';
import { findAxeViolations } from './axe.ts';
import { dropFiles } from './dropping.ts';
import { findButton, openTestSite, type TestSite, waitForScene } from './pageTools.ts';

const cli = (path: string) => fileURLToPath(new URL(`../cli/${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'iklab-opened-runs-'));
const at = (name: string) => join(folder, name);

const study = {
  iklabStudy: 1,
  name: 'Round a circle',
  scenario: {
    tree: { planar: { links: [1, 0.7] } },
    start: [0.1, 1],
    targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
    methods: [{ id: 'dls' }, { id: 'sdls' }],
    limitPolicy: 'ignore',
  },
  sampling: {
    kind: 'follow',
    path: { shape: 'circle', centre: [1, 0.4, 0], radius: 0.2 },
    points: 60,
    rounds: 2,
    starts: 2,
    updates: 3,
  },
};

/** Runs `iklab`, which must succeed. */
function iklab(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, getCliLaunchArguments(...words), {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

let site: TestSite;
beforeAll(async () => {
  writeFileSync(at('study.json'), JSON.stringify(study));
  const asked = (name: string, what: string) => [
    '--solver',
    `${name}=${process.execPath} ${cli('solver/faultySolver.mjs')} ${what}`,
  ];
  const programs = [...asked('exact', 'right'), ...asked('mirrored', 'turned')];
  // the test machine may be busy
  const patient = ['--solver-time', '10s', '--out', at('runs.rows')];
  iklab('study', at('study.json'), ...programs, ...patient);
  iklab('merge', at('runs.rows'), '--out', at('runs.csv'));
  site = await openTestSite({ blind: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site?.close();
});

const drop = (page: Page, name: string, content = readFileSync(at(name))) =>
  dropFiles(page, [{ path: name, content }]);

/** Cell texts of a table row, by column head. */
const line = (page: Page, name: string): Promise<Record<string, string>> =>
  page.locator('.study_path-table').evaluate((table, name) => {
    const texts = (row: Element | undefined) =>
      [...(row?.children ?? [])].map((cell) => cell.textContent?.trim() ?? '');
    const heads = texts(table.querySelector('thead tr') ?? undefined);
    const row = [...table.querySelectorAll('tbody tr')].find((each) => texts(each)[0] === name);
    return Object.fromEntries(texts(row).map((text, i) => [heads[i] ?? '', text]));
  }, name);

test('dropped path runs show methods and external solvers, with their claims checked', () =>
  site.inOwnPage('?test=1', async ({ page, messages }) => {
    await waitForScene(page);
    await drop(page, 'runs.rows');
    const opened = page.getByRole('region', { name: 'Opened from a file' });
    await opened.getByText('runs.rows').waitFor();
    expect(await line(page, 'exact')).toMatchObject({
      within: '100.0\u202f%',
      claimed: '100.0\u202f%',
      refused: '0.0\u202f%',
      'no answer': '0.0\u202f%',
      'outside limits': '0.0\u202f%',
      'its time (median)': '0.0100 ms',
      'our time (median)': expect.stringMatching(/ ms$/),
    });
    expect(await line(page, 'mirrored')).toMatchObject({
      within: '0.0\u202f%',
      refused: '100.0\u202f%',
    });
    expect(await line(page, 'DLS')).toMatchObject({ claimed: '–', 'its time (median)': '–' });
    const message = page.locator('.study_path-story');
    expect(await message.innerText()).toContain(
      'mirrored claims 100.0\u202f% of the points, 100.0\u202f% of all points incorrectly.',
    );
    const text = await page.locator('.study_study').innerText();
    expect(text).toContain('two methods and two programs follow one path of 60 points');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    for (const name of ['Error along the path', 'Smallest σ', 'Joint']) {
      const plot = page.getByRole('region', { name }).locator('svg.study_plot');
      expect(await plot.locator('path.study_curve').count()).toBe(4);
    }
    expect(await findAxeViolations(page)).toEqual([]);

    await findButton(page, 'Recompute and compare').click();
    await page
      .getByText('2 runs of each of 2 methods, recomputed here: identical bit for bit.')
      .waitFor();

    await drop(page, 'runs.csv');
    await page
      .getByRole('alert')
      .getByText(/^runs\.csv is a table of path runs without joint values; use the \.rows/)
      .waitFor();
    await drop(page, 'cut.rows', readFileSync(at('runs.rows')).subarray(0, -40));
    await page
      .getByRole('alert')
      .getByText(/^cut\.rows is truncated/)
      .waitFor();
    expect(await line(page, 'exact')).toMatchObject({ claimed: '100.0\u202f%' });

    await page.getByRole('combobox', { name: 'Run drawn over the robot' }).selectOption('mirrored');
    await findButton(page, 'Open point in Compare').click();
    await page.waitForSelector('.pane');
    await findButton(page, 'Return to study').click();
    await opened.waitFor();
    await findButton(page, 'Close the file').click();
    await page.getByRole('form', { name: 'Path' }).waitFor();
    expect(messages).toEqual([]);
  }));
