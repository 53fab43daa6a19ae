/** Stores a robot's files in this browser, for scenes of it that are opened again. */

import {
  archiveContents,
  archiveId,
  chosenReading,
  type Folder,
  frameKey,
  keptPaths,
  MAX_BYTES,
  neededPaths,
  type PackedRobot,
  packRobot,
  type RobotAtWork,
  unzip,
  watchedFolder,
} from '@iklab/robots';
import { runWithPauses } from '@iklab/scene/view';
import { effect, signal } from '@preact/signals';
import { Fnv64, type InlineTree } from 'iklab/scenario';
import type { InLab } from '../../browser/labScope.ts';
import { type RobotStore, type RobotWay, robotStore } from '../../browser/robotStore.ts';

/** A hash, short enough for a list of many robots. */
export function treeKey(tree: InlineTree): string {
  const sum = new Fnv64();
  for (const byte of new TextEncoder().encode(frameKey(tree))) sum.addByte(byte);
  return sum.hex;
}

/** The id under which the files of a drop are stored. */
const ids = new WeakMap<Folder, string>();

/** Stores the files of the current robot. If that fails, the robot's report shows the reason. */
export async function keepRobotFiles(
  page: InLab,
  robot: RobotAtWork,
  tree: InlineTree,
): Promise<void> {
  const { args, base, reading, source } = robot;
  const { folder } = source;
  const store = robotStore(page);
  const way: RobotWay = { key: treeKey(tree), args: [...args], base, reading: { ...reading } };
  try {
    robot.notStored.value = (await kept(store, folder, way, robot)) ? '' : TOO_LARGE;
    effect(() => {
      if (store.forgotten.value.has(ids.get(folder) ?? '')) robot.notStored.value = FORGOTTEN;
    });
  } catch {
    robot.notStored.value = NO_ROOM;
  }
}

const TOO_LARGE = `its files are more than ${MAX_BYTES / 1024 / 1024} MB`;
const NO_ROOM = 'its storage is full or blocked';
const FORGOTTEN = 'they were deleted';

async function kept(
  store: RobotStore,
  folder: Folder,
  way: RobotWay,
  robot: RobotAtWork,
): Promise<boolean> {
  const known = ids.get(folder);
  if (known !== undefined && (store.forgotten.peek().has(known) || store.storeWay(known, way)))
    return true;
  const archive = await archiveOf(robot);
  if (!archive) return false;
  const id = archiveId(archive);
  await store.store({ id, name: robot.source.name }, way, archive);
  ids.set(folder, id);
  return true;
}

async function archiveOf(robot: RobotAtWork): Promise<Uint8Array | null> {
  const paths = keptPaths(robot);
  // Choices are stored with the tree, not with the files.
  const choices = { args: new Map(), base: 'held', reading: {} } as const;
  const files = { source: robot.source, ...choices, scene: null };
  return paths && runWithPauses(packRobot(files, paths, 'stored'));
}

/**
 * Restores the files of a tree's robot, with the choices that may have given the tree, newest
 * first. Returns an empty list if the files are missing or corrupt.
 */
export async function keptRobotsOf(page: InLab, tree: InlineTree): Promise<readonly PackedRobot[]> {
  const key = treeKey(tree);
  const store = robotStore(page);
  if (!store.has(key)) return [];
  const stored = await store.read(key).catch(() => null);
  if (!stored) return [];
  const folder = unzip(stored.archive);
  const files = folder.ok ? archiveContents(folder.value) : null;
  if (!files?.ok) return [];
  const { source } = files.value;
  const own = watchedFolder(source.folder);
  ids.set(own, stored.id);
  return stored.ways.flatMap(({ args, base, reading: written }) => {
    const reading = chosenReading(written);
    if (typeof reading === 'string') return [];
    return [{ source: { ...source, folder: own }, args: new Map(args), base, reading }];
  });
}

export const robotFileSizes = (
  page: InLab,
  robot: () => RobotAtWork,
): Pick<RobotAtWork, 'notStored' | 'forgetFiles' | 'packFiles'> => ({
  notStored: signal<string | null>(null),
  forgetFiles: async () => {
    const id = ids.get(robot().source.folder);
    if (id !== undefined) await robotStore(page).forget(id);
  },
  packFiles: (scene) => {
    const { source, args, base, reading } = robot();
    return runWithPauses(
      packRobot({ source, args, base, reading, scene }, neededPaths(robot()), 'deflated'),
    );
  },
});
