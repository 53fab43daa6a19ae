import { paramSymbol } from '../../format/paramSymbol.ts';
import { unitNotation } from '../../format/quantity.ts';
import type { Catalogue } from '../../scenario/methods/catalogue.ts';
import { panelMethodRow } from '../../scenario/methods/formula.ts';
import {
  initialParamValue,
  keyedParams,
  paramConditionHolds,
} from '../../scenario/methods/methodParams.ts';
import type { MethodPanel, ParamValue, Scenario } from '../../scenario/types.ts';
import { fittedMethodLengths } from './fittedLengths.ts';

export interface MethodConstant {
  readonly key: string;
  /** Text of the constant with its key in the document, such as `lambda 0.052 m (fitted)`. */
  readonly text: string;
  /**
   * Text of the constant with the parameter's symbol instead of its key, in the units of the page.
   */
  readonly displayText: string;
}

/**
 * Returns the constants of a panel to display: lengths that have an effect, and all values that are
 * not defaults. Lengths are marked as fitted or published. `varied`: keys to leave out, such as
 * `params.lambda`.
 */
export function methodConstants(
  panel: MethodPanel,
  scenario: Scenario,
  catalogue: Catalogue,
  varied: readonly string[] = [],
): MethodConstant[] {
  const { id, params, targetClamp, maxStep, maxSlide, gain } = panel;
  const row = panelMethodRow(catalogue, panel);
  if (!row) return [];
  const shownIn = (value: ParamValue | undefined, unit: string): string =>
    typeof value === 'number'
      ? unitNotation(unit, { scene: scenario.unit }).textWithUnit(value)
      : String(value);
  const made = (key: string, name: string, value: ParamValue | null, unit: string, from = '') => ({
    key,
    text: `${key.replace(/^params\./, '')} ${value === null ? 'none' : withUnit(value, unit)}${from}`,
    displayText: `${name}${value === null ? 'none' : shownIn(value, unit)}${from}`,
  });
  const fitted = fittedMethodLengths(scenario, id, params, catalogue);
  const keyed = keyedParams(row, ({ key }) => params[key], catalogue);
  const numbers = keyed.flatMap(({ key, param }) => {
    const stage = key.slice(0, key.length - param.key.length);
    const value = params[key];
    if (value === undefined || !paramConditionHolds(param.when, params, stage)) return [];
    const initial = initialParamValue(param);
    const isFitted = fitted[key] === value && value !== initial;
    const isLength = fitted[key] !== undefined && !isFitted && value === initial;
    if (value === initial && !isLength) return [];
    const from = isFitted ? ' (fitted)' : isLength ? ' (published)' : '';
    const symbol = paramSymbol(param.label ?? key);
    const name = symbol ? `${symbol} = ` : `${param.label ?? key} `;
    return [made(`params.${key}`, name, value, param.unit, from)];
  });
  const { mode, distance, angle } = targetClamp;
  const clamp = [withUnit(distance, 'm'), withUnit(angle, 'rad')].join(' ');
  const clampShown = [shownIn(distance, 'm'), shownIn(angle, 'rad')].join(', ');
  const all = [
    ...numbers,
    ...(maxStep === row.maxStep
      ? []
      : [
          made(
            'maxStep',
            maxStep === null ? 'joint step limit: ' : 'joint step at most ',
            maxStep,
            'rad',
          ),
        ]),
    ...(maxSlide === null ? [] : [made('maxSlide', 'slide at most ', maxSlide, 'm')]),
    ...(gain === 1 ? [] : [made('gain', 'gain ', gain, '')]),
    ...(mode === 'off'
      ? []
      : [
          {
            key: 'targetClamp',
            text: `targetClamp ${mode} ${clamp}`,
            displayText: `target clamp ${clampShown}`,
          },
        ]),
  ];
  return all.filter(
    ({ key }) => !varied.some((each) => each === key || each.startsWith(`${key}.`)),
  );
}

export const methodConstantsText = (
  panel: MethodPanel,
  scenario: Scenario,
  catalogue: Catalogue,
): string =>
  methodConstants(panel, scenario, catalogue)
    .map(({ text }) => text)
    .join(', ');

const withUnit = (value: ParamValue, unit: string): string =>
  `${typeof value === 'number' ? Number(value.toPrecision(6)) : value}${unit === '' ? '' : ` ${unit}`}`;
