import { faultsText, MAX_COUNT } from '@iklab/core/scenario/checks';
import { catalogue, scenarioOf, smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { draftFromScene, draftFromStudy, withField } from './benchmarkDraft.ts';
import { parseStudy } from './parseStudy.ts';
import { findRules, STOP_RULE_SETS, withRules } from './stopRuleSets.ts';

const draft = draftFromScene(scenarioOf(smallDocument()), catalogue);
const studyOf = (of: typeof draft) => {
  const read = parseStudy(of.document, catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  return read.value;
};

const withUpdates = (of: typeof draft) => withField(of, 'scenario.run.maxUpdates', 7, catalogue);

test.each(STOP_RULE_SETS.map(({ id }) => id))(
  '%s: is recognized in drafts and in studies made from them',
  (id) => {
    const ruled = withRules(withUpdates(draft), id);
    expect(findRules(ruled)).toBe(id);
    expect(findRules(draftFromStudy(studyOf(ruled), catalogue))).toBe(id);
    expect(findRules(withUpdates(ruled))).toBe('');
  },
);

test('the rules have the numbers of the papers', () => {
  const quik = studyOf(withRules(draft, 'quik'));
  expect(quik.scenario.run).toMatchObject({
    ...{ residual: 1e-8, maxUpdates: 200, maxSlow: 10, slowShare: 0.05 },
    ...{ minImprovement: 0, maxRises: MAX_COUNT, restarts: null },
  });
  const { residual, restarts } = studyOf(withRules(draft, 'haviland-corke')).scenario.run;
  expect(0.5 * (residual ?? 0) ** 2).toBeCloseTo(1e-6, 15);
  expect(restarts).toMatchObject({ most: 99, every: 0, outside: 'wrap' });
});

test('removing the rules restores the draft', () => {
  expect(findRules(draft)).toBe('');
  expect(studyOf(withRules(withRules(draft, 'quik'), ''))).toEqual(studyOf(draft));
});
