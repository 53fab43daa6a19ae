import type { Catalogue, CatalogueParam, MethodRow } from '../scenario/methods/catalogue.ts';
import { build } from './build/version.js';
import type { BufferView, RawRegistry, SolverModule } from './glue.ts';
import { BY_STAGE, TRAITS } from './protocol.ts';

interface Table {
  readonly panelStride: number;
  readonly methods: readonly RawRow[];
}

type RawParam = Omit<CatalogueParam, 'when' | 'min' | 'max' | 'initial'> & {
  readonly when: string;
};
type RawRow = Omit<MethodRow, 'params' | 'maxStep' | 'traits'> & {
  readonly params: readonly RawParam[];
  readonly traits: number;
};

export function readCatalogue(
  registry: RawRegistry,
  glue: SolverModule,
): Pick<Catalogue, 'methods' | 'panelStride' | 'build'> {
  const table: Table = JSON.parse(registry.catalogue());
  const next = numberReader(registry.numbers(), glue);
  const rows = table.methods.map((row) => withNumbers(row, next));
  const stages = rows.filter(({ traits }) => traits.includes('stage')).map(({ id }) => id);
  const named = (param: CatalogueParam): CatalogueParam => {
    if (param.scale !== 'method') return param;
    const initial = stages.indexOf(rows[param.initial]?.id ?? '');
    return { ...param, min: 0, max: stages.length - 1, initial, options: stages };
  };
  const methods = rows.map((row) => ({ ...row, params: row.params.map(named) }));
  return { methods, panelStride: table.panelStride, build };
}

/** Reads the row of a method from a registry. The method must not name other methods. */
export function readRegistryRow(
  registry: RawRegistry,
  index: number,
  glue: SolverModule,
): MethodRow {
  const row: RawRow = JSON.parse(registry.row(index));
  return withNumbers(row, numberReader(registry.rowNumbers(index), glue));
}

function numberReader({ address, length }: BufferView, glue: SolverModule): () => number {
  const numbers = new Float64Array(glue.HEAPF64.buffer, address, length).values();
  return () => numbers.next().value ?? Number.NaN;
}

function withNumbers({ params, traits, ...row }: RawRow, next: () => number): MethodRow {
  const step = next();
  return {
    ...row,
    maxStep: step === BY_STAGE ? ('stage' as const) : Number.isFinite(step) ? step : null,
    traits: TRAITS.filter((_, bit) => traits & (1 << bit)),
    params: params.map(({ when, ...param }) => ({
      ...param,
      when: parseParamCondition(when),
      min: next(),
      max: next(),
      initial: next(),
    })),
  };
}

/** Parses a condition on a parameter, `KEY: OPTION OPTION...`; null for ''. */
export function parseParamCondition(text: string): CatalogueParam['when'] {
  const [key = '', options = ''] = text.split(': ');
  return text === '' ? null : { key, options: options.split(' ') };
}
