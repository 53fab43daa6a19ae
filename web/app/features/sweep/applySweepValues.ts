import { setMethodParam } from '@iklab/core/document/edits';
import { unitNotation } from '@iklab/core/format';
import type { DescribedParam } from '@iklab/core/scenario/methods';
import type { Study } from '@iklab/study/document';
import type { Page } from '../../page.ts';
import { listNumericMethodParams } from '../study/numericMethodParams.ts';
import { sweptParamKeys } from './sweepChoice.ts';

function paramOf(page: Page, study: Study, axis: number): DescribedParam | null {
  const [panel] = study.scenario.methods;
  const key = sweptParamKeys(study)[axis] ?? '';
  return (
    (panel && listNumericMethodParams(page, panel).find((knob) => knob.key === key)?.param) ?? null
  );
}

export const sweptParamName = (page: Page, study: Study, axis: number): string =>
  paramOf(page, study, axis)?.label ?? sweptParamKeys(study)[axis] ?? '';

export const sweptValueText = (page: Page, study: Study, axis: number, value: number): string =>
  unitNotation(paramOf(page, study, axis)?.unit ?? '', {
    scene: study.scenario.unit,
  }).textWithUnit(roundSweptValue(value));

/** Rounds to three significant digits, as shown in texts. Whole numbers stay exact. */
export const roundSweptValue = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(3));

/** Returns null if the scene no longer has the method. */
export function getSweptSceneValues(page: Page, study: Study): readonly number[] | null {
  const { methods } = page.doc.editor.scenario.value;
  const panel = methods[sweptIndex(page, study)];
  const values = sweptParamKeys(study).map((key) => panel?.params[key]);
  return values.every((value) => typeof value === 'number') ? values : null;
}

const sweptIndex = (page: Page, study: Study): number =>
  page.doc.editor.scenario.value.methods.findIndex(
    ({ slot }) => slot === study.scenario.methods[0]?.slot,
  );

/** Applies the values as one undo step, and opens the scene in Compare. */
export async function applySweepValues(
  page: Page,
  study: Study,
  values: readonly number[],
): Promise<void> {
  const { editor, address } = page.doc;
  const index = sweptIndex(page, study);
  if (index < 0) return;
  const label = editor.scenario.value.methods[index]?.label ?? '';
  page.doc.edit(`Apply sweep value to ${label}`, (draft) => {
    for (const [i, key] of sweptParamKeys(study).entries())
      setMethodParam(index, key, values[i] ?? 0)(draft);
  });
  editor.closeStep();
  await address.writeNow();
  page.scope.services.address.follow(address.fragment);
}
