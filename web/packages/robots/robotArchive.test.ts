import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createFolder, getReadPaths, trackFolderReads } from './folder.ts';
import { importDroppedRobot } from './importDroppedRobot.ts';
import type { Folder } from './robot.ts';
import {
  choosePathsToStore,
  computeRobotArchiveId,
  findNeededRobotFiles,
  packRobot,
  type RobotArchiveContents,
  readRobotArchive,
} from './robotArchive.ts';
import { TEST_PACKAGE_FILES } from './testPackage.ts';
import { unzip } from './zip.ts';

const FILE = 'made_description/urdf/made.urdf.xacro';
const OTHER = { 'made_description/docs/notes.txt': strToU8('not of the robot') };

const folder = (): Folder =>
  trackFolderReads(createFolder(new Map(Object.entries({ ...TEST_PACKAGE_FILES, ...OTHER }))));

function read(from: Folder, file = FILE) {
  const source = { name: 'made.zip', folder: from, file };
  const robot = importDroppedRobot(source, { args: new Map([['name', 'mine']]) }, sampleCatalogue);
  if (!robot.ok) throw new Error(robot.faults.map(({ reason }) => reason).join());
  return robot.value;
}

function contentsOf(archive: Uint8Array): RobotArchiveContents {
  const files = unzip(archive);
  const carried = files.ok ? readRobotArchive(files.value) : null;
  if (!carried?.ok) throw new Error('it does not come back');
  return carried.value;
}

/** The reason for rejecting an archive. */
function refusalOf(files: Zippable): string {
  const archive = unzip(zipSync(files));
  const carried = archive.ok ? readRobotArchive(archive.value) : null;
  if (!archive.ok || !carried || carried.ok) return 'it is not';
  return carried.faults.map(({ file, reason }) => `${file}: ${reason}`).join();
}

