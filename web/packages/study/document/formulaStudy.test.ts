/** Studies of methods written as formulas: parsing, sweeps and links. */
import { faultsText } from '@iklab/core/scenario/checks';
import { sampleCatalogue, sampleFormulas, smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { rowsTableColumns } from '../rows/rowsTableColumns.ts';
import { makeSweepStudy } from '../sweeps/makeSweepStudy.ts';
import { decodeStudyLink, encodeStudyLink } from './studyLink.ts';
import { makeSmallTestStudy, parseTestStudy, studyFaultsText } from './testStudies.ts';
import { compactStudyDocument, fullStudyDocument, studyHash } from './writeStudy.ts';

const formula = (text: string, params: object = {}, more: object = {}) => ({
  id: 'formula',
  params: { text, ...params },
  ...more,
});
const { damped, plain, faulty } = sampleFormulas;
const methods = [formula(damped, { λ: 0.3 }, { label: 'Mine' }), formula(plain), { id: 'dls' }];
const scenario = smallDocument({ methods });
const lambda = { path: 'methods[0].params.λ', from: 0.1, to: 1, count: 4 };

test('documents and links keep the formula’s text', async () => {
  const study = parseTestStudy({ scenario, sweep: [lambda] });
  for (const document of [compactStudyDocument(study, sampleCatalogue), fullStudyDocument(study)]) {
    const { written: _, ...again } = parseTestStudy(JSON.parse(JSON.stringify(document)));
    expect(study).toMatchObject(again);
  }
  const link = await decodeStudyLink(
    await encodeStudyLink(study, sampleCatalogue),
    sampleCatalogue,
  );
  if (!link.ok) throw new Error(faultsText(link.faults));
  expect(link.value.study.cells).toEqual(study.cells);
});

test('the hash covers the formula’s text', () => {
  const other = [formula(`${plain}`), ...methods.slice(1)];
  const [a, b] = [
    parseTestStudy({ scenario }),
    parseTestStudy({ scenario: { ...scenario, methods: other } }),
  ];
  expect(studyHash(a)).not.toBe(studyHash(b));
});

test('a sweep varies a parameter of the formula, only for the method that declares it', () => {
  const { cells, ...study } = parseTestStudy({ scenario, sweep: [lambda] });
  expect(cells.map(({ panel }) => panel.params.λ ?? panel.id)).toEqual([
    ...[0.1, 0.4, 0.7, 1],
    'formula',
    'dls',
  ]);
  expect(cells.every(({ panel, scenario }) => scenario.methods.includes(panel))).toBe(true);
  expect(cells.map(({ panel }) => panel.params.text)).toEqual([
    ...Array(4).fill(damped),
    plain,
    undefined,
  ]);
  expect(rowsTableColumns({ cells, ...study }).map(({ name }) => name)).toContain(lambda.path);
  const { value } = makeSweepStudy(
    study.scenario,
    { method: 0, axes: [{ ...lambda, scale: 'linear' }], count: 3 },
    sampleCatalogue,
  ) as { value: { cells: readonly unknown[] } };
  expect(value.cells).toHaveLength(4);
});

test.each<[string, object, string]>([
  [
    'of a parameter that the formula does not declare',
    { ...lambda, path: 'methods[0].params.μ' },
    'sweep[0].path: must be the path of a number of the scenario; got "methods[0].params.μ" (did you mean "methods[0].params.λ"?)',
  ],
  [
    'of the formula’s text',
    { ...lambda, path: 'methods[0].params.text' },
    expect.stringContaining('must be the path of a number'),
  ],
  [
    'beyond the parameter’s range',
    { ...lambda, to: 2000 },
    'sweep[0].to: produces an invalid value: methods[0].params.λ: must be ≤ 1000; got 2000',
  ],
])('rejects a sweep %s', (_, axis, told) => {
  expect(studyFaultsText(makeSmallTestStudy({ scenario, sweep: [axis] }))).toEqual(told);
});

test('a fault in a formula is reported with its path in the study and its line', () => {
  const bad = smallDocument({ methods: [{ id: 'dls' }, formula(faulty)] });
  expect(studyFaultsText(makeSmallTestStudy({ scenario: bad, count: 0 }))).toBe(
    'count: must be ≥ 1; got 0\nscenario.methods[1].params.text: line 4: Unknown name lamda. Did you mean λ?',
  );
});
