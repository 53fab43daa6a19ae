import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { PlainObject } from '@iklab/core/scenario';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { methodConstantSymbolLines } from './methodConstantLines.ts';
import { parseStudy } from './parseStudy.ts';

const { catalogue } = await testEngine();
const withSymbols = withCardTexts(catalogue);

const studyOf = (methods: readonly PlainObject[], more: PlainObject = {}) => {
  const scenario = { preset: 'ur5e', methods };
  return requireValue(parseStudy({ iklabStudy: 2, scenario, count: 10, ...more }, catalogue));
};

test('fitted lengths are marked, by the key in documents and by the symbol on the page', () => {
  const study = studyOf([{ id: 'dls' }, { id: 'dls', label: 'wide', params: { lambda: 0.3 } }]);
  expect(study.constants).toEqual(['DLS: lambda 0.052 m (fitted)', 'wide: lambda 0.3 m']);
  expect(methodConstantSymbolLines(study, withSymbols)).toEqual([
    'DLS: λ = 0.052 m (fitted)',
    'wide: λ = 0.3 m',
  ]);
});

test('the default length of version 1 is marked as published', () => {
  const study = studyOf([{ id: 'dls' }], { iklabStudy: 1 });
  expect(study.constants).toEqual(['DLS: lambda 1.1 m (published)']);
});

test('constants shared by all methods appear once; swept ones are left out', () => {
  const step = { maxStep: 0.4, gain: 0.5 };
  const methods = [
    { id: 'dls', ...step },
    { id: 'transpose', ...step },
  ];
  expect(methodConstantSymbolLines(studyOf(methods), withSymbols)).toEqual([
    'DLS: λ = 0.052 m (fitted)',
    'All methods: joint step at most 22.92°, gain 0.5',
  ]);
  const others = ['sdls', 'qp'].map((id) => ({ id, ...step }));
  expect(
    methodConstantSymbolLines(
      studyOf([...methods, ...others, { id: 'halley', gain: 0.5 }]),
      withSymbols,
    ),
  ).toEqual([
    'DLS: λ = 0.052 m (fitted)',
    'QP: λ = 0.052 m (fitted)',
    'Halley: λ = 0 m (published)',
    'All methods but Halley: joint step at most 22.92°',
    'All methods: gain 0.5',
  ]);
  const sweep = [
    { path: 'methods[0].params.lambda', from: 0.01, to: 1, count: 3 },
    { path: 'methods[*].gain', from: 0.2, to: 1, count: 2 },
  ];
  expect(studyOf(methods, { sweep }).constants).toEqual([
    'DLS: maxStep 0.4 rad',
    expect.stringMatching(/^Transpose: maxStep 0.4 rad$/),
  ]);
});
