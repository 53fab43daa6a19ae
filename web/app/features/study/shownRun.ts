/** The run of a study that is shown: begun here, or kept by an earlier visit. */

import { fitsPage, pageFault, type RunPlan, type Study, type TaskRun } from '@iklab/study';
import { signal } from '@preact/signals';
import type { Fault, Result } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { type StudyRunner, studyRunner } from './studyRunner.ts';

export interface ShownRun {
  readonly study: Study;
  readonly run: TaskRun;
}

/** What the form comes to. */
export interface FormState {
  /** null: something is wrong. */
  readonly study: Study | null;
  readonly faults: readonly Fault[];
  /** Why a page does not run it; '': it does. */
  readonly tooLarge: string;
  /** It may be begun. */
  readonly ready: boolean;
  /** What is shown is of a form before. */
  readonly stale: boolean;
}

interface Plans {
  key(study: Study, build: string): string;
  plan(study: Study, build: string): RunPlan;
}

/** `C`: what was chosen for a study, beside what the study says. */
export class ShownRunState<C extends object> {
  readonly #runner: StudyRunner;
  readonly #build: string;
  readonly #plans: Plans;
  readonly #shown = signal<(ShownRun & C) | null>(null);

  constructor(page: Page, plans: Plans) {
    this.#runner = studyRunner(page);
    this.#build = page.doc.catalogue.build;
    this.#plans = plans;
  }

  /** As the runner has it: gone when it was cancelled, another when it was begun again. */
  get current(): (ShownRun & C) | null {
    const at = this.#shown.value;
    const run = at && this.#runner.find(at.run.plan.key);
    return at && run ? { ...at, run } : null;
  }

  clear(): void {
    this.#shown.value = null;
  }

  shows(study: Study): boolean {
    return this.#shown.peek()?.run.plan.key === this.#plans.key(study, this.#build);
  }

  /** What an earlier visit has kept of it, where it is still `wanted` once that is there. */
  async restore(study: Study, chosen: C, wanted: () => boolean): Promise<void> {
    this.clear();
    if (!fitsPage(study)) return;
    const run = await this.#runner.restore(this.#plans.plan(study, this.#build));
    if (run && wanted() && !this.#shown.peek()) this.#shown.value = { ...chosen, study, run };
  }

  async begin(study: Study, chosen: C): Promise<void> {
    const plan = this.#plans.plan(study, this.#build);
    const opened = this.#runner.open(plan);
    const run = this.#runner.find(plan.key);
    if (run) this.#shown.value = { ...chosen, study, run };
    (await opened).start();
  }

  formOf(read: Result<Study> | null): FormState {
    const study = read?.ok ? read.value : null;
    const faults = read?.ok === false ? read.faults : [];
    const { current } = this;
    const same = study !== null && current?.run.plan.key === this.#plans.key(study, this.#build);
    const tooLarge = study ? pageFault(study) : '';
    const busy = same && (current.run.state === 'running' || current.run.state === 'done');
    const stale = current !== null && !same;
    return { study, faults, tooLarge, ready: study !== null && !busy && tooLarge === '', stale };
  }
}
