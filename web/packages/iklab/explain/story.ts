/** What a run shows, as a few sentences made from it: who got there, who was slow, who misses and why. */
import type { InstanceStatus } from '../engine/engine.ts';
import { largestReachedError, smallLength } from '../format/askedFor.ts';
import { angleFigure, figureText } from '../format/figures.ts';
import { freePartsText } from '../format/freePartsText.ts';
import { listedParts } from '../format/lists.ts';
import { READY_OUTCOME } from '../format/outcome.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { reaches, targetsOutOfReach } from '../measure/reach.ts';
import type { Session } from '../run/session.ts';
import { atOnce } from '../run/slices.ts';
import { clause } from './clause.ts';
import { factsInParts } from './facts.ts';
import { following } from './followed.ts';
import { begun, inOrder, nameOf } from './inOrder.ts';
import { posesFound } from './posesFound.ts';

const CLAUSES = 4;
const SLOW = 3; // times the updates of the first one there

/** What came of it: clauses, the most telling first. */
export function story(session: Session): readonly Phrase[] {
  return atOnce(storyInParts(session));
}

/** The story of a run with rests: why a panel misses may take long to find. */
export function* storyInParts(
  session: Session,
  playing = false,
): Generator<void, readonly Phrase[]> {
  const clauses = session.neverStops
    ? following(session, playing)
    : (ready(session) ?? racing(session));
  const told: Phrase[] = [];
  for (const clause of clauses) {
    told.push(typeof clause === 'function' ? yield* clause() : clause);
    yield;
  }
  return told;
}

/** A clause, or how it is found. */
type Clause = Phrase | (() => Generator<void, Phrase>);

interface State extends InstanceStatus {
  readonly panel: number;
}

/** The targets are where the effectors start: nobody had a way to go; null: somebody had. */
function ready({ lab, instances, scene }: Session): Clause[] | null {
  if (instances.some(({ outcome }) => outcome.peek().words !== READY_OUTCOME.words)) return null;
  const one = lab.targetCount === 1;
  const held = freePartsText(scene.scenario.targets, true);
  const stand = one
    ? 'The target stands where its effector is.'
    : 'The targets stand where their effectors are.';
  const drag = `Drag ${one ? (held ? 'the target' : 'it') : 'one'}: every method follows.`;
  return [say`${held ?? stand} ${drag}`];
}

/** Of panels whose targets stand still. */
function racing(session: Session): Clause[] {
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
  const first = [
    ...begun(session),
    ...judged(session, states),
    beyond ?? [],
    ...arrivals(session, there),
    freePartsText(session.scene.scenario.targets, missing.length === 0) ?? [],
    poses ?? [],
  ].filter((said) => said.length > 0);
  return [...first, ...missingClauses(session, missing, beyond !== null, CLAUSES - first.length)];
}

/** What the scene is judged by, once all have ended: the best first. */
function judged(session: Session, states: readonly State[]): Phrase[] {
  const { criterion, scores } = session;
  if (!criterion || !scores || states.some(({ stop }) => stop === null)) return [];
  return [say`${criterion.name}: ${inOrder(session, scores.values, scores.valueText)}.`];
}

/** Those that are soon there, and those that take long. */
function arrivals(session: Session, there: readonly State[]): Phrase[] {
  if (there.length === 0) return [];
  // who never stops goes on making updates when it is there
  if (session.scene.scenario.run.mode !== 'converge') {
    const who = listedParts(there.map(({ panel }) => nameOf(session)(panel)));
    return [say`${who} ${there.length === 1 ? 'is' : 'are'} there.`];
  }
  const most = SLOW * (there[0]?.updatesSinceMove ?? 0);
  const quick = there.filter(({ updatesSinceMove }) => updatesSinceMove <= most);
  const slow = there.filter(({ updatesSinceMove }) => updatesSinceMove > most);
  return [
    counts(session, quick, ['is there in', 'are there in']),
    ...(slow.length > 0 ? [counts(session, slow, ['takes', 'take'])] : []),
  ];
}

/** “A is there in 4 updates, B and C in 5.”: to every name its number. */
function counts(
  session: Session,
  states: readonly State[],
  [one, many]: readonly [string, string],
): Phrase {
  const all = [...new Set(states.map(({ updatesSinceMove }) => updatesSinceMove))];
  const each = all.map((count, i) => {
    const group = states.filter(({ updatesSinceMove }) => updatesSinceMove === count);
    const who = listedParts(group.map(({ panel }) => nameOf(session)(panel)));
    if (i > 0) return say`${who} ${one.endsWith('in') ? 'in ' : ''}${strong(count)}`;
    const verb = group.length === 1 ? one : many;
    return say`${who} ${verb} ${strong(count)} ${count === 1 ? 'update' : 'updates'}`;
  });
  return say`${listedParts(each)}.`;
}

/** Why nobody gets there, where that is proved. */
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

/** Each with its reason, as far as there is room; all are named. */
function missingClauses(
  session: Session,
  missing: readonly State[],
  known: boolean,
  room: number,
): Clause[] {
  const reasoned = missing.filter(({ stop }) => !known || stop === 'breakdown');
  const alone = reasoned.slice(0, reasoned.length <= room ? room : Math.max(0, room - 1));
  const rest = missing.filter((state) => !alone.includes(state));
  return [
    ...alone.map((state) => () => missed(session, state)),
    ...(rest.length > 0 ? [together(session, rest)] : []),
  ];
}

function* missed(session: Session, { panel }: State): Generator<void, Phrase> {
  const left = short(session, panel);
  const facts = yield* factsInParts(session.instanceRun(panel));
  return say`${nameOf(session)(panel)} ${clause(facts)}, ${left} short.`;
}

function together(session: Session, states: readonly State[]): Phrase {
  const name = nameOf(session);
  const each = states.map(({ panel }, i) =>
    i === 0
      ? say`${name(panel)} is ${short(session, panel)} short`
      : say`${name(panel)} ${short(session, panel)}`,
  );
  return say`${listedParts(each)}.`;
}

/** What a panel misses, as its card has it. */
function short(session: Session, panel: number): Phrase {
  const { errorFigure, angle } = session.instances[panel] as Session['instances'][number];
  const { orientationTolerance } = session.scene.scenario.run;
  const off = angle.peek() ?? 0;
  const turn = off > orientationTolerance ? say` and ${strong(angleFigure(off))}` : [];
  return say`${strong(figureText(errorFigure.peek()))}${turn}`;
}
