/** Summarises which methods reached the targets, which were slow, and why others failed. */
import type { InstanceStatus } from '../engine/engine.ts';
import { largestReachedError, smallLength } from '../format/askedFor.ts';
import { angleFigure, countText, figureText } from '../format/figures.ts';
import { freePartsText } from '../format/freePartsText.ts';
import { listedParts } from '../format/lists.ts';
import { READY_OUTCOME } from '../format/outcome.ts';
import { type Phrase, plainText, say, strong } from '../format/phrase.ts';
import { reaches, targetsOutOfReach } from '../measure/reach.ts';
import type { Session } from '../run/session.ts';
import { following } from './followed.ts';
import { begun, inOrder, nameOf } from './inOrder.ts';
import { posesFound } from './posesFound.ts';

const SLOW = 3; // Multiple of the updates of the first arrival.

/** Returns the results as sentences, the most important first. */
export function story(session: Session, playing = false): readonly Phrase[] {
  return session.neverStops ? following(session, playing) : (ready(session) ?? racing(session));
}

interface State extends InstanceStatus {
  readonly panel: number;
}

/** The summary if all effectors started at their targets; otherwise null. */
function ready({ lab, instances, scene }: Session): Phrase[] | null {
  if (instances.some(({ outcome }) => outcome.peek().words !== READY_OUTCOME.words)) return null;
  const one = lab.targetCount === 1;
  const held = freePartsText(scene.scenario.targets, true);
  const stand = one
    ? 'The end effector is already at its target.'
    : 'Every end effector is already at its target.';
  const drag = `Drag ${one ? 'the target' : 'a target'}: every method follows.`;
  return [say`${held ?? stand} ${drag}`];
}

function racing(session: Session): Phrase[] {
  const states = session.instances.map((_, panel) => ({ panel, ...session.lab.status(panel) }));
  const there = states
    .filter(({ stop, within }) => stop === 'reached' || (within && stop !== 'outside-limits'))
    .sort((a, b) => a.updatesSinceMove - b.updatesSinceMove);
  const missing = states.filter((state) => !there.includes(state));
  missing.sort((a, b) => a.error - b.error);
  const beyond = there.length > 0 ? null : outOfReach(session);
  const poses = posesFound(
    session,
    there.map(({ panel }) => panel),
    nameOf(session),
  );
  return [
    ...begun(session),
    ...judged(session, states),
    beyond ?? [],
    ...arrivals(session, there),
    freePartsText(session.scene.scenario.targets, missing.length === 0) ?? [],
    poses ?? [],
    shortfalls(session, missing),
  ].filter((said) => said.length > 0);
}

/** The ranking by the scene's criterion after all methods have stopped, best first. */
function judged(session: Session, states: readonly State[]): Phrase[] {
  const { criterion, scores } = session;
  if (!criterion || !scores || states.some(({ stop }) => stop === null)) return [];
  return [say`${criterion.name}: ${inOrder(session, scores.values, scores.valueText)}.`];
}

function arrivals(session: Session, there: readonly State[]): Phrase[] {
  if (there.length === 0) return [];
  // A method that never stops continues to make updates at the target.
  if (session.scene.scenario.run.mode !== 'converge') {
    const who = listedParts(there.map(({ panel }) => nameOf(session)(panel)));
    return [say`${who} reached ${targetsOf(session)}.`];
  }
  const most = SLOW * (there[0]?.updatesSinceMove ?? 0);
  const quick = there.filter(({ updatesSinceMove }) => updatesSinceMove <= most);
  const slow = there.filter(({ updatesSinceMove }) => updatesSinceMove > most);
  return [
    counts(session, quick, `reached ${targetsOf(session)} in`, 'in '),
    ...(slow.length > 0 ? [counts(session, slow, 'needed')] : []),
  ];
}

/** "A reached the target in 4 updates, B and C in 5." */
function counts(session: Session, states: readonly State[], verb: string, again = ''): Phrase {
  const all = [...new Set(states.map(({ updatesSinceMove }) => updatesSinceMove))];
  const each = all.map((count, i) => {
    const group = states.filter(({ updatesSinceMove }) => updatesSinceMove === count);
    const who = listedParts(group.map(({ panel }) => nameOf(session)(panel)));
    if (i > 0) return say`${who} ${again}${strong(count)}`;
    return say`${who} ${verb} ${strong(count)} ${count === 1 ? 'update' : 'updates'}`;
  });
  return say`${listedParts(each)}.`;
}

