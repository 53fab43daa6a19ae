/** The lint rules about time report every use of clocks and timers of the machine, and nothing else. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installed, root, run } from './tools.mjs';

/** Returns the lines of a text that a rule reports. */
async function reportedLines(rule, lines) {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-lint-'));
  try {
    const plugins = [join(root, 'web/setup', rule)];
    const settings = { linter: { rules: { preset: 'none' } }, plugins };
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings));
    writeFileSync(join(folder, 'text.ts'), lines.join('\n'));
    const words = ['lint', '--reporter=json', '--max-diagnostics=none', `--config-path=${folder}`];
    const output = await run(installed('biome'), [...words, folder], { quiet: true }).catch(
      (error) => error.output,
    );
    const places = output.matchAll(/"path":"[^"]*text\.ts","start":\{"line":(\d+)/g);
    return [...new Set([...places].map(([, line]) => lines[line - 1]))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CLOCKS = [
  'export const a = performance.now();',
  'export const b = Date.now;',
  'export const c = new Date();',
  'export const d = setTimeout(() => {}, 1);',
  'setInterval(() => {}, 1);',
];

test('page code may not use clocks, timers, frames or idle time directly', async () => {
  const faulty = [
    ...CLOCKS,
    'window.setTimeout(() => {}, 1);',
    'export const e = globalThis.performance.now();',
    'export const f = new Promise(requestAnimationFrame);',
    'const { requestIdleCallback: ask } = window;',
    'let timer: ReturnType<typeof setTimeout> | undefined;',
    'export const g = AbortSignal.timeout(3);',
  ];
  const sound = [
    "import { threadTime } from '@iklab/core/time';",
    'threadTime.after(5, () => {});',
    'export const h = threadTime.now();',
    'export const i = new Date(5);',
    '// setTimeout in a comment',
    "export const j = 'setTimeout';",
  ];
  expect(await reportedLines('time.grit', [...faulty, ...sound])).toEqual(faulty);
});

test('a test may not use clocks, the memory of the machine or sleep', async () => {
  const faulty = [
    ...CLOCKS,
    'expect(process.memoryUsage().rss).toBeLessThan(3);',
    'const begun = process.hrtime.bigint();',
    'await page.waitForTimeout(800);',
  ];
  const sound = [
    'await page.waitForFunction(() => document.title);',
    'await new Promise(requestAnimationFrame);',
    'vi.useFakeTimers();',
    'vi.advanceTimersByTime(5);',
  ];
  expect(await reportedLines('testTime.grit', [...faulty, ...sound])).toEqual(faulty);
});

test('every file that is exempt from the rules exists', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8'));
  const ruled = overrides.filter(({ plugins }) => /time\.grit/i.test(plugins?.[0]));
  expect(ruled).toHaveLength(2);
  const exempt = ruled.flatMap(({ includes }) => includes).filter((path) => /^![^*]+$/.test(path));
  expect(
    exempt.map((path) => path.slice(1)).filter((path) => !existsSync(join(root, path))),
  ).toEqual([]);
});
