/** What the form of a sweep holds: what was chosen, as long as it fits the scene at work. */
import type { DescribedParam, KeyedParam, MethodPanel } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { firstTurned, knobsOf, turnable } from '../maps/methodKnob.tsx';
import { axisOf, chosen, PROBLEMS, type SweepChoice, valuesOf } from './sweepState.ts';

export type Knob = KeyedParam<DescribedParam>;

export interface SweepDraft {
  /** Methods that have a parameter to be swept. */
  readonly able: readonly MethodPanel[];
  readonly panel: MethodPanel;
  readonly knobs: readonly Knob[];
  readonly choice: SweepChoice;
}

/** null: no method of the scene has a parameter that is a number. */
export function sweepDraft(page: Page): SweepDraft | null {
  const scenario = page.desk.editor.scenario.value;
  const kept = chosen.value;
  const places = turnable(page, scenario);
  const able = places.map((i) => scenario.methods[i] as MethodPanel);
  const panel =
    able.find(({ slot }) => slot === kept?.slot) ??
    scenario.methods[firstTurned(page, scenario, places) ?? -1];
  if (!panel) return null;
  const knobs = knobsOf(page, panel);
  const fits =
    kept?.slot === panel.slot && kept.keys.every((key) => knobs.some((knob) => knob.key === key));
  const choice = fits ? kept : choiceFor(panel, [firstKnob(knobs)], PROBLEMS[1]);
  return { able, panel, knobs, choice };
}

/** What is known best is offered first. */
export const firstKnob = (knobs: readonly Knob[]): Knob =>
  knobs.find(({ key }) => key === 'lambda') ?? (knobs[0] as Knob);

export const choiceFor = (
  panel: MethodPanel,
  knobs: readonly Knob[],
  count: number,
): SweepChoice => ({
  slot: panel.slot,
  keys: knobs.map(({ key }) => key),
  axes: knobs.map((knob) => axisOf(knob, panel.params[knob.key] as number, valuesOf(knobs.length))),
  count,
});
