/** Addresses the numbers of a scenario by path: `methods[0].params.lambda`, `run.tolerance`. */
import { fullDocument, type PlainObject, type Scenario } from '@iklab/core/scenario';
import { type DocumentPathKey, documentPathText } from '@iklab/core/scenario/checks';

const EVERY = 'methods[*].';

// These may be null (no limit), but can still be swept.
const LIMITS = ['maxStep', 'maxSlide', 'maxRises'];

export type SweepableNumbers = ReadonlyMap<string, readonly DocumentPathKey[]>;

/** Returns the numbers of a scenario that can be swept, by path, methods first. */
export function findSweepableNumbers(scenario: Scenario): SweepableNumbers {
  const { methods, run, targets, start, tree } = fullDocument(scenario);
  const found = new Map<string, readonly DocumentPathKey[]>();
  const visit = (value: unknown, keys: readonly DocumentPathKey[]): void => {
    const key = keys.at(-1);
    const varies = typeof value === 'number' && key !== 'slot';
    if (varies || (value === null && LIMITS.includes(String(key))))
      found.set(documentPathText(keys), keys);
    else if (Array.isArray(value)) value.forEach((item, i) => void visit(item, [...keys, i]));
    else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) visit(item, [...keys, inner]);
  };
  for (const [key, part] of Object.entries({ methods, run, targets, start, tree }))
    visit(part, [key]);
  return found;
}

/**
 * Returns the key paths of the numbers at a path: several for `methods[*]`. Null if one of the
 * numbers is missing.
 */
export function resolveNumberPath(
  path: string,
  numberPaths: SweepableNumbers,
  methods: number,
): readonly (readonly DocumentPathKey[])[] | null {
  if (!path.startsWith(EVERY)) return wrapDefined(numberPaths.get(path));
  const inner = path.slice(EVERY.length);
  const all = Array.from({ length: methods }, (_, i) => numberPaths.get(`methods[${i}].${inner}`));
  return all.every((keys) => keys !== undefined) ? all : null;
}

const wrapDefined = <T>(item: T | undefined): T[] | null => (item === undefined ? null : [item]);

/**
 * Returns the paths that could replace a path. For `methods[*]`, all methods must have the number.
 */
export function alternativeNumberPaths(
  path: string,
  numberPaths: SweepableNumbers,
  methods: number,
): string[] {
  const all = [...numberPaths.keys()];
  if (!path.startsWith(EVERY)) return all;
  const every = all.map((each) => each.replace(/^methods\[\d+\]\./, EVERY));
  return [...new Set(every)].filter(
    (each) => resolveNumberPath(each, numberPaths, methods) !== null,
  );
}

/** Returns whether the number at a key path can affect the method. */
export const numberAffectsMethod = ([part, index]: readonly DocumentPathKey[], method: number) =>
  part !== 'methods' || index === method;

export function setDocumentNumber(
  document: PlainObject,
  keys: readonly DocumentPathKey[],
  value: number,
): void {
  let node: unknown = document;
  for (const key of keys.slice(0, -1)) node = (node as Record<DocumentPathKey, unknown>)[key];
  const last = keys.at(-1);
  if (last !== undefined) (node as Record<DocumentPathKey, unknown>)[last] = value;
}
