import { quoteFileName } from '@iklab/core/scenario/checks';
import { readRobotArchive } from '@iklab/robots';
import { InputError, makeInputError } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

/** Throws an InputError if the archive contains no scene. */
export function readSceneOfArchive(file: string): string {
  const name = quoteFileName(file);
  const carried = readRobotArchive(openRobotFiles(file).folder);
  const advice = 'iklab import converts a robot to a scenario';
  if (!carried) throw makeInputError(name, `contains no scene saved by IK Lab; ${advice}`);
  if (!carried.ok)
    throw new InputError(carried.faults.map(({ reason }) => ({ path: name, reason })));
  const { scene } = carried.value;
  if (scene === null) throw makeInputError(name, `contains a robot but no scene; ${advice}`);
  return scene;
}
