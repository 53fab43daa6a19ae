/**
 * Lengths of methods that are fitted to a mechanism: fractions of its stretched length, as defined
 * in the solver's library. A published value only fits the mechanism of its paper.
 */
import type { Catalogue, CatalogueParam, MethodRow } from './catalogue.ts';
import { initialParamValue, type KeyedParam, keyedParams, methodRow } from './methodParams.ts';

interface LengthParam extends KeyedParam {
  readonly row: MethodRow;
}

type GivenParams = Readonly<Record<string, unknown>>;
/** Lengths of a method in metres, by their keys in the `params` of a document. */
export type MethodLengths = Readonly<Record<string, number>>;

export const isLengthParam = ({ unit }: CatalogueParam): boolean => unit === 'm' || unit === 'm²';

/** Returns the parameters of a method that are lengths; none for a custom method. */
export function methodLengthParams(
  id: string,
  params: GivenParams,
  catalogue: Catalogue,
): readonly LengthParam[] {
  const row = methodRow(catalogue, id);
  if (!row) return [];
  const stageOf = (param: CatalogueParam): unknown => params[param.key] ?? initialParamValue(param);
  const stage = new Map(row.params.map((param) => [param.key, stageOf(param)]));
  const owner = ({ key, param }: KeyedParam): MethodRow =>
    key === param.key ? row : (methodRow(catalogue, String(stage.get(stageKey(key)))) ?? row);
  return keyedParams(row, stageOf, catalogue)
    .filter(
      ({ key, param }) => isLengthParam(param) || (isCutoff(param) && !isRelative(params, key)),
    )
    .map((keyed) => ({ ...keyed, row: owner(keyed) }));
}

const stageKey = (key: string): string => key.slice(0, key.indexOf('.'));
const isCutoff = ({ key }: CatalogueParam): boolean => key === 'cutoff';
const isRelative = (params: GivenParams, key: string): boolean => params[`${key}Is`] === 'relative';

/** Returns the lengths of a method fitted to a stretched length; empty unless `stretch` > 0. */
export function fitMethodLengths(
  stretch: number,
  id: string,
  params: GivenParams,
  catalogue: Catalogue,
): MethodLengths {
  if (!(stretch > 0)) return {};
  const entries = methodLengthParams(id, params, catalogue).map(({ key, param, row }) => {
    const numbers = catalogue.fittedNumbers(row, stretch);
    return [key, numbers[row.params.indexOf(param)] ?? param.initial];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the default orientation weight, a third of the stretched length, in metres per radian.
 */
export const defaultOrientationWeight = (stretch: number): number =>
  stretch > 0 ? Number((stretch / 3).toPrecision(2)) : 1;
