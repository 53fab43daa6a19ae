import { quantity } from '../format/quantity.ts';
import type { DescribedCatalogue } from '../scenario/catalogue.ts';
import { panelRow } from '../scenario/formula.ts';
import { keyedParams } from '../scenario/params.ts';
import type { MethodPanel, Scenario } from '../scenario/types.ts';

/** A parameter with a value: “damping λ = 0.07 m”. */
export function parameterText(
  catalogue: DescribedCatalogue,
  { unit }: Pick<Scenario, 'unit'>,
  method: MethodPanel,
  key: string,
  value: unknown,
): string {
  const row = panelRow(catalogue, method);
  const keyed = row ? keyedParams(row, (param) => method.params[param.key], catalogue) : [];
  const param = keyed.find((each) => each.key === key)?.param;
  if (!param || typeof value !== 'number') return `${key} = ${value}`;
  const label = param.label
    .replaceAll('_', '')
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return `${label} = ${quantity(param.unit, { scene: unit }).textWithUnit(value)}`;
}
