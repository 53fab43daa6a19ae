/**
 * Reads and writes the fields of a form in a study document, by path, such as `sampling.high[1]`.
 */
import { MAX_COUNT, type PathKey } from '@iklab/core/scenario/checks';
import { restartDefaults, studyDefaults } from './studyDocument.ts';

/**
 * Defaults of fields that a document may leave out; null in a document stands for the default too.
 */
const DEFAULTS = {
  ...studyDefaults,
  // A path has an orientation mode only if its target has an orientation.
  sampling: { ...studyDefaults.sampling, turn: 'kept' },
  restarts: { most: 0, ...restartDefaults },
  scenario: { run: { maxRises: MAX_COUNT } },
};

type PathNode = Record<PathKey, unknown> | null | undefined;

const splitPath = (path: string): PathKey[] =>
  path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? +key : key]));

const valueAt = (document: object, path: string): unknown =>
  splitPath(path).reduce<unknown>((node, key) => (node as PathNode)?.[key], document);

/**
 * Returns the value of a field: the default if the document has none; '' if there is no default.
 */
export const fieldValue = (document: object, path: string): unknown =>
  valueAt(document, path) ?? valueAt(DEFAULTS, path) ?? '';

/** Returns a copy of the document with another value; objects that it lacks are added. */
export const withFieldValue = <T extends object>(document: T, path: string, value: unknown): T =>
  withValue(document, splitPath(path), value) as T;

function withValue(node: unknown, [key, ...rest]: readonly PathKey[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as NonNullable<PathNode>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/**
 * Reads a typed number, with a decimal point or comma and spaces between digits; a text that is no
 * number is returned unchanged.
 */
export function parseTypedValue(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}
