// @module-tag full
/** Time per update of every method, measured on this computer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openTestSite, type TestSite } from './pageTools.ts';
import { watchForElement } from './shortLivedStates.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

test('all methods are timed, sorted, compared with printed times and measured again on request', async () => {
  const visit = await site.visit('#/studies/speed', { viewport: { width: 390, height: 844 } });
  const { page } = visit;
  const again = page.getByRole('button', { name: 'Measure again' });
  await again.waitFor({ timeout: 60_000 });
  const rows = await page.locator('main tbody tr').allInnerTexts();
  expect(rows.length).toBeGreaterThan(15);
  const micros = rows.map((row) => Number(/([\d.]+) µs/.exec(row)?.[1]));
  expect(micros.every((time) => time > 0)).toBe(true);
  expect(micros).toEqual(micros.toSorted((a, b) => a - b));
  for (const [name, printed] of [
    ['Transpose', 6.5],
    ['DLS', 18.5],
    ['SDLS', 120],
  ] as const) {
    const row = rows.find((text) => text.startsWith(`${name}\t`)) ?? '';
    const measured = Number(/([\d.]+) µs/.exec(row)?.[1]);
    expect(row).toContain(`${printed} µs`);
    const times = Number(/([\d.]+) ×/.exec(row)?.[1]);
    expect(times / (printed / measured)).toBeGreaterThan(0.9); // both are rounded
    expect(times / (printed / measured)).toBeLessThan(1.1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findAxeViolations(page, { within: 'main' })).toEqual([]);
  const measuring = await watchForElement(
    page,
    'main [aria-live]',
    'Measuring: about two seconds.',
  );
  await again.click();
  await measuring();
  await again.waitFor({ timeout: 60_000 });
  expect(visit.messages).toEqual([]);
  await visit.close();
});
