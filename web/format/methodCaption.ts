import type { DescribedMethod, DescribedParam } from '../scenario/catalogue.ts';
import { holds } from '../scenario/params.ts';
import type { LengthUnit, MethodPanel } from '../scenario/types.ts';
import { degrees, number, unitName } from './figures.ts';
import { quantity } from './quantity.ts';

/** The one line that matters beside a method's name: its constants, made from its parameters. */
export function methodCaption(
  panel: MethodPanel,
  row: Pick<DescribedMethod, 'params'> | null,
  scene: LengthUnit = 'm',
): string {
  const said = (row?.params ?? []).flatMap((param) => caption(param, panel.params) ?? []);
  const { mode, distance } = panel.targetClamp;
  const clamp = mode === 'off' ? [] : [`clamped ${number(distance)} ${unitName(scene)}`];
  const changed = said.length > 0 ? [] : changes(panel, row, scene);
  return [...said, ...changed, ...clamp].slice(0, 3).join(', ');
}

/** In the words of the papers; `_` opens a subscript. */
function caption(param: DescribedParam, params: MethodPanel['params']): string | null {
  const value = params[param.key];
  if (typeof value !== 'number' || !holds(param.when, params)) return null;
  const said = param.caption.find(({ when }) => holds(when, params));
  return said?.text.replace('{}', param.unit === 'rad' ? degrees(value) : number(value)) ?? null;
}

/** Of a method with none of those: what was changed, by the labels of its table. */
function changes(
  panel: MethodPanel,
  row: Pick<DescribedMethod, 'params'> | null,
  scene: LengthUnit,
): string[] {
  return (row?.params ?? []).flatMap(({ key, label, unit, initial, scale, options }) => {
    const value = panel.params[key];
    const usual =
      scale === 'toggle' ? initial === 1 : options.length > 0 ? options[initial] : initial;
    if (value === undefined || value === usual) return [];
    if (typeof value === 'number') return [`${label} ${quantity(unit, { scene }).say(value)}`];
    return [typeof value === 'boolean' ? `${label} ${value ? 'on' : 'off'}` : `${label}: ${value}`];
  });
}
