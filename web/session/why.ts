/** Why a panel fares as it does, in words and numbers that come from its run. */
import type { Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { outcome } from './outcome.ts';
import { reason } from './reason.ts';
import type { Trend } from './trend.ts';

/** A part of a sentence. */
export interface Piece {
  readonly text: string;
  /** A number, shown bold. */
  readonly strong?: boolean;
  /** The name of this panel's method, shown behind its mark. */
  readonly panel?: number;
}

/** A sentence in parts: their texts one after another, nothing between. */
export type Phrase = readonly Piece[];

/** A singular direction of the task as it stands. */
export interface Direction {
  /** σ_i: metres that the tips move along it, a radian of the joints. */
  readonly sigma: number;
  /** |u_iᵀe|: what of the error lies along it, metres. */
  readonly missing: number;
}

/** That no method could do better here. */
export interface Proof {
  /** Farther than the chain can stretch, or nearer than it can fold; or only: Jᵀe = 0. */
  readonly kind: 'beyond-reach' | 'no-closer-pose';
  /** Metres that are left however the joints stand; null: not known. */
  readonly by: number | null;
}

export interface Why {
  readonly panel: number;
  /** “Why is Transpose oscillating?” */
  readonly question: string;
  /** The sentence with its numbers. */
  readonly answer: Phrase;
  /** The same for the story, to follow the method's name: “keeps overshooting”. */
  readonly clause: Phrase;
  /** Largest σ first, as the columns of `Lab.inspect(null, …).u`. */
  readonly directions: readonly Direction[];
  /** Index of the direction that blocks; null: none does. */
  readonly blocking: number | null;
  readonly proof: Proof | null;
}

export const plain = (phrase: Phrase): string => phrase.map(({ text }) => text).join('');

/** Where a panel stands, and what its last updates say. */
export interface Asked {
  readonly scene: Scene;
  readonly lab: Lab;
  readonly panel: number;
  readonly trend: Trend;
}

export function why({ scene, lab, panel, trend }: Asked): Why {
  const status = lab.status(panel);
  const { words } = outcome(status, trend, scene.scenario.run);
  const [angles, points] = [lab.angles(panel), lab.points(panel)];
  const said = reason({ scene, status, angles, points, goals: lab.goals() });
  const { sigma, alpha } = lab.inspect(null, { angles, clamps: open(lab) });
  return {
    panel,
    question: `Why is ${scene.scenario.methods[panel]?.label} ${words}?`,
    answer: [{ text: said || words }],
    clause: [{ text: words }],
    directions: Array.from(sigma, (each, i) => ({
      sigma: each,
      missing: Math.abs(alpha[i] as number),
    })),
    blocking: null,
    proof: null,
  };
}

const open = (lab: Lab): number[] => Array(lab.targetCount).fill(Number.POSITIVE_INFINITY);
