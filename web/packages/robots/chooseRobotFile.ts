/**
 * Chooses one of several files that describe the same robot, for example with and without simulator
 * elements.
 */

import { findRobotFile, type RobotFileSearchResult } from './findRobotFile.ts';
import { fileNameOf } from './folder.ts';
import { readRobot } from './readRobot.ts';
import type { Folder, Remark, Robot } from './robot.ts';

const MAX_COMPARED = 6;

export interface ChosenRobotFile extends RobotFileSearchResult {
  readonly remarks: readonly Remark[];
}

/**
 * Returns the file that `findRobotFile` finds. Of several xacro files with the same joints, returns
 * the one with the shortest path.
 */
export function chooseRobotFile(folder: Folder): ChosenRobotFile {
  const root = findRobotFile(folder);
  const { file, candidates } = root;
  const several = candidates.length > 1 && candidates.length <= MAX_COMPARED;
  if (file !== null || !several || !candidates.every((each) => /\.xacro$/i.test(each)))
    return { ...root, remarks: [] };
  const short = candidates.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const read = short.map((each) => ({ file: each, read: readRobot(folder, each, new Map()) }));
  const [first, ...otherFiles] = read.flatMap((each) =>
    each.read.ok ? [{ file: each.file, joints: makeJointsKey(each.read.value.robot) }] : [],
  );
  if (!first || otherFiles.some(({ joints }) => joints !== first.joints))
    return { ...root, remarks: [] };
  const alike = new Set(otherFiles.map((each) => each.file));
  const remarks = short
    .filter((each) => each !== first.file)
    .map((each) => makeRemark(each, alike.has(each), first.file));
  return { file: first.file, candidates, remarks };
}

const makeRemark = (file: string, alike: boolean, chosenFile: string): Remark => ({
  file,
  line: 0,
  element: fileNameOf(file),
  reason: `${alike ? 'has the same joints' : 'cannot be read'}; ${fileNameOf(chosenFile)} is used`,
  kind: 'left-out',
  grave: false,
});

const makeJointsKey = ({ joints }: Robot): string =>
  JSON.stringify(
    joints.map(({ name, type, parent, child, xyz, rpy, axis, limits, mimic, pitch }) => [
      ...[name, type, parent, child],
      ...[xyz, rpy, axis, limits, mimic, pitch],
    ]),
  );
