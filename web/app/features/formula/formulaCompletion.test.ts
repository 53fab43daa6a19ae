import { expect, test } from 'vitest';
import { suggestionsAt } from './formulaCompletion.ts';
import { testReader } from './testReader.ts';

const TEXT = 'param λ = 0.05 m "Least, max"\nmu = max(σ)   # max\nΔθ = ';

/** Labels that are offered after what is typed at the end. */
function offered(typed: string): string[] {
  const found = suggestionsAt(testReader(TEXT), TEXT + typed, TEXT.length + typed.length);
  return found?.list.map(({ label }) => label) ?? [];
}

test('names come before functions, yours before what is given', () => {
  expect(offered('m')).toEqual(['mu', 'max(x)', 'min(x)']);
  expect(offered('turn')).toEqual(['turns']);
  expect(offered('xyz')).toEqual([]);
});

test('a Greek name is found by how it is said', () => {
  expect(offered('lamb')).toContain('λ');
  expect(offered('sigma')).toContain('σ');
});

test('a TeX name that is begun offers signs, and names that begin so', () => {
  expect(offered('\\m')).toEqual(['\\mu', 'mu', 'max(x)', 'min(x)']);
});

test('a function is written with its brackets, the cursor between them', () => {
  const found = suggestionsAt(testReader(TEXT), `${TEXT}sq`, TEXT.length + 2);
  expect(found).toMatchObject({
    from: TEXT.length,
    list: [{ text: 'sqrt()', cursor: 5, shape: 'as x' }],
  });
});

test('nothing is offered in labels and comments, nor for what is whole', () => {
  const at = (sign: string) => TEXT.indexOf(sign) + sign.length;
  expect(suggestionsAt(testReader(TEXT), TEXT, at('Least, ma'))).toBeNull();
  expect(suggestionsAt(testReader(TEXT), TEXT, at('# ma'))).toBeNull();
  expect(offered('lower')).toEqual([]);
});
