import { type DocumentPathKey, type FaultCollector, violatedBoundText } from '../checks/faults.ts';
import {
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from '../checks/words.ts';
import type { ParamValue, ViolatedBound } from '../types.ts';
import type {
  Catalogue,
  CatalogueParam,
  DescribedParam,
  MethodRow,
  ParamCondition,
} from './catalogue.ts';

/** A parameter and its key in a document. Keys of a stage's parameters have a prefix. */
export interface KeyedParam<P extends CatalogueParam = CatalogueParam> {
  readonly key: string;
  readonly param: P;
}

type Rows<M extends MethodRow> = { readonly methods: readonly M[] };
interface Row<P extends CatalogueParam> extends MethodRow {
  readonly params: readonly P[];
}

export const methodRow = <M extends MethodRow>({ methods }: Rows<M>, id: string): M | null =>
  methods.find((row) => row.id === id) ?? null;

export function initialParamValue({ scale, initial, options }: CatalogueParam): ParamValue {
  if (scale === 'toggle') return initial !== 0;
  if (scale === 'choice' || scale === 'method') return options[initial] ?? '';
  return initial;
}

/**
 * Returns a method's parameters in the order of the catalogue. Each stage is followed by the
 * parameters of its method.
 */
export function keyedParams<P extends CatalogueParam>(
  row: Row<P>,
  stageOf: (param: CatalogueParam) => unknown,
  catalogue: Rows<Row<P>>,
): KeyedParam<P>[] {
  return row.params.flatMap((param) => {
    const entry = { key: param.key, param };
    if (param.scale !== 'method') return [entry];
    const stage = methodRow(catalogue, String(stageOf(param)));
    const stageParams = stage?.params.filter(({ scale }) => scale !== 'method') ?? [];
    return [
      entry,
      ...stageParams.map((inner) => ({ key: `${param.key}.${inner.key}`, param: inner })),
    ];
  });
}

/**
 * Returns whether a condition on parameters holds; `stage`: prefix of the keys of a stage's
 * parameters.
 */
export const paramConditionHolds = (
  when: ParamCondition | null,
  params: Readonly<Record<string, ParamValue>>,
  stage = '',
): boolean => {
  if (!when) return true;
  const value = params[stage + when.key];
  return when.options.includes(value === true ? 'on' : String(value));
};

/** Returns whether the method chooses the value of a parameter that is 0. */
export const isParamAutomaticAtZero = ({ key, caption }: DescribedParam): boolean =>
  caption.some(({ when }) => when?.key === key && when.options.includes('0'));

function paramBound(
  value: unknown,
  { scale, min, max }: CatalogueParam,
): ViolatedBound | undefined {
  if (!Number.isFinite(value) || ['toggle', 'choice', 'method'].includes(scale)) return undefined;
  const is = value as number;
  if (is < min) return { sign: '≥', bound: min, is };
  return is > max ? { sign: '≤', bound: max, is } : undefined;
}

function paramFault(value: unknown, { scale, options }: CatalogueParam): string | null {
  const got = receivedValueText(value);
  if (scale === 'toggle')
    return typeof value === 'boolean' ? null : `must be true or false; ${got}`;
  if (scale === 'choice' || scale === 'method') {
    if (typeof value === 'string' && options.includes(value)) return null;
    return `must be one of ${listWords(options, 40)}; ${got}`;
  }
  if (typeof value !== 'number') return `must be a number; ${got}`;
  if (!Number.isFinite(value)) return `must be a finite number; ${got}`;
  if (scale === 'integer' && !Number.isInteger(value)) return `must be a whole number; ${got}`;
  if (scale === 'even' && value % 2 !== 0) return `must be an even number; ${got}`;
  return null;
}

/** Clamps a value to the parameter's range; undefined if the parameter cannot have such a value. */
export function clampParamValue(value: ParamValue, param: CatalogueParam): ParamValue | undefined {
  const { min, max } = param;
  const near = typeof value === 'number' ? Math.min(Math.max(value, min), max) : value;
  return paramFault(near, param) === null ? near : undefined;
}

/**
 * Reads every parameter of a method: the given value, or else that of `unsaid`, or else the
 * default. `path`: to the parameters.
 */
export function readMethodParams(
  row: MethodRow,
  givenParams: Readonly<Record<string, unknown>>,
  unsaid: Readonly<Record<string, ParamValue>>,
  catalogue: Catalogue,
  path: readonly DocumentPathKey[],
  faults: FaultCollector,
): Record<string, ParamValue> {
  const chosen = (key: string, param: CatalogueParam): unknown => {
    if (Object.hasOwn(givenParams, key) && givenParams[key] !== undefined) return givenParams[key];
    return Object.hasOwn(unsaid, key) ? unsaid[key] : initialParamValue(param);
  };
  const keyed = keyedParams(row, (param) => chosen(param.key, param), catalogue);
  const params: Record<string, ParamValue> = {};
  for (const { key, param } of keyed) {
    const value = chosen(key, param);
    const bound = paramBound(value, param);
    const fault = bound ? violatedBoundText(bound) : paramFault(value, param);
    if (fault !== null) faults.add([...path, key], fault, bound);
    params[key] = typeof value === 'number' ? value + 0 : (value as ParamValue);
  }
  addUnknownFaults(row, Object.keys(givenParams), Object.keys(params), path, faults);
  return params;
}

function addUnknownFaults(
  row: MethodRow,
  givenKeys: readonly string[],
  knownKeys: readonly string[],
  path: readonly DocumentPathKey[],
  faults: FaultCollector,
): void {
  const all = knownKeys.length === 0 ? 'it has none' : `known: ${listWords(knownKeys, 40)}`;
  for (const key of givenKeys.filter((k) => !knownKeys.includes(k)).slice(0, 21)) {
    const reason = `${quoteInOneLine(row.id)} has no such parameter${nearestWordSuggestion(key, knownKeys)}; ${all}`;
    faults.add([...path, key], reason);
  }
}
