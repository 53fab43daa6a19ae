import type { FailureDiagnosis, InstanceStatus, Lab, OutOfReachProof } from '@iklab/core/engine';
import type { Outcome, Phrase } from '@iklab/core/format/words';

export interface DiagnosedPose {
  readonly angles: readonly number[];
  readonly goals: readonly number[];
  readonly status: InstanceStatus;
}

export const readPanelEndPose = (lab: Lab, panel: number): DiagnosedPose => ({
  angles: [...lab.angles(panel)],
  goals: [...lab.goals()],
  status: { ...lab.status(panel) },
});

export interface DiagnosisVerdict {
  readonly diagnosis: FailureDiagnosis;
  readonly outcome: Outcome;
  /**
   * Returns the cause as a clause that follows the name of one method, or of several (`plural`).
   */
  clause(plural: boolean): Phrase;
  readonly evidence: Phrase;
  /** Proof that a target is out of reach; null if nothing is proven. */
  readonly proof: OutOfReachProof | null;
}

export interface CurrentVerdict extends DiagnosisVerdict {
  /** Returns false if the pose, goals or scene changed after the diagnosis. */
  stillHolds(): boolean;
}
