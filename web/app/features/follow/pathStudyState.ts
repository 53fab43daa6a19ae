import { deepEqual, type Result, type Scenario } from '@iklab/core/scenario';
import {
  draftFromPathStudy,
  makePathStudyDraft,
  type PathStudy,
  type PathStudyDraft,
  parsePathStudyDraft,
  pathStudyHash,
  pathStudyResultsKey,
  pathStudySizeFault,
  planPathStudyTasks,
} from '@iklab/study/follow';
import { type LoadedPathRuns, pathStudyWithoutSolvers } from '@iklab/study/follow/runs';
import type { TaskRun } from '@iklab/study/tasks';
import { batch, signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { OpenedResults } from '../study/openedResults.ts';
import { openComputedCase } from '../study/openStudyCase.ts';
import { type ShownStudyRun, ShownStudyRunState } from '../study/shownStudyRun.ts';

export type ShownPath = ShownStudyRun<PathStudy>;

/** Selected point of a run along a path. `cell`: method; `index`: start. */
export interface PathSelection {
  readonly cell: number;
  readonly index: number;
  readonly point: number;
}

export interface NamedRunsFile extends LoadedPathRuns {
  readonly name: string;
}

class PathState {
  readonly runs: ShownStudyRunState<PathStudy>;
  readonly selection = signal<PathSelection | null>(null);
  readonly error = signal<'error' | 'angle'>('error');
  /** Index of the joint that the figures show; null for the joint that moves most. */
  readonly joint = signal<number | null>(null);
  readonly opened: OpenedResults<PathStudy, NamedRunsFile>;
  readonly #chosen = signal<PathStudyDraft | null>(null);
  readonly #page: Page;
  readonly #cases = new WeakMap<Scenario, Scenario>();
  #read: { scenario: Scenario; draft: PathStudyDraft; study: Result<PathStudy> } | null = null;
  #defaultDraft: { scenario: Scenario; draft: PathStudyDraft } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.opened = new OpenedResults(page, (study, build) =>
      planPathStudyTasks(pathStudyWithoutSolvers(study), build),
    );
    this.runs = new ShownStudyRunState<PathStudy>(page, {
      key: pathStudyResultsKey,
      plan: planPathStudyTasks,
      fault: pathStudySizeFault,
    });
  }

  /**
   * Scene of the study: the current scene or, for a problem opened from a study, the study's scene.
   */
  get scenario(): Scenario {
    const scenario = this.#page.doc.editor.scenario.value;
    return this.#cases.get(scenario) ?? scenario;
  }

  /**
   * Draft in the form: the chosen draft if it fits the scene, else a circle around the effector.
   */
  get draft(): PathStudyDraft {
    const { scenario } = this;
    const chosen = this.#chosen.value;
    if (chosen && this.read(chosen).ok) return chosen;
    if (this.#defaultDraft?.scenario !== scenario)
      this.#defaultDraft = { scenario, draft: makePathStudyDraft(scenario) };
    return this.#defaultDraft.draft;
  }

  /** Returns the study of a draft, or the draft's faults. Cached until draft or scene changes. */
  read(draft: PathStudyDraft): Result<PathStudy> {
    const { scenario } = this;
    const before = this.#read;
    if (before?.scenario === scenario && before.draft === draft) return before.study;
    const study = parsePathStudyDraft(draft, scenario, this.#page.doc.catalogue);
    this.#read = { scenario, draft, study };
    return study;
  }

  choose(draft: PathStudyDraft): void {
    this.#chosen.value = draft;
  }

  /**
   * Opened file of runs, shown instead of the form. Null without a file, or if its scene is not
   * open.
   */
  get runsFile(): NamedRunsFile | null {
    const file = this.opened.file.value;
    return file && deepEqual(this.scenario, file.study.scenario) ? file : null;
  }

  open(file: NamedRunsFile | null): void {
    batch(() => {
      this.opened.open(file);
      this.selection.value = null;
    });
  }

  get rerun(): TaskRun | null {
    return this.runsFile && this.opened.rerun;
  }

  async begin(study: PathStudy): Promise<void> {
    this.selection.value = null;
    await this.runs.begin(study);
  }

  isCurrent(study: PathStudy): boolean {
    const read = parsePathStudyDraft(
      draftFromPathStudy(study),
      this.scenario,
      this.#page.doc.catalogue,
    );
    return read.ok && pathStudyHash(read.value) === pathStudyHash(study);
  }

  /** Shows a study in the form, with the results stored in this browser. */
  async apply(study: PathStudy): Promise<void> {
    const file = this.opened.file.peek();
    if (file && pathStudyHash(file.study) !== pathStudyHash(study)) this.open(null);
    const draft = draftFromPathStudy(study);
    this.choose(draft);
    const read = this.read(draft);
    if (!read.ok || this.runs.shows(read.value)) return;
    if (!this.opened.file.peek()) this.selection.value = null;
    await this.runs.restore(read.value, () => this.#chosen.peek() === draft);
  }

  /** Opens a problem of the path in Compare; the study keeps the scene of the path. */
  async openCase(makeDocument: () => object, title: string): Promise<void> {
    const { scenario } = this;
    await openComputedCase(this.#page, makeDocument, title, 'a path');
    this.#cases.set(this.#page.doc.editor.scenario.peek(), scenario);
  }
}

export const pathStudyState = memoizePerLab((page: Page) => new PathState(page));
