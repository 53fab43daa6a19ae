/** A parsed study; only `parseStudy` creates one. */
import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import type { ExternalStudySolvers } from './externalSolverEntry.ts';
import type { StudyAxis, StudyDocument } from './studyDocument.ts';

export interface Study extends Readonly<Omit<StudyDocument, 'scenario' | 'sweep' | 'count'>> {
  /** Scenario with the restarts of the study, if any. */
  readonly scenario: Scenario;
  readonly sweep: readonly StudyAxis[];
  readonly count: number;
  /** Study document in its shortest form, without values that equal their defaults. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly cells: readonly StudyCell[];
  /** Names of the scalar observables, such as λ, that are columns of the rows. */
  readonly shown: readonly string[];
  /** One line per method with constants: `DLS: lambda 0.052 m (fitted)`. */
  readonly constants: readonly string[];
  readonly solvers?: ExternalStudySolvers;
}

/** Method at one point of the sweep of a study. */
export interface StudyCell {
  readonly index: number;
  /** Index of the method among the methods of the scenario; -1 for an external solver. */
  readonly method: number;
  /** Values of the swept numbers, one per axis; null if the axis does not affect this method. */
  readonly values: readonly (number | null)[];
  readonly scenario: Scenario;
  readonly panel: MethodPanel;
}
