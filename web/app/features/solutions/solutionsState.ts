import type { OutOfReachProof, PoseSolution } from '@iklab/core/engine';
import type { SolutionKind } from '@iklab/core/engine/protocol';
import type { Joint, Viewpoint } from '@iklab/core/scenario';
import type { RunHistory } from '@iklab/run/history';
import type { Session, ViewState } from '@iklab/run/session';
import type { MakePaneMarks } from '@iklab/scene/gestures';
import type { Stage } from '@iklab/scene/picture';
import { type Signal, signal } from '@preact/signals';
import { memoizePerLab, type WithLabScope } from '../../browser/labScope.ts';
import type { OpenDocument } from '../../page.ts';

export interface SolutionTrackerContext extends WithLabScope {
  readonly doc: Pick<OpenDocument, 'engine' | 'session'>;
  readonly stage: Pick<Stage, 'showGhosts' | 'widenView'>;
  readonly loop: { redraw(): void };
  readonly viewState: Pick<ViewState, 'inspected' | 'visible'>;
  readonly paneMarks: Signal<MakePaneMarks | null>;
  /** Null while the visitor has not moved the camera. */
  viewpoint(): Viewpoint | null;
  resetCamera(): void;
}

/** Drawn moment of a run. `entry`: index in the history; null for the current state. */
export interface ShownMoment {
  readonly session: Session;
  readonly history: RunHistory;
  readonly entry: number | null;
}

/** The parameter of a redundant arm, radians. */
export interface ShownParameter {
  /** The joint whose value it is; null: the swivel angle of the elbow. */
  readonly joint: Joint | null;
  readonly value: number;
}

/** Solutions of the shown targets. */
export interface FoundSolutions {
  readonly kind: SolutionKind;
  /** The class of the closed form, or why there is none. */
  readonly reason: string;
  /** Solutions within the joint limits first, then by largest rotation from the start. */
  readonly solutions: readonly PoseSolution[];
  /** Number of searches so far; 0 with a closed form. */
  readonly searches: number;
  /** Proof that no solution exists; null if nothing is proven. */
  readonly proof: OutOfReachProof | null;
  /** Null if the solutions are not those at a value of a parameter. */
  readonly parameter: ShownParameter | null;
}

/** State of the strip of solutions, the panes and the captions. */
export class SolutionsState {
  /** Null before the first computation. */
  readonly found = signal<FoundSolutions | null>(null);
  /** Reason why the solutions cannot be computed; '' if they can. */
  readonly fault = signal('');
  /** Number of the solution that each panel's method reached; null for none. */
  readonly reachedNumbers = signal<readonly (number | null)[]>([]);
  /** Proof about the reached pose of each panel; '' without a proof. */
  readonly certificates = signal<readonly string[]>([]);
  /** Number of the solution that the panes emphasise; null for none. */
  readonly highlighted = signal<number | null>(null);
}

export const solutionsState = memoizePerLab(() => new SolutionsState());
