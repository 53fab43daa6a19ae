import { expect, test } from 'vitest';
import { findTexNamesByPrefix, TEX_NAMES, texNameBefore, texReplacement } from './texNames.ts';

const replaced = (text: string) => texReplacement(text, text.length)?.text ?? null;

test('a TeX name before the cursor is replaced by its symbol', () => {
  expect(replaced('a = \\lambda')).toBe('λ');
  expect(replaced('J\\T')).toBe('ᵀ');
  expect(replaced('J\\pinv')).toBe('⁺');
  expect(replaced('(A)\\inv')).toBe('⁻¹');
  expect(replaced('γ\\_1')).toBe('₁');
  expect(texReplacement('x\\leq y', 5)).toEqual({ from: 1, to: 5, text: '≤' });
});

test('text without a backslash, unknown names and completed names are not replaced', () => {
  expect(replaced('lambda')).toBeNull();
  expect(replaced('\\lam')).toBeNull();
  expect(replaced('\\constructor')).toBeNull();
  expect(replaced('\\lambda\n')).toBeNull();
  expect(replaced('\\lambda x')).toBeNull();
});

test('an incomplete TeX name is found by its beginning', () => {
  expect(texNameBefore('a \\la', 5)).toEqual({ from: 2, name: 'la' });
  expect(texNameBefore('a \\', 3)).toEqual({ from: 2, name: '' });
  expect(findTexNamesByPrefix('m')).toEqual([['mu', 'μ']]);
  expect(findTexNamesByPrefix('le')).toEqual([['leq', '≤']]);
});

test('texNamesWith lists every symbol once', () => {
  const signs = findTexNamesByPrefix('').map(([, sign]) => sign);
  expect(new Set(signs).size).toBe(signs.length);
  expect(new Set(signs)).toEqual(new Set(Object.values(TEX_NAMES)));
});
