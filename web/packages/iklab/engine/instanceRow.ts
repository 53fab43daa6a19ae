/** Writes a panel as the row of numbers in wasm/src/iklab/lab/panel_row.hpp. */
import type { Catalogue, MethodRow } from '../scenario/catalogue.ts';
import { panelRow } from '../scenario/formula.ts';
import type { MethodPanel, ParamValue, Vec3 } from '../scenario/types.ts';
import {
  BY_STAGE,
  CLAMP_MODES,
  CLAMP_RULES,
  NUMBERS_AT,
  PANEL,
  type PanelField,
  SECONDARY_KINDS,
} from './protocol.ts';
import type { Registry } from './registry.ts';

const unlimited = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

/** The methods with which the owner of a row was created. */
export type Methods = Pick<Registry, 'catalogue' | 'placeOf'>;

/** Writes the numbers of a panel to its row in the module's memory. */
export function writeInstance(panel: MethodPanel, methods: Methods, row: Float64Array): void {
  const { catalogue } = methods;
  const index = methods.placeOf(panel);
  const method = index < 0 ? null : panelRow(catalogue, panel);
  if (method === null) throw new Error(`no method '${panel.id}'`);
  row.set(paramNumbers(method, panel.params, catalogue), NUMBERS_AT);
  const { targetClamp: clamp, maxStep, secondary } = panel;
  const ball = secondary?.kind === 'clearance' ? secondary : { centre: [0, 0, 0], radius: 0 };
  const [centreX, centreY, centreZ] = ball.centre as Vec3;
  const numbers: Readonly<Record<PanelField, number>> = {
    method: index,
    clampMode: CLAMP_MODES.indexOf(clamp.mode),
    clampDistance: clamp.distance,
    clampAngle: clamp.angle,
    clampRule: CLAMP_RULES.indexOf(clamp.rule),
    maxStep: maxStep === 'stage' ? BY_STAGE : unlimited(maxStep),
    maxSlide: unlimited(panel.maxSlide),
    gain: panel.gain,
    secondaryKind: SECONDARY_KINDS.indexOf(secondary?.kind ?? 'none'),
    secondaryGain: secondary?.gain ?? 0,
    centreX,
    centreY,
    centreZ,
    radius: ball.radius,
  };
  for (const [name, place] of Object.entries(PANEL)) row[place] = numbers[name as PanelField];
}

/** A method's own parameters, followed by those of each stage that it names. */
function paramNumbers(
  method: MethodRow,
  params: Readonly<Record<string, ParamValue>>,
  { methods }: Catalogue,
): number[] {
  const own: number[] = [];
  const ofStages: number[] = [];
  for (const { key, scale, options } of method.params) {
    const value = params[key];
    if (scale !== 'method') {
      own.push(asNumber(value, options));
      continue;
    }
    const place = methods.findIndex(({ id }) => id === value);
    own.push(place);
    for (const inner of methods[place]?.params ?? [])
      ofStages.push(asNumber(params[`${key}.${inner.key}`], inner.options));
  }
  return [...own, ...ofStages];
}

function asNumber(value: ParamValue | undefined, options: readonly string[]): number {
  if (typeof value === 'string') return options.indexOf(value);
  return Number(value);
}
