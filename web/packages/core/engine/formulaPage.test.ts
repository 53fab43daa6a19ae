/** Checks docs/formula.md against the language as the solver implements it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEngine } from './testEngine.ts';

const page = readFileSync(new URL('../../../../docs/formula.md', import.meta.url), 'utf8');
const { catalogue } = await testEngine();

test('lists exactly the predefined names and functions of the solver', () => {
  const { names, functions } = catalogue.readFormula('Δθ = Jᵀe');
  const part = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = (title: string) =>
    [...part(title).matchAll(/^\| `(.+?)` \|/gm)].map(([, code = '']) =>
      code.replaceAll('\\|', '|'),
    );
  expect(rows('Predefined names')).toEqual(
    names.filter(({ kind }) => kind === 'given').map(({ name }) => name),
  );
  expect(rows('Functions')).toEqual(functions.map(({ signature }) => signature));
});

test('the first example has no errors', () => {
  const [, text = ''] = /```\n(# [\s\S]+?)```/.exec(page) ?? [];
  expect(catalogue.readFormula(text.trimEnd()).faults).toEqual([]);
});
