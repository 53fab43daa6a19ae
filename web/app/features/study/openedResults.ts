import type { AnyStudy } from '@iklab/study/follow';
import type { TaskRun, TaskRunPlan } from '@iklab/study/tasks';
import { batch, signal } from '@preact/signals';
import type { Page } from '../../page.ts';
import { studyRunner } from './studyRunner.ts';

export class OpenedResults<S extends AnyStudy, F extends { readonly study: S }> {
  readonly file = signal<F | null>(null);
  readonly #rerunKey = signal('');
  readonly #page: Page;
  readonly #plan: (study: S, build: string) => TaskRunPlan;

  /** `plan`: returns the plan of a study's built-in methods. */
  constructor(page: Page, plan: (study: S, build: string) => TaskRunPlan) {
    this.#page = page;
    this.#plan = plan;
  }

  open(file: F | null): void {
    batch(() => {
      this.file.value = file;
      this.#rerunKey.value = '';
    });
  }

  get rerun(): TaskRun | null {
    return this.file.value && studyRunner(this.#page).find(this.#rerunKey.value);
  }

  readonly startRerun = (): void => {
    const file = this.file.peek();
    if (!file) return;
    const plan = this.#plan(file.study, this.#page.doc.catalogue.build);
    const key = `${plan.key}-again`;
    void studyRunner(this.#page).open({ ...plan, key }, { keep: false });
    this.#rerunKey.value = key;
  };
}
