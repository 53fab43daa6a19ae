/**
 * A run of tasks with a common result: it can be started, paused, resumed and cancelled, and stores
 * results as they arrive.
 */
import type { TaskMessage, TaskPool } from './taskPool.ts';

export interface Task {
  /** Tasks of a group share a progress count: a method, or a table. */
  readonly group: string;
  readonly request: TaskMessage;
  /** Amount of work: number of problems, for example. */
  readonly weight: number;
}

export type RunState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** Stores results beyond the visit of a page. */
export interface ResultStore {
  /** Results by task index. */
  read(key: string): Promise<ReadonlyMap<number, unknown>>;
  write(key: string, place: number, result: unknown): Promise<void>;
  forget(key: string): Promise<void>;
  /** Time of the last write, ms since 1970; null if unknown. */
  keptAt?(key: string): Promise<number | null>;
}

export interface RunPlan {
  /** Key of the stored results; equal for the same tasks and the same build. */
  readonly key: string;
  readonly title: string;
  readonly tasks: readonly Task[];
  /** True once partial results suffice (early stop). */
  readonly isEnough?: (results: ReadonlyMap<number, unknown>) => boolean;
  /** True if the run is shown only on the page that started it. */
  readonly hidden?: boolean;
}

/**
 * Tasks in the pool per worker: running, queued there and queued here; few, so that they can be
 * cancelled.
 */
const EACH = 3;

/** Completed weight, and total weight. */
interface Share {
  readonly done: number;
  readonly all: number;
}

export class TaskRun {
  readonly plan: RunPlan;
  readonly results = new Map<number, unknown>();
  state: RunState = 'paused';
  fault = '';
  /** Why results are not stored; '' if they are. */
  notStored = '';
  /**
   * When an earlier visit stored the last of the restored results; null if there are none, or
   * unknown.
   */
  keptAt: number | null = null;
  readonly #pool: TaskPool;
  readonly #store: ResultStore | null;
  readonly #changed: () => void;
  readonly #now: () => number;
  #next = 0;
  #worked = 0; // Running time, ms.
  #since = 0;
  #fresh = 0; // Weight completed in this time.
  readonly #shares = new Map<string, { done: number; all: number }>();

  /** `changed` is called after every result and every change of the state. */
  constructor(
    plan: RunPlan,
    pool: TaskPool,
    store: ResultStore | null,
    changed: () => void,
    now: () => number,
  ) {
    this.plan = plan;
    this.#pool = pool;
    this.#store = store;
    this.#changed = changed;
    this.#now = now;
    this.#count();
  }

  /** Loads the results that an earlier visit stored. */
  async restore(): Promise<void> {
    try {
      const kept = await this.#store?.read(this.plan.key);
      for (const [place, result] of kept ?? [])
        if (this.plan.tasks[place]) this.results.set(place, result);
      this.#count();
      if (this.results.size > 0) this.keptAt = (await this.#store?.keptAt?.(this.plan.key)) ?? null;
    } catch (error) {
      this.#unkept(error);
    }
    if (this.#whole) this.state = 'done';
    this.#changed();
  }

  start(): void {
    if (this.state !== 'paused') return;
    this.state = 'running';
    this.#since = this.#now();
    this.#feed();
    this.#changed();
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.#rest('paused');
  }

  async cancel(): Promise<void> {
    this.#rest('cancelled');
    this.results.clear();
    this.#count();
    await this.#store?.forget(this.plan.key).catch(() => {});
  }

  /** Progress of a group; of all tasks if no group is given. */
  progress(group?: string): Share {
    if (group !== undefined) return this.#shares.get(group) ?? { done: 0, all: 0 };
    let [done, all] = [0, 0];
    for (const share of this.#shares.values()) {
      done += share.done;
      all += share.all;
    }
    return { done, all };
  }

  /** In the order of the tasks. */
  get groups(): readonly string[] {
    return [...this.#shares.keys()];
  }

  #count(): void {
    this.#shares.clear();
    this.plan.tasks.forEach(({ group, weight }, place) => {
      const share = this.#shares.get(group) ?? { done: 0, all: 0 };
      this.#shares.set(group, share);
      share.all += weight;
      if (this.results.has(place)) share.done += weight;
    });
  }

  /** Running time in this visit. */
  get seconds(): number {
    const running = this.state === 'running' ? this.#now() - this.#since : 0;
    return (this.#worked + running) / 1000;
  }

  /** Weight per second of running time; NaN before the first result. */
  get rate(): number {
    const { seconds } = this;
    return this.#fresh > 0 && seconds > 0 ? this.#fresh / seconds : Number.NaN;
  }

  /** Seconds left at that rate. */
  get secondsLeft(): number {
    const { done, all } = this.progress();
    return (all - done) / this.rate;
  }

  /** Results so far, in the order of the tasks. */
  get soFar(): readonly unknown[] {
    return [...this.results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  }

  /** Results in the order of the tasks; undefined for tasks without a result. */
  get all(): readonly unknown[] {
    return this.plan.tasks.map((_, place) => this.results.get(place));
  }

  get #whole(): boolean {
    const { tasks, isEnough } = this.plan;
    return this.results.size === tasks.length || (isEnough?.(this.results) ?? false);
  }

  #rest(state: RunState): void {
    if (this.state === 'running') this.#worked += this.#now() - this.#since;
    this.state = state;
    this.#pool.cancelOwner(this);
    this.#next = 0;
    this.#changed();
  }

  #feed(): void {
    const { tasks } = this.plan;
    while (this.state === 'running' && this.#pool.count(this) <= EACH * this.#pool.size) {
      while (this.#next < tasks.length && this.results.has(this.#next)) this.#next++;
      const task = tasks[this.#next];
      if (!task) return;
      const place = this.#next++;
      this.#pool.add(
        this,
        task.request,
        (result) => this.#take(place, task, result),
        (fault) => this.#fail(fault),
      );
    }
  }

  #take(place: number, task: Task, result: unknown): void {
    if (this.state !== 'running') return;
    this.results.set(place, result);
    this.#fresh += task.weight;
    const share = this.#shares.get(task.group);
    if (share) share.done += task.weight;
    this.#store?.write(this.plan.key, place, result).catch((error) => this.#unkept(error));
    if (this.#whole) this.#rest('done');
    else this.#feed();
    this.#changed();
  }

  #fail(fault: string): void {
    this.fault = fault;
    this.#rest('failed');
  }

  #unkept(error: unknown): void {
    this.notStored = error instanceof Error ? error.message : String(error);
    this.#changed();
  }
}
