/** A parsed study; only `parseStudy` creates one. */
import type { MethodPanel, Scenario, Version } from '@iklab/core/scenario';
import type { Sampling } from './sampling.ts';
import type { Solvers } from './solverEntry.ts';
import type { Axis, Restarts, StudyViewOptions } from './studyDocument.ts';

export interface Study {
  readonly iklabStudy: Version;
  readonly name: string;
  readonly note: string;
  readonly scenario: Scenario;
  readonly sampling: Sampling;
  readonly sweep: readonly Axis[];
  /**
   * Restarts in the study document; `scenario` has them too. Null if the scenario's own restarts
   * apply.
   */
  readonly restarts: Restarts | null;
  /** Every problem uses the same poses. */
  readonly sharedRestarts: boolean;
  /** Rows have the updates until the error was near its smallest value. */
  readonly levels: boolean;
  /** Rows have the condition numbers of the Jacobian. */
  readonly conditions: boolean;
  /** Number of problems, from the first, whose unsolved ones are diagnosed. */
  readonly causes: number;
  /** Per cell. */
  readonly count: number;
  /** Number of looks, the last of which has all problems; see `earlyStop.ts`. */
  readonly looks: number;
  readonly seed: number;
  readonly view: StudyViewOptions;
  /** The document as written, in its shortest form. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly cells: readonly Cell[];
  /** Names of scalar observables, which are columns of the rows. */
  readonly shown: readonly string[];
  /** One line per method that has constants: `DLS: lambda 0.052 m (fitted)`. */
  readonly constants: readonly string[];
  /** Each has a cell after those of the methods. */
  readonly solvers?: Solvers;
}

/** A method at one point of the sweep; it solves `count` problems. */
export interface Cell {
  readonly index: number;
  /** Index among the methods of the scenario; -1 for an external solver (`solvers.ts`). */
  readonly method: number;
  /** One value per axis of the sweep; null if the axis does not affect this method. */
  readonly values: readonly (number | null)[];
  /** The scenario with the values of the sweep. */
  readonly scenario: Scenario;
  readonly panel: MethodPanel;
}
