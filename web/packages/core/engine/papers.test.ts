/** The papers of a panel. */

import { expect, test } from 'vitest';
import { listMethodPapers } from '../scenario/methods/citation.ts';
import { initialParamValue, keyedParams, methodRow } from '../scenario/methods/methodParams.ts';
import { withCardTexts } from './cards.ts';
import { testEngine } from './testEngine.ts';

const catalogue = withCardTexts((await testEngine()).catalogue);

test('papersOf adds the papers of rules and stages, each paper once', () => {
  const names = (id: string, given: Record<string, string>) => {
    const row = methodRow(catalogue, id);
    if (!row) throw new Error(id);
    const all = keyedParams(row, ({ key }) => given[key], catalogue);
    const params = Object.fromEntries(
      all.map(({ key, param }) => [key, given[key] ?? initialParamValue(param)]),
    );
    return listMethodPapers({ id, params }, catalogue).map(
      ({ authors, year }) => `${authors} ${year}`,
    );
  };
  const wampler = 'Wampler, C. W. 1986';
  expect(names('dls', { damping: 'constant' })).toEqual([wampler]);
  expect(names('dls', { damping: 'manipulability' })).toEqual([
    wampler,
    'Nakamura, Y. and Hanafusa, H. 1986',
  ]);
  expect(names('two-stage', { first: 'dls', second: 'truncated' })).toEqual([
    'Buss, S. R. and Kim, J.-S. 2005',
    wampler,
    'Tabaczynski, M. 2005',
  ]);
  expect(names('conjugate-gradient', {})).toContain('Powell, M. J. D. 1986');
});
