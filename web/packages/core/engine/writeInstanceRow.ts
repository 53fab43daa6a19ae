import type { Catalogue, MethodRow } from '../scenario/methods/catalogue.ts';
import { panelMethodRow } from '../scenario/methods/formula.ts';
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

const toLimit = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

/** Methods of the registry with which the lab, batch or solver of a row was created. */
export type MethodLookup = Pick<Registry, 'catalogue' | 'indexOf'>;

export function writeInstanceRow(
  panel: MethodPanel,
  methods: MethodLookup,
  row: Float64Array,
): void {
  const { catalogue } = methods;
  const index = methods.indexOf(panel);
  const method = index < 0 ? null : panelMethodRow(catalogue, panel);
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
    maxStep: maxStep === 'stage' ? BY_STAGE : toLimit(maxStep),
    maxSlide: toLimit(panel.maxSlide),
    gain: panel.gain,
    secondaryKind: SECONDARY_KINDS.indexOf(secondary?.kind ?? 'none'),
    secondaryGain: secondary?.gain ?? 0,
    centreX,
    centreY,
    centreZ,
    radius: ball.radius,
  };
  for (const [name, column] of Object.entries(PANEL)) row[column] = numbers[name as PanelField];
}

function paramNumbers(
  method: MethodRow,
  params: Readonly<Record<string, ParamValue>>,
  { methods }: Catalogue,
): number[] {
  const methodNumbers: number[] = [];
  const ofStages: number[] = [];
  for (const { key, scale, options } of method.params) {
    const value = params[key];
    if (scale !== 'method') {
      methodNumbers.push(toNumber(value, options));
      continue;
    }
    const stageIndex = methods.findIndex(({ id }) => id === value);
    methodNumbers.push(stageIndex);
    for (const inner of methods[stageIndex]?.params ?? [])
      ofStages.push(toNumber(params[`${key}.${inner.key}`], inner.options));
  }
  return [...methodNumbers, ...ofStages];
}

function toNumber(value: ParamValue | undefined, options: readonly string[]): number {
  if (typeof value === 'string') return options.indexOf(value);
  return Number(value);
}
