/** Studies at work in this page: they go on while another page is looked at. */

import {
  type Figure,
  type PublishedTable,
  type RunPlan,
  type TableRequest,
  TaskPool,
  TaskRun,
} from '@iklab/study';
import { type ReadonlySignal, signal } from '@preact/signals';
import { clockHere, handsHere, hire } from '../../browser/studyHands.ts';
import { studyStore } from '../../browser/studyStore.ts';

const PAUSE = 150; // ms between two pictures of the progress

class StudyDesk {
  readonly pool = new TaskPool(handsHere(), hire, clockHere);
  readonly #runs = new Map<string, TaskRun>();
  readonly #turn = signal(0);
  #due = false;

  /** Read where something shall follow the progress. */
  get turn(): ReadonlySignal<number> {
    return this.#turn;
  }

  /** In the order in which they were begun. */
  get runs(): readonly TaskRun[] {
    return [...this.#runs.values()];
  }

  find(key: string): TaskRun | null {
    return this.#runs.get(key) ?? null;
  }

  /** The run of a plan, with what an earlier visit kept of it; begun, unless it is done. */
  async open(plan: RunPlan, { keep = true } = {}): Promise<TaskRun> {
    const known = this.#runs.get(plan.key);
    if (known && known.state !== 'cancelled' && known.state !== 'failed') return known;
    const run = new TaskRun(
      plan,
      this.pool,
      keep ? studyStore : null,
      this.#changed,
      clockHere.now,
    );
    this.#runs.set(plan.key, run);
    await run.restore();
    run.start();
    return run;
  }

  /** What an earlier visit has kept of a plan, as far as it had come; nothing is begun. Null: nothing. */
  async restore(plan: RunPlan): Promise<TaskRun | null> {
    const known = this.find(plan.key);
    if (known) return known;
    const run = new TaskRun(plan, this.pool, studyStore, this.#changed, clockHere.now);
    await run.restore();
    // another may have been begun meanwhile
    if (run.results.size > 0 && !this.#runs.has(plan.key)) this.#runs.set(plan.key, run);
    this.#changed();
    return this.find(plan.key);
  }

  /** What comes of a plan, and is kept nowhere; throws where it fails, or is cancelled. */
  async once(plan: RunPlan): Promise<TaskRun> {
    const run = await this.open(plan, { keep: false });
    await new Promise<void>((resolve) => {
      const drop = this.#turn.subscribe(() => {
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
    this.#changed();
  }

  readonly #changed = (): void => {
    if (this.#due) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      this.#turn.value += 1;
    }, PAUSE);
  };
}

let desk: StudyDesk | null = null;

/** Made when it is first asked for: it needs workers. */
export function studyDesk(): StudyDesk {
  desk ??= new StudyDesk();
  return desk;
}

/** A published table by one variant, of so many runs. */
export function tablePlan(
  table: PublishedTable,
  variant: string,
  sample: number,
  build: string,
): RunPlan {
  return {
    key: `${build}-${table.id}-${table.form ?? 1}-${variant}-${sample}`,
    title: table.title,
    tasks: table.parts(variant, sample).map((part) => ({
      group: table.title,
      request: { kind: 'table', table: table.id, part } satisfies TableRequest,
      weight: Math.max(1, part.count),
    })),
  };
}

/** What has come of it; null: it is not done. */
export function figuresOf(
  table: PublishedTable,
  variant: string,
  run: TaskRun | null,
): readonly Figure[] | null {
  return run?.state === 'done' ? table.figures(variant, run.all) : null;
}