function outOfReach({ scene, lab }: Session): Phrase | null {
  const { scenario } = scene;
  const beyond = targetsOutOfReach(reaches(scene), lab.goals(), largestReachedError(scenario));
  const [first] = beyond;
  if (!first) return null;
  const by = (metres: number): Phrase => strong(smallLength(metres, scenario.unit));
  if (scenario.targets.length === 1) return say`The target is out of reach by ${by(first.by)}.`;
  const each = beyond.map(({ target, by: far }, i) =>
    i === 0
      ? say`Target ${strong(target + 1)} is out of reach by ${by(far)}`
      : say`target ${strong(target + 1)} by ${by(far)}`,
  );
  return say`${listedParts(each)}.`;
}

/** "DLS and SDLS are blocked by the upper limit of elbow; Transpose is still converging." */
function shortfalls(session: Session, missing: readonly State[]): Phrase {
  const name = nameOf(session);
  const verdictOf = ({ panel }: State) => session.instances[panel]?.verdict.peek() ?? null;
  const groups: { readonly panels: number[]; readonly clause: (many: boolean) => Phrase }[] = [];
  const plain: State[] = [];
  for (const state of missing) {
    const verdict = verdictOf(state);
    const clause = verdict ? verdict.clause : goingOn(session, state);
    if (!clause) {
      plain.push(state);
      continue;
    }
    const same = groups.find((group) => plainText(group.clause(true)) === plainText(clause(true)));
    if (same) same.panels.push(state.panel);
    else groups.push({ panels: [state.panel], clause });
  }
  const said = groups.map(
    ({ panels, clause }) => say`${listedParts(panels.map(name))} ${clause(panels.length > 1)}`,
  );
  if (plain.length > 0) said.unshift(stopped(session, plain));
  return said.length === 0 ? [] : say`${joined(said)}.`;
}

const joined = (parts: readonly Phrase[]): Phrase =>
  parts.flatMap((part, i) => (i === 0 ? part : say`; ${part}`));

/** For a running panel; null if it has stopped. */
function goingOn(
  session: Session,
  { stop, updates, panel }: State,
): ((many: boolean) => Phrase) | null {
  if (stop) return null;
  if (updates === 0) return (many) => say`${many ? 'have' : 'has'} not started`;
  const be = (many: boolean): string => (many ? 'are' : 'is');
  switch (session.trend(panel)) {
    case 'oscillating':
    case 'swinging':
      return (many) => say`${many ? 'oscillate' : 'oscillates'}`;
    case 'no progress':
      return (many) => say`${many ? 'make' : 'makes'} no progress`;
    case 'closing in':
      return (many) => say`${be(many)} still converging`;
    default:
      return (many) => say`${be(many)} still running`;
  }
}

/** The remaining errors of methods without a known cause: "A stopped 3.1 mm short, B 4.2 mm". */
function stopped(session: Session, states: readonly State[]): Phrase {
  const name = nameOf(session);
  const each = states.map(({ panel, stop }, i) => {
    if (stop === 'outside-limits') return say`${name(panel)} ended outside its joint limits`;
    return i === 0
      ? say`${name(panel)} stopped ${short(session, panel)} short`
      : say`${name(panel)} ${short(session, panel)}`;
  });
  return listedParts(each);
}

const targetsOf = ({ lab }: Session): string => {
  const { targetCount } = lab;
  if (targetCount === 1) return 'the target';
  return targetCount === 2 ? 'both targets' : `all ${countText(targetCount)} targets`;
};

function short(session: Session, panel: number): Phrase {
  const { errorFigure, angle } = session.instances[panel] as Session['instances'][number];
  const { orientationTolerance } = session.scene.scenario.run;
  const off = angle.peek() ?? 0;
  const turn = off > orientationTolerance ? say` and ${strong(angleFigure(off))}` : [];
  return say`${strong(figureText(errorFigure.peek()))}${turn}`;
}
