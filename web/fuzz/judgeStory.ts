/** Checks the story of a run sentence by sentence. */

import { type Phrase, phrasePlainText } from '@iklab/core/format/words';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { sceneQuestion, writeRunSummary } from '@iklab/run/explain';
import { judgeClause } from './judgeAnswer.ts';
import {
  computeRankingCriterion,
  getCriterionName,
  getInstanceRecord,
  hasRunRestarts,
  isOutOfReach,
} from './judgeOutcomes.ts';
import { judgeFreeTargetSentences } from './judgeParts.ts';
import { holdsProofSentence, PROOF_SENTENCE } from './judgeProofs.ts';
import {
  ANGLE_REGEXP_GROUP,
  doesTextShowValue,
  LENGTH_OR_ANGLE_GROUP,
  LENGTH_REGEXP_GROUP,
  parseLengthInText,
} from './readFigures.ts';
import {
  computeLargestRemainingAngle,
  countUpdatesSinceGoals,
  getErrorsOfUpdates,
  getLastRecordedPose,
  isPoseWithinTolerance,
  meanOfValues,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

/** Replaces names of methods by @0, @1 …, because names may be any text. */
const markPanels = (phrase: Phrase): string =>
  phrase.map(({ text, panel }) => (panel === undefined ? text : `@${panel}`)).join('');

const findPanels = (text: string): number[] =>
  [...text.matchAll(/@(\d+)/g)].map(([, i]) => Number(i));

export function judgeStory(judge: SentenceJudge): void {
  const { session } = judge;
  judgeQuestion(judge);
  const sentences = writeRunSummary(session).map(markPanels);
  const parts = sentences.filter((sentence) => /^(Satisfied|Constrained) at /.test(sentence));
  judgeFreeTargetSentences(judge, parts.join(' '), null);
  const named = new Set(sentences.flatMap(findPanels));
  const all =
    session.instances.every((_, i) => named.has(i)) || /Drag (a|the) target/.test(sentences.join());
  const any = session.instances.some((_, i) => getInstanceRecord(judge, i).entries.length > 1);
  if (any) judge.check('all are named', sentences.join(' '), all);
  const apart = !judge.records.isComparable && session.instances.length > 1;
  if (apart && !session.isFollowing && !/Drag/.test(sentences.join()))
    judge.check(
      'story of methods that continued',
      sentences.join(' '),
      /Each method continued/.test(sentences.join()),
    );
  for (const sentence of sentences) judgeSentence(judge, sentence);
}

function judgeQuestion(judge: SentenceJudge): void {
  const question = phrasePlainText(sceneQuestion(judge.session));
  judgeFreeTargetSentences(judge, question, null);
  const { isComparable } = judge.records;
  if (question.includes('start from one pose')) {
    const poses = judge.records.instances.map(({ entries, approachStart }) =>
      entries[approachStart]?.angles.join(),
    );
    judge.check('from one pose', question, isComparable && new Set(poses).size === 1);
  } else if (question.includes('each from its own pose'))
    judge.check('from its own pose', question, !isComparable);
  if (question.includes('in how many updates'))
    judge.check('question of updates', question, isComparable);
}

type Rule = readonly [string, RegExp, (judge: SentenceJudge, parts: string[]) => boolean];

const makeRule = (kind: string, pattern: string, holds: Rule[2]): Rule => [
  kind,
  new RegExp(`^${pattern}$`),
  holds,
];

const RULES: readonly Rule[] = [
  makeRule('parts', '(?:Satisfied|Constrained) at .*; free: [^D]*', () => true), // by judgeParts
  makeRule(
    'ready',
    '(?:The end effector is|Every end effector is|Satisfied at) .*follows\\.',
    (judge) =>
      judge.records.instances.every(({ atApproachStart }) =>
        isPoseWithinTolerance(judge.scene, atApproachStart),
      ),
  ),
  makeRule(
    'from its own pose',
    'Each method continued from its own pose\\.',
    ({ records }) => !records.isComparable,
  ),
  makeRule(
    'reached in',
    `(@.* reached (?:the target|both targets|all \\S+ targets) in .*)\\.`,
    (judge, [, clause = '']) => checkArrivals(judge, clause),
  ),
  makeRule('needed', `(@.* needed .*)\\.`, (judge, [, clause = '']) =>
    checkArrivals(judge, clause),
  ),
  makeRule(
    'reached',
    '(@.*) reached (?:the target|both targets|all \\S+ targets)\\.',
    (judge, [, who = '']) =>
      findPanels(who).every((i) =>
        isPoseWithinTolerance(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i))),
      ),
  ),
  makeRule('out of reach', `(The target|Target \\d+) is out of reach by .*\\.`, (judge, parts) =>
    checkOutOfReach(judge, parts[0] as string),
  ),
  makeRule('proof', PROOF_SENTENCE, (judge, [sentence = '']) =>
    holdsProofSentence(judge, sentence),
  ),
  makeRule('pose found', '(@.* ends? with .* at .*)\\.', (judge, [, clause = '']) =>
    checkPoses(judge, clause),
  ),
  makeRule(
    'pose found',
    '(?:Both|All that arrived) end in one pose, (.*) at (.*)\\.',
    (judge, [, id = '', value = '']) =>
      reachedPanels(judge).every((i) => hasJointValue(judge, i, id, value)),
  ),
  makeRule(
    'mean',
    `(@.*) (?:was closest|stays closest|was) ?,? ${LENGTH_REGEXP_GROUP} off on average (over the last|in updates|after the first) (.*?)(?:; then (.*))?\\.`,
    (judge, parts) => checkMeans(judge, parts),
  ),
  makeRule(
    'mean',
    `Off on average (over the last|in updates|after the first) (.*): (.*)\\.`,
    (judge, [, how = '', when = '', list = '']) =>
      checkList(judge, list, (i) => computeMean(judge, i, how, when)),
  ),
  makeRule(
    'measure',
    `([A-Z][^@]*?)(?:, up to update (\\d+)| after (?:up to )?(\\d+) updates)?: (@.*)\\.`,
    (judge, [, name = '', upTo, after, list = '']) =>
      name === getCriterionName(judge.scene.scenario.judgedBy) &&
      Number(upTo ?? after ?? maxUpdates(judge)) === maxUpdates(judge) &&
      (hasRunRestarts(judge) ||
        checkList(
          judge,
          list,
          (i) => computeRankingCriterion(judge, getInstanceRecord(judge, i)),
          true,
        )),
  ),
  makeRule('shortfalls', `(@.*)\\.`, (judge, [, clause = '']) => checkShortfalls(judge, clause)),
];

