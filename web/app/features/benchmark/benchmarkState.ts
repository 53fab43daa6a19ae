/**
 * State of the benchmark page: the draft and the shown run. Persists while other pages are open.
 */

import { pageAddress } from '@iklab/core/document';
import type { Result, Scenario } from '@iklab/core/scenario';
import {
  type BenchmarkDraft,
  benchmarkDraftFromScene,
  benchmarkDraftFromStudy,
  fullStudyDocument,
  parseStudy,
  type Study,
  studyFitsInPage,
  studyHash,
  studySizeFault,
  withDraftField,
} from '@iklab/study/document';
import type { CostKind, ProblemBrush } from '@iklab/study/results';
import { type LoadedStudyRows, studyWithoutSolvers } from '@iklab/study/rows';
import { planStudyTasks, studyResultsKey } from '@iklab/study/tasks';
import { batch, computed, signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { OpenedResults } from '../study/openedResults.ts';
import { openComputedCase } from '../study/openStudyCase.ts';
import { ShownStudyRunState } from '../study/shownStudyRun.ts';
import { isStudyAddress, makeStudyLink } from '../study/studyAddress.ts';

const BENCHMARK = pageAddress('studies', 'benchmark');

export interface NamedRowsFile extends LoadedStudyRows {
  readonly name: string;
}

export class BenchmarkState {
  readonly draft = signal<BenchmarkDraft | null>(null);
  readonly runs: ShownStudyRunState;
  /** Kind of cost that the budget limits. */
  readonly counted = signal<CostKind>('updates');
  /** Ranges of costs selected in the figures. `key`: key of the results. */
  readonly brushed = signal<{ readonly key: string; readonly brush: ProblemBrush }>({
    key: '',
    brush: [],
  });
  /** Study of the draft, or the draft's faults; null without a draft. */
  readonly parsed = computed((): Result<Study> | null => {
    const draft = this.draft.value;
    if (!draft) return null;
    if (draft === this.#sourceStudy?.draft) return { ok: true, value: this.#sourceStudy.study };
    return parseStudy(draft.document, this.#page.doc.catalogue);
  });
  isOpen = false;
  readonly opened: OpenedResults<Study, NamedRowsFile>;
  readonly #page: Page;
  #sourceStudy: { readonly draft: BenchmarkDraft; readonly study: Study } | null = null;
  #usedScene: Scenario | null = null;
  readonly #cases = new WeakSet<Scenario>();
  #opening = false;

  constructor(page: Page) {
    this.#page = page;
    this.opened = new OpenedResults(page, (study, build) =>
      planStudyTasks(studyWithoutSolvers(study), build),
    );
    this.runs = new ShownStudyRunState<Study>(page, {
      key: studyResultsKey,
      plan: planStudyTasks,
      fault: studySizeFault,
    });
  }

  /** Shows the results of a file until another study or scene is chosen; null closes the file. */
  open(rows: NamedRowsFile | null): void {
    this.opened.open(rows);
    if (rows) this.#usedScene = this.#page.doc.editor.scenario.peek();
  }

  async openCase(makeDocument: () => object, title: string): Promise<void> {
    this.#opening = true;
    try {
      await openComputedCase(this.#page, makeDocument, title, 'a benchmark');
      this.#cases.add(this.#page.doc.editor.scenario.peek());
    } finally {
      this.#opening = false;
    }
  }

  /**
   * Drafts a benchmark of a scene. Keeps the draft for the same scene, and for a problem opened
   * from the benchmark.
   */
  setScene(scenario: Scenario): void {
    const isKnown = scenario === this.#usedScene || this.#cases.has(scenario);
    if (this.#opening || (this.draft.peek() && isKnown)) return;
    if (!isKnown) this.open(null);
    this.#usedScene = scenario;
    this.#sourceStudy = null;
    batch(() => {
      this.draft.value = benchmarkDraftFromScene(scenario, this.#page.doc.catalogue);
      this.runs.clear();
    });
  }

  /** Shows a study in the form, with the results stored in this browser. */
  async setStudy(study: Study): Promise<void> {
    const rowsFile = this.opened.file.peek();
    if (rowsFile && studyHash(rowsFile.study) !== studyHash(study)) this.open(null);
    if (this.runs.shows(study)) return;
    const draft = benchmarkDraftFromStudy(study, this.#page.doc.catalogue);
    this.#sourceStudy = { draft, study };
    await batch(() => {
      this.draft.value = draft;
      return this.runs.restore(study, () => this.#sourceStudy?.draft === draft);
    });
  }

  /**
   * Starts a study and writes the study's link to the address. A reload then restores the results.
   */
  async begin(study: Study): Promise<void> {
    if (!studyFitsInPage(study)) return;
    await this.runs.begin(study);
    const link = await makeStudyLink(study, this.#page.doc.catalogue);
    if (!this.isOpen) return; // The reader has left the page.
    const state = link ? null : { study: fullStudyDocument(study) };
    // After a robot was dropped on this page, the address is the scene's.
    const { address } = this.#page.scope.services;
    const isOwnPage = address.fragment === BENCHMARK || isStudyAddress(address.fragment);
    if (isOwnPage) address.replace(state, link ?? BENCHMARK);
    else address.push(state, link ?? BENCHMARK);
  }

  /**
   * Sets the value at a path of the draft. Returns an empty list, because `parsed` has the faults.
   */
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

export const benchmarkState = memoizePerLab((page: Page) => new BenchmarkState(page));
