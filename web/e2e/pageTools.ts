/** What the tests of the page share. */
import type { Page } from 'playwright-core';

export { openSite, type Site, type Visit } from './harness.ts';

interface Hook {
  step(count: number): void;
  measure(): Promise<void>;
  frame: number;
  panels: number;
  eye(panel: number): number[];
  spots(panel: number): number[];
  drawn(panel: number): number[];
  solved(panel: number): number[];
}
declare global {
  interface Window {
    __iklab: Hook;
  }
}

/** Waits until a scene stands in the page, and under `?test=1` until all its parts are here. */
export const shown = async (page: Page): Promise<void> => {
  await page.waitForSelector('.pane');
  await page.waitForFunction(() => !location.search.includes('test') || '__iklab' in window);
};

/** The page's own time under `?test=1`. */
export function hook(page: Page) {
  return {
    step: (count: number) => page.evaluate((n) => window.__iklab.step(n), count),
    frame: () => page.evaluate(() => window.__iklab.frame),
    panels: () => page.evaluate(() => window.__iklab.panels),
    eye: (panel: number) => page.evaluate((p) => window.__iklab.eye(p), panel),
    spots: (panel: number) => page.evaluate((p) => window.__iklab.spots(p), panel),
    drawn: (panel: number) => page.evaluate((p) => window.__iklab.drawn(p), panel),
    solved: (panel: number) => page.evaluate((p) => window.__iklab.solved(p), panel),
  };
}
