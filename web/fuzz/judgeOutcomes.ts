/** Checks the words, numbers and marks of cards, panes, inspector and transport. */

import { COMPARISON_CRITERIA } from '@iklab/core/measure';
import { isAtJointLimit, isIndependentJoint } from '@iklab/core/scenario/robot';
import { isStationaryMotion } from '@iklab/core/scenario/targets';
import { countUpdatesAtEntry, type RunHistory, readInstanceValues } from '@iklab/run/history';
import {
  doesTextShowValue,
  INTEGER_REGEXP_GROUP,
  LENGTH_REGEXP_GROUP,
  parseLengthInText,
} from './readFigures.ts';
import {
  computeLargestRemainingAngle,
  computeRemainingErrors,
  countUpdatesSinceGoals,
  getErrorsOfUpdates,
  getLastRecordedPose,
  type InstanceRecord,
  isPoseWithinTolerance,
  meanOfValues,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

const TREND_UPDATES = 60; // updates

export const getInstanceRecord = ({ records }: SentenceJudge, i: number): InstanceRecord =>
  records.instances[i] as InstanceRecord;

/** Returns the joint steps of the last updates, at most `most`, as differences of poses. */
export function computeJointSteps({ entries }: InstanceRecord, most: number): number[][] {
  const from = Math.max(1, entries.length - most);
  return entries
    .slice(from)
    .map(({ angles }, k) =>
      angles.map((angle, j) => angle - (entries[from + k - 1]?.angles[j] as number)),
    );
}

function hasMovingTargets({ scene }: SentenceJudge): boolean {
  const { run, targets } = scene.scenario;
  return run.mode !== 'converge' && !targets.every(({ motion }) => isStationaryMotion(motion));
}

function countRises(judge: SentenceJudge, i: number) {
  const record = getInstanceRecord(judge, i);
  const from = Math.max(
    1,
    record.entries.length - TREND_UPDATES,
    hasMovingTargets(judge) ? 1 : record.approachStart + 1,
  );
  const window = record.entries.slice(from).map(({ error }) => error);
  const changes = window.slice(1).map((error, k) => error - (window[k] as number));
  const rises = changes.filter((change) => change > 0).length; // an upper bound of the page's count
  return { window, rises, share: rises / Math.max(1, changes.length) };
}

/** Returns how often joints reverse direction, 0 to 2: Σ|Δ²θ| / Σ|Δθ|, mean over the joints. */
function computeJitter(record: InstanceRecord): number {
  const all = computeJointSteps(record, 120);
  const joints = all[0]?.map((_, j) => {
    let [travel, reversal] = [0, 0];
    for (let k = 1; k < all.length; k++) {
      travel += Math.abs(all[k]?.[j] as number);
      reversal += Math.abs((all[k]?.[j] as number) - (all[k - 1]?.[j] as number));
    }
    return reversal / (travel + 1e-6);
  });
  return meanOfValues(joints ?? [0]);
}

/** Rules of outcomes that only a diagnosis can state; they only check that there is a verdict. */
const DIAGNOSIS_RULES: readonly (readonly [
  RegExp,
  (judge: SentenceJudge, i: number) => boolean,
])[] = [
  /^blocked by (joint limits: .+|\d+ joint limits)$/,
  /^(singular pose|local minimum|no pose found|falls short|slowed by damping|overshoots|stopped early)$/,
  /^(limited|held) by /,
  /^drops (σ[₀-₉]+|a direction)$/,
  /^(out of reach within limits|(pose|orientation) out of reach)$/,
].map((pattern) => [pattern, (judge, i) => isUnreached(judge, i) && hasVerdict(judge, i)]);

const hasVerdict = ({ session }: SentenceJudge, i: number): boolean =>
  session.instances[i]?.verdict.peek() !== null;

/** Returns whether the error changed by at most 0.1 % over the last 100 poses. */
function isStalled(judge: SentenceJudge, i: number): boolean {
  const all = getInstanceRecord(judge, i)
    .entries.slice(-100)
    .map(({ error }) => error);
  const [first = 0] = all;
  return all.length === 100 && Math.abs((all.at(-1) as number) - first) <= 1.001e-3 * first;
}

const OUTCOME_RULES: readonly (readonly [
  RegExp,
  (judge: SentenceJudge, i: number, groups: string[]) => boolean,
])[] = [
  [
    /^ready$/,
    (judge, i) =>
      isPoseWithinTolerance(judge.scene, getInstanceRecord(judge, i).atApproachStart) &&
      countUpdatesSinceGoals(getInstanceRecord(judge, i)) <= 1,
  ],
  [
    new RegExp(`^reached in ${INTEGER_REGEXP_GROUP}( after \\d+ restarts?)?$`),
    (judge, i, [, count]) =>
      isPoseWithinTolerance(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i))) &&
      Number(count) === countUpdatesSinceGoals(getInstanceRecord(judge, i)),
  ],
  [
    new RegExp(`^within ${LENGTH_REGEXP_GROUP}$`),
    (judge, i, [, far = '']) => {
      const entry = getLastRecordedPose(getInstanceRecord(judge, i));
      const bound = parseLengthInText(far, judge.unit) * 1.06;
      return isPoseWithinTolerance(judge.scene, entry) && entry.error <= bound + 1e-12;
    },
  ],
  [
    /^within tolerance$/,
    (judge, i) =>
      isPoseWithinTolerance(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i))),
  ],
  [
    new RegExp(`^out of reach by ${LENGTH_REGEXP_GROUP}$`),
    (judge, i, [, far = '']) => isOutOfReach(judge, i, far),
  ],
  [/^oscillating$/, (judge, i) => isOscillating(judge, i)],
  [
    /^converging$/,
    (judge, i) => {
      const { window } = countRises(judge, i);
      return hasVerdict(judge, i) || (window.at(-1) as number) < (window[0] as number);
    },
  ],
  [/^no progress$/, (judge, i) => isUnreached(judge, i) && isStalled(judge, i)],
  [
    /^joints oscillate$/,
    (judge, i) => hasRunRestarts(judge) || computeJitter(getInstanceRecord(judge, i)) > 0.79,
  ],
  [/^at the start$/, (judge, i) => getInstanceRecord(judge, i).entries.length === 1],
  [
    /^(running|tracking)$/,
    (judge, i) => isUnreached(judge, i) && judge.session.lab.status(i).stop === null,
  ],
  [
    /^(stopped short|update limit reached|failed: singular system)$/,
    (judge, i) => isUnreached(judge, i) && judge.session.lab.status(i).stop !== null,
  ],
  ...DIAGNOSIS_RULES,
];

