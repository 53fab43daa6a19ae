/** What can be turned of the methods of a scene. */
import { withTexts } from 'iklab/engine';
import {
  conditionHolds,
  type DescribedParam,
  type KeyedParam,
  keyedParams,
  type MethodPanel,
  panelRow,
  type Scenario,
} from 'iklab/scenario';
import type { Page } from '../../page.ts';

export type Knob = KeyedParam<DescribedParam>;

/** Parameters of a method that are numbers, as far as they do something. */
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

/** Methods of the scene that have such. */
export const turnable = (page: Page, { methods }: Scenario): readonly number[] =>
  [...methods.keys()].filter((i) => knobsOf(page, methods[i] as MethodPanel).length > 0);

/** The one to begin with: what has a damping λ shows most. */
export const firstTurned = (page: Page, { methods }: Scenario, able: readonly number[]) =>
  able.find((i) => knobsOf(page, methods[i] as MethodPanel).some(({ key }) => key === 'lambda')) ??
  able[0];
