import {
  listWords,
  nearestWordSuggestion,
  quoteFileName,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  chooseRobotFile,
  type DescriptionOptions,
  explainNoRobot,
  type Folder,
  formatRemark,
  type ImportedRobot,
  importRobot,
  normalizePath,
  type ReadResult,
  type Remark,
  readRobot,
} from '@iklab/robots';
import type { CommandOptions } from './command.ts';
import { InputError, makeInputError } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

export { completeImportedScenario } from '@iklab/robots';

export interface ImportedRobotSettings {
  readonly up?: 'x' | 'y' | 'z' | undefined;
  readonly args?: ReadonlyMap<string, string>;
  readonly reading?: DescriptionOptions;
}

/** Prints the importer's remarks to standard error. */
export function readImportedRobot(
  operand: string,
  options: CommandOptions,
  { up, args = new Map(), reading }: ImportedRobotSettings,
  catalogue: Catalogue,
): ImportedRobot {
  const { folder, file } = openRobotFiles(operand);
  const base = options['free-root'] ? 'free' : options['fixed-root'] ? 'held' : undefined;
  const root = file === null ? findRoot(folder, operand, options.file) : { file, remarks: [] };
  const read = readOrThrow(readRobot(folder, root.file, args, base, reading));
  const choice = {
    effectors: options.effector,
    leaves: options.leaves,
    root: options.root,
    allJoints: options['all-joints'],
    up,
  };
  const remarks = [...root.remarks, ...read.remarks];
  const imported = importRobot(read.value.robot, choice, remarks, catalogue);
  const { value, remarks: all } = readOrThrow(imported);
  for (const remark of all)
    console.error(
      `${remark.grave ? 'warning' : 'note'}: ${formatRemark(remark)}${remedyHint(remark)}`,
    );
  return value;
}

function remedyHint({ grave, remedies = [] }: Remark): string {
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

/** `wantedPath`: full path of the robot file, or its last part. */
function findRoot(folder: Folder, operand: string, wantedPath: string | undefined) {
  if (wantedPath !== undefined) return { file: findFile(folder, operand, wantedPath), remarks: [] };
  const { file, candidates, remarks } = chooseRobotFile(folder);
  if (file !== null) return { file, remarks };
  const reason =
    candidates.length === 0
      ? explainNoRobot(folder)
      : `contains ${candidates.length} robots; name one with --file: ${listWords(candidates)}`;
  throw makeInputError(quoteFileName(operand), reason);
}

function findFile({ paths }: Folder, operand: string, wantedPath: string): string {
  const wanted = normalizePath(wantedPath.replaceAll('\\', '/')) ?? wantedPath;
  const found = paths.includes(wanted)
    ? [wanted]
    : paths.filter((path) => path.endsWith(`/${wanted}`));
  const [file] = found;
  if (file !== undefined && found.length === 1) return file;
  const reason =
    file === undefined
      ? `--file: contains no ${quoteInOneLine(wantedPath)}${nearestWordSuggestion(wanted, paths)}`
      : `--file: ${found.length} files end with this path: ${listWords(found)}`;
  throw makeInputError(quoteFileName(operand), reason);
}

function readOrThrow<T>(read: ReadResult<T>): Extract<ReadResult<T>, { ok: true }> {
  if (read.ok) return read;
  throw new InputError(
    read.faults.map(({ file, line, element, reason }) => ({
      path: `${line > 0 ? `${file}:${line}` : file || 'robot'}: ${element}`,
      reason,
    })),
  );
}
