import {
  type MeasureId,
  pageFault,
  type Study,
  type SweepPoint,
  studyHash,
  sweepKey,
  sweepPlan,
  sweepStudy,
} from '@iklab/study';
import { signal } from '@preact/signals';
import type { MethodPanel, Result, Scenario } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { firstTurned, type Knob, knobsOf, turnable } from '../study/knobs.ts';
import { type ShownRun, ShownRunState } from '../study/shownRun.ts';
import { choiceFor, firstKnob, type SweepChoice } from './sweepChoice.ts';

export interface ShownSweep extends ShownRun {
  readonly choice: SweepChoice;
}

/** The content of the form: the choices, as far as they fit the current scene. */
export interface SweepDraft {
  readonly able: readonly MethodPanel[];
  readonly panel: MethodPanel;
  readonly knobs: readonly Knob[];
  readonly choice: SweepChoice;
}

class SweepState {
  readonly chosen = signal<SweepChoice | null>(null);
  /** The measure shown as colour for two parameters. */
  readonly coloured = signal<MeasureId>('error');
  readonly runs: ShownRunState<Pick<ShownSweep, 'choice'>>;
  readonly #page: Page;
  #before: { scenario: Scenario; asked: string; study: Result<Study> } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.runs = new ShownRunState<Pick<ShownSweep, 'choice'>>(page, {
      key: sweepKey,
      plan: sweepPlan,
      fault: pageFault,
    });
  }

  /** Null if no method of the scene has a numeric parameter. */
  get draft(): SweepDraft | null {
    const scenario = this.#page.doc.editor.scenario.value;
    const kept = this.chosen.value;
    const places = turnable(this.#page, scenario);
    const able = places.map((i) => scenario.methods[i] as MethodPanel);
    const panel =
      able.find(({ slot }) => slot === kept?.slot) ??
      scenario.methods[firstTurned(this.#page, scenario, places) ?? -1];
    if (!panel) return null;
    const knobs = knobsOf(this.#page, panel);
    const fits =
      kept?.slot === panel.slot && kept.keys.every((key) => knobs.some((knob) => knob.key === key));
    return { able, panel, knobs, choice: fits ? kept : choiceFor(panel, [firstKnob(knobs)]) };
  }

  /**
   * Reads the choices as a study of the current scene. Cached, because it is called with every step
   * of a run.
   */
  read({ slot, axes, count }: SweepChoice, measure?: MeasureId): Result<Study> {
    const { editor, catalogue } = this.#page.doc;
    const scenario = editor.scenario.peek();
    const asked = JSON.stringify([slot, axes, count, measure]);
    const before = this.#before;
    if (before?.scenario === scenario && before.asked === asked) return before.study;
    const method = scenario.methods.findIndex((panel) => panel.slot === slot);
    const spec = { method, axes, count, ...(measure && { measure }) };
    const study = sweepStudy(scenario, spec, catalogue);
    this.#before = { scenario, asked, study };
    return study;
  }

  /**
   * Whether the study is of a method of the current scene, so that the scene's other methods stay.
   */
  isHere(study: Study, choice: SweepChoice): boolean {
    const read = this.read(choice);
    return read.ok && studyHash(read.value) === studyHash(study);
  }

  /**
   * Uses a sweep of the current scene from a link or file, with the results stored by an earlier
   * visit.
   */
  async applySweep(choice: SweepChoice, measure: MeasureId): Promise<void> {
    this.coloured.value = measure;
    this.chosen.value = choice;
    const read = this.read(choice);
    if (read.ok && !this.runs.shows(read.value))
      await this.runs.restore(read.value, { choice }, () => this.chosen.peek() === choice);
  }
}

export const sweepOf = perLab((page: Page) => new SweepState(page));

/** By cell; missing results have no entry. */
export const pointsOf = ({ run }: ShownSweep): ReadonlyMap<number, SweepPoint> =>
  run.results as ReadonlyMap<number, SweepPoint>;
