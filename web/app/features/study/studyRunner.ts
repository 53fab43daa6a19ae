import { TaskPool, TaskRun, type TaskRunPlan } from '@iklab/study/tasks';
import type { ReadonlySignal } from '@preact/signals';
import { type LabScope, memoizePerLab, onLabEnd } from '../../browser/labScope.ts';
import { StudyStore } from '../../browser/studyStore.ts';
import { browserClock, startStudyWorker, studyWorkerCount } from '../../browser/studyWorkers.ts';
import type { Page } from '../../page.ts';
import { ChangeNotifier } from './changeNotifier.ts';

export class StudyRunner {
  readonly pool = new TaskPool(studyWorkerCount(), startStudyWorker, browserClock);
  readonly #runs = new Map<string, TaskRun>();
  readonly #pulse = new ChangeNotifier(150);
  readonly #store: StudyStore;

  /** Pauses the runs and ends the workers when the lab ends. */
  constructor(scope: LabScope) {
    this.#store = new StudyStore(scope.services);
    onLabEnd(scope, () => {
      for (const run of this.#runs.values()) run.pause();
      this.pool.close();
    });
  }

  /** Number of notifications about runs. Reading the signal subscribes to notifications. */
  get changes(): ReadonlySignal<number> {
    return this.#pulse.changes;
  }

  get runs(): readonly TaskRun[] {
    this.changes.value;
    return [...this.#runs.values()];
  }

  find(key: string): TaskRun | null {
    this.changes.value;
    return this.#runs.get(key) ?? null;
  }

  #createRun(plan: TaskRunPlan, store: StudyStore | null): TaskRun {
    return new TaskRun(plan, this.pool, store, this.#pulse.notify, browserClock.now);
  }

  /**
   * Returns the run of a plan. A new run starts with stored results. `keep`: stores new results.
   */
  async open(plan: TaskRunPlan, { keep = true } = {}): Promise<TaskRun> {
    const existing = this.#runs.get(plan.key);
    if (existing && existing.state !== 'cancelled' && existing.state !== 'failed') return existing;
    const run = this.#createRun(plan, keep ? this.#store : null);
    this.#runs.set(plan.key, run);
    await run.restore();
    run.start();
    return run;
  }

  /**
   * Returns the run of a plan with stored results, without starting the run; null without results.
   */
  async restore(plan: TaskRunPlan): Promise<TaskRun | null> {
    const existing = this.find(plan.key);
    if (existing) return existing;
    const run = this.#createRun(plan, this.#store);
    await run.restore();
    // Another one may have begun meanwhile.
    if (run.results.size > 0 && !this.#runs.has(plan.key)) this.#runs.set(plan.key, run);
    this.#pulse.notify();
    return this.find(plan.key);
  }

  /** Runs a plan to its end without storing results; throws if the run fails or is cancelled. */
  async runOnce(plan: TaskRunPlan): Promise<TaskRun> {
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

export const studyRunner = memoizePerLab((page: Page) => new StudyRunner(page.scope));
