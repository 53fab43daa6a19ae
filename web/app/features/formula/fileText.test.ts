import { expect, test } from 'vitest';
import { asText, nameOfFile, readFormulaFile } from './fileText.ts';

test('removes the byte order mark, CRLF and final line break of a file, and rejects long files', async () => {
  expect(asText('\uFEFFa = 1\r\nb = 2\r\n')).toBe('a = 1\nb = 2');
  expect(asText('A\u030A')).toBe('\u00C5');
  expect(await readFormulaFile(new Blob(['Δθ = Jᵀe\n']))).toBe('Δθ = Jᵀe');
  expect(await readFormulaFile(new Blob(['x'.repeat(70_000)]))).toBeNull();
});

test('a method is named after its file', () => {
  expect([nameOfFile('turn-damped.ik'), nameOfFile('.ik')]).toEqual(['Turn-damped', 'My method']);
});
