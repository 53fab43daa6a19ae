import { expect, test } from 'vitest';
import { findFormulaSuggestions } from './formulaCompletion.ts';
import { readTestFormula } from './testReadFormula.ts';

const TEXT = 'param λ = 0.05 m "Least, max"\nmu = max(σ)   # max\nΔθ = ';

/** Returns the labels that are suggested after `typed` at the end of the text. */
function suggested(typed: string): string[] {
  const found = findFormulaSuggestions(
    readTestFormula(TEXT),
    TEXT + typed,
    TEXT.length + typed.length,
  );
  return found?.list.map(({ label }) => label) ?? [];
}

test('suggests names of the text first, then predefined names, then functions', () => {
  expect(suggested('m')).toEqual(['mu', 'max(x)', 'min(x)']);
  expect(suggested('turn')).toEqual(['turns']);
  expect(suggested('xyz')).toEqual([]);
});

test('finds a Greek letter by its name', () => {
  expect(suggested('lamb')).toContain('λ');
  expect(suggested('sigma')).toContain('σ');
});

test('a backslash suggests TeX names as well as matching names', () => {
  expect(suggested('\\m')).toEqual(['\\mu', 'mu', 'max(x)', 'min(x)']);
});

test('completes a function with parentheses and the cursor between them', () => {
  const found = findFormulaSuggestions(readTestFormula(TEXT), `${TEXT}sq`, TEXT.length + 2);
  expect(found).toMatchObject({
    from: TEXT.length,
    list: [{ text: 'sqrt()', cursor: 5, shape: 'as x' }],
  });
});

test('suggests nothing in labels and comments, or for a complete name', () => {
  const at = (sign: string) => TEXT.indexOf(sign) + sign.length;
  expect(findFormulaSuggestions(readTestFormula(TEXT), TEXT, at('Least, ma'))).toBeNull();
  expect(findFormulaSuggestions(readTestFormula(TEXT), TEXT, at('# ma'))).toBeNull();
  expect(suggested('lower')).toEqual([]);
});
