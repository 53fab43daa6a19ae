/**
 * Constants that fit the mechanism a method joins. Those of the table are lengths of the mechanism
 * that a paper moved; what is added by hand takes those that the solver's library fits to this one.
 */

import type { Catalogue, MethodRow, Param } from '../scenario/catalogue.ts';
import { methodPreset } from '../scenario/methodPresets.ts';
import { initialValue, type KeyedParam, keyedParams, methodRow } from '../scenario/params.ts';
import { resolve } from '../scenario/resolve.ts';
import type { MethodPanel, ParamValue, Scenario } from '../scenario/types.ts';
import { type Change, setParam } from './edits.ts';

/**
 * Largest step in radians, of any method, where methods are measured by one another. Of 300 problems
 * on each of five arms it solves within 2 points of the best of 0.1, 0.2, 0.4 and π/4, but for QP on
 * one of them (6).
 */
export const FITTED_STEP = 0.4;

type Fit = Readonly<Record<string, number>>;
type Params = MethodPanel['params'];

/** What fits, for every length of a method, by the keys that a document gives them. */
export function fittedParams(
  scenario: Scenario,
  id: string,
  params: Params,
  catalogue: Catalogue,
): Fit {
  const stretch = stretchIn(scenario, catalogue);
  if (!(stretch > 0)) return {};
  const fits = lengthsOf(id, params, catalogue).map(({ key, param, row }) => {
    const numbers = catalogue.fittedNumbers(row, stretch);
    return [key, numbers[row.params.indexOf(param)] ?? param.initial];
  });
  return Object.fromEntries(fits);
}

const stretches = new WeakMap<Scenario, number>();

function stretchIn(scenario: Scenario, catalogue: Catalogue): number {
  const stretch = stretches.get(scenario) ?? catalogue.stretchOf(resolve(scenario));
  stretches.set(scenario, stretch);
  return stretch;
}

interface LengthParam extends KeyedParam {
  /** Of the method that it belongs to, which may be a stage. */
  readonly row: MethodRow;
}

/** Of a method of the table: what a text declares is as its author wrote it. */
function lengthsOf(id: string, params: Params, catalogue: Catalogue): readonly LengthParam[] {
  const row = methodRow(catalogue, id);
  if (!row) return [];
  const stageOf = (param: Param): ParamValue => params[param.key] ?? initialValue(param);
  const stage = new Map(row.params.map((param) => [param.key, stageOf(param)]));
  const owner = ({ key, param }: KeyedParam): MethodRow =>
    key === param.key ? row : (methodRow(catalogue, String(stage.get(stageKey(key)))) ?? row);
  return keyedParams(row, stageOf, catalogue)
    .filter(({ key, param }) => isLength(param) || (cuts(param) && !isRelative(params, key)))
    .map((keyed) => ({ ...keyed, row: owner(keyed) }));
}

const stageKey = (key: string): string => key.slice(0, key.indexOf('.'));
const cuts = ({ key }: Param): boolean => key === 'cutoff';
const isRelative = (params: Params, key: string): boolean => params[`${key}Is`] === 'relative';

/** Whether a parameter is a length, which fits the mechanism where a method is added by hand. */
export const isLength = ({ unit }: Param): boolean => unit === 'm' || unit === 'm²';

/** What a method that is added by hand begins with; a preset of methods keeps its paper's. */
const begun = (id: string, scenario: Scenario, catalogue: Catalogue): Fit =>
  methodPreset(id) ? {} : fittedParams(scenario, id, {}, catalogue);

/** An edit that adds a method: by its id, or that of a preset of methods. */
export const addMethod =
  (id: string, scenario: Scenario, catalogue: Catalogue): Change =>
  ({ methods }) => {
    (methods as object[]).push({ id, params: begun(id, scenario, catalogue) });
  };

/** Another method in its place, with its colour. */
export const replaceMethod =
  (index: number, id: string, scenario: Scenario, catalogue: Catalogue): Change =>
  ({ methods }) => {
    const { slot } = methods[index] ?? {};
    (methods as object[])[index] = { id, slot, params: begun(id, scenario, catalogue) };
  };

/** An edit of a stage of a two-stage method that was added by hand: another method in its place. */
export const setStage =
  (index: number, key: string, id: string, scenario: Scenario, catalogue: Catalogue): Change =>
  (draft) => {
    setParam(index, key, id)(draft);
    const method = draft.methods[index];
    if (!method) return;
    const fits = Object.entries(fittedParams(scenario, method.id, method.params, catalogue));
    const own = fits.filter(([other]) => other.startsWith(`${key}.`));
    method.params = { ...method.params, ...Object.fromEntries(own) };
  };

/**
 * What a panel's lengths go back to where it was added by hand: one of them is what fits, or was in
 * one of the scenarios `past`. Null: they are a document's, and go back to the table's.
 */
export function resetParams(
  panel: MethodPanel,
  scenario: Scenario,
  past: readonly Scenario[],
  catalogue: Catalogue,
): Fit | null {
  const fitted = (then: Scenario): boolean =>
    then.methods.some(({ id, slot, params }) => {
      if (id !== panel.id || slot !== panel.slot) return false;
      const fits = fittedParams(then, id, params, catalogue);
      return lengthsOf(id, params, catalogue).some(
        ({ key, param }) => params[key] === fits[key] && fits[key] !== param.initial,
      );
    });
  const known = [scenario, ...past].some(fitted);
  return known ? fittedParams(scenario, panel.id, panel.params, catalogue) : null;
}
