import { expect, test } from 'vitest';
import { toEm, toRem } from './rem.mjs';

test('converts lengths to rem, except hairlines', () => {
  expect(toRem('1px solid var(--hair)')).toBe('1px solid var(--hair)');
  expect(toRem('inset -8px 0 13px / 20px')).toBe('inset -0.5rem 0 0.8125rem / 1.25rem');
  expect(toRem('calc(100vh - 24px) 1.5px .5px')).toBe('calc(100vh - 1.5rem) 1.5px .5px');
  expect(toRem('var(--s-16px) 3fr')).toBe('var(--s-16px) 3fr');
});

test("converts media queries to em, so that they follow the reader's font size", () => {
  expect(toEm('(min-width: 641px) and (max-height: 480px)')).toBe(
    '(min-width: 40.0625em) and (max-height: 30em)',
  );
});
