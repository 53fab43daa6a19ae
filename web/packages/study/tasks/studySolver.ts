import {
  BATCH_ROW_LENGTH,
  type Engine,
  EngineError,
  openProblemBatch,
  type ProblemBatch,
} from '@iklab/core/engine';
import { BATCH, BATCH_SOLUTION } from '@iklab/core/engine/protocol';
import { type MethodPanel, resolveScenario, type Scenario } from '@iklab/core/scenario';
import { panelObservableNames } from '../document/observableNames.ts';
import type { Study, StudyCell } from '../document/study.ts';
import {
  anyRowFieldIndex,
  rowAnswersOffset,
  rowObservablesOffset,
  rowStride,
} from '../rows/rowLayout.ts';
import { isProblemDiagnosed } from './causes.ts';
import { studySolutionsFaultText } from './solutionsFault.ts';
import type { ProblemSlice } from './studySlices.ts';

export class StudySolver {
  readonly #engine: Engine;
  readonly #study: Study;
  #open: { readonly scenario: Scenario; readonly batch: ProblemBatch } | null = null;

  constructor(engine: Engine, study: Study) {
    this.#engine = engine;
    this.#study = study;
  }

  /**
   * Solves a slice of a study; returns `rowStride` values per problem. Throws an EngineError if the
   * module rejects the input.
   */
  solve(slice: ProblemSlice): Float64Array {
    return this.#addFindings(this.#solveFields(slice), slice.first);
  }

  /** Solves a slice and returns its rows without causes and solutions. */
  #solveFields({ cell, first, count }: ProblemSlice): Float64Array {
    const found = this.#study.cells[cell];
    if (!found) throw new Error(`the study has no cell ${cell}`);
    const batch = this.#openBatchFor(found.scenario);
    const rows = batch.solve(found.panel, first, count);
    const stride = rowStride(this.#study);
    return stride === BATCH_ROW_LENGTH
      ? rows
      : this.#addObservables(rows, batch, found.panel, stride);
  }

  /** Adds causes and solutions to the last solved slice. `first`: index of the first problem. */
  #addFindings(rows: Float64Array, first: number): Float64Array {
    const { causes, solutions } = this.#study;
    if (causes === 0 && !solutions) return rows;
    const stride = rowStride(this.#study);
    const [cause, solution] = (['cause', 'branch'] as const).map((field) =>
      anyRowFieldIndex(field, this.#study),
    ) as [number, number];
    for (let i = 0; i * stride < rows.length; i++) {
      const unsolved = rows[i * stride + BATCH.solved] === 0;
      if (unsolved && isProblemDiagnosed(this.#study, first + i))
        rows.set(this.#open?.batch.cause(i) ?? [], i * stride + cause);
      if (solutions) rows.set(this.#compareSolutions(i), i * stride + solution);
    }
    return rows;
  }

  #compareSolutions(row: number): Float64Array {
    const values = this.#open?.batch.compareSolutions(row) ?? new Float64Array();
    if (Number.isNaN(values[BATCH_SOLUTION.branch]))
      throw new EngineError(studySolutionsFaultText(this.#engine, this.#study));
    return values;
  }

  /** Adds observables to rows, and final joint values if the study stores them. */
  #addObservables(
    rows: Float64Array,
    batch: ProblemBatch,
    panel: MethodPanel,
    stride: number,
  ): Float64Array {
    const observables = panelObservableNames(panel, this.#engine.catalogue);
    const indices = this.#study.shown.map((name) => observables.indexOf(name));
    const [shownFrom, endsFrom] = [
      rowObservablesOffset(this.#study),
      rowAnswersOffset(this.#study),
    ];
    const answerCount = this.#study.solvers?.answers ?? 0;
    const ends = answerCount > 0 ? batch.poses : null;
    const count = rows.length / BATCH_ROW_LENGTH;
    const all = new Float64Array(count * stride).fill(Number.NaN);
    for (let i = 0; i < count; i++) {
      all.set(rows.subarray(i * BATCH_ROW_LENGTH, (i + 1) * BATCH_ROW_LENGTH), i * stride);
      const observed = batch.observables(i);
      indices.forEach((index, k) => {
        all[i * stride + shownFrom + k] = observed[index] ?? Number.NaN;
      });
      if (ends)
        all.set(ends.subarray(i * answerCount, (i + 1) * answerCount), i * stride + endsFrom);
    }
    return all;
  }

  /**
   * Solves and times the problems of a slice one at a time. Only for a study with external solvers.
   * `clock`: returns milliseconds.
   */
  solveTimed({ cell, first, count }: ProblemSlice, clock: () => number): Float64Array {
    const stride = rowStride(this.#study);
    const rows = new Float64Array(count * stride);
    for (let i = 0; i < count; i++) {
      const started = clock();
      const row = this.#solveFields({ cell, first: first + i, count: 1 });
      row[anyRowFieldIndex('ourTime', this.#study)] = (clock() - started) / 1000;
      rows.set(this.#addFindings(row, first + i), i * stride);
    }
    return rows;
  }

  /**
   * Returns the start pose, targets and final pose of each problem of a slice, in the layout of
   * `ProblemPosesReader`.
   */
  poses(slice: ProblemSlice): Float64Array {
    this.#solveFields(slice);
    const cell = this.#study.cells[slice.cell] as StudyCell;
    const batch = this.#openBatchFor(cell.scenario);
    const ends = batch.poses;
    const numbers = Array.from({ length: slice.count }, (_, i) => {
      const { start, targets } = batch.draw(slice.first + i);
      const goals = targets.flatMap(({ position, orientation }) => [...position, ...orientation]);
      const end = ends.subarray(i * batch.jointCount, (i + 1) * batch.jointCount);
      return [...start, ...goals, ...end];
    });
    return Float64Array.from(numbers.flat());
  }

  #openBatchFor(scenario: Scenario): ProblemBatch {
    if (this.#open?.scenario === scenario) return this.#open.batch;
    this.close();
    const batch = openProblemBatch(this.#engine, resolveScenario(scenario), this.#study);
    this.#open = { scenario, batch };
    return batch;
  }

  close(): void {
    this.#open?.batch.delete();
    this.#open = null;
  }
}
