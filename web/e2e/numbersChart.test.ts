// @module-tag full
/** Numbers that methods report: a curve over updates and a column of the table. */
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { numberText } from '@iklab/core/format';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findButton,
  getTestHook,
  openTestSite,
  type TestSite,
  waitForCharts,
  waitForScene,
} from './pageTools.ts';

const FRAMES = 30;
const engine = await testEngine();
const { catalogue } = engine;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

const text = `Δθ = 0.3 Jᵀ (J Jᵀ + 0.04 I)⁻¹ e
show ‖Δθ‖ "Step" rad
show k
show 0.3 "Damping" m
`;
const document = {
  iklab: 1,
  preset: 'double-y',
  methods: [
    { id: 'formula', label: 'Mine', slot: 5, params: { text }, maxStep: null },
    { id: 'dls', label: 'DLS', slot: 3, params: { lambda: 0.7 } },
    { id: 'sdls', label: 'SDLS', slot: 1 },
  ],
};

/** Norm of the last joint step of the formula, in degrees, from a run in this process. */
function lastTurn(): number {
  const { methods } = document;
  const lab = engine.open(makePresetTestScene('double-y', engine, { methods }));
  for (let frame = 0; frame < FRAMES; frame++) lab.advance();
  const step = lab.step(0, lab.status(0).updates) ?? [];
  const turn = (Math.hypot(...step) * 180) / Math.PI;
  lab.close();
  return turn;
}

test('a reported number has a chart curve per method and a table column', async () => {
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const link = await encodeLink(read.value, catalogue);
  await site.inOwnPage(`?test=1${link}`, async ({ page, messages }) => {
    await waitForScene(page);
    await page.waitForSelector('.chart canvas', { state: 'attached' });
    const chart = page.locator('.chart').nth(1);
    await chart.locator('h2 select').selectOption('Reported numbers');
    await getTestHook(page).step(FRAMES);
    await waitForCharts(page);
    const chartLabel = () => chart.getByRole('img').getAttribute('aria-label');
    const menu = chart.getByRole('combobox', { name: 'Number shown' });
    expect(await menu.locator('option').allInnerTexts()).toEqual(['Step (°)', 'k', 'Damping (m)']);
    const turn = numberText(lastTurn());
    await expect
      .poll(chartLabel)
      .toBe(`Step (°) against update, linear. At the end: Mine ${turn}°.`);
    await menu.selectOption('Damping (m)');
    await expect
      .poll(chartLabel)
      .toBe('Damping (m) against update, linear. At the end: Mine 0.3 m, DLS 0.7 m.');
    await menu.selectOption('k');
    await expect.poll(chartLabel).toBe(`k against update, linear. At the end: Mine ${FRAMES}.`);
    await findButton(page, 'Table').click();
    const table = page.getByRole('region', { name: 'Table of all methods' }).getByRole('table');
    const cells = await table.evaluate((element) =>
      [...(element as HTMLTableElement).rows].map((row) =>
        [...row.cells].slice(-3).map(({ innerText }) => innerText.trim()),
      ),
    );
    expect(cells[0]).toEqual(['Step', 'k', 'Damping']);
    expect(cells.slice(1).map(([, ...others]) => others)).toEqual([
      [String(FRAMES), '0.3 m'],
      ['–', '0.7 m'],
      ['–', '–'],
    ]);
    expect(Number.parseFloat(cells[1]?.[0] ?? '')).toBeCloseTo(lastTurn(), 2);
    expect(cells.slice(2).map(([step]) => step)).toEqual(['–', '–']);
    expect(messages).toEqual([]);
  });
});
