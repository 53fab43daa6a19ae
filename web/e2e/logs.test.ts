/** Logs of other programs dropped on the page: a panel beside the methods, a question or an error. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { dropFiles } from './dropping.ts';
import {
  addMethod,
  findButton,
  getTestHook,
  openTestSite,
  readShareDialog,
  type TestSite,
  waitForScene,
} from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

const KDL = readFileSync(new URL('../packages/logs/fromKdl/kdlEight.csv', import.meta.url), 'utf8');
const [head = '', ...lines] = KDL.trim().split('\n');
const names = head.split(',');
const rows = lines.map((line) => line.split(',').map(Number));
const ANGLES = 2; // the first of six joint columns, after the time
const at = (row: number, name: string): number => rows[row]?.[names.indexOf(name)] as number;
const LOG = 4; // the panel after four methods

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const visit = (act: (page: Page) => Promise<void>): Promise<void> =>
  site.inOwnPage('?test=1#preset=arm-6', async ({ page, messages }) => {
    await waitForScene(page);
    await act(page);
    expect(messages).toEqual([]);
  });

const drop = (page: Page, path: string, content: string | Uint8Array): Promise<void> =>
  dropFiles(page, [{ path, content }]);
const card = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns a history entry of the log's panel. */
const played = (page: Page, entry: number) =>
  page.evaluate(
    ([panel, of]) => {
      const { past } = window.__iklab;
      return {
        angles: [...past.angles(of as number, panel as number)],
        error: past.error(of as number, panel as number),
        turn: past.angle(of as number, panel as number),
        last: past.last,
      };
    },
    [LOG, entry] as const,
  );

test('a log from KDL plays beside the methods, with the errors that KDL reports', () =>
  visit(async (page) => {
    await drop(page, 'kdlEight.csv', KDL);
    await card(page, 'kdlEight.csv').waitFor();
    expect(await pane(page, 'kdlEight.csv').innerText()).toContain('log, 50 Hz');
    await getTestHook(page).step(120);
    for (const frame of [0, 1, 2, 7, 60, 61, 120]) {
      const row = Math.floor((frame * 50) / 60 + 1e-9);
      const { angles, error, turn } = await played(page, frame);
      expect(angles).toEqual(rows[row]?.slice(ANGLES, ANGLES + 6));
      expect(Math.abs(error - at(row, 'error'))).toBeLessThan(1e-9);
      expect(Math.abs(turn - at(row, 'angle'))).toBeLessThan(1e-9);
    }
    const text = await card(page, 'kdlEight.csv').innerText();
    expect(text).toMatch(/150 rows over 2.98\ss/);
    expect(text).toContain('6 of 6 joints found');
    expect(text).toContain('Not used: error, angle.');
    const rms = Math.sqrt(
      rows.reduce((sum, _, row) => sum + at(row, 'error') ** 2, 0) / rows.length,
    );
    expect(text).toContain(`${(1000 * rms).toFixed(1)} mm`);
    expect(await findAxeViolations(page)).toEqual([]);
    // the measures cover the same updates as those of the methods
    const steps = Array.from({ length: 121 }, (_, frame) => {
      return rows[Math.floor((frame * 50) / 60 + 1e-9)]?.slice(ANGLES, ANGLES + 6) ?? [];
    });
    const travel = steps.slice(1).reduce((sum, pose, i) => {
      return sum + pose.reduce((all, q, j) => all + Math.abs(q - (steps[i]?.[j] ?? 0)), 0);
    }, 0);
    const window = card(page, 'kdlEight.csv').locator('section', {
      hasText: 'Last 120 updates',
    });
    expect(await window.innerText()).toContain(`${travel.toPrecision(3)} rad`);
    // Restart also rewinds the log
    await findButton(page, 'Restart').click();
    expect((await played(page, 0)).last).toBe(0);
    expect((await played(page, 0)).angles).toEqual(rows[0]?.slice(ANGLES, ANGLES + 6));
  }));

