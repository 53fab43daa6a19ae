import { setParam } from '@iklab/core/document/edits';
import { quantity } from '@iklab/core/format';
import type { DescribedParam } from '@iklab/core/scenario/methods';
import type { Page } from '../../page.ts';
import { knobsOf } from '../study/knobs.ts';
import { sweepKeys } from './sweepChoice.ts';
import type { ShownSweep } from './sweepState.ts';

function paramOf(page: Page, { study, choice }: ShownSweep, axis: number): DescribedParam | null {
  const [panel] = study.scenario.methods;
  const key = sweepKeys(choice)[axis] ?? '';
  return (panel && knobsOf(page, panel).find((knob) => knob.key === key)?.param) ?? null;
}

export const paramName = (page: Page, shownSweep: ShownSweep, axis: number): string =>
  paramOf(page, shownSweep, axis)?.label ?? sweepKeys(shownSweep.choice)[axis] ?? '';

export const valueText = (
  page: Page,
  shownSweep: ShownSweep,
  axis: number,
  value: number,
): string =>
  quantity(paramOf(page, shownSweep, axis)?.unit ?? '', {
    scene: shownSweep.study.scenario.unit,
  }).textWithUnit(roundedValue(value));

/** Rounds to three significant digits, as sentences show values; whole numbers stay exact. */
export const roundedValue = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(3));

/** Null if the current scene no longer has the method. */
export function sceneValues(page: Page, { choice }: ShownSweep): readonly number[] | null {
  const { methods } = page.doc.editor.scenario.value;
  const panel = methods.find(({ slot }) => slot === choice.slot);
  const values = sweepKeys(choice).map((key) => panel?.params[key]);
  return values.every((value) => typeof value === 'number') ? values : null;
}

/** Makes one undo step and opens the scene. */
export async function applySweepValues(
  page: Page,
  { choice }: ShownSweep,
  values: readonly number[],
): Promise<void> {
  const { editor, address } = page.doc;
  const index = editor.scenario.value.methods.findIndex(({ slot }) => slot === choice.slot);
  if (index < 0) return;
  const label = editor.scenario.value.methods[index]?.label ?? '';
  page.doc.edit(`Apply sweep value to ${label}`, (draft) => {
    for (const [i, key] of sweepKeys(choice).entries()) setParam(index, key, values[i] ?? 0)(draft);
  });
  editor.closeStep();
  await address.writeNow();
  page.scope.services.address.follow(address.fragment);
}
