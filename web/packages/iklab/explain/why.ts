/** Why a panel fares as it does, in words and numbers that come from its run. */

import { STOP_TEXTS } from '../format/choiceTexts.ts';
import { subscript } from '../format/figures.ts';
import type { Phrase } from '../format/phrase.ts';
import type { InstanceRun } from '../run/session.ts';
import { atOnce } from '../run/slices.ts';
import { SLOW_UPDATES } from '../run/trial.ts';
import { answer } from './answer.ts';
import { clause } from './clause.ts';
import { type Direction, type Facts, factsInParts, HARD_RATIO, rigid, settled } from './facts.ts';

export type { Direction } from './facts.ts';

/** That no method could do better here. */
export interface Proof {
  /** Farther than the chain can stretch, nearer than it folds; or only: no small turn helps. */
  readonly kind: 'beyond-reach' | 'no-closer-pose';
  /** Metres that are left however the joints stand; null: not known. */
  readonly metresLeft: number | null;
}

/** Why a panel fares as it does where it stands, and what blocks it. */
export interface Why {
  readonly panel: number;
  /** “Why is Transpose oscillating?” */
  readonly question: string;
  /** The sentence with its numbers. */
  readonly answer: Phrase;
  /** The answer for the story, to follow the method's name: “keeps overshooting”. */
  readonly clause: Phrase;
  /** Largest σ first, as the columns of `Lab.inspect(null, …).u`. */
  readonly directions: readonly Direction[];
  /** Index of the direction that blocks; null: none does. */
  readonly blocking: number | null;
  /** What it is called in the picture: hard to move only where others are easier. */
  readonly blockingName: string;
  /** That direction as a unit vector of the task's rows: three a target, and three of its turn. */
  readonly blockingVector: readonly number[] | null;
  readonly proof: Proof | null;
  /** It misses; it is there, but late; null: nothing is to be mended. */
  readonly problem: 'reach' | 'speed' | null;
}

const STILL = 1e-3; // of the pull that the error could have

/** Explains how an instance fares where it stands. */
export const explainWhy = (asked: InstanceRun): Why => atOnce(whyInParts(asked));

/** Of the moment when it is begun, with rests: to look into a large scene takes long. */
export function* whyInParts(asked: InstanceRun): Generator<void, Why> {
  const facts = yield* factsInParts(asked);
  return {
    panel: asked.instance,
    question: question(facts),
    answer: answer(facts),
    clause: clause(facts),
    directions: facts.directions,
    blocking: facts.blocking,
    blockingVector: facts.blockingVector,
    blockingName: wayName(facts),
    proof: proof(facts),
    problem: lacks(facts),
  };
}

function wayName(facts: Facts): string {
  const { blocking, directions } = facts;
  if (blocking === null) return '';
  const name = `σ${subscript(blocking + 1)}`;
  if (rigid(facts, blocking)) return `${name}, no joint moves this way`;
  const [first, its] = [directions[0]?.sigma ?? 0, directions[blocking]?.sigma ?? 0];
  return first >= HARD_RATIO * its
    ? `${name}, hard to move this way`
    : `${name}, most of what is missing`;
}

function lacks({ status }: Facts): Why['problem'] {
  if (!settled(status)) return 'reach';
  return status.stop === 'reached' && status.updatesSinceMove >= SLOW_UPDATES ? 'speed' : null;
}

function proof({ status, outOfReach, gradientShare }: Facts): Proof | null {
  if (settled(status)) return null;
  if (outOfReach.length > 0)
    return { kind: 'beyond-reach', metresLeft: outOfReach.reduce((sum, { by }) => sum + by, 0) };
  return gradientShare < STILL ? { kind: 'no-closer-pose', metresLeft: null } : null;
}

function question({ status, trend, outOfReach, method: { label } }: Facts): string {
  if (outOfReach.length > 0 && status.stop !== 'breakdown' && !settled(status))
    return `Why does ${label} not get there?`;
  if (status.stop) return STOP_TEXTS[status.stop].question(label);
  if (status.within) return `How close is ${label}?`;
  if (status.updates === 0) return `How does ${label} begin?`;
  if (trend === 'swinging') return `Why does ${label} swing its joints?`;
  return trend === 'oscillating'
    ? `Why is ${label} oscillating?`
    : `Why is ${label} not there yet?`;
}
