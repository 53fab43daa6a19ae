/** Run of a study with shown results: begun in this visit, or stored by an earlier visit. */

import type { Fault, Result } from '@iklab/core/scenario';
import type { Study } from '@iklab/study/document';
import type { AnyStudy } from '@iklab/study/follow';
import type { TaskRun, TaskRunPlan } from '@iklab/study/tasks';
import { signal } from '@preact/signals';
import type { Page } from '../../page.ts';
import { type StudyRunner, studyRunner } from './studyRunner.ts';

export interface ShownStudyRun<S extends AnyStudy = Study> {
  readonly study: S;
  readonly run: TaskRun;
}

export interface StudyFormState<S extends AnyStudy = Study> {
  readonly study: S | null;
  readonly faults: readonly Fault[];
  /** Why the study is too large for the page; '' if it is not. */
  readonly tooLarge: string;
  readonly ready: boolean;
  readonly stale: boolean;
  readonly blank: boolean;
  /** Key of the study's results with this module build; '' while a field is invalid. */
  readonly key: string;
}

interface Plans<S> {
  key(study: S, build: string): string;
  plan(study: S, build: string): TaskRunPlan;
  /** Returns why the page cannot run a study; '' if runnable. */
  fault(study: S): string;
}

export class ShownStudyRunState<S extends AnyStudy = Study> {
  readonly #runner: StudyRunner;
  readonly #build: string;
  readonly #plans: Plans<S>;
  readonly #shownRun = signal<ShownStudyRun<S> | null>(null);

  constructor(page: Page, plans: Plans<S>) {
    this.#runner = studyRunner(page);
    this.#build = page.doc.catalogue.build;
    this.#plans = plans;
  }

  /**
   * Shown study with its run; null before a run and after cancelling. A restarted run gives a new
   * object.
   */
  get current(): ShownStudyRun<S> | null {
    const shownRun = this.#shownRun.value;
    const run = shownRun && this.#runner.find(shownRun.run.plan.key);
    return shownRun && run ? { ...shownRun, run } : null;
  }

  clear(): void {
    this.#shownRun.value = null;
  }

  shows(study: S): boolean {
    return this.#shownRun.peek()?.run.plan.key === this.#plans.key(study, this.#build);
  }

  /** Shows the stored results of a study, if any. `wanted` must still return true after loading. */
  async restore(study: S, wanted: () => boolean): Promise<void> {
    this.clear();
    if (this.#plans.fault(study) !== '') return;
    const run = await this.#runner.restore(this.#plans.plan(study, this.#build));
    if (run && wanted() && !this.#shownRun.peek()) this.#shownRun.value = { study, run };
  }

  async begin(study: S): Promise<void> {
    const plan = this.#plans.plan(study, this.#build);
    const opening = this.#runner.open(plan);
    const run = this.#runner.find(plan.key);
    if (run) this.#shownRun.value = { study, run };
    (await opening).start();
  }

  formState(read: Result<S> | null): StudyFormState<S> {
    const study = read?.ok ? read.value : null;
    const faults = read?.ok === false ? read.faults : [];
    const { current } = this;
    const key = study ? this.#plans.key(study, this.#build) : '';
    const isShown = study !== null && current?.run.plan.key === key;
    const tooLarge = study ? this.#plans.fault(study) : '';
    const busy = isShown && (current.run.state === 'running' || current.run.state === 'done');
    const ready = study !== null && !busy && tooLarge === '';
    const blank = current === null;
    return { study, faults, tooLarge, ready, stale: !blank && !isShown, blank, key };
  }
}
