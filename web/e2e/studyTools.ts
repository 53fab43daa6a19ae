/** Shared by the tests of studies of a scene. */
import type { Page } from 'playwright-core';
import { saveFromMenu, type TestSite, waitForScene } from './pageTools.ts';

/** Opens a page of Studies from the planar arm, or another scene, without stored forms. */
export const visitOwnStudy = (
  site: TestSite,
  id: string,
  act: (page: Page) => Promise<void>,
  scene = 'planar-3-link',
): Promise<void> =>
  site.inOwnPage(`?test=1#preset=${scene}`, async ({ page }) => {
    await waitForScene(page);
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/studies/${id}`);
    await page.waitForSelector('.study_study h1');
    await act(page);
  });

/** Waits until the study is complete. */
export const waitUntilStudySolved = (page: Page) =>
  page.waitForSelector('.study_map-progress[data-done=true]', { timeout: 100_000 });
export const findStudyFields = (page: Page) => page.locator('.study_map-field');

export const exportStudy = (page: Page, kind: string | RegExp): Promise<Buffer> =>
  saveFromMenu(page, 'Export', kind);

/** Returns the texts of an SVG, in order. */
export const getSvgTexts = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) =>
    words.replaceAll('&amp;', '&'),
  );

/** Selects only these methods in the form of a benchmark. */
export async function selectBenchmarkMethods(page: Page, ...names: string[]): Promise<void> {
  const group = page.getByRole('group', { name: /^Methods/ });
  await group.getByRole('checkbox').first().waitFor();
  for (const chip of await group.getByRole('checkbox').all()) {
    const name = await chip.evaluate((input: HTMLInputElement) =>
      (input.labels?.[0]?.textContent ?? '').trim(),
    );
    await chip.setChecked(names.includes(name));
  }
}