secondTierTest('a log is not part of the scene: methods, hash and link do not change', () =>
  visit(async (page) => {
    await drop(page, 'kdlEight.csv', KDL);
    await card(page, 'kdlEight.csv').waitFor();
    const { methods } = await getTestHook(page).scenario();
    expect(methods).toHaveLength(4);
    await findButton(page, 'Share').click();
    expect(await page.getByRole('dialog').innerText()).toContain(
      'The log kdlEight.csv is not included',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const beside = await readShareDialog(page);
    await card(page, 'kdlEight.csv').getByRole('button', { name: 'Remove log' }).click();
    await page.waitForFunction(() => window.__iklab.panels === 4);
    expect(await readShareDialog(page)).toEqual(beside);
  }),
);

secondTierTest(
  'asks for columns if no column has the name of a joint, and remembers the answer',
  () =>
    visit(async (page) => {
      const bare = [
        'p,q,r,s,t1,u,note',
        ...rows.map((row) => [...row.slice(2, 8), 0].join(',')),
      ].join('\n');
      await drop(page, 'bare.csv', bare);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.innerText()).toContain('0 of 6 joints have a column');
      expect(await dialog.getByRole('button', { name: 'Play log' }).isDisabled()).toBe(true);
      const joints = await dialog.locator('select').count();
      expect(joints).toBe(6);
      for (const [i, name] of ['p', 'q', 'r', 's', 't1', 'u'].entries())
        await dialog.locator('select').nth(i).selectOption(name);
      expect(await findAxeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Play log' }).click();
      await card(page, 'bare.csv').waitFor();
      expect((await played(page, 0)).angles).toEqual(rows[0]?.slice(2, 8));
      await card(page, 'bare.csv').getByRole('button', { name: 'Remove log' }).click();
      await page.waitForFunction(() => window.__iklab.panels === 4);
      await drop(page, 'bare.csv', bare);
      await card(page, 'bare.csv').waitFor();
    }),
);

test('an invalid log is reported with its line, and the previous log keeps playing', () =>
  visit(async (page) => {
    await drop(page, 'kdlEight.csv', KDL);
    await card(page, 'kdlEight.csv').waitFor();
    await getTestHook(page).step(30);
    await drop(page, 'torn.csv', `${lines[0]}\n1,"2\n`);
    const notice = page.locator('.notice');
    await notice.getByText('torn.csv cannot be played').waitFor();
    expect(await notice.innerText()).toContain('line 2');
    await drop(page, 'empty.npy', new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]));
    await notice.getByText('empty.npy cannot be played').waitFor();
    expect(await getTestHook(page).panels()).toBe(5);
    expect((await played(page, 30)).angles).toEqual(rows[25]?.slice(ANGLES, ANGLES + 6));
  }));

/** Returns the text of the scene file that Share saves. */
async function saved(page: Page): Promise<string> {
  await findButton(page, 'Share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'File' }).click();
  expect(await dialog.getByRole('checkbox', { name: /log kdlEight.csv/ }).isChecked()).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save scene' }).click(),
  ]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return readFileSync(await download.path(), 'utf8');
}

