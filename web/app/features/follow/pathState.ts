/** The path of this page: what is asked, what has come of it, and where one looks. */
import {
  draftOfFollow,
  type FollowDraft,
  type FollowStudy,
  followDraft,
  followHash,
  followKey,
  followPageFault,
  followPlan,
  type OpenedRuns,
  ownFollow,
  readDraft,
  type TaskRun,
} from '@iklab/study';
import { batch, signal } from '@preact/signals';
import { deepEqual, type Result, type Scenario } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { openCase } from '../study/openCase.ts';
import { type ShownRun, ShownRunState } from '../study/shownRun.ts';
import { studyRunner } from '../study/studyRunner.ts';

export type ShownPath = ShownRun<FollowStudy>;

/** What is looked at of a run: of which cell and start, at which point. */
export interface PathLook {
  readonly cell: number;
  readonly index: number;
  readonly point: number;
}

/** Runs that a file holds. */
export interface RunsFile extends OpenedRuns {
  readonly name: string;
}

class PathState {
  readonly runs: ShownRunState<object, FollowStudy>;
  /** null: nobody has looked yet. */
  readonly look = signal<PathLook | null>(null);
  /** What the figures show: which error, and which of the joints that move by themselves; null: the one that turns most. */
  readonly error = signal<'error' | 'angle'>('error');
  readonly joint = signal<number | null>(null);
  readonly #file = signal<RunsFile | null>(null);
  /** The methods of the file are run again: under which key. */
  readonly #again = signal('');
  readonly #chosen = signal<FollowDraft | null>(null);
  readonly #page: Page;
  /** The scene that was looked at before a case of it was opened. */
  readonly #cases = new WeakMap<Scenario, Scenario>();
  #read: { scenario: Scenario; draft: FollowDraft; study: Result<FollowStudy> } | null = null;
  #begun: { scenario: Scenario; draft: FollowDraft } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownRunState<object, FollowStudy>(page, {
      key: followKey,
      plan: followPlan,
      fault: followPageFault,
    });
  }

  /** The current scene; of a case the scene that the case is of. */
  get scenario(): Scenario {
    const scenario = this.#page.doc.editor.scenario.value;
    return this.#cases.get(scenario) ?? scenario;
  }

  /** What was chosen, where it goes with the scene; a circle about the tip before that. */
  get draft(): FollowDraft {
    const { scenario } = this;
    const chosen = this.#chosen.value;
    if (chosen && this.read(chosen).ok) return chosen;
    if (this.#begun?.scenario !== scenario)
      this.#begun = { scenario, draft: followDraft(scenario) };
    return this.#begun.draft;
  }

  /** Of the scene; read again where something has changed. */
  read(draft: FollowDraft): Result<FollowStudy> {
    const { scenario } = this;
    const before = this.#read;
    if (before?.scenario === scenario && before.draft === draft) return before.study;
    const study = readDraft(draft, scenario, this.#page.doc.catalogue);
    this.#read = { scenario, draft, study };
    return study;
  }

  choose(draft: FollowDraft): void {
    this.#chosen.value = draft;
  }

  /** Runs of a file in the place of the form and of what has been run here, as long as its scene is at work. */
  get opened(): RunsFile | null {
    const file = this.#file.value;
    return file && deepEqual(this.scenario, file.study.scenario) ? file : null;
  }

  open(file: RunsFile | null): void {
    batch(() => {
      [this.#file.value, this.#again.value, this.look.value] = [file, '', null];
    });
  }

  /** The methods of the file at work once more; null: that was not asked for. */
  get again(): TaskRun | null {
    return this.opened && studyRunner(this.#page).find(this.#again.value);
  }

  runAgain({ study }: RunsFile): void {
    const plan = followPlan(ownFollow(study), this.#page.doc.catalogue.build);
    const key = `${plan.key}-again`;
    void studyRunner(this.#page).open({ ...plan, key }, { keep: false });
    this.#again.value = key;
  }

  async begin(study: FollowStudy): Promise<void> {
    this.look.value = null;
    await this.runs.begin(study, {});
  }

  isHere(study: FollowStudy): boolean {
    const read = readDraft(draftOfFollow(study), this.scenario, this.#page.doc.catalogue);
    return read.ok && followHash(read.value) === followHash(study);
  }

  /** A study from elsewhere, with what an earlier visit has kept of it. */
  async apply(study: FollowStudy): Promise<void> {
    const file = this.#file.peek();
    if (file && followHash(file.study) !== followHash(study)) this.open(null);
    const draft = draftOfFollow(study);
    this.choose(draft);
    const read = this.read(draft);
    if (!read.ok || this.runs.shows(read.value)) return;
    if (!this.#file.peek()) this.look.value = null;
    await this.runs.restore(read.value, {}, () => this.#chosen.peek() === draft);
  }

  /** Opens a point in Compare; who comes back finds the path as it was. */
  async openCase(document: object, what: string): Promise<void> {
    const { scenario } = this;
    await openCase(this.#page, document, what, 'a path');
    this.#cases.set(this.#page.doc.editor.scenario.peek(), scenario);
  }
}

export const pathOf = perLab((page: Page) => new PathState(page));
