import { sampleCatalogue, sampleFormulas, smallDocument } from '@iklab/core/scenario/testing';
import { parseStudy } from '@iklab/study/document';
import { expect, test } from 'vitest';
import { sweepChoiceFromStudy, sweptParamKeys } from './sweepChoice.ts';

test('a study of one parameter selects that parameter, even one with a Greek name', () => {
  const axis = { path: 'methods[0].params.λ', from: 0.1, to: 1, count: 4 };
  const read = parseStudy(
    {
      iklabStudy: 1,
      scenario: smallDocument({
        methods: [{ id: 'formula', params: { text: sampleFormulas.damped } }],
      }),
      sampling: { kind: 'reachable' },
      sweep: [axis],
      count: 50,
    },
    sampleCatalogue,
  );
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const choice = sweepChoiceFromStudy({ ...read.value, seed: 1 });
  expect(choice && [sweptParamKeys(choice), choice.count]).toEqual([['λ'], 50]);
});
