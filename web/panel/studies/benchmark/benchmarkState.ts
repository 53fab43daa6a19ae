/** The benchmark of this page: its draft, and the run that is shown. They wait while others are open. */

import {
  type BenchmarkDraft,
  documentOf,
  draftOf,
  draftOfStudy,
  fitsPage,
  fullStudy,
  parseStudy,
  type Study,
  studyKey,
  studyPlan,
  type TaskRun,
  typed,
} from '@iklab/study';
import { batch, computed, signal } from '@preact/signals';
import { pageAddress } from 'iklab/document';
import type { Catalogue, Fault, Result, Scenario } from 'iklab/scenario';
import { linkOf } from '../studyAddress.ts';
import { studyDesk } from '../studyDesk.ts';

export interface ShownRun {
  readonly study: Study;
  readonly run: TaskRun;
}

export const draft = signal<BenchmarkDraft | null>(null);
export const shown = signal<ShownRun | null>(null);
const catalogue = signal<Catalogue | null>(null);

/** The draft as a study, or what is wrong with it; null: nothing has been taken yet. */
export const read = computed((): Result<Study> | null => {
  if (!draft.value || !catalogue.value) return null;
  if (draft.value === given?.draft) return { ok: true, value: given.study };
  return parseStudy(documentOf(draft.value), catalogue.value);
});

/** A study from elsewhere, as long as nothing of it has been changed. */
let given: { readonly draft: BenchmarkDraft; readonly study: Study } | null = null;

const BENCHMARK = pageAddress('studies', 'benchmark');

let taken: Scenario | null = null;
const cases = new WeakSet<Scenario>();

let opening = false;

/** Opens a problem as the scene at work, which is not asked about in its turn. */
export async function asCase(open: () => Promise<void>, now: () => Scenario): Promise<void> {
  opening = true;
  try {
    await open();
    cases.add(now());
  } finally {
    opening = false;
  }
}

/** The scene at work, unless it is the same as before, or a case of it. */
export function takeScene(scenario: Scenario, known: Catalogue): void {
  if (opening || (draft.peek() && (scenario === taken || cases.has(scenario)))) return;
  taken = scenario;
  given = null;
  batch(() => {
    catalogue.value = known;
    draft.value = draftOf(scenario, known);
    shown.value = null;
  });
}

/** A study from a link or a file, with what an earlier visit has kept of it. */
export async function takeStudy(study: Study, known: Catalogue): Promise<void> {
  if (shown.peek()?.run.plan.key === studyKey(study, known.build)) return;
  given = { draft: draftOfStudy(study, known), study };
  const { draft: taking } = given;
  batch(() => {
    catalogue.value = known;
    draft.value = taking;
    shown.value = null;
  });
  if (!fitsPage(study)) return;
  const run = await studyDesk().restore(studyPlan(study, known.build));
  // another may have been taken or begun meanwhile
  if (run && given?.draft === taking && !shown.peek()) shown.value = { study, run };
}

/** The address becomes the study's: who reloads finds it, and what is kept of it. */
export async function begin(study: Study, known: Catalogue): Promise<void> {
  if (!fitsPage(study)) return;
  const desk = studyDesk();
  const plan = studyPlan(study, known.build);
  const opened = desk.open(plan);
  const run = desk.find(plan.key);
  if (run) shown.value = { study, run };
  await opened;
  const link = await linkOf(study, known);
  if (!stands.peek()) return; // the reader has gone on
  const state = link ? null : { study: fullStudy(study) };
  // a robot that was dropped on this page has made the address its scene's
  const own = location.hash === BENCHMARK || location.hash.startsWith('#study=');
  if (own) history.replaceState(state, '', link ?? BENCHMARK);
  else history.pushState(state, '', link ?? BENCHMARK);
}

/** The study of the form with these numbers typed in, begun. */
export function againWith(texts: Readonly<Record<string, string>>, known: Catalogue): void {
  const at = draft.peek();
  if (!at) return;
  draft.value = Object.entries(texts).reduce((all, [path, text]) => typed(all, path, text), at);
  const study = read.value;
  if (study?.ok) void begin(study.value, known);
}

/** The page of benchmarks is looked at: what is refused is told there, and all of it stays. */
export const stands = signal(false);

/** What could not be read as a study. */
export interface Refusal {
  readonly what: string;
  readonly faults: readonly Fault[];
}

/** The file that came last, where that is so; until the reader goes elsewhere. */
export const refusedFile = signal<Refusal | null>(null);

/** As the desk has it now: gone when it was cancelled, another when it was begun again. */
export function shownNow(): ShownRun | null {
  const at = shown.value;
  const run = at && studyDesk().find(at.run.plan.key);
  return at && run ? { study: at.study, run } : null;
}
