/** Solves slices of a study with one module. */
import { type Batch, type Engine, openBatch } from 'iklab/engine';
import { resolve, type Scenario } from 'iklab/scenario';
import type { Slice } from './plan.ts';
import type { Study } from './study.ts';

/** Solves the problems of a study, slice by slice. */
export class StudySolver {
  readonly #engine: Engine;
  readonly #study: Study;
  /** Of the slice before: those that follow are of the same scene for the most part. */
  #open: { readonly scenario: Scenario; readonly batch: Batch } | null = null;

  constructor(engine: Engine, study: Study) {
    this.#engine = engine;
    this.#study = study;
  }

  /** ROW_STRIDE numbers a problem. Throws an EngineError for what the module refuses. */
  solve({ cell, first, count }: Slice): Float64Array {
    const found = this.#study.cells[cell];
    if (!found) throw new Error(`the study has no cell ${cell}`);
    return this.#batchOf(found.scenario).solve(found.panel, first, count);
  }

  /** Of each problem its start, targets and end, as `Poses` has them. */
  poses(slice: Slice): Float64Array {
    this.solve(slice);
    const scenario = this.#study.cells[slice.cell]?.scenario ?? this.#study.scenario;
    const batch = this.#batchOf(scenario);
    const ends = batch.poses;
    const numbers = Array.from({ length: slice.count }, (_, i) => {
      const { start, targets } = batch.draw(slice.first + i);
      const goals = targets.flatMap(({ position, orientation }) => [...position, ...orientation]);
      const end = ends.subarray(i * batch.jointCount, (i + 1) * batch.jointCount);
      return [...start, ...goals, ...end];
    });
    return Float64Array.from(numbers.flat());
  }

  #batchOf(scenario: Scenario): Batch {
    if (this.#open?.scenario === scenario) return this.#open.batch;
    this.close();
    const batch = openBatch(this.#engine, resolve(scenario), this.#study);
    this.#open = { scenario, batch };
    return batch;
  }

  close(): void {
    this.#open?.batch.delete();
    this.#open = null;
  }
}
