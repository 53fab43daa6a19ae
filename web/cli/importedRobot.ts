/** What `iklab import` reads. */
import { type Imported, importRobot, remarkText } from '../robot/importRobot.ts';
import { readRobot } from '../robot/readRobot.ts';
import type { Folder, Read } from '../robot/robot.ts';
import { rootOf } from '../robot/rootFile.ts';
import { fileName, listed } from '../scenario/words.ts';
import type { Options } from './command.ts';
import { InputError, inputError } from './errors.ts';
import { openRobotFiles } from './robotFiles.ts';

export { fittedScenario } from '../robot/fitted.ts';

/** Remarks go to standard error. */
export function readImported(
  operand: string,
  options: Options,
  up: 'x' | 'y' | 'z' | undefined,
  args: ReadonlyMap<string, string>,
): Imported {
  const { folder, file } = openRobotFiles(operand);
  const base = options['free-root'] ? 'free' : 'held';
  const read = taken(readRobot(folder, file ?? rootIn(folder, operand), args, base));
  const choice = {
    effectors: options.effector,
    leaves: options.leaves,
    root: options.root,
    allJoints: options['all-joints'],
    up,
  };
  const imported = importRobot(read.value.robot, choice, read.remarks);
  const { value, remarks } = taken(imported);
  for (const remark of remarks) console.error(`note: ${remarkText(remark)}`);
  return value;
}

/** The robot of a folder or an archive. */
function rootIn(folder: Folder, operand: string): string {
  const { file, candidates } = rootOf(folder);
  if (file !== null) return file;
  const reason =
    candidates.length === 0
      ? 'there is no robot in it: a URDF, xacro, MJCF, glTF or BVH is read'
      : `${candidates.length} robots are in it, name one of them: ${listed(candidates)}`;
  throw inputError(fileName(operand), reason);
}

/** The value, or its faults as an InputError. */
function taken<T>(read: Read<T>): Extract<Read<T>, { ok: true }> {
  if (read.ok) return read;
  throw new InputError(
    read.faults.map(({ file, line, element, reason }) => ({
      path: `${line > 0 ? `${file}:${line}` : file || 'robot'}: ${element}`,
      reason,
    })),
  );
}
