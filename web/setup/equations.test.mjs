import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { closedFormLatex, mathml } from './equations.mjs';

const { methods } = withCardTexts((await testEngine()).catalogue);
const closed = Object.entries(closedFormLatex()).map(([id, equation]) => ({ id, equation }));

test.each([...methods, ...closed])(
  'the equation of $id is valid LaTeX, and becomes MathML without inline styles',
  ({ equation }) => {
    const markup = mathml(equation);
    expect(markup).toMatch(/^<math .*<\/math>$/s);
    expect(markup).not.toMatch(/ style=|<merror|class="temml-error/);
  },
);

test('rejects an unknown command and an open brace', () => {
  expect(() => mathml('\\Delta\\thetta')).toThrow(/thetta/);
  expect(() => mathml('\\frac{1}{')).toThrow();
});

test('lines are aligned at &, columns of cases have a gap', () => {
  expect(mathml('a &= b \\\\ c &= d')).toMatch(/<mtable.*<mtr>.*<mtr>/);
  expect(mathml('\\begin{cases} a & b \\\\ c & d \\end{cases}').match(/tml-gap/g)).toHaveLength(2);
});

test('letters have symbol names: without running indices, with Δ joined to its letter', () => {
  const names = (latex) =>
    [...mathml(latex).matchAll(/data-symbol="([^"]*)"/g)].map(([, symbol]) => symbol);
  expect(names('\\gamma_i = \\gamma_{\\max} \\min(1, N_i/M_i)')).toEqual(['γ', 'γ_max', 'N', 'M']);
  expect(names('\\Delta\\theta_j = u_m^T e + \\lambda^2')).toEqual(['Δθ', 'Δθ', 'u', 'e', 'λ']);
  expect(names('\\sum_{\\sigma_i > \\sigma_{\\mathrm{cut}}} \\frac{1}{\\sigma_i}')).toEqual([
    'σ',
    'σ_cut',
    'σ',
  ]);
});
