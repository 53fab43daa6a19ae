import { withTexts } from '@iklab/core/engine';
import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import {
  conditionHolds,
  type DescribedParam,
  type KeyedParam,
  keyedParams,
  panelRow,
} from '@iklab/core/scenario/methods';
import type { Page } from '../../page.ts';

export type Knob = KeyedParam<DescribedParam>;

/** Numeric parameters of a method that currently have an effect. */
export function knobsOf(page: Page, panel: MethodPanel): readonly Knob[] {
  const catalogue = withTexts(page.doc.catalogue);
  const row = panelRow(catalogue, panel);
  if (!row) return [];
  return keyedParams(row, ({ key }) => panel.params[key], catalogue).filter(
    ({ key, param }) =>
      typeof panel.params[key] === 'number' &&
      conditionHolds(param.when, panel.params, key.slice(0, key.length - param.key.length)),
  );
}

export const methodsWithKnobs = (page: Page, { methods }: Scenario): readonly number[] =>
  [...methods.keys()].filter((i) => knobsOf(page, methods[i] as MethodPanel).length > 0);

/** Prefers a method with damping λ, whose effect is large. */
export const defaultMethodIndex = (page: Page, { methods }: Scenario, able: readonly number[]) =>
  able.find((i) => knobsOf(page, methods[i] as MethodPanel).some(({ key }) => key === 'lambda')) ??
  able[0];
