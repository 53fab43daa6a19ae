/**
 * The benchmark of the page: its draft and the shown run, which persist while other pages are open.
 */

import { pageAddress } from '@iklab/core/document';
import type { Result, Scenario } from '@iklab/core/scenario';
import {
  type BenchmarkDraft,
  draftFromScene,
  draftFromStudy,
  fitsInPage,
  fullStudy,
  pageSizeFault,
  parseStudy,
  type Study,
  studyHash,
  withDraftField,
} from '@iklab/study/document';
import type { CostKind, ProblemBrush } from '@iklab/study/results';
import { type LoadedRows, withoutSolvers } from '@iklab/study/rows';
import { studyKey, studyPlan, type TaskRun } from '@iklab/study/tasks';
import { batch, computed, signal } from '@preact/signals';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { openCase } from '../study/openCase.ts';
import { ShownRunState } from '../study/shownRun.ts';
import { isStudyAddress, makeStudyLink } from '../study/studyAddress.ts';
import { studyRunner } from '../study/studyRunner.ts';

const BENCHMARK = pageAddress('studies', 'benchmark');

export interface NamedRowsFile extends LoadedRows {
  readonly name: string;
}

export class BenchmarkState {
  readonly draft = signal<BenchmarkDraft | null>(null);
  readonly runs: ShownRunState;
  /** The budget: the cost that all methods get the same amount of. */
  readonly counted = signal<CostKind>('updates');
  /** The brushed ranges of costs and the rows that they belong to; kept while a case is open. */
  readonly brushed = signal<{ readonly key: string; readonly brush: ProblemBrush }>({
    key: '',
    brush: [],
  });
  /** The draft read as a study, or its faults; null before there is a draft. */
  readonly parsed = computed((): Result<Study> | null => {
    const draft = this.draft.value;
    if (!draft) return null;
    if (draft === this.#sourceStudy?.draft) return { ok: true, value: this.#sourceStudy.study };
    return parseStudy(draft.document, this.#page.doc.catalogue);
  });
  isOpen = false;
  /** The opened file of results, shown in place of form and run; null if none. */
  readonly rowsFile = signal<NamedRowsFile | null>(null);
  readonly #rerunKey = signal('');
  readonly #page: Page;
  /** The study of a link or file and its draft, used until the draft is edited. */
  #sourceStudy: { readonly draft: BenchmarkDraft; readonly study: Study } | null = null;
  #usedScene: Scenario | null = null;
  readonly #cases = new WeakSet<Scenario>();
  #opening = false;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownRunState<Study>(page, {
      key: studyKey,
      plan: studyPlan,
      fault: pageSizeFault,
    });
  }

  /** Shows the results of a file until another study or scene is chosen; null closes the file. */
  open(rows: NamedRowsFile | null): void {
    batch(() => {
      this.rowsFile.value = rows;
      this.#rerunKey.value = '';
    });
    if (rows) this.#usedScene = this.#page.doc.editor.scenario.peek();
  }

  /** The run that repeats the methods of the opened rows; null if there is none. */
  get rerun(): TaskRun | null {
    return this.rowsFile.value && studyRunner(this.#page).find(this.#rerunKey.value);
  }

  startRerun({ study }: NamedRowsFile): void {
    const plan = studyPlan(withoutSolvers(study), this.#page.doc.catalogue.build);
    const key = `${plan.key}-again`;
    void studyRunner(this.#page).open({ ...plan, key }, { keep: false });
    this.#rerunKey.value = key;
  }

  /** Opens a problem in Compare as a case; it does not become the scene of the benchmark. */
  async openCase(document: object, title: string): Promise<void> {
    this.#opening = true;
    try {
      await openCase(this.#page, document, title, 'a benchmark');
      this.#cases.add(this.#page.doc.editor.scenario.peek());
    } finally {
      this.#opening = false;
    }
  }

  /** Drafts a benchmark of a scene; ignores the current scene and cases if there is a draft. */
  setScene(scenario: Scenario): void {
    const isKnown = scenario === this.#usedScene || this.#cases.has(scenario);
    if (this.#opening || (this.draft.peek() && isKnown)) return;
    if (!isKnown) this.open(null);
    this.#usedScene = scenario;
    this.#sourceStudy = null;
    batch(() => {
      this.draft.value = draftFromScene(scenario, this.#page.doc.catalogue);
      this.runs.clear();
    });
  }

  /** Shows a study, with the results stored by an earlier visit. */
  async setStudy(study: Study): Promise<void> {
    const rowsFile = this.rowsFile.peek();
    if (rowsFile && studyHash(rowsFile.study) !== studyHash(study)) this.open(null);
    if (this.runs.shows(study)) return;
    const draft = draftFromStudy(study, this.#page.doc.catalogue);
    this.#sourceStudy = { draft, study };
    await batch(() => {
      this.draft.value = draft;
      return this.runs.restore(study, () => this.#sourceStudy?.draft === draft);
    });
  }

  /** Starts a study and writes it to the address, so that a reload restores it and its results. */
  async begin(study: Study): Promise<void> {
    if (!fitsInPage(study)) return;
    await this.runs.begin(study);
    const link = await makeStudyLink(study, this.#page.doc.catalogue);
    if (!this.isOpen) return; // The reader has left the page.
    const state = link ? null : { study: fullStudy(study) };
    // After a robot was dropped on this page, the address is the scene's.
    const { address } = this.#page.scope.services;
    const isOwnPage = address.fragment === BENCHMARK || isStudyAddress(address.fragment);
    if (isOwnPage) address.replace(state, link ?? BENCHMARK);
    else address.push(state, link ?? BENCHMARK);
  }

  /** Sets the value at a path of the draft; returns no faults, because `parsed` reports them. */
  edit(path: string, value: unknown): readonly [] {
    const draft = this.draft.peek();
    if (draft) this.draft.value = withDraftField(draft, path, value, this.#page.doc.catalogue);
    return [];
  }

  runWith(path: string, value: unknown): void {
    this.edit(path, value);
    const study = this.parsed.value;
    if (study?.ok) void this.begin(study.value);
  }
}

export const benchmarkState = perLab((page: Page) => new BenchmarkState(page));
