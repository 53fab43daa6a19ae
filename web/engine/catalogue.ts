/** The method table, read from the module. */
import {
  type Catalogue,
  GROUPS,
  type MethodRow,
  type Param,
  type ParamScale,
  type Reference,
} from '../scenario/catalogue.ts';
import { build } from './build/version.js';
import type { Glue, ParamInfo, ReferenceInfo } from './glue.ts';

const SCALES: readonly ParamScale[] = [
  'linear',
  'log',
  'integer',
  'toggle',
  'choice',
  'method',
  'even',
];
const TRAITS = [
  'spectral',
  'stage',
  'unclamped',
  'handles-limits',
  'reach',
  'per-joint',
  'per-target',
] as const;
const KINDS = ['article', 'inproceedings', 'techreport', 'misc'] as const;
const BY_STAGE = -1;

const count = <T>(length: number, each: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => each(index));

const reference = ({ kind, year, ...rest }: ReferenceInfo): Reference => ({
  ...rest,
  kind: KINDS[kind] ?? 'misc',
  year: year === 0 ? null : year,
});

export function readCatalogue(glue: Glue): Catalogue {
  const infos = count(glue.methodCount(), (m) => glue.methodInfo(m));
  const traitsOf = (bits: number) => TRAITS.filter((_, bit) => bits & (1 << bit));
  const ids = infos.map((info) => info.id);
  const stages = ids.filter((_, m) => traitsOf(infos[m]?.traits ?? 0).includes('stage'));

  const readParam = (method: number, index: number): Param => {
    const info: ParamInfo = glue.paramInfo(method, index);
    const { key, label, unit, min, max, initial, help } = info;
    const when = conditionOf(info.when);
    const scale = SCALES[info.scale] ?? 'linear';
    if (scale === 'method') {
      const named = { options: stages, sources: [], initial: stages.indexOf(ids[initial] ?? '') };
      return { key, label, unit, min: 0, max: stages.length - 1, scale, help, when, ...named };
    }
    const options = count(info.options, (option) => glue.optionName(method, index, option));
    const sources = count(info.sources, (i) => reference(glue.sourceInfo(method, index, i)));
    return { key, label, unit, min, max, initial, scale, options, sources, help, when };
  };

  const methods = infos.map((info, m): MethodRow => {
    const { id, name, fullName, summary, maxStep } = info;
    const { parent, change, idea, equation, cost, good, bad } = info;
    return {
      id,
      name,
      fullName,
      group: GROUPS[info.group] ?? 'spectral',
      summary,
      parent,
      change,
      idea,
      equation,
      cost,
      good,
      bad,
      failures: count(info.failures, (index) => glue.failureInfo(m, index)),
      strengths: count(info.strengths, (index) => glue.strengthInfo(m, index)),
      references: count(info.references, (index) => reference(glue.referenceInfo(m, index))),
      params: count(info.params, (index) => readParam(m, index)),
      maxStep: maxStep === BY_STAGE ? 'stage' : Number.isFinite(maxStep) ? maxStep : null,
      traits: traitsOf(info.traits),
    };
  });
  return { methods, build };
}

function conditionOf(text: string): Param['when'] {
  const [key = '', options = ''] = text.split(': ');
  return text === '' ? null : { key, options: options.split(' ') };
}
