/** The method table, read from the module. */
import type { Catalogue, MethodRow, Param } from '../scenario/catalogue.ts';
import { build } from './build/version.js';
import type { Glue } from './glue.ts';
import { BY_STAGE, TRAITS } from './protocol.ts';

/** As wasm/lab/protocol.cpp writes it. */
interface Table {
  readonly methods: readonly (Omit<MethodRow, 'params' | 'maxStep' | 'traits'> & {
    readonly params: readonly (Omit<Param, 'when'> & { readonly when: string })[];
    readonly maxStep: number;
    readonly traits: number;
  })[];
}

export function readCatalogue(glue: Glue): Catalogue {
  const table: Table = JSON.parse(glue.methods());
  const rows = table.methods.map((row) => ({
    ...row,
    traits: TRAITS.filter((_, bit) => row.traits & (1 << bit)),
    maxStep: row.maxStep === BY_STAGE ? ('stage' as const) : row.maxStep || null,
  }));
  const stages = rows.filter(({ traits }) => traits.includes('stage')).map(({ id }) => id);
  const paramOf = (param: Table['methods'][number]['params'][number]): Param => {
    const when = conditionOf(param.when);
    if (param.scale !== 'method') return { ...param, when };
    const initial = stages.indexOf(rows[param.initial]?.id ?? '');
    return { ...param, when, min: 0, max: stages.length - 1, initial, options: stages };
  };
  return { methods: rows.map((row) => ({ ...row, params: row.params.map(paramOf) })), build };
}

/** `KEY: OPTION OPTION…`; '' is none. */
export function conditionOf(text: string): Param['when'] {
  const [key = '', options = ''] = text.split(': ');
  return text === '' ? null : { key, options: options.split(' ') };
}
