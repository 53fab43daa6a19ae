import { acceptedResult, refusedResult } from './faults.ts';
import { isRecord } from './shapes.ts';
import type { Result } from './types.ts';
import { describeValue } from './words.ts';

export const CURRENT = 1;

/** What turns a document of version n into one of version n + 1, by n. */
const steps: Readonly<
  Record<number, (document: Record<string, unknown>) => Record<string, unknown>>
> = {};

/** The document in the current version of the schema; not yet looked into. */
export function migrate(input: unknown): Result<Record<string, unknown>> {
  if (!isRecord(input)) return refusedResult(`must be an object, is ${describeValue(input)}`);
  const version = Object.hasOwn(input, 'iklab') ? input.iklab : undefined;
  // a version that is missing or no number at all is a fault among the others
  if (typeof version !== 'number' || version === CURRENT) return acceptedResult(input);
  let document = input;
  for (let n = version; n !== CURRENT; n++) {
    const step = Object.hasOwn(steps, n) ? steps[n] : undefined;
    if (!step) return refusedResult(unknownVersion(version), 'iklab');
    document = step(document);
  }
  return acceptedResult(document);
}

function unknownVersion(version: number): string {
  const newer = version > CURRENT ? ' (made by a newer IK Lab)' : '';
  return `must be ${CURRENT}, the version of the schema, is ${describeValue(version)}${newer}`;
}
