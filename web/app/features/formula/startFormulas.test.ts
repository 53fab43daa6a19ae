import { exampleFormulas } from '@iklab/core/engine/formulaShelf';
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { countFormulaLines } from './startFormula.ts';
import { findStartFormula, START_FORMULA_GROUPS, startFormulaForMethod } from './startFormulas.ts';

const all = START_FORMULA_GROUPS.flatMap(({ texts }) => texts);

test('the shelf has every text of the library, and an empty one to start from', () => {
  const others = all.map(({ id }) => id).filter((id) => !Object.hasOwn(exampleFormulas, id));
  expect(others).toEqual(['empty']);
  expect(all.length).toBe(Object.keys(exampleFormulas).length + 1);
});

test('every text has a unique id and a sentence, and assigns the step', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { line, text } of all) {
    expect(line).toMatch(/^[A-Z].*\.$/);
    expect(text).toMatch(/^ *Δθ(\[j\])? \+?= /m);
    expect(text).toBe(text.trim());
  }
});

test('texts have no tabs, even indents, short lines and at most 8 KiB', () => {
  for (const { text } of all) {
    expect(text).not.toContain('\t');
    expect(text).toBe(text.normalize('NFC'));
    expect(new TextEncoder().encode(text).length).toBeLessThan(8192);
    for (const line of text.split('\n')) {
      expect(line.length).toBeLessThan(96);
      expect((/^ */.exec(line)?.[0].length ?? 0) % 2).toBe(0);
      expect(line).toBe(line.trimEnd());
    }
  }
});

test('writtenOut finds the formula of a built-in method, or null', () => {
  expect(startFormulaForMethod('dls')?.id).toBe('dls');
  expect(startFormulaForMethod('fabrik')).toBeNull();
  expect(all.find(({ id }) => id === 'heavy-ball')?.builtIn).toBeNull();
});

test('shelfOrigin finds the shelf text of an extended text by its first comment', () => {
  for (const { id, text } of all.filter(({ id }) => id !== 'empty'))
    expect(findStartFormula(`${text}\nx = 1`)?.id).toBe(id);
  expect(findStartFormula('Δθ = Jᵀe')).toBeNull();
});

test('linesOf ignores comments and empty lines', () => {
  expect(countFormulaLines({ text: '# a\n\na = 1\n  b = 2   # c\n  # d\n' })).toBe(2);
});

test('every method that a text writes out exists', async () => {
  const ids = (await testEngine()).catalogue.methods.map(({ id }) => id);
  const restated = all.flatMap(({ builtIn }) => builtIn ?? []);
  expect(restated.filter((id) => !ids.includes(id))).toEqual([]);
});
