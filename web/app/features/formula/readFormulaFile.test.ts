import { expect, test } from 'vitest';
import { methodNameFromFile, normalizeFormulaText, readFormulaFile } from './readFormulaFile.ts';

test('removes the byte order mark, CRLF and final line break of a file, and rejects long files', async () => {
  expect(normalizeFormulaText('\uFEFFa = 1\r\nb = 2\r\n')).toBe('a = 1\nb = 2');
  expect(normalizeFormulaText('A\u030A')).toBe('\u00C5');
  expect(await readFormulaFile(new Blob(['Δθ = Jᵀe\n']))).toBe('Δθ = Jᵀe');
  expect(await readFormulaFile(new Blob(['x'.repeat(70_000)]))).toBeNull();
});

test('a method is named after its file', () => {
  expect([methodNameFromFile('turn-damped.ik'), methodNameFromFile('.ik')]).toEqual([
    'Turn-damped',
    'My method',
  ]);
});
