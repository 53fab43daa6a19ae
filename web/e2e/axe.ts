/** What axe, a checker of accessibility, finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that another theme can change. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Faults in both themes, each as theme, rule and place. `within`: a selector; the whole page. */
export async function faults(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // no colour on its way
    const rules = colorScheme === 'dark' ? {} : COLOURS;
    found.push(...(await page.evaluate(run, { colorScheme, within, rules })));
  }
  return found;
}

interface Wanted {
  readonly colorScheme: string;
  readonly within: string;
  readonly rules: RunOptions;
}

async function run({ colorScheme, within, rules }: Wanted): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(within, { ...rules, resultTypes: ['violations'] });
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${colorScheme}: ${rule.id}: ${node.html}`),
  );
}
