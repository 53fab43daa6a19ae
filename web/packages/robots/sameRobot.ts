/** Chooses among several files of one robot, for example with and without simulator elements. */
import { fileNameOf } from './folder.ts';
import { readRobot } from './readRobot.ts';
import type { Folder, Remark, Robot } from './robot.ts';
import { type Root, rootOf } from './rootFile.ts';

const MOST = 6;

export interface ChosenRoot extends Root {
  /** Why the other files are not used. */
  readonly remarks: readonly Remark[];
}

/**
 * The file as `rootOf` finds it; of several xacro files with the same joints, the one with the
 * shortest path.
 */
export function chosenRoot(folder: Folder): ChosenRoot {
  const root = rootOf(folder);
  const { file, candidates } = root;
  const several = candidates.length > 1 && candidates.length <= MOST;
  if (file !== null || !several || !candidates.every((each) => /\.xacro$/i.test(each)))
    return { ...root, remarks: [] };
  const short = candidates.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const read = short.map((each) => ({ file: each, read: readRobot(folder, each, new Map()) }));
  const [first, ...others] = read.flatMap((each) =>
    each.read.ok ? [{ file: each.file, joints: jointsOf(each.read.value.robot) }] : [],
  );
  if (!first || others.some(({ joints }) => joints !== first.joints))
    return { ...root, remarks: [] };
  const alike = new Set(others.map((each) => each.file));
  const remarks = short
    .filter((each) => each !== first.file)
    .map((each) => remarkOf(each, alike.has(each), first.file));
  return { file: first.file, candidates, remarks };
}

const remarkOf = (file: string, alike: boolean, taken: string): Remark => ({
  file,
  line: 0,
  element: fileNameOf(file),
  reason: `${alike ? 'has the same joints' : 'cannot be read'}; ${fileNameOf(taken)} is used`,
  kind: 'left-out',
  grave: false,
});

/** Equal for robots with the same kinematics. */
const jointsOf = ({ joints }: Robot): string =>
  JSON.stringify(
    joints.map(({ name, type, parent, child, xyz, rpy, axis, limits, mimic, pitch }) => [
      ...[name, type, parent, child],
      ...[xyz, rpy, axis, limits, mimic, pitch],
    ]),
  );
