/**
 * Packs a robot's files, the user's import choices and optionally the scene into one archive, for
 * storage in the browser and for export. Reading an archive applies the same limits as any dropped
 * file.
 */

import {
  isRecord,
  MAX_NAME_CHARACTERS,
  MAX_DOCUMENT_BYTES as MAX_TEXT,
} from '@iklab/core/scenario/checks';
import { joinBytes } from '@iklab/core/scenario/link';
import { Fnv64Hash } from '@iklab/core/scenario/numbers';
import { readJson } from '@iklab/core/scenario/text';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { parseDescriptionOptions } from './descriptionOptions.ts';
import { fileNameOf, folderPathOf, getReadPaths, getSubfolder, sumFileSizes } from './folder.ts';
import type { DroppedRobot, RobotSource } from './importDroppedRobot.ts';
import { makeReadRefusal } from './readerNotes.ts';
import type { XacroArguments } from './readRobot.ts';
import type { BaseAttachment, DescriptionOptions, Folder, ReadResult } from './robot.ts';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from './zip.ts';

const CARD_FILE = 'robot.iklab.json';
const SCENE_FILE = 'scene.iklab.json';
const FILES_FOLDER = 'files/';

export interface PackedRobot {
  readonly source: RobotSource;
  readonly args: XacroArguments;
  readonly base: BaseAttachment;
  readonly reading: DescriptionOptions;
}

export interface RobotArchiveContents extends PackedRobot {
  readonly scene: string | null;
}

const CHUNK_SIZE = 64 * 1024;
// A fixed date makes the archives of equal files equal.
const FIXED_DATE = new Date('1980-01-02T00:00:00');

/** Packs a robot into an archive in steps, and returns its bytes. `paths`: the files to include. */
export function* packRobot(
  { source, args, base, reading, scene }: RobotArchiveContents,
  paths: readonly string[],
  how: 'stored' | 'deflated',
): Generator<void, Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const { name, folder, file } = source;
  const card = { iklabRobot: 1, name, file, args: Object.fromEntries(args), base, reading };
  const texts = [
    [CARD_FILE, JSON.stringify(card)] as const,
    ...(scene ? [[SCENE_FILE, scene] as const] : []),
  ];
  const files = [
    ...texts.map(([path, text]) => [path, new TextEncoder().encode(text)] as const),
    ...paths.map((path) => [FILES_FOLDER + path, folder.read(path) ?? new Uint8Array()] as const),
  ];
  for (const [path, bytes] of files) {
    const entry = how === 'stored' ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    entry.mtime = FIXED_DATE;
    zip.add(entry);
    for (let offset = 0; offset < bytes.length || offset === 0; offset += CHUNK_SIZE) {
      entry.push(bytes.subarray(offset, offset + CHUNK_SIZE), offset + CHUNK_SIZE >= bytes.length);
      yield;
    }
  }
  zip.end();
  return joinBytes(pieces);
}

/**
 * Returns the contents that `packRobot` stored in an unpacked archive; null for any other folder.
 */
export function readRobotArchive(folder: Folder): ReadResult<RobotArchiveContents> | null {
  const path = folder.paths.find((each) => fileNameOf(each) === CARD_FILE);
  if (path === undefined) return null;
  const top = folderPathOf(path);
  const read = readJson(readText(folder, path));
  if (!read.ok)
    return makeReadRefusal({ file: path, line: 0 }, 'card', read.faults[0]?.reason ?? '');
  const files = getSubfolder(folder, top + FILES_FOLDER);
  const card = parseCard(read.value, files);
  if (typeof card === 'string') return makeReadRefusal({ file: path, line: 0 }, 'card', card);
  const { name, file, args, base, reading } = card;
  const scene = folder.read(top + SCENE_FILE) ? readText(folder, top + SCENE_FILE) : null;
  return {
    ok: true,
    value: { source: { name, file, folder: files }, args, base, reading, scene },
    remarks: [],
  };
}

const readText = (folder: Folder, path: string): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(
    folder.read(path) ?? new Uint8Array(),
  );

const MAX_ARGUMENTS = 256;

function parseCard(card: unknown, files: Folder) {
  if (!isRecord(card) || card.iklabRobot !== 1) return 'iklabRobot must be 1';
  const { name, file, args, base } = card;
  const reading = parseDescriptionOptions(card.reading);
  if (typeof name !== 'string' || name.length > MAX_NAME_CHARACTERS)
    return `name must be a string of at most ${MAX_NAME_CHARACTERS} characters`;
  if (typeof file !== 'string' || files.read(file) === null)
    return 'file must be in the folder "files"';
  if (base !== 'held' && base !== 'free') return 'base must be "held" or "free"';
  if (typeof reading === 'string') return reading;
  const argEntries = isRecord(args) ? Object.entries(args) : null;
  const texts = argEntries?.filter((each): each is [string, string] => typeof each[1] === 'string');
  if (!argEntries || !texts || texts.length < argEntries.length || texts.length > MAX_ARGUMENTS)
    return `args must be an object of at most ${MAX_ARGUMENTS} strings`;
  return { name, file, args: new Map(texts), base, reading } as const;
}

/** Returns an id that is equal for archives of the same files and choices. */
export function computeRobotArchiveId(archive: Uint8Array): string {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  // The central directory has the name, size and checksum of every file.
  const start = view.getUint32(archive.length - 6, true);
  const sum = new Fnv64Hash();
  for (const byte of archive.subarray(start)) sum.addByte(byte);
  return sum.hex;
}

const MAX_CARD = 2 * MAX_TEXT; // Leaves room for card and scene.

type FilesOfRobot = Pick<DroppedRobot, 'source' | 'meshes'>;

/**
 * Returns the paths of the files that a robot needs: those that its reader read, and its meshes.
 */
export const findNeededRobotFiles = ({ source, meshes }: FilesOfRobot): readonly string[] => [
  ...new Set([...getReadPaths(source.folder), ...meshes.paths]),
];

/**
 * Returns the paths of a robot's files to store: all files if they fit into one archive, otherwise
 * the needed files; null if these do not fit.
 */
export function choosePathsToStore(robot: FilesOfRobot): readonly string[] | null {
  const { folder } = robot.source;
  const fits = (paths: readonly string[]): boolean =>
    paths.length <= MAX_ARCHIVE_ENTRIES - 2 &&
    sumFileSizes(folder, paths) <= MAX_UNPACKED_BYTES - MAX_CARD;
  return [folder.paths, findNeededRobotFiles(robot)].find(fits) ?? null;
}
