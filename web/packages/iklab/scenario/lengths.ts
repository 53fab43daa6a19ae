/**
 * Lengths of methods that fit a mechanism: shares of how far it stretches, as the solver's library has
 * them, where the number of a paper fits the mechanism of that paper alone.
 */
import type { Catalogue, MethodRow, Param } from './catalogue.ts';
import { initialValue, type KeyedParam, keyedParams, methodRow } from './params.ts';

/** A length and the method that it belongs to, which may be a stage. */
interface LengthParam extends KeyedParam {
  readonly row: MethodRow;
}

type Given = Readonly<Record<string, unknown>>;
/** Lengths, by their keys in a document. */
export type Lengths = Readonly<Record<string, number>>;

/** Whether a parameter is a length. */
export const isLength = ({ unit }: Param): boolean => unit === 'm' || unit === 'm²';

/** The lengths of a method of the table; those that a text declares are as its author wrote them. */
export function lengthsOf(id: string, params: Given, catalogue: Catalogue): readonly LengthParam[] {
  const row = methodRow(catalogue, id);
  if (!row) return [];
  const stageOf = (param: Param): unknown => params[param.key] ?? initialValue(param);
  const stage = new Map(row.params.map((param) => [param.key, stageOf(param)]));
  const owner = ({ key, param }: KeyedParam): MethodRow =>
    key === param.key ? row : (methodRow(catalogue, String(stage.get(stageKey(key)))) ?? row);
  return keyedParams(row, stageOf, catalogue)
    .filter(({ key, param }) => isLength(param) || (cuts(param) && !isRelative(params, key)))
    .map((keyed) => ({ ...keyed, row: owner(keyed) }));
}

const stageKey = (key: string): string => key.slice(0, key.indexOf('.'));
const cuts = ({ key }: Param): boolean => key === 'cutoff';
const isRelative = (params: Given, key: string): boolean => params[`${key}Is`] === 'relative';

/** Returns the fitted value of every length of a method; empty if the mechanism does not stretch. */
export function lengthsFor(
  stretch: number,
  id: string,
  params: Given,
  catalogue: Catalogue,
): Lengths {
  if (!(stretch > 0)) return {};
  const fits = lengthsOf(id, params, catalogue).map(({ key, param, row }) => {
    const numbers = catalogue.fittedNumbers(row, stretch);
    return [key, numbers[row.params.indexOf(param)] ?? param.initial];
  });
  return Object.fromEntries(fits);
}

/** Metres that a radian weighs: a wrong turn counts about as much as it moves the tip of the arm. */
export const weightFor = (stretch: number): number =>
  stretch > 0 ? Number((stretch / 3).toPrecision(2)) : 1;
