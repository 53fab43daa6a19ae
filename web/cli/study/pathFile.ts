/** Reads the path of a study from a file of poses, which become part of the study. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LogMistake, type PathPose, readPathPoses } from '@iklab/logs';
import type { Engine } from 'iklab/engine';
import { fileName, isRecord, parse } from 'iklab/scenario';
import { inputFault } from '../errors.ts';
import { callersFolder, systemReason } from '../input.ts';

/** Replaces the poses of the document's path; keeps its effector and interpolation. */
export function withPathFile(document: unknown, file: string, { catalogue }: Engine): unknown {
  if (!isRecord(document) || !isRecord(document.sampling)) return document;
  const { path: given, period: _, ...sampling } = document.sampling;
  const { effector, between } = isRecord(given) ? given : {};
  const named = typeof effector === 'string' ? effector : null;
  const poses = posesIn(file, named ?? firstEffector(document.scenario, catalogue));
  const path = {
    shape: 'poses',
    ...(effector !== undefined && { effector }),
    ...(between !== undefined && { between }),
    poses,
  };
  return { ...document, sampling: { ...sampling, path } };
}

/** The effector of the first target; '' if the scenario has faults, which are reported later. */
function firstEffector(scenario: unknown, catalogue: Engine['catalogue']): string {
  const read = parse(isRecord(scenario) ? { iklab: 1, ...scenario } : scenario, catalogue);
  return read.ok ? (read.value.targets[0]?.effector ?? '') : '';
}

function posesIn(file: string, effector: string): PathPose[] {
  const name = fileName(file);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(callersFolder(), file));
  } catch (error) {
    throw inputFault(name, systemReason(error));
  }
  try {
    return readPathPoses(bytes, name, effector);
  } catch (error) {
    if (!(error instanceof LogMistake)) throw error;
    const line = error.line === 0 ? '' : `:${error.line}`;
    throw inputFault(`${name}${line}`, error.message);
  }
}
