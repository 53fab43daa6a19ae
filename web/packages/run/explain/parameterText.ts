import { angleText, formatLength, numberText, unitNotation } from '@iklab/core/format';
import type { LengthUnit, MethodPanel, Scenario } from '@iklab/core/scenario';
import type { DescribedCatalogue } from '@iklab/core/scenario/methods';
import { keyedParams, panelMethodRow } from '@iklab/core/scenario/methods';

const SETTINGS: Record<string, (value: number, unit: LengthUnit) => string> = {
  gain: (value) => `error gain g = ${numberText(value)}`,
  maxStep: (value) => `a step limit of ${angleText(value)}`,
  'clamp.distance': (value, unit) => `a target clamp of ${formatLength(value, unit)}`,
};

/** Formats a changed parameter or setting, such as "a step limit of 5.7 degrees". */
export function parameterText(
  catalogue: DescribedCatalogue,
  { unit }: Pick<Scenario, 'unit'>,
  method: MethodPanel,
  key: string,
  value: unknown,
): string {
  const row = panelMethodRow(catalogue, method);
  const keyed = row ? keyedParams(row, (param) => method.params[param.key], catalogue) : [];
  const param = keyed.find((each) => each.key === key)?.param;
  if (typeof value === 'number' && SETTINGS[key]) return SETTINGS[key](value, unit);
  if (!param || typeof value !== 'number') return `${key} = ${value}`;
  const label = param.label
    .replaceAll('_', '')
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return `${label} = ${unitNotation(param.unit, { scene: unit }).textWithUnit(value)}`;
}
