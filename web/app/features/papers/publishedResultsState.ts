import {
  findSettledFigures,
  type PublishedFigure,
  type PublishedTable,
  type PublishedTableFigures,
  publishedTables,
} from '@iklab/study/published';
import type { TablePartRequest, TaskRun, TaskRunPlan } from '@iklab/study/tasks';
import { type Signal, signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { type StudyRunner, studyRunner } from '../study/studyRunner.ts';
import type { DrawingPlaneId } from './drawings/drawingPlane.ts';

interface Choice {
  readonly variant: string;
  readonly sample: number;
}

interface Settled {
  readonly parts: number;
  readonly figures: readonly PublishedFigure[];
}

export type PublishedFigureFilter = 'all' | 'off' | 'open';

export class PublishedResultsState {
  readonly filter = signal<PublishedFigureFilter>('all');
  /** Document of the drawn case as JSON; '' for none. Stays while the case is open in Compare. */
  readonly drawn = signal('');
  readonly plane = signal<DrawingPlaneId>('xy');
  readonly isAutomatic: Signal<boolean>;
  /** Chosen variant and sample per table. The default is the quick sample of the first variant. */
  readonly #choices = signal<ReadonlyMap<string, Choice>>(new Map());
  readonly #made = new WeakMap<TaskRun, readonly PublishedFigure[]>();
  readonly #settled = new WeakMap<TaskRun, Settled>();
  readonly #runner: StudyRunner;
  readonly #build: string;

  /** Uses only stored results of the module's `build`. `unasked`: computes tables automatically. */
  constructor(runner: StudyRunner, build: string, unasked: boolean) {
    this.isAutomatic = signal(unasked);
    this.#runner = runner;
    this.#build = build;
  }

  choiceOf({ id, variants, sample }: PublishedTable): Choice {
    const first = { variant: variants[0]?.id ?? '', sample: sample.quick };
    return this.#choices.value.get(id) ?? first;
  }

  choose(table: PublishedTable, change: Partial<Choice>): void {
    const choice = { ...this.choiceOf(table), ...change };
    this.#choices.value = new Map(this.#choices.value).set(table.id, choice);
  }

  #planOf(table: PublishedTable): TaskRunPlan {
    const { variant, sample } = this.choiceOf(table);
    return {
      key: `${this.#build}-${table.id}-${table.form ?? 1}-${variant}-${sample}`,
      title: table.title,
      tasks: table.parts(variant, sample).map((part) => ({
        group: table.title,
        request: { kind: 'table', table: table.id, part } satisfies TablePartRequest,
        weight: Math.max(1, part.count),
      })),
    };
  }

  runOf(table: PublishedTable): TaskRun | null {
    return this.#runner.find(this.#planOf(table).key);
  }

  get runs(): readonly TaskRun[] {
    return publishedTables.flatMap((table) => this.runOf(table) ?? []);
  }

  begin(table: PublishedTable): Promise<TaskRun> {
    return this.#runner.open(this.#planOf(table));
  }

  async rerun(table: PublishedTable, run: TaskRun): Promise<void> {
    await this.#runner.remove(run);
    await this.begin(table);
  }

  async restore(): Promise<void> {
    await Promise.all(publishedTables.map((table) => this.#runner.restore(this.#planOf(table))));
  }

  /** Returns the expected time to compute a table in seconds, if no other study runs. */
  estimateSeconds(table: PublishedTable): number {
    const { quick } = table.sample;
    const workers = Math.min(this.#runner.pool.size, this.#planOf(table).tasks.length);
    return (table.seconds * (quick > 0 ? this.choiceOf(table).sample / quick : 1)) / workers;
  }

  /** Returns null before the figures of the table are computed. */
  figuresOf(table: PublishedTable): readonly PublishedFigure[] | null {
    const run = this.runOf(table);
    if (run?.state !== 'done') return null;
    const cached = this.#made.get(run);
    const figures = cached ?? table.figures(this.choiceOf(table).variant, run.all);
    if (!cached) this.#made.set(run, figures);
    return figures;
  }

  /**
   * Returns the figures of an unfinished table whose verdict is final. Empty for large samples,
   * because computing takes long.
   */
  settledFigures(table: PublishedTable): readonly PublishedFigure[] {
    const run = this.runOf(table);
    const { variant, sample } = this.choiceOf(table);
    if (!run || sample > table.sample.quick) return [];
    const cached = this.#settled.get(run);
    if (cached?.parts === run.results.size) return cached.figures;
    const figures = findSettledFigures(table, variant, run.partialResults);
    this.#settled.set(run, { parts: run.results.size, figures });
    return figures;
  }

  numberCount(table: PublishedTable): number {
    const { variant } = this.choiceOf(table);
    return table.variants.find(({ id }) => id === variant)?.numbers ?? 0;
  }

  /**
   * `times`: times of earlier computations, ascending, in milliseconds since 1970. `fresh`: whether
   * this visit computed tables. `all`: whether all results could be stored.
   */
  get stored(): {
    readonly times: readonly number[];
    readonly fresh: boolean;
    readonly all: boolean;
  } {
    const finished = this.runs.filter(({ state }) => state === 'done');
    return {
      times: finished.flatMap(({ savedAt: keptAt }) => keptAt ?? []).toSorted((a, b) => a - b),
      fresh: finished.some(({ savedAt: keptAt }) => keptAt === null),
      all: finished.every(({ notStored }) => notStored === ''),
    };
  }

  async recompute(): Promise<void> {
    const runs = publishedTables.flatMap((table) => {
      const run = this.runOf(table);
      return run?.state === 'done' ? [run] : [];
    });
    const keys = new Set(runs.map(({ plan }) => plan.key));
    await Promise.all(runs.map((run) => this.#runner.remove(run)));
    for (const table of this.missingTables)
      if (keys.has(this.#planOf(table).key)) await this.begin(table);
  }

  computedTables(tables: readonly PublishedTable[]): readonly PublishedTableFigures[] {
    return tables.flatMap((table) => {
      const figures = this.figuresOf(table);
      return figures ? [{ ...this.choiceOf(table), table, figures }] : [];
    });
  }

  /** Tables without results, in the order of expected computing time. */
  get missingTables(): readonly PublishedTable[] {
    return publishedTables
      .filter((table) => this.figuresOf(table) === null)
      .toSorted((a, b) => this.estimateSeconds(a) - this.estimateSeconds(b));
  }
}

export const publishedResultsState = memoizePerLab(
  (page: Page) =>
    new PublishedResultsState(
      studyRunner(page),
      page.doc.catalogue.build,
      page.scope.services.computesUnasked,
    ),
);

export const approximateTimeText = (seconds: number): string =>
  seconds < 1
    ? 'less than 1 s'
    : `about ${seconds < 90 ? `${Math.ceil(seconds)}\u202fs` : `${Math.round(seconds / 60)}\u202fmin`}`;
