import { type RunPlan, TaskPool, TaskRun } from '@iklab/study/tasks';
import type { ReadonlySignal } from '@preact/signals';
import { type LabScope, onLabEnd, perLab } from '../../browser/labScope.ts';
import { StudyStore } from '../../browser/studyStore.ts';
import { browserClock, startWorker, workerCount } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { ChangePulse } from './changePulse.ts';

export class StudyRunner {
  readonly pool = new TaskPool(workerCount(), startWorker, browserClock);
  readonly #runs = new Map<string, TaskRun>();
  readonly #pulse = new ChangePulse(150);
  readonly #store: StudyStore;

  /** Creates the runner; its workers end with the lab, and no others are started. */
  constructor(scope: LabScope) {
    this.#store = new StudyStore(scope.services);
    onLabEnd(scope, () => {
      for (const run of this.#runs.values()) run.pause();
      this.pool.close();
    });
  }

  /** Number of changes of all runs; reading its value subscribes to them. */
  get changes(): ReadonlySignal<number> {
    return this.#pulse.changes;
  }

  /** Runs in the order in which they began; reading subscribes to changes. */
  get runs(): readonly TaskRun[] {
    this.changes.value;
    return [...this.#runs.values()];
  }

  /** Returns the run with a key, or null; reading subscribes to changes. */
  find(key: string): TaskRun | null {
    this.changes.value;
    return this.#runs.get(key) ?? null;
  }

  #createRun(plan: RunPlan, store: StudyStore | null): TaskRun {
    return new TaskRun(plan, this.pool, store, this.#pulse.notify, browserClock.now);
  }

  /** Opens a run with the results of earlier visits; starts it unless it is complete. */
  async open(plan: RunPlan, { keep = true } = {}): Promise<TaskRun> {
    const existing = this.#runs.get(plan.key);
    if (existing && existing.state !== 'cancelled' && existing.state !== 'failed') return existing;
    const run = this.#createRun(plan, keep ? this.#store : null);
    this.#runs.set(plan.key, run);
    await run.restore();
    run.start();
    return run;
  }

  /**
   * Opens a run with the results of earlier visits, without starting it; null if there are none.
   */
  async restore(plan: RunPlan): Promise<TaskRun | null> {
    const existing = this.find(plan.key);
    if (existing) return existing;
    const run = this.#createRun(plan, this.#store);
    await run.restore();
    // Another one may have begun meanwhile.
    if (run.results.size > 0 && !this.#runs.has(plan.key)) this.#runs.set(plan.key, run);
    this.#pulse.notify();
    return this.find(plan.key);
  }

  /** Completes a run without storing its results; throws if it fails or is cancelled. */
  async runOnce(plan: RunPlan): Promise<TaskRun> {
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

/** The runner of the page; workers are started with the first task. */
export const studyRunner = perLab((page: Page) => new StudyRunner(page.scope));
