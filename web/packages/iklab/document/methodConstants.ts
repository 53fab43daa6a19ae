/** The constants of a method as they stand beside its results: “lambda 0.052 m (fitted), maxStep 0.785 rad”. */
import type { Catalogue } from '../scenario/catalogue.ts';
import { panelRow } from '../scenario/formula.ts';
import { conditionHolds, initialValue, keyedParams } from '../scenario/params.ts';
import type { MethodPanel, ParamValue, Scenario } from '../scenario/types.ts';
import { fittedParams } from './fittedLengths.ts';

/**
 * Lengths that count, with where they come from: fitted to the mechanism, or published (the table's); and what
 * else differs from the table. By the keys of the document; '' where there is nothing to say.
 */
export function constantsText(
  panel: MethodPanel,
  scenario: Scenario,
  catalogue: Catalogue,
): string {
  const { id, params, targetClamp, maxStep, maxSlide, gain } = panel;
  const row = panelRow(catalogue, panel);
  if (!row) return '';
  const fits = fittedParams(scenario, id, params, catalogue);
  const keyed = keyedParams(row, ({ key }) => params[key], catalogue);
  const numbers = keyed.flatMap(({ key, param }) => {
    const stage = key.slice(0, key.length - param.key.length);
    if (!conditionHolds(param.when, params, stage)) return [];
    const value = params[key];
    const unit = param.unit === '' ? '' : ` ${param.unit}`;
    const initial = initialValue(param);
    const isFitted = fits[key] === value && value !== initial;
    const isLength = fits[key] !== undefined && !isFitted && value === initial;
    if (isFitted) return [`${key} ${short(value)}${unit} (fitted)`];
    if (isLength) return [`${key} ${short(value)}${unit} (published)`];
    return value === initial ? [] : [`${key} ${short(value)}${unit}`];
  });
  const { mode, distance, angle } = targetClamp;
  return [
    ...numbers,
    ...(maxStep === row.maxStep
      ? []
      : [`maxStep ${maxStep === null ? 'none' : `${short(maxStep)} rad`}`]),
    ...(maxSlide === null ? [] : [`maxSlide ${short(maxSlide)} m`]),
    ...(gain === 1 ? [] : [`gain ${short(gain)}`]),
    ...(mode === 'off' ? [] : [`targetClamp ${mode} ${short(distance)} m ${short(angle)} rad`]),
  ].join(', ');
}

const short = (value: ParamValue | undefined): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : String(value);
