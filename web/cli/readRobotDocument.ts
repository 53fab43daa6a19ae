import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fullDocument } from '@iklab/core/scenario';
import { nearestWordSuggestion } from '@iklab/core/scenario/checks';
import { decodeLink } from '@iklab/core/scenario/link';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { loadedScenarioPresetIds, scenarioPreset } from '@iklab/core/scenario/presets';
import { makeInputError, valueOrThrow } from './errors.ts';
import { readDocument } from './readDocument.ts';
import { getCallerFolder } from './readInputText.ts';

/**
 * Returns the scenario document of a preset, a file, a link, standard input (`-`) or a robot
 * description.
 */
export async function readRobotDocument(robot: string, catalogue: Catalogue): Promise<unknown> {
  const preset = scenarioPreset(robot);
  if (preset) return preset.document;
  if (/\.json$|\.iklab\.zip$|^-$/i.test(robot)) return readDocument(robot);
  if (!existsSync(resolve(getCallerFolder(), robot))) {
    if (/#\w+=/.test(robot))
      return fullDocument(valueOrThrow(await decodeLink(robot, catalogue)).scenario);
    const meant = nearestWordSuggestion(robot, loadedScenarioPresetIds());
    throw makeInputError(robot, `no such file or preset${meant}`);
  }
  const { completeImportedScenario, readImportedRobot: readImported } = await import(
    './readImportedRobot.ts'
  );
  const imported = readImported(robot, {}, {}, catalogue);
  return fullDocument(valueOrThrow(completeImportedScenario(imported.document, catalogue)));
}
