/** Converts a method and the options of an update to a panel of the solver. */
import { fittedParams } from 'iklab/document';
import { CLAMP_MODES, CLAMP_RULES, SECONDARY_KINDS } from 'iklab/engine/protocol';
import {
  type Catalogue,
  FORMULA,
  formulaLines,
  formulaSentence,
  initialValue,
  type KeyedParam,
  keyedParams,
  type MethodPanel,
  type MethodRow,
  methodRow,
  type ParamValue,
  type Scenario,
} from 'iklab/scenario';
import { checkKeys, numberOr, placeOf } from './checkedValues.ts';
import { IklabError } from './iklabError.ts';
import type { Method, UpdateOptions, Vector } from './packageTypes.ts';
import { unknownName, unknownWord, wrongType } from './refusals.ts';

/** A parameter that is not given is scaled to the robot or has the default of the method table. */
export function panelOf(
  { id, params: given }: Method,
  options: UpdateOptions,
  scenario: Scenario,
  catalogue: Catalogue,
): MethodPanel {
  const text = id === FORMULA ? formulaLines(String(given.text)) : null;
  const row = text === null ? rowOf(id, catalogue) : formulaRow(text, catalogue);
  const fits = text === null ? fittedParams(scenario, id, given, catalogue) : {};
  const chosen = (key: string, usual: ParamValue): ParamValue => given[key] ?? fits[key] ?? usual;
  const stageOf = ({ key, initial, options }: KeyedParam['param']) =>
    given[key] ?? options[initial];
  const keyed = keyedParams(row, stageOf, catalogue);
  const known = keyed.map(({ key }) => key);
  for (const key of Object.keys(given))
    if (key !== 'text' && !known.includes(key))
      throw unknownName(`${id} has no parameter '${key}'`, key, key, known);
  const params: Record<string, ParamValue> = text === null ? {} : { text };
  for (const { key, param } of keyed) {
    params[key] = chosen(key, initialValue(param));
    checkKind(key, params[key], param);
  }
  return { id, label: row.name, slot: 0, params, ...surroundings(options, row) };
}

function rowOf(id: string, catalogue: Catalogue): MethodRow {
  const row = methodRow(catalogue, id);
  if (row) return row;
  const known = [...catalogue.methods.map((each) => each.id), FORMULA];
  throw unknownName(`there is no method '${id}'`, 'method', id, known);
}

/** Throws the errors of a formula; accepts any built-in method. */
export function checkFormula({ id, params }: Method, catalogue: Catalogue): void {
  if (id === FORMULA) formulaRow(formulaLines(String(params.text)), catalogue);
}

function formulaRow(text: string, catalogue: Catalogue): MethodRow {
  const { row, faults } = catalogue.readFormula(text);
  if (row) return row;
  const lines = faults.map(
    (fault) => `line ${fault.line}, column ${fault.column}: ${formulaSentence(fault)}`,
  );
  throw new IklabError('document', lines.join('\n'), { path: 'method.text', value: text });
}

/** Checks only the type; the solver checks the range. */
function checkKind(key: string, value: unknown, { scale, options }: KeyedParam['param']): void {
  if (scale === 'toggle') {
    if (typeof value !== 'boolean') throw wrongType(key, 'true or false', value);
  } else if (scale === 'choice' || scale === 'method') {
    if (!options.includes(value as string)) throw unknownWord(key, value, options);
  } else if (typeof value !== 'number') throw wrongType(key, 'a number', value);
}

const CLAMP = ['mode', 'distance', 'angle', 'rule'];
const SECONDARY = ['kind', 'gain', 'centre', 'radius'];

function surroundings(
  { maxStep, maxSlide = null, gain, clamp = { mode: 'off' }, secondary }: UpdateOptions,
  row: MethodRow,
): Omit<MethodPanel, 'id' | 'label' | 'slot' | 'params'> {
  checkKeys(clamp, CLAMP, 'clamp');
  const word = <W extends string>(
    value: W | undefined,
    words: readonly W[],
    usual: W | '',
    at: string,
  ) => words[placeOf(value, words, usual, at)] as W;
  return {
    targetClamp: {
      mode: word(clamp.mode, CLAMP_MODES, '', 'clamp.mode'),
      rule: word(clamp.rule, CLAMP_RULES, 'paper', 'clamp.rule'),
      distance: numberOr(clamp.distance, 0.25, 'clamp.distance'),
      angle: numberOr(clamp.angle, Math.PI / 4, 'clamp.angle'),
    },
    maxStep: maxStep === undefined ? row.maxStep : limit(maxStep, 'maxStep'),
    maxSlide: limit(maxSlide, 'maxSlide'),
    gain: numberOr(gain, 1, 'gain'),
    secondary: secondary === undefined ? null : secondaryOf(secondary),
  };
}

const limit = (value: number | null, path: string): number | null =>
  value === null ? null : numberOr(value, 0, path);

function secondaryOf(asked: NonNullable<UpdateOptions['secondary']>): MethodPanel['secondary'] {
  checkKeys(asked, SECONDARY, 'secondary');
  const kinds = SECONDARY_KINDS.filter((kind) => kind !== 'none');
  placeOf(asked.kind, kinds, '', 'secondary.kind');
  const gain = numberOr(asked.gain, 0.1, 'secondary.gain');
  if (asked.kind !== 'clearance') return { kind: asked.kind, gain };
  const centre = [0, 1, 2].map((i) =>
    numberOr(asked.centre?.[i], Number.NaN, `secondary.centre[${i}]`),
  ) as unknown as Vector;
  return {
    kind: 'clearance',
    gain,
    centre,
    radius: numberOr(asked.radius, Number.NaN, 'secondary.radius'),
  };
}
