/** Reads robot files from disk, with the files that they refer to. Node only. */
import { chosenRoot, noRobotReason } from '@iklab/robots';
import { type Catalogue, faultsText, listed } from 'iklab/scenario';
import { InputError } from '../cli/errors.ts';
import { openRobotFiles } from '../cli/robotFiles.ts';
import type { Described } from './described.ts';
import { IklabError } from './iklabError.ts';
import type { ReadOptions } from './packageTypes.ts';
import { readIn } from './readDescription.ts';

/** Reads a file, or a folder or archive with exactly one robot. */
export function readDescribedFile(
  path: string,
  options: ReadOptions,
  catalogue: Catalogue,
): Described {
  try {
    const { folder, file } = openRobotFiles(path);
    if (file !== null) return readIn(folder, file, options, catalogue);
    const { file: root, candidates } = chosenRoot(folder);
    if (root !== null) return readIn(folder, root, options, catalogue);
    const why =
      candidates.length === 0
        ? noRobotReason(folder)
        : `contains ${candidates.length} robots; expected one: ${listed(candidates)}`;
    throw new IklabError('document', `${path}: ${why}`, { path });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new IklabError('document', faultsText(error.faults), { path });
  }
}