const isUnreached = (judge: SentenceJudge, i: number): boolean =>
  !isPoseWithinTolerance(judge.scene, getLastRecordedPose(getInstanceRecord(judge, i)), 1 - 1e-7);

/** Returns whether the run has restarts: consecutive poses are then not one path. */
export const hasRunRestarts = ({ scene }: SentenceJudge): boolean =>
  scene.scenario.run.restarts !== null;

/**
 * Returns whether the instance is running and its error rises in at least a fifth of the updates.
 */
export function isOscillating(judge: SentenceJudge, i: number): boolean {
  const { stop } = judge.session.lab.status(i);
  return stop === null && (hasRunRestarts(judge) || countRises(judge, i).share >= 0.2);
}

export function findJointsAtLimits({ scene, records }: SentenceJudge, i: number): string[] {
  const { angles } = getLastRecordedPose(records.instances[i] as InstanceRecord);
  return scene.tree.joints
    .filter(isIndependentJoint)
    .filter(({ limits }, j) => isAtJointLimit(angles[j] as number, limits))
    .map(({ id }) => id);
}

/**
 * Returns whether the targets are not reached, and no recent pose of any instance is closer than
 * `far`.
 */
export function isOutOfReach(judge: SentenceJudge, i: number, far: string): boolean {
  const { goals } = getLastRecordedPose(getInstanceRecord(judge, i));
  const least = Math.min(
    ...judge.records.instances.flatMap(({ entries }) =>
      entries
        .slice(-8)
        .map(({ angles }) =>
          computeRemainingErrors(judge.scene, { angles, goals }).reduce(
            (sum, { off }) => sum + Math.hypot(...off),
            0,
          ),
        ),
    ),
  );
  return parseLengthInText(far, judge.unit) <= least * 1.051 && isUnreached(judge, i);
}

