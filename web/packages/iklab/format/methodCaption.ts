import type { DescribedMethod, DescribedParam } from '../scenario/catalogue.ts';
import { isHeld, sameMethod } from '../scenario/formula.ts';
import { conditionHolds, initialValue } from '../scenario/params.ts';
import type { LengthUnit, MethodPanel, ParamValue } from '../scenario/types.ts';
import { degreesText, numberText, unitName } from './figures.ts';
import { quantity } from './quantity.ts';

type Row = Pick<DescribedMethod, 'params'>;
type Params = MethodPanel['params'];

const HELD = 'stopped: the formula has an error';

/** A constant or choice, and how many other panels of the method share it. */
interface Part {
  readonly text: string;
  readonly shared: number;
}

/** A method's constants; those that differ from panels of the same method come first. */
export function methodCaption(
  panel: MethodPanel,
  row: Row | null,
  scene: LengthUnit = 'm',
  panels: readonly MethodPanel[] = [],
): string {
  if (isHeld(panel)) return HELD;
  const others = panels.filter((other) => sameMethod(other, panel) && other.slot !== panel.slot);
  const params = row?.params ?? [];
  const captioned = params.some((param) => caption(param, panel.params) !== null);
  const parts = params.flatMap((param): Part[] => {
    const text = said(panel.params, param, others, captioned, scene);
    return text === null ? [] : [{ text, shared: sharing(panel.params, param, others) }];
  });
  return [...parts, ...clamp(panel, others, scene)]
    .sort((a, b) => a.shared - b.shared)
    .map(({ text }) => text)
    .join(', ');
}

/** In a method with captions, other parameters appear only if they differ. */
function said(
  params: Params,
  param: DescribedParam,
  others: readonly MethodPanel[],
  captioned: boolean,
  scene: LengthUnit,
): string | null {
  const short = caption(param, params);
  if (short !== null) return short;
  if (!conditionHolds(param.when, params)) return null;
  const value = params[param.key];
  if (value === undefined) return null;
  const apart = differs(params, param, others);
  const changed = value !== initialValue(param);
  return (captioned ? apart && changed : changed) || (apart && typeof value === 'number')
    ? labelled(param, value, scene)
    : null;
}

/** The panels in which the parameter has an effect. */
const having = ({ when }: DescribedParam, others: readonly MethodPanel[]): MethodPanel[] =>
  others.filter(({ params }) => conditionHolds(when, params));

const sharing = (params: Params, param: DescribedParam, others: readonly MethodPanel[]): number =>
  having(param, others).filter((other) => other.params[param.key] === params[param.key]).length;

const differs = (params: Params, param: DescribedParam, others: readonly MethodPanel[]): boolean =>
  sharing(params, param, others) < having(param, others).length;

function clamp(
  { targetClamp: { mode, distance } }: MethodPanel,
  others: readonly MethodPanel[],
  scene: LengthUnit,
): Part[] {
  if (mode === 'off') return [];
  const shared = others.filter(
    ({ targetClamp: its }) => its.mode !== 'off' && its.distance === distance,
  ).length;
  return [{ text: `clamped ${numberText(distance)} ${unitName(scene)}`, shared }];
}

/** In the notation of the papers; `_` starts a subscript. */
function caption(param: DescribedParam, params: Params): string | null {
  const value = params[param.key];
  if (typeof value !== 'number' || !conditionHolds(param.when, params)) return null;
  const said = param.caption.find(({ when }) => conditionHolds(when, params));
  return (
    said?.text.replace('{}', param.unit === 'rad' ? degreesText(value) : numberText(value)) ?? null
  );
}

function labelled({ label, unit }: DescribedParam, value: ParamValue, scene: LengthUnit): string {
  if (typeof value === 'number') return `${label} ${quantity(unit, { scene }).textWithUnit(value)}`;
  return typeof value === 'boolean' ? `${label} ${value ? 'on' : 'off'}` : `${label}: ${value}`;
}
