/** Texts from the method table, on cards and in the inspector. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTestHook, openTestSite, type TestSite } from './pageTools.ts';
import { secondTierTest } from './tiers.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

test('the inspector shows the equation as MathML, with the symbols of the parameters', () =>
  site.inSharedPage('#preset=y&methods=dls,sdls', async ({ page }) => {
    await page.keyboard.press('1');
    const math = page.locator('.inspector math');
    await math.waitFor();
    expect(await page.locator('.verdict li').count()).toBe(2);
    expect(await math.textContent()).toContain('λ');
    expect(await page.locator('.inspector').textContent()).toContain('Damping λ');
    const { width, height } = (await math.boundingBox()) ?? { width: 0, height: 0 };
    expect(height).toBeGreaterThan(30); // two lines, laid out as mathematics
    expect(width).toBeLessThan(310); // as wide as the inspector allows
    expect(await page.locator('.inspector [style*="math"]').count()).toBe(0);
    await page.keyboard.press('2');
    await page.waitForFunction(() => document.querySelector('math')?.textContent?.includes('γ'));
  }));

secondTierTest('cards show the time per update, and measuring it does not change the run', () =>
  site.inSharedPage('#preset=y&methods=transpose,sdls', async ({ page }) => {
    await getTestHook(page).step(10);
    const before = await getTestHook(page).solved(1);
    expect(await page.locator('.scene_updates').first().textContent()).toBe('10 updates');
    await page.evaluate(() => window.__iklab.measure());
    for (const card of await page.locator('.scene_updates').all())
      expect(await card.textContent()).toMatch(/^10 updates · (\d\.\d|[1-9]\d+) µs each$/);
    expect(await getTestHook(page).frame()).toBe(10);
    expect(await getTestHook(page).solved(1)).toEqual(before);
  }),
);
