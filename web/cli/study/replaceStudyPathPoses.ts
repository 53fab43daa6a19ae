import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '@iklab/core/engine';
import { isRecord, quoteFileName } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { LogError, type PathPose, readPathPoses } from '@iklab/logs';
import { makeInputError } from '../errors.ts';
import { explainSystemError, getCallerFolder } from '../readInputText.ts';

/** Replaces the poses of a study's path; keeps its effector and interpolation. */
export function replaceStudyPathPoses(
  document: unknown,
  file: string,
  { catalogue }: Engine,
): unknown {
  if (!isRecord(document) || !isRecord(document.sampling)) return document;
  const { path: currentPath, period: _, ...sampling } = document.sampling;
  const { effector, between } = isRecord(currentPath) ? currentPath : {};
  const named = typeof effector === 'string' ? effector : null;
  const poses = readPoses(file, named ?? findFirstEffector(document.scenario, catalogue));
  const path = {
    shape: 'poses',
    ...(effector !== undefined && { effector }),
    ...(between !== undefined && { between }),
    poses,
  };
  return { ...document, sampling: { ...sampling, path } };
}

function findFirstEffector(scenario: unknown, catalogue: Engine['catalogue']): string {
  const read = parseScenarioDocument(
    isRecord(scenario) ? { iklab: 1, ...scenario } : scenario,
    catalogue,
  );
  return read.ok ? (read.value.targets[0]?.effector ?? '') : '';
}

function readPoses(file: string, effector: string): PathPose[] {
  const name = quoteFileName(file);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(getCallerFolder(), file));
  } catch (error) {
    throw makeInputError(name, explainSystemError(error));
  }
  try {
    return readPathPoses(bytes, name, effector);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const line = error.line === 0 ? '' : `:${error.line}`;
    throw makeInputError(`${name}${line}`, error.message);
  }
}
