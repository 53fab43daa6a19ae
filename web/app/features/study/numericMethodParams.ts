import { withCardTexts } from '@iklab/core/engine';
import type { MethodPanel } from '@iklab/core/scenario';
import {
  type DescribedParam,
  type KeyedParam,
  keyedParams,
  panelMethodRow,
  paramConditionHolds,
} from '@iklab/core/scenario/methods';
import type { Page } from '../../page.ts';

export type NumericMethodParam = KeyedParam<DescribedParam>;

/** Returns the numeric parameters of a panel's method that currently have an effect. */
export function listNumericMethodParams(
  page: Page,
  panel: MethodPanel,
): readonly NumericMethodParam[] {
  const catalogue = withCardTexts(page.doc.catalogue);
  const row = panelMethodRow(catalogue, panel);
  if (!row) return [];
  return keyedParams(row, ({ key }) => panel.params[key], catalogue).filter(
    ({ key, param }) =>
      typeof panel.params[key] === 'number' &&
      paramConditionHolds(param.when, panel.params, key.slice(0, key.length - param.key.length)),
  );
}

/** Method with numeric parameters (`knobs`), and all such methods of the scene (`able`). */
export interface SweepableMethodChoice {
  readonly able: readonly MethodPanel[];
  readonly panel: MethodPanel;
  readonly knobs: readonly NumericMethodParam[];
}

/**
 * Chooses a method with numeric parameters: the method in a slot, else the first with a damping λ,
 * else the first. Null if there is none.
 */
export function chooseSweepableMethod(
  page: Page,
  slot: number | undefined,
): SweepableMethodChoice | null {
  const { methods } = page.doc.editor.scenario.value;
  const able = methods.filter((each) => listNumericMethodParams(page, each).length > 0);
  const panel =
    able.find((each) => each.slot === slot) ??
    able.find((each) => listNumericMethodParams(page, each).some(({ key }) => key === 'lambda')) ??
    able[0];
  return panel ? { able, panel, knobs: listNumericMethodParams(page, panel) } : null;
}
