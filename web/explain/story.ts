/** What a run shows, as a few sentences made from it: who got there, who was slow, who misses and why. */
import type { StopReason } from '../engine/engine.ts';
import { length, words } from '../format/figures.ts';
import type { Phrase, Piece } from '../format/phrase.ts';
import { Following } from '../measure/best.ts';
import { beyondReach, reaches } from '../measure/reach.ts';
import type { Session } from '../run/session.ts';
import { clause } from './clause.ts';
import { factsOf } from './facts.ts';

const CLAUSES = 4;
const NAMED = 3; // methods in a list
const SLOW = 3; // times the updates of the first one there

const name = (session: Session, panel: number): Piece => ({
  text: session.instances[panel]?.label.peek() ?? '',
  panel,
});
const strong = (text: string): Piece => ({ text, strong: true });
const text = (said: string): Piece => ({ text: said });

/** What came of it: clauses, the most telling first. */
export function story(session: Session): readonly Phrase[] {
  const parts = storyInParts(session);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The same with a rest after each clause: why a panel misses may take long to find. */
export function* storyInParts(session: Session): Generator<void, readonly Phrase[]> {
  const { means } = session;
  const clauses = means ? following(session, means) : (atRest(session) ?? racing(session));
  const all = clauses.length <= CLAUSES;
  const said: Phrase[] = [];
  for (const clause of all ? clauses : clauses.slice(0, CLAUSES - 1)) {
    said.push(clause());
    yield;
  }
  const left = String(clauses.length - said.length);
  return all ? said : [...said, [strong(left), text(' more miss as well.')]];
}

/** A clause, found when it is asked for. */
type Clause = () => Phrase;

/** The targets are where the effectors start: nobody had a way to go; null: somebody had. */
function atRest({ lab, scene, instances }: Session): Clause[] | null {
  const { tolerance } = scene.scenario.run;
  const still = instances.every((_, instance) => {
    const { startError, updates, within } = lab.status(instance);
    return startError <= tolerance && updates <= 1 && within;
  });
  if (!still) return null;
  const [what, where] = lab.targetCount === 1 ? ['The target', 'it'] : ['The targets', 'one'];
  const stand =
    lab.targetCount === 1 ? 'stands where its effector is' : 'stand where their effectors are';
  return [() => [text(`${what} ${stand}. Drag ${where}: every method follows.`)]];
}

/** Of panels that run until they stop. */
function racing(session: Session): Clause[] {
  const states = session.instances.map((_, panel) => ({ panel, ...session.lab.status(panel) }));
  const there = states
    .filter(({ stop, within }) => stop === 'reached' || within)
    .sort((a, b) => a.updatesSinceMove - b.updatesSinceMove);
  const first = there[0]?.updatesSinceMove ?? 0;
  const quick = there.filter(({ updatesSinceMove }) => updatesSinceMove <= SLOW * first);
  const slow = there.filter(({ updatesSinceMove }) => updatesSinceMove > SLOW * first);
  const missing = states.filter(({ panel }) => !there.some((one) => one.panel === panel));
  missing.sort((a, b) => a.error - b.error);
  const beyond = there.length > 0 ? [] : outOfReach(session);
  return [
    ...beyond.map((said) => () => said),
    ...(quick.length > 0 ? [() => arrived(session, quick)] : []),
    ...(slow.length > 0 ? [() => late(session, slow)] : []),
    ...missing.map((state) => () => missed(session, state, beyond.length > 0)),
  ];
}

type Standing = { readonly panel: number; readonly stop: StopReason | null };
type There = { readonly panel: number; readonly updatesSinceMove: number };

function arrived(session: Session, there: readonly There[]): Phrase {
  const is = there.length === 1 ? ' is there in ' : ' are there in ';
  return [...names(session, there), text(is), ...updates(there), text('.')];
}

function late(session: Session, there: readonly There[]): Phrase {
  const takes = there.length === 1 ? ' takes ' : ' take ';
  return [...names(session, there), text(takes), ...updates(there), text('.')];
}

/** Why nobody gets there, where that is proved. */
function outOfReach({ scene, lab }: Session): Phrase[] {
  const { scenario } = scene;
  const beyond = beyondReach(reaches(scene), lab.goals(), scenario.run.tolerance);
  return beyond.map(({ target, by }) => {
    const which = scenario.targets.length === 1 ? 'The target' : `Target ${target + 1}`;
    return [
      text(`${which} is out of reach by `),
      strong(words(length(by, scenario.unit))),
      text('.'),
    ];
  });
}

/** `known`: that a target is out of reach has been said. */
function missed(session: Session, { panel, stop }: Standing, known: boolean): Phrase {
  const figure = session.instances[panel]?.figure.peek() ?? { value: '', unit: '' };
  const short = [strong(words(figure)), text(' short.')];
  if (known && stop !== 'oscillating') return [name(session, panel), text(' ends '), ...short];
  const said = clause(factsOf(session.asked(panel)));
  return [name(session, panel), text(' '), ...said, text(', '), ...short];
}

/** “A, B and C”, or “A, B, C and 2 more”. */
function names(session: Session, panels: readonly There[]): Piece[] {
  return joined(
    panels.slice(0, NAMED).map(({ panel }) => name(session, panel)),
    panels.length,
  );
}

/** The updates of those that are named, then the last of the others. */
function updates(panels: readonly There[]): Piece[] {
  const counts = panels.map(({ updatesSinceMove }) => updatesSinceMove);
  if (counts.length > NAMED && counts[0] !== counts.at(-1)) {
    return [strong(`${counts[0]}`), text(' to '), strong(`${counts.at(-1)}`), text(' updates')];
  }
  const unit = counts.length === 1 && counts[0] === 1 ? ' update' : ' updates';
  return [...joined([...new Set(counts)].map((each) => strong(String(each)))), text(unit)];
}

function joined(pieces: readonly Piece[], all = pieces.length): Piece[] {
  const more = all - pieces.length;
  const said = more > 0 ? [...pieces, text(`${more} more`)] : pieces;
  return said.flatMap((piece, i) => {
    if (i === 0) return [piece];
    return [text(i === said.length - 1 ? ' and ' : ', '), piece];
  });
}

/** Of panels whose targets move. */
function following(session: Session, means: readonly number[]): Clause[] {
  const order = means.map((mean, panel) => ({ panel, mean })).sort((a, b) => a.mean - b.mean);
  const seconds = Following.window * session.scene.scenario.run.timeStep;
  const { unit } = session.scene.scenario;
  const over = `over the last ${Number(seconds.toPrecision(2))} s`;
  return order.map(({ panel, mean }, i) => () => {
    const off = strong(words(length(mean, unit)));
    if (i > 0) return [name(session, panel), text(' '), off, text('.')];
    return [name(session, panel), text(' was '), off, text(` off on average ${over}.`)];
  });
}
