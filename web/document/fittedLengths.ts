/**
 * Constants that fit the mechanism a method joins. Those of the table are lengths of the mechanism
 * that a paper moved; what is added by hand takes shares of the reach of this one.
 */

import { reachOf, type Slides, slidesOf } from '../measure/reach.ts';
import type { Catalogue, Param } from '../scenario/catalogue.ts';
import { methodPreset } from '../scenario/methodPresets.ts';
import { initialValue, type KeyedParam, keyedParams, methodRow } from '../scenario/params.ts';
import { resolve } from '../scenario/resolve.ts';
import type { MethodPanel, ParamValue, Scenario, Scene, Target } from '../scenario/types.ts';
import { type Change, setParam } from './edits.ts';

const DAMPING = 0.05; // of the reach
const CUTOFF = 1e-3; // of the reach, of an absolute one: a σ is in metres
const DIGITS = 2;
/**
 * Largest step in radians, of any method, where methods are measured by one another. Of 300 problems
 * on each of five arms it solves within 2 points of the best of 0.1, 0.2, 0.4 and π/4, but for QP on
 * one of them (6).
 */
export const FITTED_STEP = 0.4;

type Fit = Readonly<Record<string, number>>;
type Params = MethodPanel['params'];

/** What fits, for every length of a method, by the keys that a document gives them. */
export const fitFor = (scenario: Scenario, id: string, params: Params, catalogue: Catalogue): Fit =>
  fitTo(sizeIn(scenario), lengthsOf(id, params, catalogue));

/**
 * How far a chain stretches at most, of all that a target pulls; slides without limits left out, others
 * as far as the rest of the chain stretches.
 */
export function sizeOf(scene: Scene): number {
  return Math.max(...scene.scenario.targets.map((target) => sizeFor(scene, target)));
}

function sizeFor(scene: Scene, target: Target): number {
  const rest = reachOf(scene, target, () => [0, 0]).most || Number.POSITIVE_INFINITY;
  const within = (way: number): number => Math.max(-rest, Math.min(rest, way));
  const slides: Slides = (joint) => {
    const [low, high] = joint.limits ? slidesOf(joint, true) : [0, 0];
    return [within(low), within(high)];
  };
  return reachOf(scene, target, slides).most;
}

const sizes = new WeakMap<Scenario, number>();

function sizeIn(scenario: Scenario): number {
  const size = sizes.get(scenario) ?? sizeOf(resolve(scenario));
  sizes.set(scenario, size);
  return size;
}

function fitTo(size: number, lengths: readonly KeyedParam[]): Fit {
  if (!(size > 0)) return {};
  return Object.fromEntries(lengths.map((each) => [each.key, fitting(each, lengths, size)]));
}

function lengthsOf(id: string, params: Params, catalogue: Catalogue): readonly KeyedParam[] {
  const row = methodRow(catalogue, id);
  const stageOf = (param: Param): ParamValue => params[param.key] ?? initialValue(param);
  return row ? keyedParams(row, stageOf, catalogue).filter(fits) : [];
  function fits({ key, param }: KeyedParam): boolean {
    return isLength(param) || (cuts({ key, param }) && !isRelative(params, key));
  }
}

/** Of metres. */
const power = ({ unit }: Param): number => ['m', 'm²'].indexOf(unit) + 1;

const cuts = ({ param }: KeyedParam): boolean => param.key === 'cutoff';
const isRelative = (params: Params, key: string): boolean => params[`${key}Is`] === 'relative';

/** It fits the mechanism where a method is added by hand. */
export const isLength = (param: Param): boolean => power(param) > 0;

/**
 * A method's largest damping is that share of the reach, its others are as much smaller as in the
 * table; a cutoff of σ is a share of its own. The other lengths of the table are those of a reach of
 * one metre.
 */
function fitting({ key, param }: KeyedParam, lengths: readonly KeyedParam[], size: number): number {
  const stage = (other: KeyedParam): string => other.key.slice(0, -other.param.key.length);
  if (cuts({ key, param })) return rounded(param, CUTOFF * size);
  const damping = lengths.filter((other) => damps(other) && stage(other) === stage({ key, param }));
  const most = Math.max(...damping.map((other) => other.param.initial));
  const share =
    damps({ key, param }) && most > 0 ? (DAMPING * param.initial) / most : param.initial;
  return rounded(param, share * size ** power(param));
}

const rounded = ({ min, max }: Param, value: number): number =>
  Number(Math.max(min, Math.min(max, value)).toPrecision(DIGITS));

const damps = ({ param }: KeyedParam): boolean => /^(lambda(Max)?|beta|c)$/.test(param.key);

/** What a method that is added by hand begins with; a preset of methods keeps its paper's. */
const begun = (id: string, scenario: Scenario, catalogue: Catalogue): Fit =>
  methodPreset(id) ? {} : fitFor(scenario, id, {}, catalogue);

/** By its id, or that of a preset of methods. */
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

/** The same of a stage of a method that has been added by hand. */
export const setStage =
  (index: number, key: string, id: string, scenario: Scenario, catalogue: Catalogue): Change =>
  (draft) => {
    setParam(index, key, id)(draft);
    const method = draft.methods[index];
    if (!method) return;
    const fits = Object.entries(fitFor(scenario, method.id, method.params, catalogue));
    const own = fits.filter(([other]) => other.startsWith(`${key}.`));
    method.params = { ...method.params, ...Object.fromEntries(own) };
  };

/**
 * What a panel's lengths go back to where it was added by hand: one of them is what fits, or was in
 * one of the scenarios `past`. Null: they are a document's, and go back to the table's.
 */
export function fitOf(
  panel: MethodPanel,
  scenario: Scenario,
  past: readonly Scenario[],
  catalogue: Catalogue,
): Fit | null {
  const fitted = (then: Scenario): boolean =>
    then.methods.some(({ id, slot, params }) => {
      if (id !== panel.id || slot !== panel.slot) return false;
      const fits = fitFor(then, id, params, catalogue);
      return lengthsOf(id, params, catalogue).some(
        ({ key, param }) => params[key] === fits[key] && fits[key] !== param.initial,
      );
    });
  const known = [scenario, ...past].some(fitted);
  return known ? fitFor(scenario, panel.id, panel.params, catalogue) : null;
}
