import { fittedMethodLengths } from '@iklab/core/document/edits';
import { CLAMP_MODES, CLAMP_RULES, SECONDARY_KINDS } from '@iklab/core/engine/protocol';
import type { MethodPanel, ParamValue, Scenario } from '@iklab/core/scenario';
import {
  type Catalogue,
  FORMULA_METHOD_ID,
  formulaFaultSentence,
  initialParamValue,
  type KeyedParam,
  keyedParams,
  type MethodRow,
  methodRow,
  normalizeLineEnds,
} from '@iklab/core/scenario/methods';
import { makeUnknownNameError, makeUnknownWordError, makeWrongTypeError } from './callErrors.ts';
import { checkObjectKeys, findWordIndex, numberOrDefault } from './checkedValues.ts';
import { IklabError } from './iklabError.ts';
import type { Method, UpdateOptions, Vector } from './packageTypes.ts';

/**
 * Makes the panel of a method. Missing parameters are scaled to the robot or have the default of
 * the method table.
 */
export function makePanelOfMethod(
  { id, params: givenParams }: Method,
  options: UpdateOptions,
  scenario: Scenario,
  catalogue: Catalogue,
): MethodPanel {
  const text = id === FORMULA_METHOD_ID ? normalizeLineEnds(String(givenParams.text)) : null;
  const row = text === null ? findRow(id, catalogue) : readFormulaRow(text, catalogue);
  const fittedValues =
    text === null ? fittedMethodLengths(scenario, id, givenParams, catalogue) : {};
  const chosen = (key: string, usual: ParamValue): ParamValue =>
    givenParams[key] ?? fittedValues[key] ?? usual;
  const stageOf = ({ key, initial, options }: KeyedParam['param']) =>
    givenParams[key] ?? options[initial];
  const keyed = keyedParams(row, stageOf, catalogue);
  const keys = keyed.map(({ key }) => key);
  for (const key of Object.keys(givenParams))
    if (key !== 'text' && !keys.includes(key))
      throw makeUnknownNameError(`${id} has no parameter '${key}'`, key, key, keys);
  const params: Record<string, ParamValue> = text === null ? {} : { text };
  for (const { key, param } of keyed) {
    params[key] = chosen(key, initialParamValue(param));
    checkKind(key, params[key], param);
  }
  return { id, label: row.name, slot: 0, params, ...parseUpdateOptions(options, row) };
}

function findRow(id: string, catalogue: Catalogue): MethodRow {
  const row = methodRow(catalogue, id);
  if (row) return row;
  const ids = [...catalogue.methods.map((each) => each.id), FORMULA_METHOD_ID];
  throw makeUnknownNameError(`there is no method '${id}'`, 'method', id, ids);
}

/** Throws if the method is a formula with errors. */
export function checkMethodFormula({ id, params }: Method, catalogue: Catalogue): void {
  if (id === FORMULA_METHOD_ID) readFormulaRow(normalizeLineEnds(String(params.text)), catalogue);
}

function readFormulaRow(text: string, catalogue: Catalogue): MethodRow {
  const { row, faults } = catalogue.readFormula(text);
  if (row) return row;
  const lines = faults.map(
    (fault) => `line ${fault.line}, column ${fault.column}: ${formulaFaultSentence(fault)}`,
  );
  throw new IklabError('document', lines.join('\n'), { path: 'method.text', value: text });
}

/** Checks the type of a parameter value. The solver checks its range. */
function checkKind(key: string, value: unknown, { scale, options }: KeyedParam['param']): void {
  if (scale === 'toggle') {
    if (typeof value !== 'boolean') throw makeWrongTypeError(key, 'true or false', value);
  } else if (scale === 'choice' || scale === 'method') {
    if (!options.includes(value as string)) throw makeUnknownWordError(key, value, options);
  } else if (typeof value !== 'number') throw makeWrongTypeError(key, 'a number', value);
}

const CLAMP_KEYS = ['mode', 'distance', 'angle', 'rule'];
const SECONDARY_KEYS = ['kind', 'gain', 'centre', 'radius'];

function parseUpdateOptions(
  { maxStep, maxSlide = null, gain, clamp = { mode: 'off' }, secondary }: UpdateOptions,
  row: MethodRow,
): Omit<MethodPanel, 'id' | 'label' | 'slot' | 'params'> {
  checkObjectKeys(clamp, CLAMP_KEYS, 'clamp');
  const word = <W extends string>(
    value: W | undefined,
    words: readonly W[],
    usual: W | '',
    path: string,
  ) => words[findWordIndex(value, words, usual, path)] as W;
  return {
    targetClamp: {
      mode: word(clamp.mode, CLAMP_MODES, '', 'clamp.mode'),
      rule: word(clamp.rule, CLAMP_RULES, 'paper', 'clamp.rule'),
      distance: numberOrDefault(clamp.distance, 0.25, 'clamp.distance'),
      angle: numberOrDefault(clamp.angle, Math.PI / 4, 'clamp.angle'),
    },
    maxStep: maxStep === undefined ? row.maxStep : parseLimit(maxStep, 'maxStep'),
    maxSlide: parseLimit(maxSlide, 'maxSlide'),
    gain: numberOrDefault(gain, 1, 'gain'),
    secondary: secondary === undefined ? null : parseSecondary(secondary),
  };
}

const parseLimit = (value: number | null, path: string): number | null =>
  value === null ? null : numberOrDefault(value, 0, path);

function parseSecondary(
  secondary: NonNullable<UpdateOptions['secondary']>,
): MethodPanel['secondary'] {
  checkObjectKeys(secondary, SECONDARY_KEYS, 'secondary');
  const kinds = SECONDARY_KINDS.filter((kind) => kind !== 'none');
  findWordIndex(secondary.kind, kinds, '', 'secondary.kind');
  const gain = numberOrDefault(secondary.gain, 0.1, 'secondary.gain');
  if (secondary.kind !== 'clearance') return { kind: secondary.kind, gain };
  const centre = [0, 1, 2].map((i) =>
    numberOrDefault(secondary.centre?.[i], Number.NaN, `secondary.centre[${i}]`),
  ) as unknown as Vector;
  return {
    kind: 'clearance',
    gain,
    centre,
    radius: numberOrDefault(secondary.radius, Number.NaN, 'secondary.radius'),
  };
}