function judgeSentence(judge: SentenceJudge, sentence: string): void {
  const found = RULES.find(([, pattern]) => pattern.test(sentence));
  if (!found) {
    judge.reportUnknown(sentence);
    return;
  }
  const [kind, pattern, holds] = found;
  const settled = / in updates | after the first /.test(sentence) ? ' since warm' : '';
  judge.check(
    `story ${kind}${settled}`,
    sentence,
    holds(judge, [...(pattern.exec(sentence) ?? [])]),
  );
}

/**
 * Checks each clause of a sentence such as “@0 stopped 3.1 mm short, @2 12 mm; @1 and @3 are still
 * running”.
 */
function checkShortfalls(judge: SentenceJudge, sentence: string): boolean {
  const groups = [
    ...sentence.matchAll(/((?:@\d+(?:, | and |; )?)+) ([^@]+?)(?=; @|, @| and @|$)/g),
  ];
  return (
    groups.length > 0 &&
    groups.every(([, who = '', clause = '']) => {
      const panels = findPanels(who);
      const [, far, angleText] =
        new RegExp(
          `^(?:stopped )?${LENGTH_REGEXP_GROUP}(?: and ${ANGLE_REGEXP_GROUP})?(?: short)?$`,
        ).exec(clause) ?? [];
      if (far) return panels.every((i) => matchesShortfall(judge, i, far, angleText));
      if (clause === 'ended outside its joint limits')
        return panels.every((i) => judge.session.lab.status(i).stop === 'outside-limits');
      return judgeClause(judge, panels, clause);
    })
  );
}

const reachedPanels = (judge: SentenceJudge): number[] =>
  judge.records.instances.flatMap((record, i) =>
    isPoseWithinTolerance(judge.scene, getLastRecordedPose(record)) ? [i] : [],
  );

/**
 * Returns whether each named method reached the targets in the next number of updates after its
 * name.
 */
function checkArrivals(judge: SentenceJudge, sentence: string): boolean {
  return findPanels(sentence).every((i) => {
    const record = getInstanceRecord(judge, i);
    const card = judge.session.instances[i]?.updates.peek();
    return (
      isPoseWithinTolerance(judge.scene, getLastRecordedPose(record)) &&
      countAfterName(sentence, i) === countUpdatesSinceGoals(record) &&
      card === countUpdatesSinceGoals(record)
    );
  });
}

function countAfterName(sentence: string, i: number): number | null {
  const from = sentence.search(new RegExp(`@${i}(?!\\d)`));
  const [number] = /(?<![@\d])\d+/.exec(sentence.slice(from).replace(/@\d+/g, '')) ?? [];
  return number === undefined ? null : Number(number);
}

function checkOutOfReach(judge: SentenceJudge, sentence: string): boolean {
  const all = [
    ...sentence.matchAll(
      new RegExp(
        `is out of reach by ${LENGTH_REGEXP_GROUP}|target \\d+ by ${LENGTH_REGEXP_GROUP}`,
        'g',
      ),
    ),
  ];
  const far = all.map(([, a, b]) => parseLengthInText((a ?? b) as string, judge.unit));
  const sum = far.reduce((x, y) => x + y, 0);
  const [, , unit = ''] = /([\d.]+) (\S+)$/.exec(all[0]?.[1] ?? '') ?? [];
  return (
    all.length > 0 &&
    isOutOfReach(judge, 0, `${sum / parseLengthInText(`1 ${unit}`, judge.unit)} ${unit}`)
  );
}

