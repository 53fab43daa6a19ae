/** docs/formula.md says what the language is: as the solver has it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEngine } from './testEngine.ts';

const page = readFileSync(new URL('../../../../docs/formula.md', import.meta.url), 'utf8');
const { catalogue } = await testEngine();

test('every given name and every function is in a table, and no other', () => {
  const { names, functions } = catalogue.readFormula('Δθ = Jᵀe');
  const part = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = (title: string) =>
    [...part(title).matchAll(/^\| `(.+?)` \|/gm)].map(([, code = '']) =>
      code.replaceAll('\\|', '|'),
    );
  expect(rows('What is given')).toEqual(
    names.filter(({ kind }) => kind === 'given').map(({ name }) => name),
  );
  expect(rows('Functions')).toEqual(functions.map(({ signature }) => signature));
});

test('its first text has no fault', () => {
  const [, text = ''] = /```\n(# [\s\S]+?)```/.exec(page) ?? [];
  expect(catalogue.readFormula(text.trimEnd()).faults).toEqual([]);
});
