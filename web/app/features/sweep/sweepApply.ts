/** What a sweep is called on the page, and how a value of it comes into the scene. */
import { setParam } from 'iklab/document';
import type { DescribedParam } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { knobsOf } from '../study/knobs.ts';
import type { ShownSweep } from './sweepState.ts';

/** A parameter of the sweep. */
function paramOf(page: Page, { study, choice }: ShownSweep, axis: number): DescribedParam | null {
  const [panel] = study.scenario.methods;
  const key = choice.keys[axis] ?? '';
  return (panel && knobsOf(page, panel).find((knob) => knob.key === key)?.param) ?? null;
}

/** As the page of its method calls it. */
export const nameOf = (page: Page, shown: ShownSweep, axis: number): string =>
  paramOf(page, shown, axis)?.label ?? shown.choice.keys[axis] ?? '';

export const unitOf = (page: Page, shown: ShownSweep): string =>
  paramOf(page, shown, 0)?.unit ?? '';

/** One step that can be undone, and back to the scene. */
export async function applySweepValues(
  page: Page,
  { choice }: ShownSweep,
  values: readonly number[],
): Promise<void> {
  const { editor, address } = page.doc;
  const index = editor.scenario.value.methods.findIndex(({ slot }) => slot === choice.slot);
  if (index < 0) return;
  const label = editor.scenario.value.methods[index]?.label ?? '';
  page.doc.edit(`Value of a sweep of ${label}`, (draft) => {
    for (const [i, key] of choice.keys.entries()) setParam(index, key, values[i] ?? 0)(draft);
  });
  editor.closeStep();
  await address.writeNow();
  page.scope.services.address.follow(address.fragment);
}
