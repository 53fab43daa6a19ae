import { faultsText, MAX_COUNT } from 'iklab/scenario';
import { catalogue, scenarioOf, smallDocument } from 'iklab/scenario/testing';
import { expect, test } from 'vitest';
import { draftOfScene, draftOfStudy, studyOfDraft, withTyped } from './benchmarkDraft.ts';
import { parseStudy } from './parseStudy.ts';
import { rulesOfDraft, STUDY_RULES, withRules } from './studyRules.ts';

const draft = draftOfScene(scenarioOf(smallDocument()), catalogue);
const studyOf = (of: typeof draft) => {
  const read = parseStudy(studyOfDraft(of), catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  return read.value;
};

test.each(STUDY_RULES.map(({ id }) => id))(
  '%s: is recognized in drafts and in studies made from them',
  (id) => {
    const ruled = withRules(withTyped(draft, 'scenario.run.maxUpdates', '7'), id);
    expect(rulesOfDraft(ruled)).toBe(id);
    expect(rulesOfDraft(draftOfStudy(studyOf(ruled), catalogue))).toBe(id);
    expect(rulesOfDraft(withTyped(ruled, 'scenario.run.maxUpdates', '7'))).toBe('');
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
  expect(rulesOfDraft(draft)).toBe('');
  expect(studyOf(withRules(withRules(draft, 'quik'), ''))).toEqual(studyOf(draft));
});
