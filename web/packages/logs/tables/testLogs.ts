/** Test helpers: files as other programs write them, and their tables. */
import { runGeneratorToEnd } from '@iklab/core/time';
import { LogError } from './logError.ts';
import type { LogTable } from './logTable.ts';
import { readLogTable } from './readLogTable.ts';

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

export const readTestTable = (file: string | Uint8Array, name = 'log'): LogTable =>
  runGeneratorToEnd(readLogTable(typeof file === 'string' ? encodeText(file) : file, name));

export const valuesByColumnName = (table: LogTable): Record<string, number[]> =>
  Object.fromEntries(table.columns.map(({ name, values }) => [name, [...values]]));

export function logRejectionReason(file: string | Uint8Array): string {
  try {
    readTestTable(file);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return error.line > 0 ? `${error.line}: ${error.message}` : error.message;
  }
  throw new Error('it was taken');
}

/** Returns the bytes of an NPY file as NumPy writes it; `data`: bytes of the elements. */
export function makeTestNpyFile(
  descr: string,
  shape: string,
  data: Uint8Array,
  options = {},
): Uint8Array {
  const { version = 1, fortran = false } = options as { version?: number; fortran?: boolean };
  const order = fortran ? 'True' : 'False';
  const written = `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;
  const before = version === 1 ? 10 : 12;
  const padded = written.padEnd(Math.ceil((before + written.length + 1) / 64) * 64 - before - 1);
  const header = encodeText(`${padded}\n`);
  const file = new Uint8Array(before + header.length + data.length);
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  const view = new DataView(file.buffer);
  if (version === 1) view.setUint16(8, header.length, true);
  else view.setUint32(8, header.length, true);
  file.set(header, before);
  file.set(data, before + header.length);
  return file;
}

export function encodeNpyElements(
  type: string,
  values: readonly number[],
  little = true,
): Uint8Array {
  const size = Number(type.slice(1));
  const data = new Uint8Array(size * values.length);
  const view = new DataView(data.buffer);
  const write: Readonly<Record<string, (at: number, value: number) => void>> = {
    f4: (at, value) => view.setFloat32(at, value, little),
    f8: (at, value) => view.setFloat64(at, value, little),
    i1: (at, value) => view.setInt8(at, value),
    i2: (at, value) => view.setInt16(at, value, little),
    i4: (at, value) => view.setInt32(at, value, little),
    i8: (at, value) => view.setBigInt64(at, BigInt(value), little),
    u1: (at, value) => view.setUint8(at, value),
    u2: (at, value) => view.setUint16(at, value, little),
    u4: (at, value) => view.setUint32(at, value, little),
    u8: (at, value) => view.setBigUint64(at, BigInt(value), little),
  };
  values.forEach((value, i) => {
    write[type]?.(i * size, value);
  });
  return data;
}
