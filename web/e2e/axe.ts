/** What axe, a checker of accessibility, finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Faults in both themes, each as theme, rule and place. `within`: a selector; the whole page. */
export async function faults(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // no colour on its way
    found.push(...(await page.evaluate(run, { colorScheme, within })));
  }
  return found;
}

async function run(wanted: { colorScheme: string; within: string }): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(wanted.within);
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${wanted.colorScheme}: ${rule.id}: ${node.html}`),
  );
}
