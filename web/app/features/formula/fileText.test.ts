import { expect, test } from 'vitest';
import { asText, nameOfFile, readFormulaFile } from './fileText.ts';

test('a file is read without the marks of other systems', async () => {
  expect(asText('\uFEFFa = 1\r\nb = 2\r\n')).toBe('a = 1\nb = 2');
  expect(asText('A\u030A')).toBe('\u00C5');
  expect(await readFormulaFile(new Blob(['Δθ = Jᵀe\n']))).toBe('Δθ = Jᵀe');
  expect(await readFormulaFile(new Blob(['x'.repeat(70_000)]))).toBeNull();
});

test('its name names the method', () => {
  expect([nameOfFile('turn-damped.ik'), nameOfFile('.ik')]).toEqual(['Turn-damped', 'My method']);
});
