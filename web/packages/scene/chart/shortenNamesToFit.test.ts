import { expect, test } from 'vitest';
import { Painter } from './painter.ts';
import { shortenNamesToFit } from './shortenNamesToFit.ts';

const ruler = {
  textWidth: (text: string) => 6 * [...text].length,
  shorten: Painter.prototype.shorten,
};
const cut = (names: string[], letters: number) =>
  shortenNamesToFit(
    ruler,
    names,
    names.map(() => 6 * letters),
  );

test('names with a common beginning are shortened in the middle and stay distinct', () => {
  const sugihara = ['LM Sugihara, k 10⁻³', 'LM Sugihara, k 10⁻⁴'];
  const seven = ['Newton-Raphson', 'LM Wampler, λ² 10⁻⁴', ...sugihara];
  const short = cut(seven, 11);
  expect(new Set(short).size).toBe(4);
  for (const [i, name] of short.entries()) {
    expect(ruler.textWidth(name)).toBeLessThanOrEqual(66);
    const [head = '', tail = ''] = name.split('…');
    expect(seven[i]?.startsWith(head) && seven[i]?.endsWith(tail)).toBe(true);
  }
  expect(short[2]).toMatch(/10⁻³$/);
  expect(short[0]).toBe('Newton-Rap…'); // as no other name begins like this
});

test('names stay distinct if their rooms differ by a letter', () => {
  const [a = '', b = ''] = shortenNamesToFit(ruler, ['LM Chan, k 1.0', 'LM Chan, k 0.1'], [54, 60]);
  expect([a.slice(-3), b.slice(-3)]).toEqual(['1.0', '0.1']);
});

test('names with enough room are kept, and equal names stay equal', () => {
  expect(cut(['DLS', 'SDLS'], 4)).toEqual(['DLS', 'SDLS']);
  expect(cut(['Transpose', 'Transpose'], 6)).toEqual(['Trans…', 'Trans…']);
});
