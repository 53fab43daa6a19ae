import { shelfTexts } from 'iklab/engine/formulaShelf';
import { testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { SHELF, shelfOrigin, shelfText, writtenOut } from './shelf.ts';
import { linesOf } from './shelfText.ts';

const all = SHELF.flatMap(({ texts }) => texts);

test('every text of the library stands on the shelf, and one more that begins', () => {
  const others = all.map(({ id }) => id).filter((id) => !Object.hasOwn(shelfTexts, id));
  expect(others).toEqual(['empty']);
  expect(all.length).toBe(Object.keys(shelfTexts).length + 1);
});

test('every text has an id of its own, a sentence, and sets the step', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { line, text } of all) {
    expect(line).toMatch(/^[A-Z].*\.$/);
    expect(text).toMatch(/^ *Δθ(\[j\])? \+?= /m);
    expect(text).toBe(text.trim());
  }
});

test('texts keep to what a text may be: no tabs, whole indents, lines that fit', () => {
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

test('a method of the table is found written out', () => {
  expect(writtenOut('dls')?.id).toBe('dls');
  expect(writtenOut('fabrik')).toBeNull();
  expect(shelfText('heavy-ball')?.builtIn).toBeNull();
});

test('what a text was begun from is known while its first comment stands', () => {
  for (const { id, text } of all.filter(({ id }) => id !== 'empty'))
    expect(shelfOrigin(`${text}\nx = 1`)?.id).toBe(id);
  expect(shelfOrigin('Δθ = Jᵀe')).toBeNull();
});

test('lines are counted without comments', () => {
  expect(linesOf({ text: '# a\n\na = 1\n  b = 2   # c\n  # d\n' })).toBe(2);
});

test('a built-in method that a text restates is in the table', async () => {
  const ids = (await testEngine()).catalogue.methods.map(({ id }) => id);
  const restated = all.flatMap(({ builtIn }) => builtIn ?? []);
  expect(restated.filter((id) => !ids.includes(id))).toEqual([]);
});
