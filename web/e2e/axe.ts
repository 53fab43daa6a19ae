/** Violations that axe, an accessibility checker, finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Options that run only axe's rule for the size of controls, which axe disables by default. */
const SIZES: RunOptions = { runOnly: ['target-size'] };
const structure = { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) };

interface Place {
  /** Selector of the element that is checked; by default the entire page. */
  readonly within?: string;
  /** Selector of the elements whose colours are checked; by default all. */
  readonly coloured?: string;
  /** Themes to check; by default both. */
  readonly themes?: readonly Theme[];
}
type Theme = 'dark' | 'light';

/**
 * Returns the violations of structure, and of colours in each theme, each as theme, rule and
 * element.
 */
export async function findAxeViolations(
  page: Page,
  { within = 'html', coloured = within, themes = ['dark', 'light'] }: Place = {},
): Promise<string[]> {
  const { there, dark } = await page.evaluate(() => ({
    there: 'axe' in globalThis,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  if (!there) await page.evaluate(source);
  const found: string[] = [];
  // The current theme comes first, because a change of theme redraws the page.
  const order = themes.toSorted(
    (a, b) => Number((b === 'dark') === dark) - Number((a === 'dark') === dark),
  );
  for (const [i, colorScheme] of order.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // no colour transition in progress
    const look = (within: string, rules: RunOptions) =>
      page.evaluate(run, { colorScheme, within, rules });
    if (i === 0 && coloured === within) found.push(...(await look(within, {})));
    else {
      if (i === 0) found.push(...(await look(within, structure)));
      found.push(...(await look(coloured, { runOnly: COLOURS })));
    }
  }
  return found;
}

/**
 * Returns the controls in an element that are smaller than 24 x 24 px and lack space around them.
 */
export async function findTooSmallControls(page: Page, within: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(run, { colorScheme: 'any theme', within, rules: SIZES });
}

interface Wanted {
  readonly colorScheme: string;
  readonly within: string;
  readonly rules: RunOptions;
}

async function run({ colorScheme, within, rules }: Wanted): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  // Style sheets need not be fetched again: no rule here reads them.
  const options: RunOptions = { ...rules, preload: false, resultTypes: ['violations'] };
  const { violations } = await axe.run(within, options);
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${colorScheme}: ${rule.id}: ${node.html}`),
  );
}
