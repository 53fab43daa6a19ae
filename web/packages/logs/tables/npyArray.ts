import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { MAX_LOG_COLUMNS } from './logBounds.ts';
import { LogError } from './logError.ts';

export interface NpyArray {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** Kind of the elements. f, i, u, b: numbers; U, S: texts. */
  readonly kind: string;
  /** Bytes per array element. */
  readonly size: number;
  readonly little: boolean;
  /**
   * True if the array is stored row by row (C order), false if column by column (Fortran order).
   */
  readonly byRows: boolean;
  readonly shape: readonly number[];
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY.
const MAX_HEADER = 64 * 1024;
const NUMBERS = ['f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'b1'];
const latin1 = new TextDecoder('iso-8859-1', { fatal: false, ignoreBOM: true });

export const isNpy = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

export function parseNpy(bytes: Uint8Array): NpyArray {
  const { text, start } = parseHeader(bytes);
  const [, descr] = /'descr'\s*:\s*(\[|'[^']*')/.exec(text) ?? [];
  const [, order] = /'fortran_order'\s*:\s*(True|False)/.exec(text) ?? [];
  const [, sizes] = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(text) ?? [];
  if (descr === undefined || order === undefined || sizes === undefined)
    throw new LogError('its NPY header has no type, order and shape');
  if (descr === '[')
    throw new LogError(
      'its elements are records with several fields; save each field as a separate array',
    );
  const type = parseType(descr.slice(1, -1));
  const shape = sizes
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => Number.parseInt(each, 10));
  const elements = shape.reduce((all, each) => all * each, 1);
  if (!(elements * type.size <= bytes.length - start))
    throw new LogError(`it ends before all elements of its shape (${shape.join(', ')})`);
  return { bytes, start, ...type, byRows: order === 'False', shape };
}

function parseHeader(bytes: Uint8Array): { text: string; start: number } {
  if (!isNpy(bytes) || bytes.length < 12) throw new LogError('no NPY header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6] as number;
  if (version < 1 || version > 3)
    throw new LogError(`its NPY version is ${version}; supported: 1, 2 and 3`);
  const from = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER || from + length > bytes.length)
    throw new LogError('its NPY header is truncated or damaged');
  return { text: latin1.decode(bytes.subarray(from, from + length)), start: from + length };
}

function parseType(descr: string): { kind: string; size: number; little: boolean } {
  const [, order = '', kind = '', count = ''] = /^([<>|=]?)([A-Za-z])(\d*)/.exec(descr) ?? [];
  if (kind === 'O')
    throw new LogError(
      'its elements are Python objects (type O), which only Python can read; save it as numbers',
    );
  const length = Number(count);
  const little = order !== '>';
  if (kind === 'U' && length < 4096) return { kind, size: 4 * length, little };
  if (kind === 'S' && length < 16_384) return { kind, size: length, little };
  if (!NUMBERS.includes(kind + count))
    throw new LogError(
      `its elements have the type ${quoteInOneLine(descr)}; supported: ${NUMBERS.join(', ')}`,
    );
  return { kind, size: length, little };
}

/**
 * Returns the size of an array as a table. One dimension is a single column, no dimension a single
 * number.
 */
export function npyTableSize({ shape }: NpyArray): { rows: number; columns: number } {
  if (shape.length > 2)
    throw new LogError(`its shape is (${shape.join(', ')}); supported: one or two dimensions`);
  const [rows = 1, columns = 1] = shape;
  if (columns > MAX_LOG_COLUMNS)
    throw new LogError(`${columns} columns; the maximum is ${MAX_LOG_COLUMNS}`);
  return { rows, columns };
}

export function makeNpyElementReader({
  bytes,
  kind,
  size,
  little,
}: NpyArray): (offset: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readers: Readonly<Record<string, (offset: number) => number>> = {
    f4: (at) => view.getFloat32(at, little),
    f8: (at) => view.getFloat64(at, little),
    i1: (at) => view.getInt8(at),
    i2: (at) => view.getInt16(at, little),
    i4: (at) => view.getInt32(at, little),
    i8: (at) => Number(view.getBigInt64(at, little)),
    u2: (at) => view.getUint16(at, little),
    u4: (at) => view.getUint32(at, little),
    u8: (at) => Number(view.getBigUint64(at, little)),
  };
  return readers[kind + size] ?? ((offset) => view.getUint8(offset));
}

/** Returns null unless the array is one-dimensional and contains texts. */
export function readNpyTexts(array: NpyArray): readonly string[] | null {
  const { bytes, start, kind, size, little, shape } = array;
  if ((kind !== 'U' && kind !== 'S') || shape.length !== 1) return null;
  if ((shape[0] as number) > MAX_LOG_COLUMNS) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = kind === 'U' ? 4 : 1;
  return Array.from({ length: shape[0] as number }, (_, i) => {
    let text = '';
    for (let offset = start + i * size; offset < start + (i + 1) * size; offset += wide) {
      const code = wide === 4 ? view.getUint32(offset, little) : view.getUint8(offset);
      if (code === 0) break;
      text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    }
    return text;
  });
}
