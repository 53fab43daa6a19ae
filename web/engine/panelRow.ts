/** A panel of a scenario as the row of numbers that the module reads (wasm/ik/settings.hpp). */
import type { Catalogue, MethodRow } from '../scenario/catalogue.ts';
import type { MethodPanel, ParamValue } from '../scenario/types.ts';
import type { Glue } from './glue.ts';

const CLAMP_MODES = ['off', 'fixed', 'adaptive'];
const CLAMP_RULES = ['paper', 'published', 'repaired'];
const SECONDARY = ['none', 'rest', 'limit-middle', 'manipulability', 'clearance'];
const BY_STAGE = -1;

const unlimited = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

export function writePanel(
  panel: MethodPanel,
  catalogue: Catalogue,
  glue: Glue,
  row: Float64Array,
): void {
  const index = catalogue.methods.findIndex((method) => method.id === panel.id);
  const method = catalogue.methods[index];
  if (method === undefined) throw new Error(`no method '${panel.id}'`);
  writeParams(method, panel.params, catalogue, glue.stageStride, row);
  const { targetClamp: clamp, maxStep, secondary } = panel;
  const ball = secondary?.kind === 'clearance' ? secondary : { centre: [0, 0, 0], radius: 0 };
  row.set(
    [
      index,
      CLAMP_MODES.indexOf(clamp.mode),
      clamp.distance,
      clamp.angle,
      CLAMP_RULES.indexOf(clamp.rule),
      maxStep === 'stage' ? BY_STAGE : unlimited(maxStep),
      unlimited(panel.maxSlide),
      panel.gain,
      SECONDARY.indexOf(secondary?.kind ?? 'none'),
      secondary?.gain ?? 0,
      ...ball.centre,
      ball.radius,
    ],
    glue.panelSettings,
  );
}

/** A method's own parameters, then those of each stage it names, `stride` numbers further on. */
function writeParams(
  method: MethodRow,
  params: Readonly<Record<string, ParamValue>>,
  catalogue: Catalogue,
  stride: number,
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
    const start = stride * stages;
    catalogue.methods[stage]?.params.forEach((inner, at) => {
      row[start + at] = asNumber(params[`${param.key}.${inner.key}`], inner.options);
    });
  });
}

function asNumber(value: ParamValue | undefined, options: readonly string[]): number {
  if (typeof value === 'string') return options.indexOf(value);
  return Number(value);
}
