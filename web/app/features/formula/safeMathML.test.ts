import { expect, test } from 'vitest';
import { safeMathML } from './safeMathML.ts';

test('plain MathML passes unchanged', () => {
  const markup =
    '<math display="block"><mi>Δθ</mi><mo stretchy="false">=</mo><mfrac><mn>1</mn><mi>&lt;</mi></mfrac><mspace width="0.2em"/></math>';
  expect(safeMathML(markup)).toBe(markup);
});

test.each([
  '<math><script>alert(1)</script></math>',
  '<math><mi onclick="x()">x</mi></math>',
  '<math href="javascript:x()"><mi>x</mi></math>',
  '<math><maction actiontype="x"><mi>x</mi></maction></math>',
  '<img src="x">',
  '<math',
])('rejects %s as empty text', (markup) => {
  expect(safeMathML(markup)).toBe('');
});
