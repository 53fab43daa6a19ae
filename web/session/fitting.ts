/**
 * Constants that fit the mechanism a method joins. Those of the table are lengths of the mechanism
 * that a paper moved; what is added by hand takes shares of the reach of this one.
 */
import type { Catalogue, Param } from '../scenario/catalogue.ts';
import { methodPreset } from '../scenario/methodPresets.ts';
import { initialValue, type KeyedParam, keyedParams, methodRow } from '../scenario/params.ts';
import type { MethodPanel, ParamValue, Scene } from '../scenario/types.ts';
import { type Change, setParam } from './edits.ts';
import { sizeOf } from './reach.ts';

const DAMPING = 0.05; // of the reach
const DIGITS = 2;

type Fit = Readonly<Record<string, number>>;
type Params = MethodPanel['params'];

/** What fits, for every length of a method, by the keys that a document gives them. */
export const fitFor = (scene: Scene, id: string, params: Params, catalogue: Catalogue): Fit =>
  fitTo(sizeOf(scene), lengthsOf(id, params, catalogue));

function fitTo(size: number, lengths: readonly KeyedParam[]): Fit {
  if (!(size > 0)) return {};
  return Object.fromEntries(lengths.map((each) => [each.key, fitting(each, lengths, size)]));
}

function lengthsOf(id: string, params: Params, catalogue: Catalogue): readonly KeyedParam[] {
  const row = methodRow(catalogue, id);
  const stageOf = (param: Param): ParamValue => params[param.key] ?? initialValue(param);
  return row ? keyedParams(row, stageOf, catalogue).filter(({ param }) => power(param) > 0) : [];
}

/** Of metres. */
const power = ({ unit }: Param): number => ['m', 'm²'].indexOf(unit) + 1;

/**
 * A method's largest damping is that share of the reach, its others are as much smaller as in the
 * table. The other lengths of the table are those of a reach of one metre.
 */
function fitting({ key, param }: KeyedParam, lengths: readonly KeyedParam[], size: number): number {
  const stage = (other: KeyedParam): string => other.key.slice(0, -other.param.key.length);
  const damping = lengths.filter((other) => damps(other) && stage(other) === stage({ key, param }));
  const most = Math.max(...damping.map((other) => other.param.initial));
  const share = damps({ key, param }) ? (DAMPING * param.initial) / most : param.initial;
  const value = share * size ** power(param);
  return Number(Math.max(param.min, Math.min(param.max, value)).toPrecision(DIGITS));
}

const damps = ({ param }: KeyedParam): boolean => /^(lambda(Max)?|beta|c)$/.test(param.key);

/** What a method that is added by hand begins with; a preset of methods keeps its paper's. */
const begun = (id: string, scene: Scene, catalogue: Catalogue): Fit =>
  methodPreset(id) ? {} : fitFor(scene, id, {}, catalogue);

/** By its id, or that of a preset of methods. */
export const addMethod =
  (id: string, scene: Scene, catalogue: Catalogue): Change =>
  ({ methods }) => {
    (methods as object[]).push({ id, params: begun(id, scene, catalogue) });
  };

/** Another method in its place, with its colour. */
export const replaceMethod =
  (index: number, id: string, scene: Scene, catalogue: Catalogue): Change =>
  ({ methods }) => {
    const { slot } = methods[index] ?? {};
    (methods as object[])[index] = { id, slot, params: begun(id, scene, catalogue) };
  };

/** The same of a stage of a method that has been added by hand. */
export const setStage =
  (index: number, key: string, id: string, scene: Scene, catalogue: Catalogue): Change =>
  (draft) => {
    setParam(index, key, id)(draft);
    const method = draft.methods[index];
    if (!method) return;
    const fits = Object.entries(fitFor(scene, method.id, method.params, catalogue));
    const own = fits.filter(([other]) => other.startsWith(`${key}.`));
    method.params = { ...method.params, ...Object.fromEntries(own) };
  };

/**
 * What a panel's lengths go back to where it was added by hand: one of them is what fits, or was in
 * one of `past`. Null: they are a document's, and go back to the table's.
 */
export function fitOf(
  panel: MethodPanel,
  past: readonly MethodPanel[],
  scene: Scene,
  catalogue: Catalogue,
): Fit | null {
  const size = sizeOf(scene);
  const was = ({ id, params }: MethodPanel): boolean => {
    const lengths = lengthsOf(id, params, catalogue);
    const fits = fitTo(size, lengths);
    return lengths.some(
      ({ key, param }) => params[key] === fits[key] && fits[key] !== param.initial,
    );
  };
  const same = past.filter(({ id, slot }) => id === panel.id && slot === panel.slot);
  return [panel, ...same].some(was) ? fitFor(scene, panel.id, panel.params, catalogue) : null;
}
