import * as v from 'valibot';
import { documentSchema, type ScenarioDocument } from '../document.ts';
import type { ViolatedBound } from '../types.ts';
import type { DocumentPathKey, FaultCollector } from './faults.ts';
import { UNKNOWN_KEY_ISSUE } from './shapes.ts';

export interface CheckedDocumentStructure<D = ScenarioDocument> {
  /** Document as read. Only parts for which `sound` returns true have the declared type. */
  readonly document: D;
  sound(...path: DocumentPathKey[]): boolean;
  /** Returns whether the part at a path was refused as a whole, so that nothing in it was read. */
  refused(...path: DocumentPathKey[]): boolean;
}

export const readDocumentStructure = (
  input: unknown,
  faults: FaultCollector,
): CheckedDocumentStructure => readStructureBySchema(documentSchema, input, faults);

export function readStructureBySchema<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  faults: FaultCollector,
): CheckedDocumentStructure<v.InferOutput<S>> {
  const { output, issues } = v.safeParse(schema, input, { abortPipeEarly: true });
  const unsound = new Set<string>();
  const refused = new Set<string>();
  for (const issue of issues ?? []) {
    const path = (issue.path ?? []).map((item) => item.key as DocumentPathKey);
    if (issue.type.endsWith('_length')) {
      faults.addCount(path, issue.message);
      unsound.add([...path, 'length'].join('.'));
    } else {
      faults.add(path, issue.message, findBound(issue));
      if ((issue.type as string) !== UNKNOWN_KEY_ISSUE) refused.add(path.join('.'));
    }
    // An unknown key does not make other keys unsound.
    if ((issue.type as string) !== UNKNOWN_KEY_ISSUE)
      for (const part of affectedPaths(path)) unsound.add(part);
  }
  return {
    document: output as v.InferOutput<S>,
    sound: (...path) => !unsound.has('') && !unsound.has(path.join('.')),
    refused: (...path) => refused.has(path.join('.')),
  };
}

const SIGNS: Readonly<Record<string, ViolatedBound['sign']>> = {
  min_value: '≥',
  gt_value: '>',
  max_value: '≤',
};

function findBound({ type, input, ...issue }: v.BaseIssue<unknown>): ViolatedBound | undefined {
  const sign = SIGNS[type];
  const { requirement } = issue as { readonly requirement?: unknown };
  if (!sign || typeof input !== 'number' || typeof requirement !== 'number') return undefined;
  return { sign, bound: requirement, is: input };
}

/**
 * Replaces the invalid entries of an object by those of `blank`, so that further checks can report
 * more faults.
 */
export function pickValidEntries<T extends object>(
  draft: Pick<CheckedDocumentStructure, 'sound'>,
  path: readonly DocumentPathKey[],
  object: T,
  blank: Partial<T>,
): T {
  if (draft.sound(...path)) return object;
  const sound = Object.entries(object).filter(([key]) => draft.sound(...path, key));
  return { ...blank, ...Object.fromEntries(sound) } as T;
}

function affectedPaths(path: readonly DocumentPathKey[]): string[] {
  return path.length === 0 ? [''] : path.map((_, i) => path.slice(0, i + 1).join('.'));
}
