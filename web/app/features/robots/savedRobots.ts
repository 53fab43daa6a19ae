import type { InlineTree } from '@iklab/core/scenario';
import { Fnv64Hash } from '@iklab/core/scenario/numbers';
import {
  choosePathsToStore,
  computeRobotArchiveId,
  type Folder,
  findNeededRobotFiles,
  type LoadedRobot,
  makeJointFramesKey,
  type PackedRobot,
  packRobot,
  readRobotArchive,
  trackFolderReads,
} from '@iklab/robots';
import { parseDescriptionOptions } from '@iklab/robots/descriptionOptions';
import { MAX_UNPACKED_BYTES, unzip } from '@iklab/robots/zip';
import { runWithPauses } from '@iklab/scene/picture';
import { effect, signal } from '@preact/signals';
import type { WithLabScope } from '../../browser/labScope.ts';
import { getRobotStore, type RobotImport, type RobotStore } from '../../browser/robotStore.ts';

export function hashTree(tree: InlineTree): string {
  const sum = new Fnv64Hash();
  for (const byte of new TextEncoder().encode(makeJointFramesKey(tree))) sum.addByte(byte);
  return sum.hex;
}

const ids = new WeakMap<Folder, string>();

/** Shows a failure in the robot's import report. */
export async function saveRobotFiles(
  page: WithLabScope,
  robot: LoadedRobot,
  tree: InlineTree,
): Promise<void> {
  const { args, base, reading, source } = robot;
  const { folder } = source;
  const store = getRobotStore(page);
  const robotImport: RobotImport = {
    key: hashTree(tree),
    args: [...args],
    base,
    reading: { ...reading },
  };
  try {
    robot.notStored.value = (await saveFiles(store, folder, robotImport, robot)) ? '' : TOO_LARGE;
    effect(() => {
      if (store.forgotten.value.has(ids.get(folder) ?? '')) robot.notStored.value = FORGOTTEN;
    });
  } catch {
    robot.notStored.value = NO_STORAGE;
  }
}

const TOO_LARGE = `its files are more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`;
const NO_STORAGE = 'its storage is full or blocked';
const FORGOTTEN = 'they were deleted';

async function saveFiles(
  store: RobotStore,
  folder: Folder,
  robotImport: RobotImport,
  robot: LoadedRobot,
): Promise<boolean> {
  const savedId = ids.get(folder);
  if (
    savedId !== undefined &&
    (store.forgotten.peek().has(savedId) || store.storeImport(savedId, robotImport))
  )
    return true;
  const archive = await makeArchive(robot);
  if (!archive) return false;
  const id = computeRobotArchiveId(archive);
  await store.store({ id, name: robot.source.name }, robotImport, archive);
  ids.set(folder, id);
  return true;
}

async function makeArchive(robot: LoadedRobot): Promise<Uint8Array | null> {
  const paths = choosePathsToStore(robot);
  // Choices are stored with the tree, not with the files.
  const choices = { args: new Map(), base: 'held', reading: {} } as const;
  const files = { source: robot.source, ...choices, scene: null };
  return paths && runWithPauses(packRobot(files, paths, 'stored'));
}

/**
 * Returns a robot's stored files with each set of possible import choices, newest first. Empty if
 * files are missing or corrupt.
 */
export async function loadSavedRobots(
  page: WithLabScope,
  tree: InlineTree,
): Promise<readonly PackedRobot[]> {
  const key = hashTree(tree);
  const store = getRobotStore(page);
  if (!store.has(key)) return [];
  const stored = await store.read(key).catch(() => null);
  if (!stored) return [];
  const folder = unzip(stored.archive);
  const files = folder.ok ? readRobotArchive(folder.value) : null;
  if (!files?.ok) return [];
  const { source } = files.value;
  const robotFolder = trackFolderReads(source.folder);
  ids.set(robotFolder, stored.id);
  return stored.imports.flatMap(({ args, base, reading: written }) => {
    const reading = parseDescriptionOptions(written);
    if (typeof reading === 'string') return [];
    return [{ source: { ...source, folder: robotFolder }, args: new Map(args), base, reading }];
  });
}

export const robotFileActions = (
  page: WithLabScope,
  robot: () => LoadedRobot,
): Pick<LoadedRobot, 'notStored' | 'forgetFiles' | 'packFiles'> => ({
  notStored: signal<string | null>(null),
  forgetFiles: async () => {
    const id = ids.get(robot().source.folder);
    if (id !== undefined) await getRobotStore(page).forget(id);
  },
  packFiles: (scene) => {
    const { source, args, base, reading } = robot();
    return runWithPauses(
      packRobot({ source, args, base, reading, scene }, findNeededRobotFiles(robot()), 'deflated'),
    );
  },
});
