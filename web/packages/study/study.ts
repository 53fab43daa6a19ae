/** A study as the program holds it: `parseStudy` is the only maker of one. */
import type { MethodPanel, Scenario, Version } from 'iklab/scenario';
import type { Sampling } from './sampling.ts';
import type { Solvers } from './solverEntry.ts';
import type { Axis, Restarts, StudyLook } from './studyDocument.ts';

/** A study document as it has been read and checked. */
export interface Study {
  readonly iklabStudy: Version;
  readonly name: string;
  readonly note: string;
  readonly scenario: Scenario;
  readonly sampling: Sampling;
  readonly sweep: readonly Axis[];
  /** As the document has them; the scenario has them too. null: those of the scenario alone. */
  readonly restarts: Restarts | null;
  /** An attempt begins at the same pose in every problem. */
  readonly sharedRestarts: boolean;
  /** Whether rows tell when the error came near its least value, */
  readonly levels: boolean;
  /** Whether rows tell how far from singular the arm stands. */
  readonly conditions: boolean;
  /** Of the first so many problems, rows say why one is not solved. */
  readonly causes: number;
  /** Problems of each cell. */
  readonly count: number;
  /** Times that it is looked at, the last time when all are drawn: see `earlyStop.ts`. */
  readonly looks: number;
  readonly seed: number;
  readonly view: StudyLook;
  /** The scenario document as it was written: the shortest to say. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly cells: readonly Cell[];
  /** What its methods show as one number of an update, by name: columns of its rows. */
  readonly shown: readonly string[];
  /** Of each method that has any: `DLS: lambda 0.052 m (fitted)`. */
  readonly constants: readonly string[];
  /** Programs that solve its problems too, each in a cell behind those of its methods. */
  readonly solvers?: Solvers;
}

/** A method of the study at one point of the sweep: it solves `count` problems. */
export interface Cell {
  readonly index: number;
  /** Its place among the methods of the scenario; −1: it is a program's (`solvers.ts`). */
  readonly method: number;
  /** A number an axis of the sweep; null: the axis does nothing to this method. */
  readonly values: readonly (number | null)[];
  /** As the sweep has changed it. */
  readonly scenario: Scenario;
  readonly panel: MethodPanel;
}
