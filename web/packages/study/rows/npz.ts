/**
 * Writes a table as a NumPy archive (NPZ), one array per column. Columns NAME[0], NAME[1], ...
 * share an array. Missing values: NaN, -1 for integers, '' for texts.
 */

import { joinBytes } from '@iklab/core/scenario/link';
import { type Zippable, zipSync } from 'fflate';
import type { DataTable, TableCellValue, TableColumn } from './dataTable.ts';

export type { DataTable } from './dataTable.ts';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // \x93NUMPY, version 1.0.
const HEADER_ALIGNMENT = 64;
/** Date of every file in the archive, fixed for reproducible bytes; the earliest of ZIP. */
const FIXED_DATE = new Date(1980, 0, 1);

function encodeNpy(descr: string, shape: readonly number[], data: Uint8Array): Uint8Array {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const before = MAGIC.length + 2;
  const length =
    Math.ceil((before + header.length + 1) / HEADER_ALIGNMENT) * HEADER_ALIGNMENT - before;
  const head = `${header.padEnd(length - 1)}\n`;
  const size = new Uint8Array([length & 255, length >> 8]);
  return joinBytes([new Uint8Array(MAGIC), size, new TextEncoder().encode(head), data]);
}

/** Greatest number of values of an archive, which is made in memory. */
const MAX_NPZ_CELLS = 100_000_000;

/** Stores `manifest` as a JSON array of that name. Throws a RangeError above `cells` values. */
export function encodeNpzTable(
  table: DataTable,
  manifest: object,
  cells = MAX_NPZ_CELLS,
): Uint8Array<ArrayBuffer> {
  const arrays = groupColumns(table.columns);
  const groups = [...arrays.values()];
  const most = Math.floor(cells / table.columns.length);
  let rows = 0;
  for (const row of table.rows()) {
    if (++rows > most)
      throw new RangeError(`has more than ${most} rows, the maximum of NPZ files here`);
    for (const { indices: places, cells } of groups)
      for (const index of places) cells.push(row[index] ?? null);
  }
  const files: Zippable = {};
  const add = (name: string, array: Uint8Array) => {
    files[`${name}.npy`] = [array, { level: 6, mtime: FIXED_DATE }];
  };
  for (const [name, { indices: places, listed, cells }] of arrays)
    add(name, cells.array(listed ? [rows, places.length] : [rows]));
  add('manifest', encodeTexts([JSON.stringify(manifest)], []));
  return zipSync(files) as Uint8Array<ArrayBuffer>;
}

/** Columns that form one array. `listed`: whether names have an index, as in NAME[0]. */
interface ColumnGroup {
  readonly indices: number[];
  readonly listed: boolean;
  readonly cells: Cells;
}

interface Cells {
  push(value: TableCellValue): void;
  array(shape: readonly number[]): Uint8Array;
}

function groupColumns(columns: readonly TableColumn[]): ReadonlyMap<string, ColumnGroup> {
  const arrays = new Map<string, ColumnGroup>();
  for (const [index, { name, type }] of columns.entries()) {
    const [, list] = /^(.*)\[\d+\]$/.exec(name) ?? [];
    const group = arrays.get(list ?? name);
    if (group) group.indices.push(index);
    else {
      const cells = type === 'text' ? new Texts() : new Numbers(type);
      arrays.set(list ?? name, { indices: [index], listed: list !== undefined, cells });
    }
  }
  return arrays;
}

class Texts implements Cells {
  readonly #texts: string[] = [];

  push(value: TableCellValue): void {
    this.#texts.push(String(value ?? ''));
  }

  array(shape: readonly number[]): Uint8Array {
    return encodeTexts(this.#texts, shape);
  }
}

class Numbers implements Cells {
  readonly #type: TableColumn['type'];
  #numbers = new Float64Array(1024);
  #count = 0;

  constructor(type: TableColumn['type']) {
    this.#type = type;
  }

  push(value: TableCellValue): void {
    if (this.#count === this.#numbers.length) {
      const more = new Float64Array(2 * this.#count);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    const missing = this.#type === 'number' ? Number.NaN : -1;
    this.#numbers[this.#count++] = value === null ? missing : Number(value);
  }

  array(shape: readonly number[]): Uint8Array {
    const numbers = this.#numbers.slice(0, this.#count);
    if (this.#type === 'flag') return encodeNpy('|b1', shape, Uint8Array.from(numbers));
    if (this.#type === 'number') return encodeNpy('<f8', shape, new Uint8Array(numbers.buffer));
    const integers = BigInt64Array.from(numbers, BigInt);
    return encodeNpy('<i8', shape, new Uint8Array(integers.buffer));
  }
}

function encodeTexts(texts: readonly string[], shape: readonly number[]): Uint8Array {
  const points = texts.map((text) => Array.from(text, (each) => each.codePointAt(0) ?? 0));
  const longest = Math.max(1, ...points.map(({ length }) => length));
  const data = new Uint32Array(texts.length * longest);
  for (const [i, each] of points.entries()) data.set(each, i * longest);
  return encodeNpy(`<U${longest}`, shape, new Uint8Array(data.buffer));
}
