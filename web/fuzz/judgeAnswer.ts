/** Checks the explanation of an outcome: question, answer, arrow label, clause of the story. */

import { phrasePlainText } from '@iklab/core/format/words';
import { explainPanelState } from '@iklab/run/explain';
import {
  computeJointSteps,
  findJointsAtLimits,
  getInstanceRecord,
  getUpdateCount,
  hasRunRestarts,
  isOscillating,
  isOutOfReach,
} from './judgeOutcomes.ts';
import { judgeFreeTargetSentences } from './judgeParts.ts';
import {
  ANGLE_REGEXP_GROUP,
  doesTextShowValue,
  INTEGER_REGEXP_GROUP,
  LENGTH_REGEXP_GROUP,
  parseLengthInText,
} from './readFigures.ts';
import {
  computeLargestRemainingAngle,
  computePoseErrorNorm,
  computeRemainingErrors,
  countUpdatesSinceGoals,
  doesErrorIncludeOrientation,
  getErrorsOfUpdates,
  getLastRecordedPose,
  isPoseWithinTolerance,
  meanOfValues,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

interface AnswerCase {
  readonly judge: SentenceJudge;
  readonly i: number;
  readonly explanation: ReturnType<typeof explainPanelState>;
}

type Rule = readonly [string, RegExp, (answerCase: AnswerCase, parts: string[]) => boolean];

const makeRule = (kind: string, pattern: string, holds: Rule[2]): Rule => [
  kind,
  new RegExp(pattern, 'g'),
  holds,
];

const ERROR_PATTERN = `${LENGTH_REGEXP_GROUP}(?: and ${ANGLE_REGEXP_GROUP})?`;

const RULES: readonly Rule[] = [
  makeRule(
    'remaining error',
    `(?:[Tt]he error is|(?:It|The method) stopped|in all, ends|now|Final error) ${ERROR_PATTERN}(?: short| after|\\.|;|,| are left)`,
    ({ judge, i }, [, far = '', angleText]) => matchesError(judge, i, far, angleText),
  ),
  makeRule(
    'final error',
    `^Final error ${ERROR_PATTERN} after ${INTEGER_REGEXP_GROUP} updates?`,
    ({ judge, i }, [, , , count]) =>
      isPoseWithinTolerance(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i))) &&
      Number(count) === countUpdatesSinceGoals(getInstanceRecord(judge, i)),
  ),
  makeRule(
    'update that failed',
    `Update ${INTEGER_REGEXP_GROUP} failed: `,
    ({ judge, i }, [, count]) => Number(count) === getUpdateCount(judge, i),
  ),
  makeRule(
    'reached before',
    `had reached the target before its first update: ${ERROR_PATTERN} are left`,
    ({ judge, i }) =>
      isPoseWithinTolerance(judge.scene, getInstanceRecord(judge, i).atApproachStart),
  ),
  makeRule(
    'tolerance',
    `the tolerance is (.*?)\\.(?= Satisfied at |$)`,
    ({ judge }, [, tolerances = '']) => statesTolerances(judge, tolerances),
  ),
  makeRule(
    'out of reach',
    `(?:out of reach,? by) ${LENGTH_REGEXP_GROUP}`,
    ({ judge, i }, [, far = '']) => isOutOfReach(judge, i, far),
  ),
  makeRule(
    'gain',
    `The last update lowered the objective by ${LENGTH_REGEXP_GROUP}(?:, less than the minimum of ${LENGTH_REGEXP_GROUP})?`,
    ({ judge, i }, [, gain = '', least]) =>
      matchesDecrease(judge, i, gain) &&
      (least === undefined ||
        parseLengthInText(gain, judge.unit) < parseLengthInText(least, judge.unit)),
  ),
  makeRule(
    'no gain',
    `The last update did not lower the objective`,
    ({ judge, i }) => computeDecrease(judge, i) <= 1e-9,
  ),
  makeRule(
    'rise',
    `The last update raised the objective by ${LENGTH_REGEXP_GROUP}`,
    ({ judge, i }, [, rise = '']) =>
      matchesDecrease(judge, i, rise, -1) &&
      (hasRunRestarts(judge) ||
        -computeDecrease(judge, i) >= 0.0099 * judge.scene.scenario.run.tolerance),
  ),
  makeRule(
    'update limit',
    `after ${INTEGER_REGEXP_GROUP} updates?\\. That is the maximum`,
    ({ judge, i }, [, count]) =>
      Number(count) === getUpdateCount(judge, i) &&
      Number(count) === judge.scene.scenario.run.maxUpdates,
  ),
  makeRule(
    'updates made',
    `(?:After|short after) ${INTEGER_REGEXP_GROUP} updates?`,
    ({ judge, i }, [, count]) => Number(count) === getUpdateCount(judge, i),
  ),
  makeRule(
    'updates made',
    `${INTEGER_REGEXP_GROUP} updates? in all`,
    ({ judge, i }, [, count]) => Number(count) === getUpdateCount(judge, i),
  ),
  makeRule(
    'mean',
    `mean error over its last ${INTEGER_REGEXP_GROUP} updates? ${LENGTH_REGEXP_GROUP}`,
    ({ judge, i }, [, count, far = '']) => {
      const record = getInstanceRecord(judge, i);
      const made = record.entries.length - 1;
      return (
        Number(count) === Math.min(120, made) &&
        doesTextShowValue(
          far,
          meanOfValues(getErrorsOfUpdates(record, made - Number(count) + 1, made)),
          judge.unit,
        )
      );
    },
  ),
  makeRule(
    'change of steps',
    `its steps change by ${ANGLE_REGEXP_GROUP} per update`,
    ({ judge, i }, [, angle = '']) =>
      hasRunRestarts(judge) || doesTextShowValue(angle, meanStepChange(judge, i), judge.unit),
  ),
  makeRule(
    'at a limit',
    `(?:^|\\. )([^.;]*?) (?:is at its (?:lower|upper) limit|are at their limits), and Jᵀe pushes`,
    ({ judge, i }, [, names = '']) => {
      const all = findJointsAtLimits(judge, i);
      const [listed = ''] = names.split(/ and \d+ more$/);
      return listed.split(/, | and /).every((name) => all.includes(name));
    },
  ),
  makeRule(
    'along one direction',
    `(All|[\\d.]+ %) of the (?:squared )?weighted error is along (one|a) direction`,
    (answerCase, [, share = '']) => matchesLargestBar(answerCase, share),
  ),
  makeRule(
    'weaker',
    `, ([\\d.]+) times weaker than σ₁`,
    ({ explanation: { directions, blocking } }, [, times]) => {
      const ratio = (directions[0]?.sigma ?? 0) / (directions[blocking ?? 0]?.sigma ?? 0);
      return ratio >= 9.99 && Math.abs(Number(times) / ratio - 1) < 0.051;
    },
  ),
];

