import { type DocumentPathKey, MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { restartDefaults, studyDefaults } from './studyDocument.ts';

const DEFAULTS = {
  ...studyDefaults,
  // A path has an orientation mode only if its target has an orientation.
  sampling: { ...studyDefaults.sampling, turn: 'kept' },
  restarts: { most: 0, ...restartDefaults },
  scenario: { run: { maxRises: MAX_RUN_COUNT } },
};

type PathNode = Record<DocumentPathKey, unknown> | null | undefined;

const splitPath = (path: string): DocumentPathKey[] =>
  path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? +key : key]));

const valueAt = (document: object, path: string): unknown =>
  splitPath(path).reduce<unknown>((node, key) => (node as PathNode)?.[key], document);

/** Returns the value of a form field, or else its default; '' without a default. */
export const formFieldValue = (document: object, path: string): unknown =>
  valueAt(document, path) ?? valueAt(DEFAULTS, path) ?? '';

export const withFormFieldValue = <T extends object>(
  document: T,
  path: string,
  value: unknown,
): T => withValue(document, splitPath(path), value) as T;

function withValue(
  node: unknown,
  [key, ...rest]: readonly DocumentPathKey[],
  value: unknown,
): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as NonNullable<PathNode>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/**
 * Parses a typed number with decimal point or comma, and spaces between digits. Returns other text
 * unchanged.
 */
export function parseTypedNumber(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}