/** Returns the largest number of updates of any instance, since the start. */
const maxUpdates = ({ session }: SentenceJudge): number =>
  Math.max(...session.instances.map((_, i) => session.lab.status(i).updates));

function checkPoses(judge: SentenceJudge, sentence: string): boolean {
  const [, id = ''] = / ends? with (.*?) at /.exec(sentence) ?? [];
  return findPanels(sentence).every((i) => {
    const [, value = ''] = new RegExp(`@${i}(?!\\d).*? at ([^\\s;]+)`).exec(sentence) ?? [];
    return hasJointValue(judge, i, id, value);
  });
}

/**
 * Returns whether a joint has the stated angle. `id`: its id, or “the elbow” for the second joint.
 */
function hasJointValue(judge: SentenceJudge, i: number, id: string, value: string): boolean {
  const joints = judge.scene.tree.joints.filter(isIndependentJoint);
  const j = id === 'the elbow' ? 1 : joints.findIndex((joint) => joint.id === id);
  const angle = getLastRecordedPose(getInstanceRecord(judge, i)).angles[j] as number;
  if (joints[j]?.type !== 'revolute') return true;
  const off = Number(value.replace('−', '-').replace('°', '')) - (angle * 180) / Math.PI;
  return Math.abs(off - 360 * Math.round(off / 360)) <= 0.51;
}

/** Returns whether each method has the stated mean error, and the first one the smallest. */
function checkMeans(
  judge: SentenceJudge,
  [, who = '', far = '', how = '', when = '', rest = '']: string[],
): boolean {
  const [first = -1] = findPanels(who);
  const means = judge.records.instances.map((_, i) => computeMean(judge, i, how, when));
  const least = Math.min(...means) >= (means[first] as number) * (1 - 1e-9) - 1e-12;
  const all = findPanels(rest).length === means.length - 1;
  return (
    least &&
    all &&
    doesTextShowValue(far, means[first] as number, judge.unit) &&
    checkList(judge, rest, (i) => means[i] as number)
  );
}

function computeMean(judge: SentenceJudge, i: number, how: string, when: string): number {
  const record = getInstanceRecord(judge, i);
  const made = record.entries.length - 1;
  const [first = Number.NaN, to = Number.NaN] = [...when.matchAll(/[\d.]+/g)].map(Number);
  if (how === 'in updates')
    return to === made && first === record.edited + 401
      ? meanOfValues(getErrorsOfUpdates(record, first, to))
      : Number.NaN;
  if (how === 'after the first')
    return meanOfValues(getErrorsOfUpdates(record, record.edited + 401, made));
  if (when.startsWith('up to'))
    return meanOfValues(getErrorsOfUpdates(record, Math.max(1, made - 119), made));
  const { run } = judge.scene.scenario;
  const right = first === Math.min(120, made);
  const seconds =
    run.mode !== 'track' ||
    Math.abs(to - (first / run.updatesPerFrame) * run.timeStep) <= 0.05 * to;
  return right && seconds
    ? meanOfValues(getErrorsOfUpdates(record, made - first + 1, made))
    : Number.NaN;
}

/**
 * Returns whether the numbers of a list such as “@0 3.1 mm, @2 12 mm and @1 1.2 m” are right and in
 * ascending order.
 */
function checkList(
  judge: SentenceJudge,
  list: string,
  numberOf: (i: number) => number,
  all = false,
): boolean {
  const parts = [...list.matchAll(new RegExp(`@(\\d+) ${LENGTH_OR_ANGLE_GROUP}`, 'g'))];
  const values = parts.map(([, i]) => numberOf(Number(i)));
  const right = parts.every(([, , text = ''], k) =>
    doesTextShowValue(text, values[k] as number, judge.unit),
  );
  const rises = values.every(
    (value, k) => k === 0 || value >= (values[k - 1] as number) * (1 - 1e-9) - 1e-12,
  );
  const isComplete = !all || parts.length === judge.records.instances.length;
  return right && rises && isComplete && parts.length === findPanels(list).length;
}

function matchesShortfall(
  judge: SentenceJudge,
  i: number,
  far: string,
  angleText: string | undefined,
): boolean {
  const { scene } = judge;
  const entry = getLastRecordedPose(getInstanceRecord(judge, i));
  const angle = computeLargestRemainingAngle(scene, entry) ?? 0;
  const angleMatches = angleText
    ? doesTextShowValue(angleText, angle, judge.unit)
    : angle <= scene.scenario.run.orientationTolerance * 1.001;
  return doesTextShowValue(far, entry.error, judge.unit) && angleMatches;
}
