/** A panel of a scenario as the row of numbers that the module reads (wasm/src/iklab/ik/settings.hpp). */
import type { Catalogue, MethodRow } from '../scenario/catalogue.ts';
import type { MethodPanel, ParamValue, Vec3 } from '../scenario/types.ts';
import {
  BY_STAGE,
  CLAMP_MODES,
  CLAMP_RULES,
  PANEL,
  PANEL_FIELDS_AT,
  type PanelField,
  SECONDARY_KINDS,
  STAGE_STRIDE,
} from './protocol.ts';

const unlimited = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

export function writeInstance(panel: MethodPanel, catalogue: Catalogue, row: Float64Array): void {
  const index = catalogue.methods.findIndex((method) => method.id === panel.id);
  const method = catalogue.methods[index];
  if (method === undefined) throw new Error(`no method '${panel.id}'`);
  writeParams(method, panel.params, catalogue, row);
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
  for (const [name, place] of Object.entries(PANEL))
    row[PANEL_FIELDS_AT + place] = numbers[name as PanelField];
}

/** A method's own parameters, then those of each stage it names. */
function writeParams(
  method: MethodRow,
  params: Readonly<Record<string, ParamValue>>,
  catalogue: Catalogue,
  row: Float64Array,
): void {
  let stages = 0;
  method.params.forEach((param, index) => {
    const value = params[param.key];
    if (param.scale !== 'method') {
      row[index] = asNumber(value, param.options);
      return;
    }
    const stage = catalogue.methods.findIndex((candidate) => candidate.id === value);
    row[index] = stage;
    stages += 1;
    const start = STAGE_STRIDE * stages;
    catalogue.methods[stage]?.params.forEach((inner, at) => {
      row[start + at] = asNumber(params[`${param.key}.${inner.key}`], inner.options);
    });
  });
}

function asNumber(value: ParamValue | undefined, options: readonly string[]): number {
  if (typeof value === 'string') return options.indexOf(value);
  return Number(value);
}
