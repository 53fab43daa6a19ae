import { lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import {
  joinPhrasesAsList,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
  targetConstraintText,
} from '@iklab/core/format/words';
import { RECENT_WINDOW_UPDATES } from '@iklab/core/measure';
import type { Session } from '../session/session.ts';
import {
  makePanelNamer,
  rankingPhrase,
  sortPanelsAscending,
  unequalStartPoseNote,
} from './rankingPhrase.ts';

/**
 * Describes how closely methods follow moving targets. `playing`: only statements that stay true in
 * a continuing run.
 */
export function describeFollowing(session: Session, playing: boolean): Phrase[] {
  const phrases = [
    ...(session.isFollowing ? [] : unequalStartPoseNote(session)),
    criterionSentence(session),
    meanErrorSentence(session),
    ...(playing ? [] : [recentErrorSentence(session)]),
    targetConstraintText(session.scene.scenario.targets) ?? [],
  ];
  return phrases.filter((each) => each.length > 0);
}

function criterionSentence(session: Session): Phrase {
  const { criterion, scores } = session;
  if (!scores) return [];
  const over =
    criterion && !criterion.usesLastPoseOnly
      ? makePhrase`, ${upToUpdate(session)}`
      : makePhrase` after ${updatesPhrase(session)}`;
  return makePhrase`${criterion?.name ?? 'Error'}${over}: ${rankingPhrase(session, scores.values, scores.valueText)}.`;
}

function meanErrorSentence(session: Session): Phrase {
  const { meanErrors } = session;
  if (!meanErrors) return [];
  const isUniform = [meanErrors.first, meanErrors.last].every((all) => new Set(all).size === 1);
  const over = isUniform
    ? makePhrase`in updates ${makeStrongPhrase(meanErrors.first[0] ?? 0)} to ${makeStrongPhrase(meanErrors.last[0] ?? 0)}`
    : makePhrase`after the first ${makeStrongPhrase(Math.max(...meanErrors.first) - 1)} updates`;
  return closestSentence(session, meanErrors.values, over, 'stays closest');
}

function recentErrorSentence(session: Session): Phrase {
  const { run } = session.scene.scenario;
  const all = session.stats.instances.map((course) => course.measures('recent'));
  const counts = all.map(({ updates }) => updates);
  const [count = 0] = counts;
  if (Math.min(...counts) === 0) return [];
  const isUniform = counts.every((each) => each === count);
  const seconds = Number(((count / run.updatesPerFrame) * run.timeStep).toPrecision(2));
  const time = run.mode === 'track' ? `, ${seconds} s` : '';
  const updates = isUniform
    ? makeStrongPhrase(count)
    : makePhrase`up to ${makeStrongPhrase(RECENT_WINDOW_UPDATES)}`;
  const errors = all.map(({ error }) => error);
  return closestSentence(
    session,
    errors,
    makePhrase`over the last ${updates} updates${time}`,
    'was closest',
  );
}

function closestSentence(
  session: Session,
  values: readonly number[],
  over: Phrase,
  is: string,
): Phrase {
  const far = (value: number): string =>
    valueWithUnitText(lengthWithUnit(value, session.scene.scenario.unit));
  const [first = 0, ...otherPanels] = sortPanelsAscending(values);
  const who = makePanelNamer(session)(first);
  const best = far(values[first] ?? 0);
  if (otherPanels.length === 0)
    return makePhrase`${who} was ${makeStrongPhrase(best)} off on average ${over}.`;
  if (best === far(values[otherPanels[0] as number] ?? 0))
    return makePhrase`Off on average ${over}: ${rankingPhrase(session, values, far)}.`;
  const rest = otherPanels.map(
    (panel) =>
      makePhrase`${makePanelNamer(session)(panel)} ${makeStrongPhrase(far(values[panel] ?? 0))}`,
  );
  return makePhrase`${who} ${is}, ${makeStrongPhrase(best)} off on average ${over}; then ${joinPhrasesAsList(rest)}.`;
}

const upToUpdate = (session: Session): Phrase =>
  makePhrase`up to update ${makeStrongPhrase(Math.max(...updateCounts(session)))}`;

function updatesPhrase(session: Session): Phrase {
  const all = updateCounts(session);
  const isUniform = new Set(all).size === 1;
  return makePhrase`${isUniform ? '' : 'up to '}${makeStrongPhrase(Math.max(...all))} updates`;
}

const updateCounts = ({ lab, instances }: Session): number[] =>
  instances.map((_, i) => lab.status(i).updates);
