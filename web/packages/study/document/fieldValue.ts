/** Values of the fields of a form: of a study document, by path, such as `sampling.high[1]`. */
import { MAX_COUNT, type PathKey } from '@iklab/core/scenario/checks';
import { restartDefaults, studyDefaults } from './studyDocument.ts';

/** Values that a document may leave out, and null where that stands for them. */
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

/** The default if the document has no value; '' if there is none. */
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

/** Accepts a decimal comma and spaces between digits. A text that is no number is returned. */
export function readTyped(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}
