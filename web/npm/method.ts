/** A method with its parameters: an object that can be kept, used again and written down as JSON. */

import type { Method } from './packageTypes.ts';
import { wrongType } from './refusals.ts';

/** `options`: values by the names of parameters; a method where one names a stage. */
export function method(id: string, options: object): Method {
  const params: Record<string, number | string | boolean> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!isMethod(value)) {
      params[key] = value;
      continue;
    }
    params[key] = value.id;
    for (const [inner, of] of Object.entries(value.params)) params[`${key}.${inner}`] = of;
  }
  return Object.freeze({ id, params: Object.freeze(params) });
}

/** A method written as mathematics, in the language of formulas; `params`: values of those it declares. */
export function formula(text: string, params: Readonly<Record<string, number>> = {}): Method {
  if (typeof text !== 'string') throw wrongType('formula', 'a text', text);
  return method('formula', { ...params, text });
}

/** Whether a value is what the functions of methods give. */
export const isMethod = (value: unknown): value is Method =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Method).id === 'string' &&
  typeof (value as Method).params === 'object';
