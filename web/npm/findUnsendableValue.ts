/** Checks whether values can be sent to a thread or worker. */

import { makeWrongTypeError } from './callErrors.ts';
import type { IklabError } from './iklabError.ts';

/** Returns an error for the first value that cannot be copied; null for none. */
export function findUnsendableValue(
  value: unknown,
  path: string,
  allowed = SENDABLE,
): IklabError | null {
  try {
    structuredClone(value);
    return null;
  } catch {
    return (
      findUnsendableWithin(value, path, allowed) ??
      makeWrongTypeError(path || 'options', allowed, value)
    );
  }
}

const SENDABLE = 'a value that can be sent to a thread, such as numbers, strings and plain objects';

function findUnsendableWithin(value: unknown, path: string, allowed: string): IklabError | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      const found = findUnsendableValue(inner, innerPath, allowed);
      if (found) return found;
    }
  } catch {
    // If a proxy or getter throws, the error names the object itself.
  }
  return null;
}
