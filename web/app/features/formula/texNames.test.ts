import { expect, test } from 'vitest';
import { TEX_NAMES, texNameBefore, texNamesWith, texReplacement } from './texNames.ts';

const replaced = (text: string) => texReplacement(text, text.length)?.text ?? null;

test('a TeX name before the cursor is its sign', () => {
  expect(replaced('a = \\lambda')).toBe('λ');
  expect(replaced('J\\T')).toBe('ᵀ');
  expect(replaced('J\\pinv')).toBe('⁺');
  expect(replaced('(A)\\inv')).toBe('⁻¹');
  expect(replaced('γ\\_1')).toBe('₁');
  expect(texReplacement('x\\leq y', 5)).toEqual({ from: 1, to: 5, text: '≤' });
});

test('what is no name, or not known, stays', () => {
  expect(replaced('lambda')).toBeNull();
  expect(replaced('\\lam')).toBeNull();
  expect(replaced('\\constructor')).toBeNull();
  expect(replaced('\\lambda\n')).toBeNull();
  expect(replaced('\\lambda x')).toBeNull();
});

test('a name that has only begun is known by its start', () => {
  expect(texNameBefore('a \\la', 5)).toEqual({ from: 2, name: 'la' });
  expect(texNameBefore('a \\', 3)).toEqual({ from: 2, name: '' });
  expect(texNamesWith('m')).toEqual([['mu', 'μ']]);
  expect(texNamesWith('le')).toEqual([['leq', '≤']]);
});

test('no sign is offered twice', () => {
  const signs = texNamesWith('').map(([, sign]) => sign);
  expect(new Set(signs).size).toBe(signs.length);
  expect(new Set(signs)).toEqual(new Set(Object.values(TEX_NAMES)));
});
