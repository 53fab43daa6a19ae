import {
  chosenRoot,
  type Folder,
  type Imported,
  importRobot,
  noRobotReason,
  normalPath,
  type Read,
  type Reading,
  type Remark,
  readRobot,
  remarkText,
} from '@iklab/robots';
import { type Catalogue, didYouMean, fileName, listed, quote } from 'iklab/scenario';
import type { Options } from './command.ts';
import { InputError, inputFault } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

export { fittedScenario } from '@iklab/robots';

export interface ReadChoice {
  readonly up?: 'x' | 'y' | 'z' | undefined;
  readonly args?: ReadonlyMap<string, string>;
  readonly reading?: Reading;
}

/** Reads the robot of a file, folder or archive, and prints remarks to standard error. */
export function readImported(
  operand: string,
  options: Options,
  { up, args = new Map(), reading }: ReadChoice,
  catalogue: Catalogue,
): Imported {
  const { folder, file } = openRobotFiles(operand);
  const base = options['free-root'] ? 'free' : options['fixed-root'] ? 'held' : undefined;
  const root = file === null ? rootIn(folder, operand, options.file) : { file, remarks: [] };
  const read = taken(readRobot(folder, root.file, args, base, reading));
  const choice = {
    effectors: options.effector,
    leaves: options.leaves,
    root: options.root,
    allJoints: options['all-joints'],
    up,
  };
  const remarks = [...root.remarks, ...read.remarks];
  const imported = importRobot(read.value.robot, choice, remarks, catalogue);
  const { value, remarks: all } = taken(imported);
  for (const remark of all)
    console.error(`${remark.grave ? 'warning' : 'note'}: ${remarkText(remark)}${hint(remark)}`);
  return value;
}

/** The options of its remedies: `; for another reading: iklab import --angles degrees`. */
function hint({ grave, remedies = [] }: Remark): string {
  // The reason of a remark names the models.
  const optionOf = ([key, value]: readonly [string, string]) =>
    `--${key} ${key === 'model' ? 'NAME' : value}`;
  const options = new Set(
    remedies.map(({ reading }) =>
      ['iklab import', ...Object.entries(reading).map(optionOf)].join(' '),
    ),
  );
  return grave && options.size > 0 ? `; for another reading: ${[...options].join(' or ')}` : '';
}

/** Finds the robot's file in a folder or an archive; `asked`: its path, or the end of it. */
function rootIn(folder: Folder, operand: string, asked: string | undefined) {
  if (asked !== undefined) return { file: fileIn(folder, operand, asked), remarks: [] };
  const { file, candidates, remarks } = chosenRoot(folder);
  if (file !== null) return { file, remarks };
  const reason =
    candidates.length === 0
      ? noRobotReason(folder)
      : `contains ${candidates.length} robots; name one with --file: ${listed(candidates)}`;
  throw inputFault(fileName(operand), reason);
}

function fileIn({ paths }: Folder, operand: string, asked: string): string {
  const wanted = normalPath(asked.replaceAll('\\', '/')) ?? asked;
  const found = paths.includes(wanted)
    ? [wanted]
    : paths.filter((path) => path.endsWith(`/${wanted}`));
  const [file] = found;
  if (file !== undefined && found.length === 1) return file;
  const reason =
    file === undefined
      ? `--file: contains no ${quote(asked)}${didYouMean(wanted, paths)}`
      : `--file: ${found.length} files end with this path: ${listed(found)}`;
  throw inputFault(fileName(operand), reason);
}

/** Returns the value, or throws its faults as an InputError. */
function taken<T>(read: Read<T>): Extract<Read<T>, { ok: true }> {
  if (read.ok) return read;
  throw new InputError(
    read.faults.map(({ file, line, element, reason }) => ({
      path: `${line > 0 ? `${file}:${line}` : file || 'robot'}: ${element}`,
      reason,
    })),
  );
}
