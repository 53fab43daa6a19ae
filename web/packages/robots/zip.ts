/** Reads a zip archive as a folder. Limits are enforced while inflating. */
import { Inflate } from 'fflate';
import { folderOf } from './folder.ts';
import type { Folder, Read } from './robot.ts';

/** Limit on the files and folders of an archive. */
export const MAX_ENTRIES = 2000;
/** Default limit on the unpacked size of an archive, bytes. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** Compressed bytes per step; inflating produces at most a thousand times as many. */
const PIECE = 16 * 1024;

const METHODS: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES encryption',
};

class ZipMistake extends Error {}

/** Bytes that may still be unpacked, and the limit for the archive. */
interface Bound {
  room: number;
  readonly most: number;
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  /** Offset of the local header. */
  readonly offset: number;
}

/** Skips folders and files that macOS adds. `most`: limit on the unpacked size, bytes. */
export function unzip(bytes: Uint8Array, archive = 'archive', most = MAX_BYTES): Read<Folder> {
  try {
    return { ok: true, value: folderOf(filesOf(bytes, most)), remarks: [] };
  } catch (error) {
    if (!(error instanceof ZipMistake)) throw error;
    const { message: reason } = error;
    return { ok: false, faults: [{ file: archive, line: 0, element: 'archive', reason }] };
  }
}

function filesOf(bytes: Uint8Array, most: number): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const bound: Bound = { room: most, most };
  for (const entry of entriesOf(bytes)) {
    const path = pathOf(entry.name);
    if (path === null) continue;
    const content = contentOf(bytes, entry, bound);
    bound.room -= content.length;
    files.set(path, content);
  }
  return files;
}

/** Reads the central directory at the end of the archive. */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    throw new ZipMistake('ZIP64 archives are not supported');
  if (count > MAX_ENTRIES)
    throw new ZipMistake(`${count} files and folders; the maximum is ${MAX_ENTRIES}`);
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw new ZipMistake('its directory is damaged');
    const length = view.getUint16(at + 28, true);
    const flags = view.getUint16(at + 8, true);
    entries.push({
      name: nameOf(bytes.subarray(at + 46, at + 46 + length)),
      flags,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endRecord(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new ZipMistake('not a zip archive, or truncated');
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('iso-8859-1', { fatal: false, ignoreBOM: false }).decode(bytes);
  }
}

/** Null for folders and files that macOS adds. */
function pathOf(written: string): string | null {
  const name = written.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:/i.test(name))
    throw new ZipMistake(`"${written}" is an absolute path; paths in the archive must be relative`);
  if (name.split('/').includes('..')) throw new ZipMistake(`"${written}" is outside the archive`);
  if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name)) return null;
  return name;
}

function contentOf(bytes: Uint8Array, entry: Entry, bound: Bound): Uint8Array {
  const said = `"${entry.name}"`;
  if (entry.flags & 1) throw new ZipMistake(`${said} is encrypted`);
  if (entry.method !== 0 && entry.method !== 8) {
    const method = METHODS[entry.method] ?? `method ${entry.method}`;
    throw new ZipMistake(`${said} is compressed with ${method}; only Deflate is supported`);
  }
  if (entry.size > bound.room) throw new ZipMistake(tooMuch(entry.name, bound));
  const packed = packedOf(bytes, entry);
  const content = entry.method === 0 ? packed : inflated(packed, entry, bound);
  if (content.length !== entry.size) throw new ZipMistake(`${said} is damaged`);
  return content;
}

const tooMuch = (name: string, { most }: Bound) =>
  `more than ${most / 1024 / 1024} MB when unpacked, including "${name}"`;

function packedOf(bytes: Uint8Array, { name, offset, packed }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50;
  const start = damaged
    ? bytes.length
    : offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) throw new ZipMistake(`"${name}" is damaged`);
  return bytes.subarray(start, start + packed);
}

/**
 * Stops as soon as the output exceeds the stated size or the limit, so that false sizes in the
 * archive do no harm.
 */
function inflated(packed: Uint8Array, { name, size }: Entry, bound: Bound): Uint8Array {
  const content = new Uint8Array(size);
  let length = 0;
  const stream = new Inflate((piece) => {
    if (length + piece.length > bound.room) throw new ZipMistake(tooMuch(name, bound));
    if (length + piece.length > size) throw new ZipMistake(`"${name}" is damaged`);
    content.set(piece, length);
    length += piece.length;
  });
  try {
    for (let at = 0; at < packed.length || at === 0; at += PIECE)
      stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  } catch (error) {
    if (error instanceof ZipMistake) throw error;
    throw new ZipMistake(`"${name}" is damaged`);
  }
  return content.subarray(0, length);
}
