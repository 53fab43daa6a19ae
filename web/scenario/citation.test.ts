import { expect, test } from 'vitest';
import { testEngine } from '../engine/testEngine.ts';
import type { Reference } from './catalogue.ts';
import { bibtex, cited, papersOf } from './citation.ts';
import { initialValue, keyedParams, methodRow } from './params.ts';

const { catalogue } = await testEngine();

const paper: Reference = {
  kind: 'article',
  authors: 'Buss, S. R. and Kim, J.-S.',
  year: 2005,
  title: 'Selectively damped least squares for inverse kinematics',
  in: 'Journal of Graphics Tools',
  volume: '10',
  number: '3',
  pages: '37-49',
  doi: '10.1080/2151237X.2005.10129202',
};

test('an article', () => {
  expect(cited(paper)).toBe(
    'Buss, S. R. & Kim, J.-S. (2005). Selectively damped least squares for inverse kinematics. Journal of Graphics Tools, 10(3), 37-49.',
  );
  expect(bibtex(paper)).toBe(
    [
      '@article{buss2005,',
      '  author = {Buss, S. R. and Kim, J.-S.},',
      '  title = {{Selectively damped least squares for inverse kinematics}},',
      '  journal = {Journal of Graphics Tools},',
      '  year = {2005},',
      '  volume = {10},',
      '  number = {3},',
      '  pages = {37--49},',
      `  doi = {${paper.doi}}`,
      '}',
    ].join('\n'),
  );
});

test('a report, a paper without a year', () => {
  const none = { volume: '', number: '', pages: '', doi: '' };
  const report: Reference = { ...paper, ...none, kind: 'techreport', number: 'R-1', in: 'DTU' };
  expect(cited(report)).toMatch(/kinematics\. R-1, DTU\.$/);
  expect(bibtex(report)).toMatch(/^@techreport.*institution = \{DTU\}.*number = \{R-1\}/s);
  const undated: Reference = { ...paper, ...none, kind: 'misc', year: null, in: 'Tsinghua' };
  expect(cited({ ...undated, authors: 'Na, M. and Yang, B. and Jia, P.' })).toBe(
    'Na, M., Yang, B. & Jia, P. Selectively damped least squares for inverse kinematics. Tsinghua.',
  );
  expect(bibtex(undated)).toMatch(/^@misc\{buss,(?!.*year).*howpublished/s);
});

test('what stands in the table is whole', () => {
  const papers = catalogue.methods.flatMap(({ references, params }) => [
    ...references,
    ...params.flatMap(({ sources }) => sources),
  ]);
  for (const { doi, pages, authors, kind, volume } of papers) {
    expect(doi).toMatch(/^(10\.\d{4,}\/\S+)?$/);
    expect(pages).toMatch(/^(\d+-\d+)?$/);
    expect(authors).toMatch(/^[^,&]+, [^,&]+(?: and [^,&]+, [^,&]+)*$/);
    if (kind === 'article') expect(volume).not.toBe('');
  }
});

test('a rule cites its own paper, a stage those of its method; each stands once', () => {
  const names = (id: string, given: Record<string, string>) => {
    const row = methodRow(catalogue, id);
    if (!row) throw new Error(id);
    const all = keyedParams(row, ({ key }) => given[key], catalogue);
    const params = Object.fromEntries(
      all.map(({ key, param }) => [key, given[key] ?? initialValue(param)]),
    );
    return papersOf({ id, params }, catalogue).map(({ authors, year }) => `${authors} ${year}`);
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