export function judgeOutcomes(judge: SentenceJudge, history: RunHistory): void {
  const { session, scene } = judge;
  session.instances.forEach((panel, i) => {
    const { words } = panel.outcome.peek();
    const rule = OUTCOME_RULES.find(([pattern]) => pattern.test(words));
    if (!rule) {
      judge.reportUnknown(words);
      return;
    }
    const [pattern, holds] = rule;
    const kind = words.replace(/[\d.]+.*/, '…');
    judge.check(
      `outcome ${kind}`,
      words,
      holds(judge, i, [...(pattern.exec(words) ?? [])]),
      panel.label.peek(),
    );
    const { value, unit } = panel.errorFigure.peek();
    const entry = getLastRecordedPose(getInstanceRecord(judge, i));
    judge.check(
      'figure',
      `${value} ${unit}`,
      doesTextShowValue(`${value} ${unit}`, entry.error, judge.unit),
      String(entry.error),
    );
    const angle = computeLargestRemainingAngle(scene, entry);
    const shownAngle = panel.angle.peek();
    judge.check(
      'angle',
      String(shownAngle),
      (shownAngle === null) === (angle === null) &&
        Math.abs((shownAngle ?? 0) - (angle ?? 0)) < 1e-6,
      String(angle),
    );
  });
  judgeCounts(judge, history);
  judgeBest(judge);
}

/** Returns the number of updates that the page shows: in mode converge, since the targets moved. */
export function getUpdateCount(judge: SentenceJudge, i: number): number {
  const record = getInstanceRecord(judge, i);
  const stops = judge.scene.scenario.run.mode === 'converge';
  return stops ? countUpdatesSinceGoals(record) : record.entries.length - 1;
}

/** Checks that card, inspector, transport and history show the same count. */
function judgeCounts(judge: SentenceJudge, history: RunHistory): void {
  const { session, scene } = judge;
  const stops = scene.scenario.run.mode === 'converge';
  const counts = judge.records.instances.map((_, i) => getUpdateCount(judge, i));
  counts.forEach((count, i) => {
    const card = session.instances[i]?.updates.peek();
    judge.check('count on the card', `${card} updates`, card === count, String(count));
    const inspected = readInstanceValues(session, history, history.last, i).updates;
    judge.check('count in the inspector', String(inspected), inspected === count, String(count));
    const past = countUpdatesAtEntry(session, history, history.last, i);
    judge.check('count in the past', String(past), past === count, String(count));
  });
  if (!stops) return;
  const most = Math.max(...counts);
  const countText = session.numbers.count.peek();
  judge.check('count of the transport', countText, countText === `update ${most}`, String(most));
}