describe('an archive of a robot', () => {
  test.each(['stored', 'deflated'] as const)(
    '%s: gives the same robot, scene and arguments',
    (how) => {
      const robot = read(folder());
      const scene = '{"iklab": 1, "name": "zürich"}';
      const archive = runGeneratorToEnd(
        packRobot({ ...robot, scene }, findNeededRobotFiles(robot), how),
      );
      const carried = contentsOf(archive);
      expect(carried.scene).toBe(scene);
      expect(carried.args).toEqual(new Map([['name', 'mine']]));
      const again = read(carried.source.folder, carried.source.file);
      expect(again.scenario).toEqual(robot.scenario);
      expect(again.imported.visuals).toEqual(robot.imported.visuals);
      expect(again.meshes).toEqual(robot.meshes);
      expect(again.licence).toBe(robot.licence);
    },
  );

  test('keeps the choice of units, and has none if it is older', () => {
    const robot = { ...read(folder()), reading: { angles: 'degrees' } as const };
    const archive = runGeneratorToEnd(
      packRobot({ ...robot, scene: null }, findNeededRobotFiles(robot), 'stored'),
    );
    expect(contentsOf(archive).reading).toEqual({ angles: 'degrees' });
    const files = unzipSync(archive);
    const card = JSON.parse(strFromU8(files['robot.iklab.json'] as Uint8Array));
    const withCard = (changes: object): Zippable => ({
      ...files,
      'robot.iklab.json': strToU8(JSON.stringify({ ...card, ...changes })),
    });
    expect(contentsOf(zipSync(withCard({ reading: undefined }))).reading).toEqual({});
    expect(refusalOf(withCard({ reading: { angles: 'turns' } }))).toContain(
      'reading.angles must be one of radians, degrees',
    );
    expect(refusalOf(withCard({ reading: { toString: 1 } }))).toContain(
      'reading must only have angles, lengths, convention, model',
    );
    expect(refusalOf(withCard({ reading: { model: '' } }))).toContain(
      'reading.model must be a name of at most 500 characters',
    );
    expect(refusalOf(withCard({ reading: 'degrees' }))).toContain('reading must be an object');
  });

  test('contains only the files that the robot needs', () => {
    const robot = read(folder());
    expect(getReadPaths(robot.source.folder)).not.toContain('made_description/docs/notes.txt');
    const archive = runGeneratorToEnd(
      packRobot({ ...robot, scene: null }, findNeededRobotFiles(robot), 'stored'),
    );
    const names = Object.keys(TEST_PACKAGE_FILES).map((path) => `files/${path}`);
    expect(Object.keys(unzipSync(archive)).sort()).toEqual([...names, 'robot.iklab.json'].sort());
  });

  test('a browser stores all files, only needed ones if there are many, and none if they are too large', () => {
    const robot = read(folder());
    expect(choosePathsToStore(robot)).toEqual(robot.source.folder.paths);
    const crowd = Array.from({ length: 2000 }, (_, i) => [`more/${i}.txt`, strToU8('x')] as const);
    const crowded = read(
      trackFolderReads(createFolder(new Map([...Object.entries(TEST_PACKAGE_FILES), ...crowd]))),
    );
    expect(choosePathsToStore(crowded)).toEqual(findNeededRobotFiles(crowded));
    const large = {
      ...TEST_PACKAGE_FILES,
      'made_description/meshes/segment.stl': new Uint8Array(70e6),
    };
    expect(
      choosePathsToStore(read(trackFolderReads(createFolder(new Map(Object.entries(large)))))),
    ).toBeNull();
  });

  test('archives with equal contents have the same id, and with another name another', () => {
    const archive = (name: string) => {
      const robot = read(folder());
      const source = { ...robot.source, name };
      return computeRobotArchiveId(
        runGeneratorToEnd(
          packRobot({ ...robot, source, scene: null }, findNeededRobotFiles(robot), 'stored'),
        ),
      );
    };
    expect(archive('a.zip')).toBe(archive('a.zip'));
    expect(archive('a.zip')).not.toBe(archive('b.zip'));
  });

  test('may be in a subfolder; a folder without a card is not an archive', () => {
    const robot = read(folder());
    const files = unzipSync(
      runGeneratorToEnd(
        packRobot({ ...robot, scene: null }, findNeededRobotFiles(robot), 'stored'),
      ),
    );
    const unpacked = Object.entries(files).map(([path, bytes]) => [`mine/${path}`, bytes] as const);
    const carried = readRobotArchive(createFolder(new Map(unpacked)));
    expect(carried?.ok && read(carried.value.source.folder).scenario).toEqual(robot.scenario);
    expect(readRobotArchive(folder())).toBeNull();
  });
});

describe('an invalid card is rejected', () => {
  const card = { iklabRobot: 1, name: 'a', file: 'arm.urdf', args: {}, base: 'held' };
  const refusalOfCard = (text: string) =>
    refusalOf({ 'robot.iklab.json': strToU8(text), 'files/arm.urdf': strToU8('<robot/>') });
  test('the unchanged card is accepted', () => {
    expect(refusalOfCard(JSON.stringify(card))).toBe('it is not');
  });
  test.each([
    [{ iklabRobot: 2 }, 'iklabRobot must be 1'],
    [{ name: 7 }, 'name must be a string of at most 200 characters'],
    [{ name: 'x'.repeat(201) }, 'name must be a string of at most 200 characters'],
    [{ file: '../arm.urdf' }, 'file must be in the folder "files"'],
    [{ file: 'robot.iklab.json' }, 'file must be in the folder "files"'],
    [{ args: { a: 1 } }, 'args must be an object of at most 256 strings'],
    [{ args: ['a'] }, 'args must be an object of at most 256 strings'],
    [{ base: 'swims' }, 'base must be "held" or "free"'],
  ])('with %j', (change, why) => {
    expect(refusalOfCard(JSON.stringify({ ...card, ...change }))).toBe(`robot.iklab.json: ${why}`);
  });
  test('if it is not JSON, or too long', () => {
    expect(refusalOfCard('{')).toContain('must be JSON');
    expect(refusalOfCard(' '.repeat(2 ** 20 + 1))).toContain('must be at most 1 MiB');
  });
});
