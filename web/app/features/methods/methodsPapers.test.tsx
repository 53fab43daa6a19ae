/** The pages of three methods show figures and a misprint of papers, computed by the module. */
import { testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { installWindow, renderInto } from '../../testing.ts';
import { InPapers } from './methodsPapers.tsx';

const engine = await testEngine();
installWindow();
const shown = (id: string) => renderInto(<InPapers engine={engine} id={id} />).element;

test('SDLS has figure 1 of Buss & Kim: three targets, each a link to its scene, and six claims', () => {
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

test('IDLS has λ half way to a limit: 2^−p', () => {
  expect(shown('idls').textContent).toContain('0.0625, 0.00391');
});

test('the pseudoinverse has the misprint of the lecture', () => {
  const text = shown('pseudoinverse').textContent;
  expect(text).toContain('J* = Jᵀ(JᵀJ)⁻¹');
  expect(text).toContain('JᵀJ has rank 2');
});

test('other methods have nothing of the kind', () => {
  expect(shown('dls').textContent).toBe('');
});
