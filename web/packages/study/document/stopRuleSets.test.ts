import { faultsText, MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { parseTestScenario, sampleCatalogue, smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import {
  benchmarkDraftFromScene,
  benchmarkDraftFromStudy,
  withDraftField,
} from './benchmarkDraft.ts';
import { parseStudy } from './parseStudy.ts';
import { findStopRuleSet, STOP_RULE_SETS, withStopRuleSet } from './stopRuleSets.ts';

const draft = benchmarkDraftFromScene(parseTestScenario(smallDocument()), sampleCatalogue);
const studyOf = (of: typeof draft) => {
  const read = parseStudy(of.document, sampleCatalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  return read.value;
};

const withUpdates = (of: typeof draft) =>
  withDraftField(of, 'scenario.run.maxUpdates', 7, sampleCatalogue);

test.each(STOP_RULE_SETS.map(({ id }) => id))(
  '%s: is recognized in drafts and in studies made from them',
  (id) => {
    const ruled = withStopRuleSet(withUpdates(draft), id);
    expect(findStopRuleSet(ruled)).toBe(id);
    expect(findStopRuleSet(benchmarkDraftFromStudy(studyOf(ruled), sampleCatalogue))).toBe(id);
    expect(findStopRuleSet(withUpdates(ruled))).toBe('');
  },
);

test('the rules have the numbers of the papers', () => {
  const quik = studyOf(withStopRuleSet(draft, 'quik'));
  expect(quik.scenario.run).toMatchObject({
    ...{ residual: 1e-8, maxUpdates: 200, maxSlow: 10, slowShare: 0.05 },
    ...{ minImprovement: 0, maxRises: MAX_RUN_COUNT, restarts: null },
  });
  const { residual, restarts } = studyOf(withStopRuleSet(draft, 'haviland-corke')).scenario.run;
  expect(0.5 * (residual ?? 0) ** 2).toBeCloseTo(1e-6, 15);
  expect(restarts).toMatchObject({ most: 99, every: 0, outside: 'wrap' });
});

test('removing the rules restores the draft', () => {
  expect(findStopRuleSet(draft)).toBe('');
  expect(studyOf(withStopRuleSet(withStopRuleSet(draft, 'quik'), ''))).toEqual(studyOf(draft));
});
