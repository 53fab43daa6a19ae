/** The benchmark of this page: its draft, and the run that is shown. They wait while others are open. */

import {
  type BenchmarkDraft,
  type Brush,
  type CostKind,
  draftOfScene,
  draftOfStudy,
  fitsPage,
  fullStudy,
  type OpenedRows,
  ownStudy,
  pageFault,
  parseStudy,
  type Study,
  studyHash,
  studyKey,
  studyOfDraft,
  studyPlan,
  type TaskRun,
  withTyped,
} from '@iklab/study';
import { batch, computed, signal } from '@preact/signals';
import { pageAddress } from 'iklab/document';
import type { Result, Scenario } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { openCase } from '../study/openCase.ts';
import { ShownRunState } from '../study/shownRun.ts';
import { isStudyAddress, linkOf } from '../study/studyAddress.ts';
import { studyRunner } from '../study/studyRunner.ts';

const BENCHMARK = pageAddress('studies', 'benchmark');

/** Rows that a file holds. */
export interface RowsFile extends OpenedRows {
  readonly name: string;
}

export class BenchmarkState {
  readonly draft = signal<BenchmarkDraft | null>(null);
  readonly runs: ShownRunState<object>;
  /** What all methods are given alike. */
  readonly counted = signal<CostKind>('updates');
  /** Of the run that is shown; it stays while a case is looked at. */
  readonly brushed = signal<{ readonly key: string; readonly brush: Brush }>({
    key: '',
    brush: [],
  });
  /** The draft as a study, or what is wrong with it; null: nothing has been taken yet. */
  readonly read = computed((): Result<Study> | null => {
    const draft = this.draft.value;
    if (!draft) return null;
    if (draft === this.#given?.draft) return { ok: true, value: this.#given.study };
    return parseStudy(studyOfDraft(draft), this.#page.doc.catalogue);
  });
  /** Its page is looked at. */
  isOpen = false;
  /** Opened from a file in the place of the form and of what has been run here; null: none. */
  readonly opened = signal<RowsFile | null>(null);
  /** Their methods are run again: under which key. */
  readonly #again = signal('');
  readonly #page: Page;
  /** A study from elsewhere, as long as nothing of it has been changed. */
  #given: { readonly draft: BenchmarkDraft; readonly study: Study } | null = null;
  #taken: Scenario | null = null;
  readonly #cases = new WeakSet<Scenario>();
  #opening = false;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownRunState<object>(page, {
      key: studyKey,
      plan: studyPlan,
      fault: pageFault,
    });
  }

  /** Shows rows in the place of all else, until another study or scene is taken. */
  open(rows: RowsFile | null): void {
    batch(() => {
      this.opened.value = rows;
      this.#again.value = '';
    });
    if (rows) this.#taken = this.#page.doc.editor.scenario.peek();
  }

  /** The methods of the open rows at work once more; null: that was not asked for. */
  get again(): TaskRun | null {
    return this.opened.value && studyRunner(this.#page).find(this.#again.value);
  }

  runAgain({ study }: RowsFile): void {
    const plan = studyPlan(ownStudy(study), this.#page.doc.catalogue.build);
    const key = `${plan.key}-again`;
    void studyRunner(this.#page).open({ ...plan, key }, { keep: false });
    this.#again.value = key;
  }

  /** Opens a problem as the scene at work, which is not asked about in its turn. */
  async openCase(document: object, what: string): Promise<void> {
    this.#opening = true;
    try {
      await openCase(this.#page, document, what, 'a benchmark');
      this.#cases.add(this.#page.doc.editor.scenario.peek());
    } finally {
      this.#opening = false;
    }
  }

  /** The current scene, unless it is the same as before, or a case of it. */
  takeScene(scenario: Scenario): void {
    const known = scenario === this.#taken || this.#cases.has(scenario);
    if (this.#opening || (this.draft.peek() && known)) return;
    if (!known) this.open(null);
    this.#taken = scenario;
    this.#given = null;
    batch(() => {
      this.draft.value = draftOfScene(scenario, this.#page.doc.catalogue);
      this.runs.clear();
    });
  }

  /** A study from a link or a file, with what an earlier visit has kept of it. */
  async takeStudy(study: Study): Promise<void> {
    const opened = this.opened.peek();
    if (opened && studyHash(opened.study) !== studyHash(study)) this.open(null);
    if (this.runs.shows(study)) return;
    const draft = draftOfStudy(study, this.#page.doc.catalogue);
    this.#given = { draft, study };
    await batch(() => {
      this.draft.value = draft;
      return this.runs.restore(study, {}, () => this.#given?.draft === draft);
    });
  }

  /** The address becomes the study's: who reloads finds it, and what is kept of it. */
  async begin(study: Study): Promise<void> {
    if (!fitsPage(study)) return;
    await this.runs.begin(study, {});
    const link = await linkOf(study, this.#page.doc.catalogue);
    if (!this.isOpen) return; // the reader has gone on
    const state = link ? null : { study: fullStudy(study) };
    // a robot that was dropped on this page has made the address its scene's
    const { address } = this.#page.scope.services;
    const own = address.fragment === BENCHMARK || isStudyAddress(address.fragment);
    if (own) address.replace(state, link ?? BENCHMARK);
    else address.push(state, link ?? BENCHMARK);
  }

  /** The study of the form with these numbers typed in, begun. */
  runWith(texts: Readonly<Record<string, string>>): void {
    const at = this.draft.peek();
    if (!at) return;
    this.draft.value = Object.entries(texts).reduce(
      (all, [path, text]) => withTyped(all, path, text),
      at,
    );
    const study = this.read.value;
    if (study?.ok) void this.begin(study.value);
  }
}

export const benchmarkOf = perLab((page: Page) => new BenchmarkState(page));
