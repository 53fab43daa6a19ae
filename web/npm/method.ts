/** A method with its parameters: a reusable object that can be stored as JSON. */

import { makeWrongTypeError } from './callErrors.ts';
import type { Method } from './packageTypes.ts';

/** `options`: values by parameter name; for a parameter that is a stage, a method. */
export function method(id: string, options: object): Method {
  const params: Record<string, number | string | boolean> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!isMethod(value)) {
      params[key] = value;
      continue;
    }
    params[key] = value.id;
    for (const [inner, innerValue] of Object.entries(value.params))
      params[`${key}.${inner}`] = innerValue;
  }
  return Object.freeze({ id, params: Object.freeze(params) });
}

/** Creates a custom method from a formula; `params`: values of the parameters that it declares. */
export function formula(text: string, params: Readonly<Record<string, number>> = {}): Method {
  if (typeof text !== 'string') throw makeWrongTypeError('formula', 'a string', text);
  return method('formula', { ...params, text });
}

export const isMethod = (value: unknown): value is Method =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Method).id === 'string' &&
  typeof (value as Method).params === 'object';
