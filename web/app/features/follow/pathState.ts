import { deepEqual, type Result, type Scenario } from '@iklab/core/scenario';
import {
  draftFromFollow,
  type FollowDraft,
  type FollowStudy,
  followDraft,
  followHash,
  followKey,
  followPlan,
  followSizeFault,
  parseFollowDraft,
} from '@iklab/study/follow';
import { followWithoutSolvers, type LoadedRuns } from '@iklab/study/follow/runs';
import type { TaskRun } from '@iklab/study/tasks';
import { batch, signal } from '@preact/signals';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { openCase } from '../study/openCase.ts';
import { type ShownRun, ShownRunState } from '../study/shownRun.ts';
import { studyRunner } from '../study/studyRunner.ts';

export type ShownPath = ShownRun<FollowStudy>;

/** The selected point of a run; the run is given by its cell and its index among the starts. */
export interface PathSelection {
  readonly cell: number;
  readonly index: number;
  readonly point: number;
}

export interface NamedRunsFile extends LoadedRuns {
  readonly name: string;
}

class PathState {
  readonly runs: ShownRunState<FollowStudy>;
  /** The selected run and point; null before a point is selected. */
  readonly selection = signal<PathSelection | null>(null);
  /**
   * Choices of the figures: the kind of error, and the index of the independent joint; null for the
   * joint that moves most.
   */
  readonly error = signal<'error' | 'angle'>('error');
  readonly joint = signal<number | null>(null);
  readonly #file = signal<NamedRunsFile | null>(null);
  readonly #rerunKey = signal('');
  readonly #chosen = signal<FollowDraft | null>(null);
  readonly #page: Page;
  /** Maps each case that was opened from the study to the study's scene. */
  readonly #cases = new WeakMap<Scenario, Scenario>();
  #read: { scenario: Scenario; draft: FollowDraft; study: Result<FollowStudy> } | null = null;
  #defaultDraft: { scenario: Scenario; draft: FollowDraft } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownRunState<FollowStudy>(page, {
      key: followKey,
      plan: followPlan,
      fault: followSizeFault,
    });
  }

  /** The current scene. If it is a case of a study, the study's scene. */
  get scenario(): Scenario {
    const scenario = this.#page.doc.editor.scenario.value;
    return this.#cases.get(scenario) ?? scenario;
  }

  /** The chosen draft if it is valid for the scene; otherwise a circle around the effector. */
  get draft(): FollowDraft {
    const { scenario } = this;
    const chosen = this.#chosen.value;
    if (chosen && this.read(chosen).ok) return chosen;
    if (this.#defaultDraft?.scenario !== scenario)
      this.#defaultDraft = { scenario, draft: followDraft(scenario) };
    return this.#defaultDraft.draft;
  }

  /** Reads a draft as a study of the scene; cached until the draft or the scene changes. */
  read(draft: FollowDraft): Result<FollowStudy> {
    const { scenario } = this;
    const before = this.#read;
    if (before?.scenario === scenario && before.draft === draft) return before.study;
    const study = parseFollowDraft(draft, scenario, this.#page.doc.catalogue);
    this.#read = { scenario, draft, study };
    return study;
  }

  choose(draft: FollowDraft): void {
    this.#chosen.value = draft;
  }

  /** The file whose runs replace form and run, while its scene is current; null if none. */
  get runsFile(): NamedRunsFile | null {
    const file = this.#file.value;
    return file && deepEqual(this.scenario, file.study.scenario) ? file : null;
  }

  open(file: NamedRunsFile | null): void {
    batch(() => {
      [this.#file.value, this.#rerunKey.value, this.selection.value] = [file, '', null];
    });
  }

  /** The run that repeats the methods of the opened file; null if there is none. */
  get rerun(): TaskRun | null {
    return this.runsFile && studyRunner(this.#page).find(this.#rerunKey.value);
  }

  startRerun({ study }: NamedRunsFile): void {
    const plan = followPlan(followWithoutSolvers(study), this.#page.doc.catalogue.build);
    const key = `${plan.key}-again`;
    void studyRunner(this.#page).open({ ...plan, key }, { keep: false });
    this.#rerunKey.value = key;
  }

  async begin(study: FollowStudy): Promise<void> {
    this.selection.value = null;
    await this.runs.begin(study);
  }

  isCurrent(study: FollowStudy): boolean {
    const read = parseFollowDraft(draftFromFollow(study), this.scenario, this.#page.doc.catalogue);
    return read.ok && followHash(read.value) === followHash(study);
  }

  /** Shows a study, with the results stored by an earlier visit. */
  async apply(study: FollowStudy): Promise<void> {
    const file = this.#file.peek();
    if (file && followHash(file.study) !== followHash(study)) this.open(null);
    const draft = draftFromFollow(study);
    this.choose(draft);
    const read = this.read(draft);
    if (!read.ok || this.runs.shows(read.value)) return;
    if (!this.#file.peek()) this.selection.value = null;
    await this.runs.restore(read.value, () => this.#chosen.peek() === draft);
  }

  /** Opens a problem in Compare as a case; returning from Compare restores the path's scene. */
  async openCase(document: object, title: string): Promise<void> {
    const { scenario } = this;
    await openCase(this.#page, document, title, 'a path');
    this.#cases.set(this.#page.doc.editor.scenario.peek(), scenario);
  }
}

export const pathState = perLab((page: Page) => new PathState(page));
