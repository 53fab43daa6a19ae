/** The scene in a file that carries a robot's files along, as the page saves it. */
import { archiveContents } from '@iklab/robots';
import { fileName } from 'iklab/scenario';
import { InputError, inputFault } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

/** Its text; an InputError where there is none. */
export function carriedScene(file: string): string {
  const name = fileName(file);
  const carried = archiveContents(openRobotFiles(file).folder);
  const without = 'iklab import makes a scenario of a robot';
  if (!carried) throw inputFault(name, `holds no scene saved by IK Lab: ${without}`);
  if (!carried.ok)
    throw new InputError(carried.faults.map(({ reason }) => ({ path: name, reason })));
  const { scene } = carried.value;
  if (scene === null) throw inputFault(name, `holds a robot and no scene: ${without}`);
  return scene;
}
