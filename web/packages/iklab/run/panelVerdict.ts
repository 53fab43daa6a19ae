/** Why a panel has not reached its targets, as experiments from its pose have shown. */
import type { Diagnosis } from '../engine/diagnosis.ts';
import type { InstanceStatus, Lab } from '../engine/engine.ts';
import type { Outcome } from '../format/choiceTexts.ts';
import type { Phrase } from '../format/phrase.ts';

/** Where a panel has ended, or where it is. */
export interface EndPose {
  readonly angles: readonly number[];
  readonly goals: readonly number[];
  readonly status: InstanceStatus;
}

/** Of a panel as it stands. */
export const endPose = (lab: Lab, panel: number): EndPose => ({
  angles: [...lab.angles(panel)],
  goals: [...lab.goals()],
  status: { ...lab.status(panel) },
});

export interface Verdict {
  readonly diagnosis: Diagnosis;
  readonly outcome: Outcome;
  /** Half a sentence that follows the name of one method, or of several. */
  clause(many: boolean): Phrase;
  /** Sentences with the experiments that have succeeded. */
  readonly shown: Phrase;
}

/** A verdict on the pose that a panel has now. */
export interface CurrentVerdict extends Verdict {
  /** False: the pose, its goals or the scene have changed. */
  stillHolds(): boolean;
}
