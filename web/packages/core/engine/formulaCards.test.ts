/** The names and descriptions of a formula come from its text. */
import { expect, test } from 'vitest';
import type { DescribedMethod } from '../scenario/methods/catalogue.ts';
import { sampleCatalogue as small } from '../scenario/methods/testCatalogue.ts';
import { sampleFormulas } from '../scenario/methods/testFormulas.ts';
import { withCardTexts } from './cards.ts';

const catalogue = withCardTexts({ ...small, methods: [] });
const { damped, plain, faulty } = sampleFormulas;

test('a formula is named and described by its first comment and its labels', () => {
  const { row } = catalogue.readFormula(damped);
  expect(row).toMatchObject({
    fullName: 'Damped least squares',
    summary: 'Damped least squares',
    equation: '',
    references: [],
    failures: [],
  });
  expect(row?.params.map(({ label, help }) => [label, help])).toEqual([
    ['Damping', ''],
    ['rule', ''],
    ['often', ''],
  ]);
  expect(catalogue.readFormula(damped).row).toBe(row);
  expect(catalogue.readFormula(plain).row).toMatchObject({ fullName: 'Formula', summary: '' });
  expect(catalogue.readFormula(faulty)).toMatchObject({ row: null, faults: [{ line: 4 }] });
});

test('shown values are named by their labels, or by their keys', () => {
  const shown = [
    { key: 'mu', per: 'instance', unit: 'm', label: 'Damping' },
    { key: 'lambda', per: 'direction', unit: '', label: '' },
  ] as const;
  const { row } = small.readFormula(plain);
  if (!row) throw new Error('no row');
  const reading = { ...small.readFormula(plain), row: { ...row, observables: shown } };
  const own = withCardTexts({ ...small, methods: [], readFormula: () => reading });
  const observables = (own.readFormula('') as { row: DescribedMethod }).row.observables;
  expect(observables.map(({ label, symbol, help }) => [label, symbol, help])).toEqual([
    ['Damping', 'mu', ''],
    ['lambda', 'lambda', ''],
  ]);
});
