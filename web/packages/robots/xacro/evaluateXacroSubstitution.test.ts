import { expect, test } from 'vitest';
import { parseSubstitutedValue } from './evaluateXacroSubstitution.ts';

test('reads arguments as numbers, as true or false in any case, or as text', () => {
  const read = ['true', 'TRUE', 'False', 'fAlse', '2', '-0.5', 'left'].map(parseSubstitutedValue);
  expect(read).toEqual([true, true, false, false, 2n, -0.5, 'left']);
});