test('a scene file contains the log, which plays when the file is opened', () =>
  visit(async (openVisit) => {
    await drop(openVisit, 'kdlEight.csv', KDL);
    await card(openVisit, 'kdlEight.csv').waitFor();
    await getTestHook(openVisit).step(60);
    const before = await Promise.all([0, 7, 60].map((frame) => played(openVisit, frame)));
    const file = await saved(openVisit);
    const { hash } = await readShareDialog(openVisit);
    const { log } = JSON.parse(file);
    await visit(async (there) => {
      await drop(there, 'eight.iklab.json', file);
      await card(there, 'kdlEight.csv').waitFor();
      await getTestHook(there).step(60);
      for (const [i, frame] of [0, 7, 60].entries()) {
        const now = await played(there, frame);
        const then = before[i] as typeof now;
        expect(now.angles).toEqual(then.angles.map(Math.fround));
        expect(Math.abs(now.error - then.error)).toBeLessThan(1e-6);
        expect(Math.abs(now.turn - then.turn)).toBeLessThan(1e-6);
      }
      const text = await card(there, 'kdlEight.csv').innerText();
      expect(text).toContain('6 of 6 joints found');
      expect(text).toContain(log.hash);
      expect(
        await card(there, 'kdlEight.csv').getByRole('button', { name: 'Choose columns' }).count(),
      ).toBe(0);
      expect(await findAxeViolations(there)).toEqual([]);
      expect((await readShareDialog(there)).hash).toBe(hash);
      await card(there, 'kdlEight.csv').getByRole('button', { name: 'Fit tool frame' }).click();
      await card(there, 'kdlEight.csv').getByText('Tool frame fitted').waitFor();
    });
  }));

secondTierTest(
  'asks for a log that the scene file only names; a faulty log does not affect the scene',
  () =>
    visit(async (page) => {
      await drop(page, 'kdlEight.csv', KDL);
      await card(page, 'kdlEight.csv').waitFor();
      const { log, ...scene } = JSON.parse(await saved(page));
      const { numbers, ...named } = log;
      const notice = page.locator('.notice');
      const open = async (name: string, more: object): Promise<void> => {
        await drop(page, 'eight.iklab.json', JSON.stringify({ ...scene, name, log: more }));
        await page.waitForFunction((title) => document.title === title, `${name} · IK Lab`);
        await page.waitForFunction(() => window.__iklab.panels === 4);
      };
      await open('Named', named);
      await notice.getByText('This scene was saved with a log').waitFor();
      await drop(page, 'kdlEight.csv', KDL);
      await card(page, 'kdlEight.csv').waitFor();
      expect(await notice.count()).toBe(0);

      await open('Another', { ...named, hash: '0123456789abcdef' });
      await notice.getByText('Drop kdlEight.csv here').waitFor();
      await drop(page, 'kdlEight.csv', KDL);
      await card(page, 'kdlEight.csv').waitFor();
      await notice.getByText('kdlEight.csv is not the log that the scene was saved with').waitFor();
      expect(await notice.innerText()).toContain(`Hash of this file: ${log.hash}`);

      await open('Faulty', { ...log, numbers: { ...numbers, rows: 0 } });
      await notice.getByText('The log in eight.iklab.json cannot be played').waitFor();
      expect(await notice.innerText()).toContain('must be a whole number from 1 to 2000000; got 0');
      await open('Damaged', { ...log, numbers: { ...numbers, data: '////' } });
      await notice.getByText('kdlEight.csv cannot be played').waitFor();
      expect(await notice.innerText()).toContain('log.numbers.data');
    }),
);

secondTierTest(
  'a log without room beside eight methods is paused with a notice, and resumes when there is room',
  () =>
    visit(async (page) => {
      for (const name of [/^CCD/, /^FABRIK/, /^Gauss-Newton/, /^Newton/])
        await addMethod(page, name);
      await findButton(page, 'Menu of FABRIK').click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await drop(page, 'kdlEight.csv', KDL);
      await card(page, 'kdlEight.csv').waitFor();
      await page.keyboard.press('Control+z'); // the change of the mode to track
      await page.keyboard.press('Control+z');
      const notice = page.locator('.notice');
      await notice.getByText('Log kdlEight.csv is paused').waitFor();
      expect(await notice.innerText()).toContain('The scene has the maximum of 8 methods');
      expect((await getTestHook(page).scenario()).methods).toHaveLength(8);
      expect(await pane(page, 'kdlEight.csv').count()).toBe(0);
      await findButton(page, 'Menu of CCD').click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await pane(page, 'kdlEight.csv').waitFor();
      expect(await notice.count()).toBe(0);
    }),
);
