/**
 * A run of tasks that can be started, paused, resumed and cancelled. Results are stored as they
 * arrive.
 */
import type { TaskMessage, TaskPool } from './taskPool.ts';

export interface Task {
  /** Name of the method or table of the task. Tasks of a group share a progress count. */
  readonly group: string;
  readonly request: TaskMessage;
  readonly weight: number;
}

export type TaskRunState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** Store of results that outlasts a visit of the page. */
export interface TaskResultStore {
  /** Reads stored results by the index of their task. */
  read(key: string): Promise<ReadonlyMap<number, unknown>>;
  write(key: string, index: number, result: unknown): Promise<void>;
  forget(key: string): Promise<void>;
  /** Returns when the last result of a key was stored, milliseconds since 1970; null if unknown. */
  savedAt?(key: string): Promise<number | null>;
}

export interface TaskRunPlan {
  /** Key of the stored results, equal for equal tasks and builds. */
  readonly key: string;
  readonly title: string;
  readonly tasks: readonly Task[];
  /** Returns whether the results so far suffice to end the run. */
  readonly canStopEarly?: (results: ReadonlyMap<number, unknown>) => boolean;
  /** True if the list of all runs omits the run. */
  readonly hidden?: boolean;
}

/** Number of tasks per worker in the pool, running and queued. Few tasks are quickly cancelled. */
const EACH = 3;

interface WeightShare {
  readonly done: number;
  readonly all: number;
}

export class TaskRun {
  readonly plan: TaskRunPlan;
  readonly results = new Map<number, unknown>();
  state: TaskRunState = 'paused';
  fault = '';
  /** Reason why the results are not stored; '' if they are. */
  notStored = '';
  /**
   * Time at which an earlier visit stored its last result, milliseconds since 1970; null if
   * unknown.
   */
  savedAt: number | null = null;
  readonly #pool: TaskPool;
  readonly #store: TaskResultStore | null;
  readonly #changed: () => void;
  readonly #now: () => number;
  #next = 0;
  #worked = 0; // Running time, ms.
  #since = 0;
  #fresh = 0; // Weight completed in this time.
  readonly #shares = new Map<string, { done: number; all: number }>();

  /** Makes a paused run. `changed`: called after every result and every change of the state. */
  constructor(
    plan: TaskRunPlan,
    pool: TaskPool,
    store: TaskResultStore | null,
    changed: () => void,
    now: () => number,
  ) {
    this.plan = plan;
    this.#pool = pool;
    this.#store = store;
    this.#changed = changed;
    this.#now = now;
    this.#countWeights();
  }

  async restore(): Promise<void> {
    try {
      const saved = await this.#store?.read(this.plan.key);
      for (const [index, result] of saved ?? [])
        if (this.plan.tasks[index]) this.results.set(index, result);
      this.#countWeights();
      if (this.results.size > 0)
        this.savedAt = (await this.#store?.savedAt?.(this.plan.key)) ?? null;
    } catch (error) {
      this.#reportNotStored(error);
    }
    if (this.#isComplete) this.state = 'done';
    this.#changed();
  }

  start(): void {
    if (this.state !== 'paused') return;
    this.state = 'running';
    this.#since = this.#now();
    this.#addTasks();
    this.#changed();
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.#stop('paused');
  }

  async cancel(): Promise<void> {
    this.#stop('cancelled');
    this.results.clear();
    this.#countWeights();
    await this.#store?.forget(this.plan.key).catch(() => {});
  }

  /** Returns the weights of solved and of all tasks in a group or the run. */
  progress(group?: string): WeightShare {
    if (group !== undefined) return this.#shares.get(group) ?? { done: 0, all: 0 };
    let [done, all] = [0, 0];
    for (const share of this.#shares.values()) {
      done += share.done;
      all += share.all;
    }
    return { done, all };
  }

  get groups(): readonly string[] {
    return [...this.#shares.keys()];
  }

  #countWeights(): void {
    this.#shares.clear();
    this.plan.tasks.forEach(({ group, weight }, index) => {
      const share = this.#shares.get(group) ?? { done: 0, all: 0 };
      this.#shares.set(group, share);
      share.all += weight;
      if (this.results.has(index)) share.done += weight;
    });
  }

  /** Running time in this visit of the page, seconds. */
  get seconds(): number {
    const running = this.state === 'running' ? this.#now() - this.#since : 0;
    return (this.#worked + running) / 1000;
  }

  /** Weight of the new results per second; NaN before the first result. */
  get rate(): number {
    const { seconds } = this;
    return this.#fresh > 0 && seconds > 0 ? this.#fresh / seconds : Number.NaN;
  }

  get remainingSeconds(): number {
    const { done, all } = this.progress();
    return (all - done) / this.rate;
  }

  /** Results of the tasks solved so far, in the order of the tasks. */
  get partialResults(): readonly unknown[] {
    return [...this.results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  }

  /** Results in the order of the tasks; undefined for tasks without a result. */
  get all(): readonly unknown[] {
    return this.plan.tasks.map((_, index) => this.results.get(index));
  }

  get #isComplete(): boolean {
    const { tasks, canStopEarly } = this.plan;
    return this.results.size === tasks.length || (canStopEarly?.(this.results) ?? false);
  }

  #stop(state: TaskRunState): void {
    if (this.state === 'running') this.#worked += this.#now() - this.#since;
    this.state = state;
    this.#pool.cancelOwner(this);
    this.#next = 0;
    this.#changed();
  }

  #addTasks(): void {
    const { tasks } = this.plan;
    while (this.state === 'running' && this.#pool.countTasks(this) <= EACH * this.#pool.size) {
      while (this.#next < tasks.length && this.results.has(this.#next)) this.#next++;
      const task = tasks[this.#next];
      if (!task) return;
      const index = this.#next++;
      this.#pool.add(
        this,
        task.request,
        (result) => this.#addResult(index, task, result),
        (fault) => this.#fail(fault),
      );
    }
  }

  #addResult(index: number, task: Task, result: unknown): void {
    if (this.state !== 'running') return;
    this.results.set(index, result);
    this.#fresh += task.weight;
    const share = this.#shares.get(task.group);
    if (share) share.done += task.weight;
    this.#store?.write(this.plan.key, index, result).catch((error) => this.#reportNotStored(error));
    if (this.#isComplete) this.#stop('done');
    else this.#addTasks();
    this.#changed();
  }

  #fail(fault: string): void {
    this.fault = fault;
    this.#stop('failed');
  }

  #reportNotStored(error: unknown): void {
    this.notStored = error instanceof Error ? error.message : String(error);
    this.#changed();
  }
}
