import { dirname, isAbsolute, join } from 'node:path';
import { isRecord, quoteInOneLine } from '@iklab/core/scenario/checks';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { isStudyDocument } from '@iklab/study/document';
import { InputError, makeInputError } from '../errors.ts';
import { readDocument } from '../readDocument.ts';

/** Reads a document and, if a study names a scenario file, that file. */
export async function readStudyFile(file: string): Promise<unknown> {
  const document = await readDocument(file);
  if (!isRecord(document) || !isStudyDocument(document) || typeof document.scenario !== 'string')
    return document;
  const { scenario: named } = document;
  if (named === '')
    throw makeInputError('scenario', 'must be a scenario document or the path of its file; got ""');
  const folder = file === '-' ? '.' : dirname(file);
  const scenario = await readNamedScenario(named, isAbsolute(named) ? named : join(folder, named));
  if (isStudyDocument(scenario))
    throw makeInputError(
      'scenario',
      `must name a scenario file; ${quoteInOneLine(named)} is a study`,
    );
  return { ...document, scenario };
}

async function readNamedScenario(named: string, path: string): Promise<unknown> {
  try {
    return await readDocument(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const preset = scenarioPreset(named)
      ? `; to use the preset, write {"preset": ${quoteInOneLine(named)}}`
      : '';
    const reasons = error.faults.map(
      ({ reason }) => `cannot read file ${path}: ${reason}${preset}`,
    );
    throw reasons.length === 1 ? makeInputError('scenario', reasons[0] ?? '') : error;
  }
}