function judgeBest(judge: SentenceJudge): void {
  const { session, records, scene } = judge;
  const { judgedBy } = scene.scenario;
  const best = session.instances.findIndex((panel) => panel.lead.peek() !== null);
  const lead = session.instances[best]?.lead.peek();
  if (!lead) return;
  const { title, margin } = lead;
  const follows = hasMovingTargets(judge);
  const otherIndices = records.instances.map((_, i) => i).filter((i) => i !== best);
  const least = (values: readonly number[]): boolean =>
    otherIndices.every((i) => (values[best] as number) <= (values[i] as number));
  const gap = (values: readonly number[]): number =>
    Math.min(...otherIndices.map((i) => values[i] as number)) - (values[best] as number);
  if (!follows) judge.check('best from one start', margin, records.isComparable);
  const isReached = records.instances.map(
    (record, i) =>
      session.lab.status(i).stop === 'reached' &&
      isPoseWithinTolerance(scene, getLastRecordedPose(record)),
  );
  const [, fewer] = /^(\d+) fewer$/.exec(margin) ?? [];
  const [, closer] = /^(.+) closer$/.exec(margin) ?? [];
  const [, less] = /^(.+) less$/.exec(margin) ?? [];
  if (fewer) {
    const counts = records.instances.map((record, i) =>
      isReached[i] ? countUpdatesSinceGoals(record) : Number.POSITIVE_INFINITY,
    );
    const next = Math.min(...otherIndices.map((i) => counts[i] as number));
    const clear = gap(counts) >= 3 && gap(counts) >= 0.2 * next;
    judge.check('best by updates', margin, clear && gap(counts) === Number(fewer), counts.join());
  } else if (margin === '') {
    judge.check(
      'best alone',
      title,
      isReached[best] === true && otherIndices.every((i) => !isReached[i]),
    );
  } else if (closer) {
    const far = records.instances.map((record) =>
      follows ? warmMean(record) : getLastRecordedPose(record).error,
    );
    judge.check(
      'best by distance',
      margin,
      least(far) && doesTextShowValue(closer, gap(far), judge.unit),
      far.join(),
    );
  } else if (less) {
    const values = records.instances.map((record, i) =>
      isReached[i] || !isReached.includes(true)
        ? computeRankingCriterion(judge, record)
        : Number.POSITIVE_INFINITY,
    );
    judge.check(
      `best by ${judgedBy}`,
      margin,
      hasRunRestarts(judge) || (least(values) && doesTextShowValue(less, gap(values), judge.unit)),
      values.join(),
    );
  } else judge.reportUnknown(margin);
}

const WARM_UPDATES = 400; // updates after an edit that do not count

/** Returns the mean error without the first `WARM_UPDATES` updates after the edit. */
const warmMean = (record: InstanceRecord): number =>
  meanOfValues(
    getErrorsOfUpdates(record, record.edited + WARM_UPDATES + 1, record.entries.length - 1),
  );

/** Returns the value by which the scene ranks its methods, from the poses of the run. */
export function computeRankingCriterion({ scene }: SentenceJudge, record: InstanceRecord): number {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const turning = joints.map(({ type }) => type !== 'prismatic');
  const counts = (j: number): boolean => turning[j] === true || !turning.includes(true);
  const all = computeJointSteps(record, record.entries.length);
  const biggest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  switch (scene.scenario.judgedBy) {
    case 'first':
      return Math.hypot(
        ...(computeRemainingErrors(scene, getLastRecordedPose(record))[0]?.off ?? []),
      );
    case 'turn':
      return biggest(all.flatMap((step) => step.filter((_, j) => counts(j)).map(Math.abs)));
    case 'beyond':
      return biggest(
        record.entries
          .slice(1)
          .flatMap(({ angles }) =>
            joints.flatMap(({ limits }, j) =>
              limits && counts(j)
                ? [limits[0] - (angles[j] as number), (angles[j] as number) - limits[1]]
                : [],
            ),
          ),
      );
    case 'shake': {
      const changes = all
        .slice(1)
        .map((step, k) =>
          Math.hypot(...step.map((x, j) => (counts(j) ? x - (all[k]?.[j] as number) : 0))),
        );
      return changes.length > 0 ? meanOfValues(changes) : 0;
    }
    case 'travel': {
      const sumTravel = (which: boolean): number =>
        all.reduce(
          (sum, step) =>
            sum + step.reduce((s, x, j) => s + (turning[j] === which ? Math.abs(x) : 0), 0),
          0,
        );
      return sumTravel(true) > 0 ? sumTravel(true) : sumTravel(false);
    }
    default:
      return getLastRecordedPose(record).error;
  }
}

export const getCriterionName = (criterion: string): string =>
  criterion === 'error'
    ? 'Error'
    : (COMPARISON_CRITERIA[criterion as keyof typeof COMPARISON_CRITERIA]?.name ?? '');
