/** Studies at work in this page: they go on while another page is looked at. */

import { type RunPlan, TaskPool, TaskRun } from '@iklab/study';
import type { ReadonlySignal } from '@preact/signals';
import { type LabScope, onLabEnd, perLab } from '../../browser/labScope.ts';
import { StudyStore } from '../../browser/studyStore.ts';
import { browserClock, startWorker, workerCount } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { ChangePulse } from './pulse.ts';

export class StudyRunner {
  readonly pool = new TaskPool(workerCount(), startWorker, browserClock);
  readonly #runs = new Map<string, TaskRun>();
  readonly #pulse = new ChangePulse(150);
  readonly #store: StudyStore;

  /** With the lab its workers end, and none is hired any more. */
  constructor(scope: LabScope) {
    this.#store = new StudyStore(scope.services);
    onLabEnd(scope, () => {
      for (const run of this.#runs.values()) run.pause();
      this.pool.close();
    });
  }

  /** Read where something shall follow a run that it has already. */
  get changes(): ReadonlySignal<number> {
    return this.#pulse.changes;
  }

  /** In the order in which they were begun; who reads it follows them. */
  get runs(): readonly TaskRun[] {
    this.changes.value;
    return [...this.#runs.values()];
  }

  /** Who reads it follows it. */
  find(key: string): TaskRun | null {
    this.changes.value;
    return this.#runs.get(key) ?? null;
  }

  #runOf(plan: RunPlan, store: StudyStore | null): TaskRun {
    return new TaskRun(plan, this.pool, store, this.#pulse.notify, browserClock.now);
  }

  /** The run of a plan, with what an earlier visit kept of it; begun, unless it is done. */
  async open(plan: RunPlan, { keep = true } = {}): Promise<TaskRun> {
    const known = this.#runs.get(plan.key);
    if (known && known.state !== 'cancelled' && known.state !== 'failed') return known;
    const run = this.#runOf(plan, keep ? this.#store : null);
    this.#runs.set(plan.key, run);
    await run.restore();
    run.start();
    return run;
  }

  /** What an earlier visit has kept of a plan, as far as it had come; nothing is begun. Null: nothing. */
  async restore(plan: RunPlan): Promise<TaskRun | null> {
    const known = this.find(plan.key);
    if (known) return known;
    const run = this.#runOf(plan, this.#store);
    await run.restore();
    // another may have been begun meanwhile
    if (run.results.size > 0 && !this.#runs.has(plan.key)) this.#runs.set(plan.key, run);
    this.#pulse.notify();
    return this.find(plan.key);
  }

  /** What comes of a plan, and is kept nowhere; throws where it fails, or is cancelled. */
  async once(plan: RunPlan): Promise<TaskRun> {
    const run = await this.open(plan, { keep: false });
    await new Promise<void>((resolve) => {
      const drop = this.changes.subscribe(() => {
        if (run.state === 'running' || run.state === 'paused') return;
        resolve();
        queueMicrotask(() => drop());
      });
    });
    this.#runs.delete(plan.key);
    if (run.state !== 'done') throw new Error(run.fault || 'it was cancelled');
    return run;
  }

  async remove(run: TaskRun): Promise<void> {
    await run.cancel();
    this.#runs.delete(run.plan.key);
    this.#pulse.notify();
  }
}

/** Its workers are hired with the first task. */
export const studyRunner = perLab((page: Page) => new StudyRunner(page.scope));
