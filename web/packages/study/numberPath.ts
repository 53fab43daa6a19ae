/** Addresses the numbers of a scenario by path: `methods[0].params.lambda`, `run.tolerance`. */
import {
  fullDocument,
  type PathKey,
  type PlainObject,
  pathText,
  type Scenario,
} from 'iklab/scenario';

/** Prefix of a path that addresses every method. */
const EVERY = 'methods[*].';

// These may be null (no limit), but can still be swept.
const LIMITS = ['maxStep', 'maxSlide', 'maxRises'];

export type NumberPlaces = ReadonlyMap<string, readonly PathKey[]>;

/** Returns every number that a sweep can vary, by path; those of the methods come first. */
export function numberPlaces(scenario: Scenario): NumberPlaces {
  const { methods, run, targets, start, tree } = fullDocument(scenario);
  const places = new Map<string, readonly PathKey[]>();
  const visit = (value: unknown, keys: readonly PathKey[]): void => {
    const key = keys.at(-1);
    const varies = typeof value === 'number' && key !== 'slot';
    if (varies || (value === null && LIMITS.includes(String(key))))
      places.set(pathText(keys), keys);
    else if (Array.isArray(value)) value.forEach((item, i) => void visit(item, [...keys, i]));
    else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) visit(item, [...keys, inner]);
  };
  for (const [key, part] of Object.entries({ methods, run, targets, start, tree }))
    visit(part, [key]);
  return places;
}

/** Returns the keys that a path addresses; null if a method or the scenario has no such number. */
export function placesOf(
  path: string,
  places: NumberPlaces,
  methods: number,
): readonly (readonly PathKey[])[] | null {
  if (!path.startsWith(EVERY)) return list(places.get(path));
  const inner = path.slice(EVERY.length);
  const all = Array.from({ length: methods }, (_, i) => places.get(`methods[${i}].${inner}`));
  return all.every((keys) => keys !== undefined) ? all : null;
}

const list = <T>(item: T | undefined): T[] | null => (item === undefined ? null : [item]);

/** Returns the paths that share the prefix of the given one: of every method, or of one. */
export function pathsLike(path: string, places: NumberPlaces, methods: number): string[] {
  const all = [...places.keys()];
  if (!path.startsWith(EVERY)) return all;
  const every = all.map((each) => each.replace(/^methods\[\d+\]\./, EVERY));
  return [...new Set(every)].filter((each) => placesOf(each, places, methods) !== null);
}

/** Whether a number affects this method: it belongs to this method, or to none in particular. */
export const concerns = ([part, index]: readonly PathKey[], method: number) =>
  part !== 'methods' || index === method;

export function withNumber(document: PlainObject, keys: readonly PathKey[], value: number): void {
  let at: unknown = document;
  for (const key of keys.slice(0, -1)) at = (at as Record<PathKey, unknown>)[key];
  const last = keys.at(-1);
  if (last !== undefined) (at as Record<PathKey, unknown>)[last] = value;
}