export function judgeWhyExplanations(judge: SentenceJudge): void {
  judge.session.instances.forEach((panel, i) => {
    const explanation = explainPanelState(judge.session.instanceRun(i));
    const answer = phrasePlainText(explanation.answer);
    let judged = 0;
    judgeFreeTargetSentences(judge, answer, i);
    for (const [kind, pattern, holds] of RULES)
      for (const parts of answer.matchAll(pattern)) {
        judged++;
        judge.check(
          `answer ${kind}`,
          answer,
          holds({ judge, i, explanation }, [...parts]),
          panel.label.peek(),
        );
      }
    if (judged === 0) judge.reportUnknown(answer);
    judge.check('no word of nearness', answer, !/closer|nearer/.test(answer));
    const { blockingName, blocking, directions } = explanation;
    const small = (share: number): boolean =>
      (directions[blocking ?? 0]?.sigma ?? 0) <= share * (directions[0]?.sigma ?? 0);
    if (blocking !== null && blockingName.includes('weak direction'))
      judge.check('weak direction', blockingName, small(0.1));
    else if (blocking !== null)
      judge.check(
        'arrow',
        blockingName,
        blockingName.includes('no joint moves') ? small(1e-8) : !small(0.0999),
      );
    const { stop } = judge.session.lab.status(i);
    if (/stop short/.test(explanation.question))
      judge.check('question of a stop', explanation.question, stop !== null && stop !== 'reached');
    if (/How closely/.test(explanation.question))
      judge.check('question of a follower', explanation.question, judge.session.isFollowing);
  });
}

/** Clauses that may follow a name in the story, with their checks. */
const CLAUSES: readonly (readonly [RegExp, (judge: SentenceJudge, i: number) => boolean])[] = [
  [
    /^(?:oscillates?)$/,
    (judge, i) => hasRunRestarts(judge) || isOscillating(judge, i) || isRunning(judge, i),
  ],
  [/^(?:is|are) still (?:running|converging)$/, isRunning],
  [/^(?:makes?) no progress$/, isRunning],
  [/^(?:has|have) not started$/, (judge, i) => getInstanceRecord(judge, i).entries.length === 1],
];

function isRunning(judge: SentenceJudge, i: number): boolean {
  return judge.session.lab.status(i).stop === null;
}

