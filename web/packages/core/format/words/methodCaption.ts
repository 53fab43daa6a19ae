import type { DescribedMethod, DescribedParam } from '../../scenario/methods/catalogue.ts';
import { isHeldFormula, isSameMethod } from '../../scenario/methods/formula.ts';
import { initialParamValue, paramConditionHolds } from '../../scenario/methods/methodParams.ts';
import type { LengthUnit, MethodPanel, ParamValue } from '../../scenario/types.ts';
import { degreesText, lengthUnitName, numberText } from '../figures.ts';
import { unitNotation } from '../quantity.ts';

type Row = Pick<DescribedMethod, 'params'>;
type Params = MethodPanel['params'];

const FORMULA_ERROR = 'stopped: the formula has an error';

interface Part {
  readonly text: string;
  readonly shared: number;
}

/**
 * Returns the caption of a panel: the constants of the method. Constants that differ from other
 * panels of the method come first.
 */
export function methodCaption(
  panel: MethodPanel,
  row: Row | null,
  scene: LengthUnit = 'm',
  panels: readonly MethodPanel[] = [],
): string {
  if (isHeldFormula(panel)) return FORMULA_ERROR;
  const otherPanels = panels.filter(
    (other) => isSameMethod(other, panel) && other.slot !== panel.slot,
  );
  const params = row?.params ?? [];
  const captioned = params.some((param) => shortCaption(param, panel.params) !== null);
  const parts = params.flatMap((param): Part[] => {
    const text = paramCaption(panel.params, param, otherPanels, captioned, scene);
    return text === null ? [] : [{ text, shared: countSharing(panel.params, param, otherPanels) }];
  });
  return [...parts, ...clampCaption(panel, otherPanels, scene)]
    .sort((a, b) => a.shared - b.shared)
    .map(({ text }) => text)
    .join(', ');
}

function paramCaption(
  params: Params,
  param: DescribedParam,
  otherPanels: readonly MethodPanel[],
  captioned: boolean,
  scene: LengthUnit,
): string | null {
  const short = shortCaption(param, params);
  if (short !== null) return short;
  if (!paramConditionHolds(param.when, params)) return null;
  const value = params[param.key];
  if (value === undefined) return null;
  const apart = differs(params, param, otherPanels);
  const changed = value !== initialParamValue(param);
  return (captioned ? apart && changed : changed) || (apart && typeof value === 'number')
    ? labelledValue(param, value, scene)
    : null;
}

const panelsUsing = (
  { when }: DescribedParam,
  otherPanels: readonly MethodPanel[],
): MethodPanel[] => otherPanels.filter(({ params }) => paramConditionHolds(when, params));

const countSharing = (
  params: Params,
  param: DescribedParam,
  otherPanels: readonly MethodPanel[],
): number =>
  panelsUsing(param, otherPanels).filter((other) => other.params[param.key] === params[param.key])
    .length;

const differs = (
  params: Params,
  param: DescribedParam,
  otherPanels: readonly MethodPanel[],
): boolean => countSharing(params, param, otherPanels) < panelsUsing(param, otherPanels).length;

function clampCaption(
  { targetClamp: { mode, distance } }: MethodPanel,
  otherPanels: readonly MethodPanel[],
  scene: LengthUnit,
): Part[] {
  if (mode === 'off') return [];
  const shared = otherPanels.filter(
    ({ targetClamp: its }) => its.mode !== 'off' && its.distance === distance,
  ).length;
  return [{ text: `clamped ${numberText(distance)} ${lengthUnitName(scene)}`, shared }];
}

function shortCaption(param: DescribedParam, params: Params): string | null {
  const value = params[param.key];
  if (typeof value !== 'number' || !paramConditionHolds(param.when, params)) return null;
  const match = param.caption.find(({ when }) => paramConditionHolds(when, params));
  return (
    match?.text.replace('{}', param.unit === 'rad' ? degreesText(value) : numberText(value)) ?? null
  );
}

function labelledValue(
  { label, unit }: DescribedParam,
  value: ParamValue,
  scene: LengthUnit,
): string {
  if (typeof value === 'number')
    return `${label} ${unitNotation(unit, { scene }).textWithUnit(value)}`;
  return typeof value === 'boolean' ? `${label} ${value ? 'on' : 'off'}` : `${label}: ${value}`;
}
