import { expect, test } from 'vitest';
import type { PaperReference } from './catalogue.ts';
import { bibtex, bibtexBibliography, citationText, escapeTex } from './citation.ts';

const paper: PaperReference = {
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

test('cites an article with all fields as text and in BibTeX', () => {
  expect(citationText(paper)).toBe(
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

test('cites a technical report, and a paper without a year', () => {
  const none = { volume: '', number: '', pages: '', doi: '' };
  const report: PaperReference = {
    ...paper,
    ...none,
    kind: 'techreport',
    number: 'R-1',
    in: 'DTU',
  };
  expect(citationText(report)).toMatch(/kinematics\. R-1, DTU\.$/);
  expect(bibtex(report)).toMatch(/^@techreport.*institution = \{DTU\}.*number = \{R-1\}/s);
  const undated: PaperReference = { ...paper, ...none, kind: 'misc', year: null, in: 'Tsinghua' };
  expect(citationText({ ...undated, authors: 'Na, M. and Yang, B. and Jia, P.' })).toBe(
    'Na, M., Yang, B. & Jia, P. Selectively damped least squares for inverse kinematics. Tsinghua.',
  );
  expect(bibtex(undated)).toMatch(/^@misc\{buss,(?!.*year).*howpublished/s);
});

test('escapes the special characters of TeX', () => {
  expect(escapeTex('50 % & a_b {c} \\d ~ ^')).toBe(
    '50 \\% \\& a\\_b \\{c\\} \\textbackslash{}d \\textasciitilde{} \\textasciicircum{}',
  );
  expect(bibtex({ ...paper, in: 'Robotics & Automation' })).toContain('{Robotics \\& Automation}');
});

test('papers of the same author and year get different keys', () => {
  const keys = bibtexBibliography([
    paper,
    { ...paper, title: 'Another' },
    { ...paper, year: 2004 },
  ]);
  expect(keys.match(/(?<=@article\{).*(?=,)/g)).toEqual(['buss2005', 'buss2005-2', 'buss2004']);
});
