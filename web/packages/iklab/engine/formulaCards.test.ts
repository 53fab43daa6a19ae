/** The texts of a custom method, which come from its formula. */
import { expect, test } from 'vitest';
import type { DescribedMethod } from '../scenario/catalogue.ts';
import { catalogue as small } from '../scenario/testCatalogue.ts';
import { formulas } from '../scenario/testFormulas.ts';
import { withTexts } from './cards.ts';

const catalogue = withTexts({ ...small, methods: [] });
const { damped, plain, faulty } = formulas;

test('its first comment, and the labels of its lines', () => {
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

test('what it shows, by its label or else its key', () => {
  const shown = [
    { key: 'mu', per: 'instance', unit: 'm', label: 'Damping' },
    { key: 'lambda', per: 'direction', unit: '', label: '' },
  ] as const;
  const { row } = small.readFormula(plain);
  if (!row) throw new Error('no row');
  const reading = { ...small.readFormula(plain), row: { ...row, observables: shown } };
  const own = withTexts({ ...small, methods: [], readFormula: () => reading });
  const told = (own.readFormula('') as { row: DescribedMethod }).row.observables;
  expect(told.map(({ label, symbol, help }) => [label, symbol, help])).toEqual([
    ['Damping', 'mu', ''],
    ['lambda', 'lambda', ''],
  ]);
});
