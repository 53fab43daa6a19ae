/** Reads the file of a study and the scenario file that it names. */
import { dirname, isAbsolute, join } from 'node:path';
import { isStudy, parseAnyStudy } from '@iklab/study';
import {
  type Catalogue,
  CURRENT,
  deepEqual,
  isRecord,
  quote,
  type Scenario,
  scenarioPreset,
} from 'iklab/scenario';
import { InputError, inputFault } from '../errors.ts';
import { readDocument } from '../readDocument.ts';

/** Reads a document; the path of a study's scenario is relative to the study. */
export async function readStudyFile(file: string): Promise<unknown> {
  const document = await readDocument(file);
  if (!isRecord(document) || !isStudy(document) || typeof document.scenario !== 'string')
    return document;
  const { scenario: named } = document;
  if (named === '')
    throw inputFault('scenario', 'must be a scenario document or the path of its file; got ""');
  const folder = file === '-' ? '.' : dirname(file);
  const scenario = await readNamed(named, isAbsolute(named) ? named : join(folder, named));
  if (isStudy(scenario))
    throw inputFault('scenario', `must name a scenario file; ${quote(named)} is a study`);
  return { ...document, scenario };
}

async function readNamed(named: string, path: string): Promise<unknown> {
  try {
    return await readDocument(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const preset = scenarioPreset(named)
      ? `; to use the preset, write {"preset": ${quote(named)}}`
      : '';
    const reasons = error.faults.map(
      ({ reason }) => `cannot read file ${path}: ${reason}${preset}`,
    );
    throw reasons.length === 1 ? inputFault('scenario', reasons[0] ?? '') : error;
  }
}

/** Names the defaults of a version-1 study that differ in version 2; null if none does. */
export function versionNote(document: unknown, catalogue: Catalogue): string | null {
  if (!isRecord(document) || !isRecord(document.scenario)) return null;
  const inside = document.scenario.iklab !== undefined;
  if ((inside ? document.scenario.iklab : document.iklabStudy) !== 1) return null;
  const scenario = { ...document.scenario, ...(inside && { iklab: CURRENT }) };
  const later = { ...document, iklabStudy: inside ? document.iklabStudy : CURRENT, scenario };
  const [one, two] = [document, later].map((each) => parseAnyStudy(each, catalogue));
  if (!one?.ok || !two?.ok) return null;
  const other = changed(one.value.scenario, two.value.scenario, one.value.constants);
  if (other.length === 0) return null;
  const what = inside ? 'scenario' : 'study';
  return `note: a ${what} of version 1: version 2 has other defaults for ${other.join(', ')}; iklab upgrade writes them out`;
}

function changed(one: Scenario, two: Scenario, constants: readonly string[]): string[] {
  const { maxRises, minImprovement } = one.run;
  const params = ({ methods }: Scenario) => methods.map((panel) => panel.params);
  const weights = ({ targets }: Scenario) => targets.map((target) => target.orientationWeight);
  const published = constants.filter((line) => line.includes('(published)'));
  const rules =
    maxRises !== two.run.maxRises || minImprovement !== two.run.minImprovement
      ? [`stop rules (maxRises ${maxRises ?? 'none'}, minImprovement ${minImprovement})`]
      : [];
  return [
    ...(deepEqual(params(one), params(two))
      ? []
      : [`lengths of methods (${published.join('; ')})`]),
    ...rules,
    ...(one.limitPolicy === two.limitPolicy ? [] : [`limitPolicy (${one.limitPolicy})`]),
    ...(deepEqual(weights(one), weights(two)) ? [] : [`orientationWeight (${weights(one)[0]})`]),
  ];
}
