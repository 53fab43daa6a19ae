import { archiveContents } from '@iklab/robots';
import { fileName } from 'iklab/scenario';
import { InputError, inputFault } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

/** Returns the text of the scene in an archive; throws an InputError if there is none. */
export function carriedScene(file: string): string {
  const name = fileName(file);
  const carried = archiveContents(openRobotFiles(file).folder);
  const without = 'iklab import converts a robot to a scenario';
  if (!carried) throw inputFault(name, `contains no scene saved by IK Lab; ${without}`);
  if (!carried.ok)
    throw new InputError(carried.faults.map(({ reason }) => ({ path: name, reason })));
  const { scene } = carried.value;
  if (scene === null) throw inputFault(name, `contains a robot but no scene; ${without}`);
  return scene;
}
