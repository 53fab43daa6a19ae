import { testEngine } from '@iklab/core/engine/testing';
import { requireValue, smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import type { StudyCell } from '../document/study.ts';
import { makeSmallTestStudy } from '../document/testStudies.ts';
import { studyHash } from '../document/writeStudy.ts';
import { solveTask } from '../tasks/solveTask.ts';
import { planStudyTasks } from '../tasks/studyTask.ts';
import type { ProblemCosts } from './problemCosts.ts';
import {
  computeVariantVerdicts,
  enlargeUndecidedVariants,
  judgeChoiceInVariant,
  makeSensitivityVariants,
  planSensitivityTasks,
  sensitivityText,
} from './sensitivity.ts';
import { rankMethods, type StudyVerdict } from './studyVerdict.ts';

const engine = await testEngine();

const { tree } = smallDocument() as { tree: { joints: object[] } };
const limited = { ...tree, joints: tree.joints.map((joint) => ({ ...joint, limits: [-1, 1] })) };
function studyOf(document: object, changes: object = {}) {
  const methods = [{ id: 'dls' }, { id: 'sdls' }];
  const scenario = smallDocument({ methods, run: { maxUpdates: 50 }, ...document });
  return requireValue(
    parseStudy(makeSmallTestStudy({ scenario, count: 60, ...changes }), engine.catalogue),
  );
}
const study = studyOf({ tree: limited, limitPolicy: 'clamp' });
const variants = makeSensitivityVariants(study, engine.catalogue);

test('each variant changes one thing: limits, start or tolerance', () => {
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

test('skips variants that do not apply, and uses at most 300 problems', () => {
  const words = (of: ReturnType<typeof studyOf>) =>
    makeSensitivityVariants(of, engine.catalogue).map((each) => each.words);
  expect(words(studyOf({}, { sampling: { kind: 'reachable', start: 'random' } }))).toEqual([
    'the start of the scene',
    'a thousandth of the tolerance',
  ]);
  const near = studyOf({}, { sampling: { kind: 'reachable', start: 'near', spread: 0.2 } });
  expect(words(near)).toEqual(['random starts', 'a thousandth of the tolerance']);
  const many = makeSensitivityVariants(studyOf({}, { count: 5000, looks: 3 }), engine.catalogue);
  expect(many.map((each) => [each.study.count, each.study.looks])).toEqual([
    [300, 1],
    [300, 1],
  ]);
});

test('a variant’s tasks are those of its study; an incomplete variant has no verdict', () => {
  const plan = planSensitivityTasks(variants, 'k', 'b');
  expect(plan.hidden).toBe(true);
  const results = new Map<number, unknown>();
  plan.tasks.forEach(({ request, group }, place) => {
    if (group !== 'random starts') results.set(place, solveTask(request as never, engine));
  });
  const verdicts = computeVariantVerdicts(variants, { plan, results });
  expect(verdicts.map((each) => each === null)).toEqual([false, false, true, false]);
  const ignored = variants[0]?.study;
  if (!ignored) throw new Error('there is no variant');
  const alone = planStudyTasks(ignored, 'b').tasks.map(({ request }) => request);
  expect(plan.tasks.slice(0, alone.length).map(({ request }) => request)).toEqual(alone);
});

/** The verdict of the main study, with the chosen methods. */
const chosen = (...undecided: number[]): StudyVerdict => ({ undecided }) as unknown as StudyVerdict;

/** Two methods on the same n problems: solved by both, by the first alone, by the second alone. */
function verdictOf(n: number, both: number, first: number, second: number): StudyVerdict | null {
  const flags = [0, 1].map((method) =>
    Float64Array.from({ length: n }, (_, i) => {
      if (i < both) return 1;
      if (i < both + first) return method === 0 ? 1 : 0;
      return i < both + first + second && method === 1 ? 1 : 0;
    }),
  );
  const cost = (cell: number) =>
    (flags[cell] ?? new Float64Array()).map((one) => (one ? 10 : Number.POSITIVE_INFINITY));
  const costs = {
    kind: 'updates',
    horizon: 100,
    costToSolve: cost,
    cappedCost: (cell: number) => cost(cell).map((each) => Math.min(each, 100)),
  } as unknown as ProblemCosts;
  return rankMethods({ cells: [{ index: 0 }, { index: 1 }] as unknown as StudyCell[] }, costs);
}
const wordsFor = (main: StudyVerdict, ...verdicts: (StudyVerdict | null)[]): string =>
  sensitivityText(study, main, variants.slice(0, verdicts.length), verdicts);

test('a choice holds, narrows, changes or stays open by the bounds on its loss', () => {
  const close = verdictOf(2000, 1900, 5, 4);
  const open = verdictOf(60, 48, 3, 2);
  const fallen = verdictOf(60, 30, 0, 24);
  const word = (verdict: StudyVerdict | null) =>
    judgeChoiceInVariant(chosen(0, 1), verdict as StudyVerdict).word;
  expect([close, open, fallen].map(word)).toEqual(['holds', 'open', 'narrows']);
  expect(judgeChoiceInVariant(chosen(0), fallen as StudyVerdict).word).toBe('changes');
  expect(wordsFor(chosen(0, 1), fallen)).toBe(
    'The choice narrows with joint limits ignored: DLS 50 % falls behind SDLS 90 %. Each on 60 problems.',
  );
  expect(wordsFor(chosen(0), close, close)).toBe(
    'The choice holds with joint limits ignored and joint limits locked (within 2 points of the best). Each on 60 problems.',
  );
  expect(wordsFor(chosen(0), close, fallen)).toMatch(
    /^The choice holds with joint limits ignored .*; it changes with joint limits locked: SDLS 90 %, DLS 50 %\./,
  );
  expect(wordsFor(chosen(0, 1), open, null)).toMatch(
    /it is uncertain with joint limits ignored \(a difference of up to \d+ points is possible\)\./,
  );
});

test('an open variant gets more problems, up to those of the study', () => {
  const many = studyOf({ tree: limited, limitPolicy: 'clamp' }, { count: 1000 });
  const before = makeSensitivityVariants(many, engine.catalogue).slice(0, 2);
  const [open, close] = [verdictOf(300, 240, 12, 10), verdictOf(2000, 1900, 5, 4)];
  const further = enlargeUndecidedVariants(
    many,
    chosen(0, 1),
    before,
    [open, close],
    engine.catalogue,
  );
  expect(further?.map((each) => each.study.count)).toEqual([1000, 300]);
  expect(
    enlargeUndecidedVariants(many, chosen(0, 1), before, [close, close], engine.catalogue),
  ).toBeNull();
});

test.each([
  ['5 points', 0.07, 0.02, 300],
  ['3 points with many differing problems', 0.115, 0.085, 300],
  ['3 points with 1500 problems', 0.115, 0.085, 1500],
])(
  'at a true loss of %s the choice holds in at most 5 % of 1000 studies (seed 40)',
  (_, lost, won, n) => {
    let state = 40;
    const random = (): number => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    let holds = 0;
    for (let k = 0; k < 1000; k++) {
      const counts = [0, 0, 0]; // both, the best alone, the chosen alone
      for (let i = 0; i < n; i++) {
        const x = random();
        if (x < 0.75) counts[0] = (counts[0] ?? 0) + 1;
        else if (x < 0.75 + lost) counts[1] = (counts[1] ?? 0) + 1;
        else if (x < 0.75 + lost + won) counts[2] = (counts[2] ?? 0) + 1;
      }
      const [both = 0, best = 0, own = 0] = counts;
      const verdict = verdictOf(n, both, best, own);
      if (verdict && judgeChoiceInVariant(chosen(1), verdict).word === 'holds') holds += 1;
    }
    expect(holds).toBeLessThanOrEqual(50);
  },
);
