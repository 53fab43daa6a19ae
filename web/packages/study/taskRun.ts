/** Tasks that make one result together: begun, paused, gone on with, cancelled, kept as they come. */
import type { TaskMessage, TaskPool } from './taskPool.ts';

export interface Task {
  /** Of those that are counted together: a method, a table. */
  readonly group: string;
  readonly request: TaskMessage;
  /** Solves, or what else is counted. */
  readonly weight: number;
}

export type RunState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** Keeps results when the page is left. */
export interface ResultStore {
  /** By the places of their tasks. */
  read(key: string): Promise<ReadonlyMap<number, unknown>>;
  write(key: string, place: number, result: unknown): Promise<void>;
  forget(key: string): Promise<void>;
  /** When the last was written, ms since 1970; null: that is not known. */
  keptAt?(key: string): Promise<number | null>;
}

/** The tasks of a run, and what it is called. */
export interface RunPlan {
  /** Under which results are kept: the same for the same tasks of the same build. */
  readonly key: string;
  readonly title: string;
  readonly tasks: readonly Task[];
  /** Whether what has come will do, though not all has. */
  readonly isEnough?: (results: ReadonlyMap<number, unknown>) => boolean;
  /** It is told of where it was begun, and nowhere else. */
  readonly hidden?: boolean;
}

/** Tasks at the pool for each worker: at work, waiting there and here; few enough to be taken back. */
const EACH = 3;

/** Weight done and in all. */
interface Share {
  readonly done: number;
  readonly all: number;
}

/** A plan at work: begun, paused, gone on with, with what has come of it. */
export class TaskRun {
  readonly plan: RunPlan;
  readonly results = new Map<number, unknown>();
  state: RunState = 'paused';
  fault = '';
  /** Why results are not kept; '': they are. */
  notStored = '';
  /** When an earlier visit kept the last result that was taken up; null: none, or that is not known. */
  keptAt: number | null = null;
  readonly #pool: TaskPool;
  readonly #store: ResultStore | null;
  readonly #changed: () => void;
  readonly #now: () => number;
  #next = 0;
  #worked = 0; // ms at work
  #since = 0;
  #fresh = 0; // weight done in this time
  readonly #shares = new Map<string, { done: number; all: number }>();

  /** `changed` is called with every result and every change of the state. */
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

  /** Takes up what was kept of an earlier time. */
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

  /** Of a group, or of everything. */
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

  /** Running in this visit. */
  get seconds(): number {
    const running = this.state === 'running' ? this.#now() - this.#since : 0;
    return (this.#worked + running) / 1000;
  }

  /** Weight a second, as long as it ran; NaN: nothing has come yet. */
  get rate(): number {
    const { seconds } = this;
    return this.#fresh > 0 && seconds > 0 ? this.#fresh / seconds : Number.NaN;
  }

  /** Seconds that are left at that rate. */
  get secondsLeft(): number {
    const { done, all } = this.progress();
    return (all - done) / this.rate;
  }

  /** What has come so far, in the order of the tasks. */
  get soFar(): readonly unknown[] {
    return [...this.results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  }

  /** In the order of the tasks, once all are there. */
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
