import type { InstanceStatus } from '@iklab/core/engine';
import {
  angleText,
  countWord,
  formatLength,
  outOfReachText,
  valueWithUnitText,
} from '@iklab/core/format';
import {
  joinPhrasesAsList,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
  phrasePlainText,
  READY_RUN_OUTCOME,
  targetConstraintText,
} from '@iklab/core/format/words';
import { isFullyOriented } from '@iklab/core/scenario/targets';
import type { Session } from '../session/session.ts';
import { describeFinalPoses } from './describeFinalPoses.ts';
import { describeFollowing } from './describeFollowing.ts';
import { listTargetsOutOfReach } from './listTargetsOutOfReach.ts';
import { makePanelNamer, rankingPhrase, unequalStartPoseNote } from './rankingPhrase.ts';

const SLOW_FACTOR = 3; // Multiple of the updates of the first arrival.

/** Summarises a run in sentences, the most important first. */
export function writeRunSummary(session: Session, playing = false): readonly Phrase[] {
  return session.neverStops
    ? describeFollowing(session, playing)
    : (readySummary(session) ?? raceSummary(session));
}

interface PanelState extends InstanceStatus {
  readonly panel: number;
}

function readySummary({ lab, instances, scene }: Session): Phrase[] | null {
  if (instances.some(({ outcome }) => outcome.peek().words !== READY_RUN_OUTCOME.words))
    return null;
  const one = lab.targetCount === 1;
  const satisfied = targetConstraintText(scene.scenario.targets, true);
  const reachedText = one
    ? 'The end effector is already at its target.'
    : 'Every end effector is already at its target.';
  const drag = `Drag ${one ? 'the target' : 'a target'}: every method follows.`;
  return [makePhrase`${satisfied ?? reachedText} ${drag}`];
}

function raceSummary(session: Session): Phrase[] {
  const states = session.instances.map((_, panel) => ({ panel, ...session.lab.status(panel) }));
  const reached = states
    .filter(({ stop, within }) => stop === 'reached' || (within && stop !== 'outside-limits'))
    .sort((a, b) => a.updatesSinceMove - b.updatesSinceMove);
  const unreached = states.filter((state) => !reached.includes(state));
  unreached.sort((a, b) => a.error - b.error);
  const unreachable = reached.length > 0 ? null : outOfReachSentence(session);
  const poses = describeFinalPoses(
    session,
    reached.map(({ panel }) => panel),
    makePanelNamer(session),
  );
  return [
    ...unequalStartPoseNote(session),
    ...rankingSentences(session, states),
    unreachable ?? [],
    ...arrivalSentences(session, reached),
    targetConstraintText(session.scene.scenario.targets, unreached.length === 0) ?? [],
    poses ?? [],
    shortfallSentence(session, unreached),
  ].filter((phrase) => phrase.length > 0);
}

function rankingSentences(session: Session, states: readonly PanelState[]): Phrase[] {
  const { criterion, scores } = session;
  if (!criterion || !scores || states.some(({ stop }) => stop === null)) return [];
  return [
    makePhrase`${criterion.name}: ${rankingPhrase(session, scores.values, scores.valueText)}.`,
  ];
}

function arrivalSentences(session: Session, reached: readonly PanelState[]): Phrase[] {
  if (reached.length === 0) return [];
  // A method that never stops continues to make updates at the target.
  if (session.scene.scenario.run.mode !== 'converge') {
    const who = joinPhrasesAsList(reached.map(({ panel }) => makePanelNamer(session)(panel)));
    return [makePhrase`${who} reached ${targetsText(session)}.`];
  }
  const most = SLOW_FACTOR * (reached[0]?.updatesSinceMove ?? 0);
  const quick = reached.filter(({ updatesSinceMove }) => updatesSinceMove <= most);
  const slow = reached.filter(({ updatesSinceMove }) => updatesSinceMove > most);
  return [
    countSentence(session, quick, `reached ${targetsText(session)} in`, 'in '),
    ...(slow.length > 0 ? [countSentence(session, slow, 'needed')] : []),
  ];
}

function countSentence(
  session: Session,
  states: readonly PanelState[],
  verb: string,
  preposition = '',
): Phrase {
  const all = [...new Set(states.map(({ updatesSinceMove }) => updatesSinceMove))];
  const each = all.map((count, i) => {
    const group = states.filter(({ updatesSinceMove }) => updatesSinceMove === count);
    const who = joinPhrasesAsList(group.map(({ panel }) => makePanelNamer(session)(panel)));
    if (i > 0) return makePhrase`${who} ${preposition}${makeStrongPhrase(count)}`;
    return makePhrase`${who} ${verb} ${makeStrongPhrase(count)} ${count === 1 ? 'update' : 'updates'}`;
  });
  return makePhrase`${joinPhrasesAsList(each)}.`;
}

