/** The pages of three methods show figures and a misprint of papers, computed by the engine. */
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { MethodPaperFigure } from './methodPaperFigure.tsx';

const engine = await testEngine();
installWindow();
const shown = (id: string) => renderInto(<MethodPaperFigure engine={engine} id={id} />).element;

test('SDLS shows figure 1 of Buss & Kim: three linked targets and six claims that hold', () => {
  const body = shown('sdls');
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '#preset=buss-kim-figure-1',
    '#preset=buss-kim-figure-1-beside',
    '#preset=buss-kim-figure-1-near',
  ]);
  expect(body.textContent).toContain('a +115°, b −230°');
  const claims = [...body.querySelectorAll('[role=img][aria-label*=hold]')];
  expect(claims.map((claim) => claim.getAttribute('aria-label'))).toEqual(Array(6).fill('holds'));
});

test('IDLS shows the factor 2^−p halfway to a joint limit', () => {
  expect(shown('idls').textContent).toContain('0.0625, 0.00391');
});

test('the pseudoinverse shows the misprint of the lecture', () => {
  const text = shown('pseudoinverse').textContent;
  expect(text).toContain('J* = Jᵀ(JᵀJ)⁻¹');
  expect(text).toContain('JᵀJ has rank 2');
});

test('a method without figures of papers shows nothing', () => {
  expect(shown('dls').textContent).toBe('');
});
