import type { DescribedMethod } from '../scenario/catalogue.ts';
import type { LengthUnit, MethodPanel, ParamValue } from '../scenario/types.ts';
import { degrees, number, unitName } from './figures.ts';
import { quantity } from './quantity.ts';

type Params = Readonly<Record<string, ParamValue>>;

/** Constants that say what a method does, in the words of the papers; `_` opens a subscript. */
const SAID: Readonly<Record<string, (value: number, params: Params) => string | null>> = {
  alpha: (value) => (value === 0 ? 'α chosen each update' : `α ${number(value)}`),
  cutoff: (value, { cutoffIs }) =>
    `drops σ < ${number(value)}${cutoffIs === 'relative' ? ' σ_1' : ''}`,
  lambda: (value, { damping }) =>
    damping === undefined || damping === 'constant' ? `λ ${number(value)}` : null,
  lambdaMax: (value, { damping }) =>
    damping === undefined || damping === 'constant' ? null : `λ_max ${number(value)}`,
  gammaMax: (value) => `γ_max ${degrees(value)}`,
};

/** The one line that matters beside a method's name: its constants, made from its parameters. */
export function note(
  panel: MethodPanel,
  row: Pick<DescribedMethod, 'params'> | null,
  scene: LengthUnit = 'm',
): string {
  const said = Object.entries(panel.params).flatMap(([key, value]) => {
    const text = typeof value === 'number' ? SAID[key]?.(value, panel.params) : null;
    return text ? [text] : [];
  });
  const { mode, distance } = panel.targetClamp;
  const clamp = mode === 'off' ? [] : [`clamped ${number(distance)} ${unitName(scene)}`];
  const changed = said.length > 0 ? [] : changes(panel, row, scene);
  return [...said, ...changed, ...clamp].slice(0, 3).join(', ');
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
