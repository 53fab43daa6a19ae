import { expect, test } from 'vitest';
import { methodName, normalizeText, readFormulaFile } from './readFormulaFile.ts';

test('removes the byte order mark, CRLF and final line break of a file, and rejects long files', async () => {
  expect(normalizeText('\uFEFFa = 1\r\nb = 2\r\n')).toBe('a = 1\nb = 2');
  expect(normalizeText('A\u030A')).toBe('\u00C5');
  expect(await readFormulaFile(new Blob(['Δθ = Jᵀe\n']))).toBe('Δθ = Jᵀe');
  expect(await readFormulaFile(new Blob(['x'.repeat(70_000)]))).toBeNull();
});

test('a method is named after its file', () => {
  expect([methodName('turn-damped.ik'), methodName('.ik')]).toEqual(['Turn-damped', 'My method']);
});
