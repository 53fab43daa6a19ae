import { testEngine } from 'iklab/engine/testing';
import { smallDocument } from 'iklab/scenario/testing';
import { expect, test } from 'vitest';
import { doTask } from './doTask.ts';
import { parseStudy } from './parseStudy.ts';
import { sensitivityPlan, sensitivityWords, variantsOf, verdictsOf } from './sensitivity.ts';
import { studyPlan } from './studyTask.ts';
import type { StudyVerdict } from './studyVerdict.ts';
import { smallStudy } from './testStudies.ts';
import { studyHash } from './writeStudy.ts';

const engine = await testEngine();

const { tree } = smallDocument() as { tree: { joints: object[] } };
const limited = { ...tree, joints: tree.joints.map((joint) => ({ ...joint, limits: [-1, 1] })) };
function studyOf(document: object, changes: object = {}) {
  const methods = [{ id: 'dls' }, { id: 'sdls' }];
  const scenario = smallDocument({ methods, run: { maxUpdates: 50 }, ...document });
  const read = parseStudy(smallStudy({ scenario, count: 60, ...changes }), engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}
const study = studyOf({ tree: limited, limitPolicy: 'clamp' });
const variants = variantsOf(study, engine.catalogue);

test('each variant changes one thing: limits, starts, tolerance', () => {
  expect(variants.map(({ words }) => words)).toEqual([
    'joint limits ignored',
    'joint limits locked',
    'random starts',
    'a thousandth of the tolerance',
  ]);
  const [ignored, locked, random, finer] = variants.map((each) => each.study);
  expect([ignored, locked].map((each) => each?.scenario.limitPolicy)).toEqual(['ignore', 'lock']);
  expect(random?.sampling).toEqual({ kind: 'reachable', start: 'random' });
  const { tolerance, orientationTolerance } = study.scenario.run;
  expect(finer?.scenario.run).toMatchObject({
    tolerance: tolerance / 1000,
    orientationTolerance: orientationTolerance / 1000,
  });
  expect(new Set(variants.map((each) => studyHash(each.study))).size).toBe(4);
  for (const each of variants) expect(each.study.seed).toBe(study.seed);
});

test('what a scene does not have is not varied; many problems are some of them', () => {
  const words = (of: ReturnType<typeof studyOf>) =>
    variantsOf(of, engine.catalogue).map((each) => each.words);
  expect(words(studyOf({}, { sampling: { kind: 'reachable', start: 'random' } }))).toEqual([
    'the start of the scene',
    'a thousandth of the tolerance',
  ]);
  const near = studyOf({}, { sampling: { kind: 'reachable', start: 'near', spread: 0.2 } });
  expect(words(near)).toEqual(['random starts', 'a thousandth of the tolerance']);
  const many = variantsOf(studyOf({}, { count: 5000, looks: 3 }), engine.catalogue);
  expect(many.map((each) => [each.study.count, each.study.looks])).toEqual([
    [300, 1],
    [300, 1],
  ]);
});

test('its rows are those of a study of that kind; one that is not whole says nothing', () => {
  const plan = sensitivityPlan(variants, 'k', 'b');
  expect(plan.hidden).toBe(true);
  const results = new Map<number, unknown>();
  plan.tasks.forEach(({ request, group }, place) => {
    if (group !== 'random starts') results.set(place, doTask(request as never, engine));
  });
  const verdicts = verdictsOf(variants, { plan, results });
  expect(verdicts.map((each) => each === null)).toEqual([false, false, true, false]);
  const ignored = variants[0]?.study;
  if (!ignored) throw new Error('there is no variant');
  const alone = studyPlan(ignored, 'b').tasks.map(({ request }) => request);
  expect(plan.tasks.slice(0, alone.length).map(({ request }) => request)).toEqual(alone);
});

const rankingOf = (undecided: number[], solved: number[]): StudyVerdict =>
  ({ n: 60, undecided, solved, best: undecided[0] ?? 0 }) as unknown as StudyVerdict;
const said = (...verdicts: (StudyVerdict | null)[]): string =>
  sensitivityWords(study, rankingOf([0], [50, 40]), variants.slice(0, verdicts.length), verdicts);

test('the choice holds where none of the best falls behind; what changes it is named', () => {
  const same = rankingOf([0, 1], [50, 48]);
  expect(said(same, same)).toBe(
    'The choice holds with joint limits ignored and joint limits locked. Each on 60 problems.',
  );
  expect(said(same, rankingOf([1], [30, 54]))).toBe(
    'The choice holds with joint limits ignored; it changes with joint limits locked: SDLS 90 %, DLS 50 %. Each on 60 problems.',
  );
  expect(said(rankingOf([1], [30, 54]), null)).toBe(
    'The choice changes with joint limits ignored: SDLS 90 %, DLS 50 %; with joint limits locked: no method solves any. Each on 60 problems.',
  );
});
