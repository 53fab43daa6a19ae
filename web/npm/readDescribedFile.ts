/** Reads robot files from disk, with referenced files. Node only. */

import { faultsText, listWords } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { chooseRobotFile, explainNoRobot } from '@iklab/robots';
import { InputError } from '../cli/errors.ts';
import { openRobotFiles } from '../cli/robotFiles.ts';
import type { DescribedRobot } from './describedRobot.ts';
import { IklabError } from './iklabError.ts';
import type { ReadOptions } from './packageTypes.ts';
import { readRobotFromFolder } from './readRobotDescription.ts';

/** Reads a file, or a folder or archive with exactly one robot. */
export function readDescribedFile(
  path: string,
  options: ReadOptions,
  catalogue: Catalogue,
): DescribedRobot {
  try {
    const { folder, file } = openRobotFiles(path);
    if (file !== null) return readRobotFromFolder(folder, file, options, catalogue);
    const { file: root, candidates } = chooseRobotFile(folder);
    if (root !== null) return readRobotFromFolder(folder, root, options, catalogue);
    const why =
      candidates.length === 0
        ? explainNoRobot(folder)
        : `contains ${candidates.length} robots; expected one: ${listWords(candidates)}`;
    throw new IklabError('document', `${path}: ${why}`, { path });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new IklabError('document', faultsText(error.faults), { path });
  }
}
