/** The method table, read from the module. */
import type { Catalogue, MethodRow, Param } from '../scenario/catalogue.ts';
import { build } from './build/version.js';
import type { Glue, ParamInfo } from './glue.ts';
import { BY_STAGE, GROUPS, SCALES, TRAITS } from './protocol.ts';

const count = <T>(length: number, each: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => each(index));

export function readCatalogue(glue: Glue): Catalogue {
  const infos = count(glue.methodCount(), (m) => glue.methodInfo(m));
  const traitsOf = (bits: number) => TRAITS.filter((_, bit) => bits & (1 << bit));
  const ids = infos.map((info) => info.id);
  const stages = ids.filter((_, m) => traitsOf(infos[m]?.traits ?? 0).includes('stage'));

  const readParam = (method: number, index: number): Param => {
    const info: ParamInfo = glue.paramInfo(method, index);
    const { key, unit, min, max, initial } = info;
    const when = conditionOf(info.when);
    const scale = SCALES[info.scale] ?? 'linear';
    if (scale === 'method') {
      const named = { options: stages, initial: stages.indexOf(ids[initial] ?? '') };
      return { key, unit, min: 0, max: stages.length - 1, scale, when, ...named };
    }
    const options = count(info.options, (option) => glue.optionName(method, index, option));
    return { key, unit, min, max, initial, scale, options, when };
  };

  const methods = infos.map(
    ({ id, name, maxStep, ...info }, m): MethodRow => ({
      id,
      name,
      group: GROUPS[info.group] ?? 'spectral',
      params: count(info.params, (index) => readParam(m, index)),
      maxStep: maxStep === BY_STAGE ? 'stage' : Number.isFinite(maxStep) ? maxStep : null,
      traits: traitsOf(info.traits),
    }),
  );
  return { methods, build };
}

/** `KEY: OPTION OPTION…`; '' is none. */
export function conditionOf(text: string): Param['when'] {
  const [key = '', options = ''] = text.split(': ');
  return text === '' ? null : { key, options: options.split(' ') };
}
