import { Inflate } from 'fflate';
import { createFolder } from './folder.ts';
import type { Folder, ReadResult } from './robot.ts';

export const MAX_ARCHIVE_ENTRIES = 2000;
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Compressed bytes inflated per step. A step produces at most a thousand times as many bytes. */
const CHUNK_SIZE = 16 * 1024;

const METHOD_NAMES: Readonly<Record<number, string>> = {
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

class ZipError extends Error {}

/** Number of bytes that may still be unpacked, and the limit for the whole archive. */
interface UnpackBudget {
  remaining: number;
  readonly most: number;
}

interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Leaves out the files that macOS adds. `most`: limit on the unpacked size, bytes. */
export function unzip(
  bytes: Uint8Array,
  archive = 'archive',
  most = MAX_UNPACKED_BYTES,
): ReadResult<Folder> {
  try {
    return { ok: true, value: createFolder(readFiles(bytes, most)), remarks: [] };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    const { message: reason } = error;
    return { ok: false, faults: [{ file: archive, line: 0, element: 'archive', reason }] };
  }
}

function readFiles(bytes: Uint8Array, most: number): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const bound: UnpackBudget = { remaining: most, most };
  for (const entry of readEntries(bytes)) {
    const path = toPath(entry.name);
    if (path === null) continue;
    const content = readContent(bytes, entry, bound);
    bound.remaining -= content.length;
    files.set(path, content);
  }
  return files;
}

function readEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  if (count === 0xffff || offset === 0xffffffff)
    throw new ZipError('ZIP64 archives are not supported');
  if (count > MAX_ARCHIVE_ENTRIES)
    throw new ZipError(`${count} files and folders; the maximum is ${MAX_ARCHIVE_ENTRIES}`);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (offset + 46 > bytes.length || view.getUint32(offset, true) !== 0x02014b50)
      throw new ZipError('its directory is damaged');
    const length = view.getUint16(offset + 28, true);
    const flags = view.getUint16(offset + 8, true);
    entries.push({
      name: decodeName(bytes.subarray(offset + 46, offset + 46 + length)),
      flags,
      method: view.getUint16(offset + 10, true),
      packed: view.getUint32(offset + 20, true),
      size: view.getUint32(offset + 24, true),
      offset: view.getUint32(offset + 42, true),
    });
    offset += 46 + length + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return entries;
}

function findEndRecord(view: DataView): number {
  const last = view.byteLength - 22;
  for (let offset = last; offset >= Math.max(0, last - 0xffff); offset--)
    if (view.getUint32(offset, true) === 0x06054b50) return offset;
  throw new ZipError('not a zip archive, or truncated');
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('iso-8859-1', { fatal: false, ignoreBOM: false }).decode(bytes);
  }
}

function toPath(written: string): string | null {
  const name = written.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:/i.test(name))
    throw new ZipError(`"${written}" is an absolute path; paths in the archive must be relative`);
  if (name.split('/').includes('..')) throw new ZipError(`"${written}" is outside the archive`);
  if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name)) return null;
  return name;
}

function readContent(bytes: Uint8Array, entry: ZipEntry, bound: UnpackBudget): Uint8Array {
  const quotedName = `"${entry.name}"`;
  if (entry.flags & 1) throw new ZipError(`${quotedName} is encrypted`);
  if (entry.method !== 0 && entry.method !== 8) {
    const method = METHOD_NAMES[entry.method] ?? `method ${entry.method}`;
    throw new ZipError(`${quotedName} is compressed with ${method}; only Deflate is supported`);
  }
  if (entry.size > bound.remaining) throw new ZipError(tooLargeText(entry.name, bound));
  const packed = getPackedBytes(bytes, entry);
  const content = entry.method === 0 ? packed : inflate(packed, entry, bound);
  if (content.length !== entry.size) throw new ZipError(`${quotedName} is damaged`);
  return content;
}

const tooLargeText = (name: string, { most }: UnpackBudget) =>
  `more than ${most / 1024 / 1024} MB when unpacked, including "${name}"`;

function getPackedBytes(bytes: Uint8Array, { name, offset, packed }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50;
  const start = damaged
    ? bytes.length
    : offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) throw new ZipError(`"${name}" is damaged`);
  return bytes.subarray(start, start + packed);
}

/**
 * Decompresses an archive entry. Stops as soon as the output exceeds the stated size or the limit,
 * against false sizes in the archive.
 */
function inflate(packed: Uint8Array, { name, size }: ZipEntry, bound: UnpackBudget): Uint8Array {
  const content = new Uint8Array(size);
  let length = 0;
  const stream = new Inflate((piece) => {
    if (length + piece.length > bound.remaining) throw new ZipError(tooLargeText(name, bound));
    if (length + piece.length > size) throw new ZipError(`"${name}" is damaged`);
    content.set(piece, length);
    length += piece.length;
  });
  try {
    for (let offset = 0; offset < packed.length || offset === 0; offset += CHUNK_SIZE)
      stream.push(
        packed.subarray(offset, offset + CHUNK_SIZE),
        offset + CHUNK_SIZE >= packed.length,
      );
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError(`"${name}" is damaged`);
  }
  return content.subarray(0, length);
}