function outOfReachSentence({ scene, lab, instances }: Session): Phrase | null {
  const { scenario } = scene;
  const [proof = null] = instances.flatMap(({ verdict }) => {
    const { proof: its, diagnosis } = verdict.peek() ?? {};
    return its && !(its.needsLimits && diagnosis?.cause === 'joint-limits') ? [its] : [];
  });
  const unreachable = listTargetsOutOfReach(scene, lab.goals(), proof);
  const [first] = unreachable;
  if (!first) return proof && makePhrase`${outOfReachText(proof, scenario)}`;
  const lengthPhrase = (metres: number): Phrase =>
    makeStrongPhrase(formatLength(metres, scenario.unit));
  if (scenario.targets.length === 1) {
    const whatever = scenario.targets.some(isFullyOriented) ? ' in any orientation' : '';
    return makePhrase`The target is out of reach by ${lengthPhrase(first.excess)}${whatever}.`;
  }
  const each = unreachable.map(({ target, excess: far }, i) =>
    i === 0
      ? makePhrase`Target ${makeStrongPhrase(target + 1)} is out of reach by ${lengthPhrase(far)}`
      : makePhrase`target ${makeStrongPhrase(target + 1)} by ${lengthPhrase(far)}`,
  );
  return makePhrase`${joinPhrasesAsList(each)}.`;
}

function shortfallSentence(session: Session, unreached: readonly PanelState[]): Phrase {
  const name = makePanelNamer(session);
  const verdictOf = ({ panel }: PanelState) => session.instances[panel]?.verdict.peek() ?? null;
  const groups: { readonly panels: number[]; readonly clause: (plural: boolean) => Phrase }[] = [];
  const plain: PanelState[] = [];
  for (const state of unreached) {
    const verdict = verdictOf(state);
    const clause = verdict ? verdict.clause : runningClause(session, state);
    if (!clause) {
      plain.push(state);
      continue;
    }
    const match = groups.find(
      (group) => phrasePlainText(group.clause(true)) === phrasePlainText(clause(true)),
    );
    if (match) match.panels.push(state.panel);
    else groups.push({ panels: [state.panel], clause });
  }
  const clauses = groups.map(
    ({ panels, clause }) =>
      makePhrase`${joinPhrasesAsList(panels.map(name))} ${clause(panels.length > 1)}`,
  );
  if (plain.length > 0) clauses.unshift(stoppedPhrase(session, plain));
  return clauses.length === 0 ? [] : makePhrase`${joinClauses(clauses)}.`;
}

const joinClauses = (parts: readonly Phrase[]): Phrase =>
  parts.flatMap((part, i) => (i === 0 ? part : makePhrase`; ${part}`));

function runningClause(
  session: Session,
  { stop, updates, panel }: PanelState,
): ((plural: boolean) => Phrase) | null {
  if (stop) return null;
  if (updates === 0) return (plural) => makePhrase`${plural ? 'have' : 'has'} not started`;
  const be = (plural: boolean): string => (plural ? 'are' : 'is');
  switch (session.trend(panel)) {
    case 'oscillating':
    case 'swinging':
      return (plural) => makePhrase`${plural ? 'oscillate' : 'oscillates'}`;
    case 'no progress':
      return (plural) => makePhrase`${plural ? 'make' : 'makes'} no progress`;
    case 'closing in':
      return (plural) => makePhrase`${be(plural)} still converging`;
    default:
      return (plural) => makePhrase`${be(plural)} still running`;
  }
}

function stoppedPhrase(session: Session, states: readonly PanelState[]): Phrase {
  const name = makePanelNamer(session);
  const each = states.map(({ panel, stop }, i) => {
    if (stop === 'outside-limits') return makePhrase`${name(panel)} ended outside its joint limits`;
    return i === 0
      ? makePhrase`${name(panel)} stopped ${remainingError(session, panel)} short`
      : makePhrase`${name(panel)} ${remainingError(session, panel)}`;
  });
  return joinPhrasesAsList(each);
}

const targetsText = ({ lab }: Session): string => {
  const { targetCount } = lab;
  if (targetCount === 1) return 'the target';
  return targetCount === 2 ? 'both targets' : `all ${countWord(targetCount)} targets`;
};

function remainingError(session: Session, panel: number): Phrase {
  const { errorFigure, angle } = session.instances[panel] as Session['instances'][number];
  const { orientationTolerance } = session.scene.scenario.run;
  const off = angle.peek() ?? 0;
  const anglePhrase =
    off > orientationTolerance ? makePhrase` and ${makeStrongPhrase(angleText(off))}` : [];
  return makePhrase`${makeStrongPhrase(valueWithUnitText(errorFigure.peek()))}${anglePhrase}`;
}
