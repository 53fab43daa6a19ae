import type { Result, Scenario } from '@iklab/core/scenario';
import { type Study, studyHash, studySizeFault } from '@iklab/study/document';
import {
  makeSweepStudy,
  planSweepTasks,
  type SweepMeasureId,
  type SweepPoint,
  sweepResultsKey,
} from '@iklab/study/sweeps';
import { signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { chooseSweepableMethod, type SweepableMethodChoice } from '../study/numericMethodParams.ts';
import { type ShownStudyRun, ShownStudyRunState } from '../study/shownStudyRun.ts';
import {
  chooseDefaultSweptParam,
  makeSweepChoice,
  type SweepChoice,
  sweptParamKeys,
} from './sweepChoice.ts';

/** Sweep in the form: the chosen sweep if it fits the current scene, else a default. */
export interface SweepDraft extends SweepableMethodChoice {
  readonly choice: SweepChoice;
}

class SweepState {
  readonly chosen = signal<SweepChoice | null>(null);
  readonly coloured = signal<SweepMeasureId>('error');
  readonly runs: ShownStudyRunState;
  readonly #page: Page;
  #before: { scenario: Scenario; key: string; study: Result<Study> } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownStudyRunState<Study>(page, {
      key: sweepResultsKey,
      plan: planSweepTasks,
      fault: studySizeFault,
    });
  }

  /** Null if no method of the scene has a numeric parameter. */
  get draft(): SweepDraft | null {
    const chosen = this.chosen.value;
    const method = chooseSweepableMethod(this.#page, chosen?.slot);
    if (!method) return null;
    const { panel, knobs } = method;
    const isValid =
      chosen?.slot === panel.slot &&
      sweptParamKeys(chosen).every((key) => knobs.some((knob) => knob.key === key));
    return {
      ...method,
      choice: isValid ? chosen : makeSweepChoice(panel, [chooseDefaultSweptParam(knobs)]),
    };
  }

  /**
   * Returns the study of a choice, or faults. Cached, because each step of a run reads the study.
   */
  read({ slot, sweep, count }: SweepChoice, measure?: SweepMeasureId): Result<Study> {
    const { editor, catalogue } = this.#page.doc;
    const scenario = editor.scenario.peek();
    const key = JSON.stringify([slot, sweep, count, measure]);
    const before = this.#before;
    if (before?.scenario === scenario && before.key === key) return before.study;
    const method = scenario.methods.findIndex((panel) => panel.slot === slot);
    const spec = { method, axes: sweep, count, ...(measure && { measure }) };
    const study = makeSweepStudy(scenario, spec, catalogue);
    this.#before = { scenario, key, study };
    return study;
  }

  isCurrent(study: Study, choice: SweepChoice): boolean {
    const read = this.read(choice);
    return read.ok && studyHash(read.value) === studyHash(study);
  }

  async applySweep(choice: SweepChoice, measure: SweepMeasureId): Promise<void> {
    this.coloured.value = measure;
    this.chosen.value = choice;
    const read = this.read(choice);
    if (read.ok && !this.runs.shows(read.value))
      await this.runs.restore(read.value, () => this.chosen.peek() === choice);
  }
}

export const sweepState = memoizePerLab((page: Page) => new SweepState(page));

/** Leaves out cells without a result. */
export const getSweepPoints = ({ run }: ShownStudyRun): ReadonlyMap<number, SweepPoint> =>
  run.results as ReadonlyMap<number, SweepPoint>;