/** Checks a clause about these panels: by its rule, or else against the verdict of each panel. */
export function judgeClause(
  judge: SentenceJudge,
  panels: readonly number[],
  clause: string,
): boolean {
  const short = panels.every(
    (i) =>
      !isPoseWithinTolerance(
        judge.scene,
        getLastRecordedPose(getInstanceRecord(judge, i)),
        1 - 1e-7,
      ),
  );
  const found = CLAUSES.find(([pattern]) => pattern.test(clause));
  if (found) return short && panels.every((i) => found[1](judge, i));
  return (
    short &&
    panels.every((i) => {
      const verdict = judge.session.instances[i]?.verdict.peek();
      return verdict && phrasePlainText(verdict.clause(panels.length > 1)) === clause;
    })
  );
}

function matchesError(
  judge: SentenceJudge,
  i: number,
  far: string,
  angleText: string | undefined,
): boolean {
  const entry = getLastRecordedPose(getInstanceRecord(judge, i));
  const angle = computeLargestRemainingAngle(judge.scene, entry) ?? 0;
  return (
    doesTextShowValue(far, entry.error, judge.unit) &&
    (angleText ? doesTextShowValue(angleText, angle, judge.unit) : angle <= 6e-5)
  );
}

/** Returns whether the lengths in the sentence are exactly the tolerances that stop the run. */
function statesTolerances({ scene, unit }: SentenceJudge, sentence: string): boolean {
  const { run, targets } = scene.scenario;
  const lengths = [...sentence.matchAll(new RegExp(LENGTH_REGEXP_GROUP, 'g'))].map(
    ([text]) => text,
  );
  const ownTolerances = targets.flatMap(({ tolerance }) => tolerance?.position ?? []);
  const wanted =
    run.residual !== null
      ? [run.residual]
      : [
          ...(ownTolerances.length < targets.length ? [run.tolerance] : []),
          ...(ownTolerances.length > 0 ? [Math.max(...ownTolerances)] : []),
        ];
  return (
    lengths.length === wanted.length &&
    lengths.every((text, k) => doesTextShowValue(text, wanted[k] as number, unit))
  );
}

/**
 * Returns the decrease in the last update: of the sum of distances, or of ‖e‖ if a target is
 * oriented.
 */
function computeDecrease({ scene, ...judge }: SentenceJudge, i: number): number {
  const { entries } = judge.records.instances[i] as SentenceJudge['records']['instances'][number];
  const [before, after] = [entries.at(-2), entries.at(-1)];
  if (!before || !after) return 0;
  const previous = { ...before, goals: after.goals };
  const sum = computeRemainingErrors(scene, previous).reduce(
    (s, { off }) => s + Math.hypot(...off),
    0,
  );
  return doesErrorIncludeOrientation(scene)
    ? computePoseErrorNorm(scene, previous) - computePoseErrorNorm(scene, after)
    : sum - after.error;
}

function matchesDecrease(judge: SentenceJudge, i: number, far: string, sign = 1): boolean {
  const gain = sign * computeDecrease(judge, i);
  const slack = 1e-9; // the order of summation differs
  return (
    judge.session.lab.status(i).restarts > 0 ||
    [gain, gain - slack, gain + slack].some((value) => doesTextShowValue(far, value, judge.unit))
  );
}

function meanStepChange(judge: SentenceJudge, i: number): number {
  const all = computeJointSteps(getInstanceRecord(judge, i), 120);
  const turning = judge.scene.tree.joints
    .filter(({ type, mimic }) => type !== 'fixed' && !mimic)
    .map(({ type }) => type !== 'prismatic');
  const counts = (j: number): boolean => turning[j] === true || !turning.includes(true);
  return meanOfValues(
    all
      .slice(1)
      .map((step, k) =>
        Math.hypot(...step.map((x, j) => (counts(j) ? x - (all[k]?.[j] as number) : 0))),
      ),
  );
}

/**
 * Returns whether the direction that blocks the method has the stated share of ‖e‖² and the largest
 * bar.
 */
function matchesLargestBar(
  { judge, i, explanation: { directions, blocking } }: AnswerCase,
  shareText: string,
): boolean {
  const bars = directions.map(({ errorAlong: error }) => error);
  const its = bars[blocking ?? -1] ?? Number.NaN;
  const total = computePoseErrorNorm(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i)));
  const share = (its / total) ** 2;
  if (shareText === 'All') return share >= 0.99;
  const right = Math.abs(Math.hypot(...bars) - total) <= 1e-6 * (1 + total);
  return (
    right &&
    its >= Math.max(...bars) &&
    Math.abs(Number.parseFloat(shareText) / 100 - share) <= 0.0051
  );
}
