/**
 * The versions of a document. They have the same fields but different defaults:
 *
 *                           version 1              version 2
 *   lengths of methods      published              fitted to the mechanism
 *   orientationWeight       1 m per radian         a third of the mechanism's stretched length
 *   limitPolicy             ignore                 clamp
 *   run.maxRises            3                      null: no such rule
 *   run.minImprovement      1e-5 m                 0: no such rule
 *
 * A preset of methods keeps its published constants in both. The meaning of version 1 never
 * changes.
 */
import { acceptedResult, refusedResult } from './checks/faults.ts';
import { isRecord } from './checks/shapes.ts';
import { receivedValueText } from './checks/words.ts';
import type { DocumentVersion, Result } from './types.ts';

export const DOCUMENT_VERSIONS = [1, 2] as const satisfies readonly DocumentVersion[];
/** Version of written documents and of links written by hand. */
export const CURRENT_DOCUMENT_VERSION: DocumentVersion = 2;

export const versionDefaults = {
  1: { limitPolicy: 'ignore', run: { maxRises: 3, minImprovement: 1e-5 } },
  2: { limitPolicy: 'clamp', run: { maxRises: null, minImprovement: 0 } },
} as const;

/**
 * Reads the version of a document. An unknown number is a fault. A missing value or one of another
 * type counts as 1; the schema reports it.
 */
export function readDocumentVersion(
  input: unknown,
): Result<{ readonly version: DocumentVersion; readonly document: Record<string, unknown> }> {
  if (!isRecord(input)) return refusedResult(`must be an object; ${receivedValueText(input)}`);
  const value = Object.hasOwn(input, 'iklab') ? input.iklab : undefined;
  const version = DOCUMENT_VERSIONS.find((each) => each === value);
  if (version === undefined && typeof value === 'number')
    return refusedResult(unknownVersion(value), 'iklab');
  return acceptedResult({ version: version ?? 1, document: input });
}

export const documentVersionFault = (value: unknown): string =>
  `must be ${DOCUMENT_VERSIONS.join(' or ')}, the version of the document; ${receivedValueText(value)}`;

const unknownVersion = (value: number): string =>
  documentVersionFault(value) +
  (value > CURRENT_DOCUMENT_VERSION ? ' (created with a newer IK Lab)' : '');

export function withVersionDefaults(
  document: Record<string, unknown>,
  version: DocumentVersion,
): Record<string, unknown> {
  const { limitPolicy, run } = versionDefaults[version];
  const { run: ownRun = {} } = document;
  return { limitPolicy, ...document, run: isRecord(ownRun) ? { ...run, ...ownRun } : ownRun };
}
