/** Rows files as the page opens them: files written by the command line, and other files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { isExternalSolverCell, type Study } from '@iklab/study/document';
import {
  isPathRunsFileOrigin,
  type LoadedStudyRows,
  parseRowsHeader,
  readRowsBytes,
  readRowsJson,
  rowStride,
  type SliceableFile,
} from '@iklab/study/rows';
import { readRowsParquet } from '@iklab/study/rows/readRowsParquet';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type StudyFormat, saveRowsAtomically } from './rowsOutput.ts';
import { endParquetThread, makeTestParquetReader } from './testParquet.ts';
import {
  addExternalSolver,
  makeTestManifest,
  makeTestRowsSource,
  makeTestSliceRows,
  makeTwoMethodStudy,
  useTestFolder,
} from './testRows.ts';

const at = useTestFolder();
afterAll(endParquetThread);
const small = makeTwoMethodStudy({ count: 40, conditions: true, levels: true });
const program = addExternalSolver(small, 2);

const fileOf = (bytes: Uint8Array): SliceableFile => ({
  size: bytes.length,
  slice: (from, to) => ({
    arrayBuffer: async () => new Uint8Array(bytes.subarray(from, to)).buffer,
  }),
});
const digest = async (bytes: Uint8Array) => {
  const sum = createHash('sha256').update(bytes).digest();
  return new Uint8Array(sum).buffer;
};

type Reader = (file: SliceableFile, hurry?: number) => Promise<LoadedStudyRows | string>;
const readers = {
  async rows(file) {
    const read = await readRowsBytes(file, sampleCatalogue, digest);
    if (typeof read !== 'string' && isPathRunsFileOrigin(read))
      throw new Error('these are no rows');
    return read;
  },
  parquet: (file, hurry) => readRowsParquet(file, sampleCatalogue, makeTestParquetReader(hurry)),
  json: (file) => readRowsJson(file, sampleCatalogue),
} as const satisfies Partial<Record<StudyFormat, Reader>>;
const formats = Object.keys(readers) as (keyof typeof readers)[];

function written(format: StudyFormat, study: Study, poses = false): Uint8Array {
  const path = at(`a.${format}`);
  // Each row ends with an answer.
  const joints = study.solvers?.answers ?? 0;
  const numbers = Array.from({ length: 2 * joints + 7 * study.scenario.targets.length }, () => 0.5);
  const source = makeTestRowsSource(study);
  saveRowsAtomically(poses ? { ...source, poses: { get: () => numbers } } : source, format, path);
  return new Uint8Array(readFileSync(path));
}

const readAs = (format: keyof typeof readers, bytes: Uint8Array, hurry?: number) =>
  readers[format](fileOf(bytes), hurry);

describe.each(formats)('.%s', (format) => {
  test.each([
    ['methods only', small],
    ['methods and an external solver', program],
  ])('restores the manifest, the cells and every number (%s)', async (_, study) => {
    const read = await readAs(
      format,
      written(format, study, study === program && format !== 'rows'),
    );
    if (typeof read === 'string') throw new Error(read);
    expect(read.manifest).toEqual(JSON.parse(JSON.stringify(makeTestManifest(study))));
    expect(read.count).toBe(40);
    expect(read.study.cells.map(({ panel }) => panel.label)).toEqual(
      study.cells.map(({ panel }) => panel.label),
    );
    expect(read.study.cells.filter(isExternalSolverCell)).toHaveLength(study === program ? 1 : 0);
    for (const { index: cell } of study.cells)
      expect(read.rows.cellRows(cell)).toEqual(
        makeTestSliceRows(study, { cell, first: 0, count: 40 }),
      );
  });

  test('truncated anywhere is rejected with a reason', async () => {
    const bytes = written(format, program);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (end) => {
        const said = await readAs(format, bytes.subarray(0, end));
        // Only a final line break may be missing.
        if (typeof said !== 'string') expect(bytes.subarray(end)).toEqual(new Uint8Array([10]));
        else expect(said).toMatch(/^(is|has|holds|was) /);
      }),
      { numRuns: 60 },
    );
  });

  test('damaged anywhere is opened with all rows or rejected, and never throws', async () => {
    const bytes = written(format, program);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(damage, async (places) => {
        const other = new Uint8Array(bytes);
        for (const [place, byte] of places) other[place] = byte;
        // A reader that does not end is stopped before the test ends.
        const read = await readAs(format, other, 8);
        const same = other.every((byte, i) => byte === bytes[i]);
        if (format === 'rows') expect(typeof read).toBe(same ? 'object' : 'string');
        if (typeof read === 'string') expect(read).not.toBe('');
        else expect(read.rows.cellRows(0)).toHaveLength(40 * rowStride(program));
      }),
      { numRuns: 100 },
    );
  });

  test('random bytes are rejected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(typeof (await readAs(format, bytes))).toBe('string');
      }),
      { numRuns: 100 },
    );
  });
});

const opened = async (format: keyof typeof readers, bytes: Uint8Array): Promise<string> => {
  const read = await readAs(format, bytes);
  return typeof read === 'string' ? read : 'opened';
};
const saved = (source: Parameters<typeof saveRowsAtomically>[0]): Uint8Array => {
  saveRowsAtomically(source, 'rows', at('b.rows'));
  return new Uint8Array(readFileSync(at('b.rows')));
};
const text = (words: string) => new TextEncoder().encode(words);

describe('names what is wrong:', () => {
  test('a changed byte; without a digest function the checksum stays unknown', async () => {
    const bytes = written('rows', small);
    const place = bytes.length - 100;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    expect(await opened('rows', bytes)).toBe('is damaged: its checksum does not match');
    const read = await readRowsBytes(fileOf(bytes), sampleCatalogue, null);
    expect(read, 'where no checksum can be made').toMatchObject({ summed: null });
  });

  test('a missing or extra end', async () => {
    const bytes = written('rows', small);
    expect(await opened('rows', bytes.subarray(0, bytes.length - 5))).toBe(
      `is truncated: it has ${bytes.length - 5} of ${bytes.length} bytes`,
    );
    expect(await opened('rows', new Uint8Array([...bytes, 1]))).toBe(
      'has 1 extra bytes at its end',
    );
  });

  test('a newer format, a part, a shard, another build, and more rows than the limit', async () => {
    expect(await opened('rows', text('iklab rows 4\n{}\n'))).toMatch(
      /^is of format 4, created with a newer IK Lab/,
    );
    const bytes = written('rows', small);
    const part = text(new TextDecoder('latin1').decode(bytes).replace('iklab rows', 'iklab part'));
    expect(await opened('rows', part)).toMatch(/^is not finished/);
    expect(await opened('rows', saved(makeTestRowsSource(small, { index: 2, of: 3 })))).toMatch(
      /^is shard 2\/3; combine all 3 with iklab merge/,
    );
    const strange = makeTestRowsSource(small);
    const manifest = { ...strange.manifest, build: 'fedcba98', study: '0000000000000000' };
    expect(await opened('rows', saved({ ...strange, manifest }))).toBe(
      'was created with another build ("fedcba98", this is 0123abcd) and cannot be read',
    );
    const many = makeTwoMethodStudy({ count: 1_000_000 });
    const head = text(`iklab rows 1\n${JSON.stringify(makeTestManifest(many))}\n`);
    const size = head.length + 4_000_000 * 8 * rowStride(many) + 32;
    const huge = { ...fileOf(head), size };
    expect(await readRowsBytes(huge, sampleCatalogue, digest)).toMatch(
      /^has 4000000 rows; the maximum in the browser is 1000000/,
    );
  });

  test('opens rows of another build if their study is valid', async () => {
    const read = await readAs('rows', saved(makeTestRowsSource(small, undefined, 'fedcba98')));
    expect(read).toMatchObject({ manifest: { build: 'fedcba98' }, summed: true });
  });

  test('answers with another number of joints', async () => {
    const odd = addExternalSolver(small, 4);
    expect(await opened('rows', saved(makeTestRowsSource(odd)))).toMatch(
      /^is damaged: its first lines/,
    );
  });

  test('a Parquet file without a manifest, and a JSON file without rows', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const columnData = [{ name: 'a', data: [1, 2], type: 'INT32' as const }];
    const other = new Uint8Array(parquetWriteBuffer({ columnData }));
    expect(await opened('parquet', other)).toMatch(/^is a Parquet file without an IK Lab manifest/);
    expect(await opened('json', text('{"manifest": {}, "fields": 1, "cells": []}'))).toMatch(
      /^contains no study rows/,
    );
  });

  test('a Parquet file that its reader never finishes, after a timeout', async () => {
    const bytes = written('parquet', small);
    const { parquetMetadata } = await import('hyparquet');
    const [{ columns } = { columns: [] }] = parquetMetadata(bytes.slice().buffer).row_groups;
    const own = columns.find(({ meta_data: of }) => of?.path_in_schema[0] === 'best')?.meta_data;
    const head = Number(own?.data_page_offset);
    // Wrong lengths in the header of a page: with at least one of them the reader never ends.
    const late = async (place: number, byte: number): Promise<boolean> => {
      const other = bytes.slice();
      other[head + place] = byte;
      const said = String(await readAs('parquet', other, 8));
      return /^is damaged, or too large for this computer: reading a part took longer/.test(said);
    };
    const tried = Array.from({ length: 30 * 16 }, (_, i) => [
      i % 30,
      0x91 + 7 * Math.floor(i / 30),
    ]);
    let found = false;
    for (const [place = 0, byte = 0] of tried) if (!found) found = await late(place, byte);
    expect(found).toBe(true);
    expect(await readAs('parquet', written('parquet', small))).toMatchObject({ count: 40 });
  });

  test('a row with another index, label, length or stop, and a missing column', async () => {
    const json = JSON.parse(new TextDecoder().decode(written('json', small)));
    const read = (change: (document: typeof json) => void) => {
      const copy = structuredClone(json);
      change(copy);
      return opened('json', text(JSON.stringify(copy)));
    };
    const index = json.fields.indexOf('index');
    expect(await read(({ cells }) => (cells[1].rows[7][index] = 8))).toMatch(
      /^is damaged: row 7 of DLS has a different index/,
    );
    expect(await read(({ cells }) => (cells[3].label = 'else'))).toMatch(/different label/);
    expect(await read(({ cells }) => cells[3].rows.pop())).toMatch(/incomplete: it has 159 rows/);
    const lacks = await read(({ fields }) => (fields[fields.indexOf('travel')] = 'way'));
    expect(lacks).toMatch(/^lacks the column travel/);
    const stop = json.fields.indexOf('stop');
    expect(await read(({ cells }) => (cells[0].rows[0][stop] = 'why not'))).toMatch(
      /different stop/,
    );
    expect(await read(({ cells }) => (cells[0].rows[0] = [1]))).toMatch(/does not have \d+ values/);
  });
});

test('rejects a file with too deeply nested solver options', () => {
  const options = (levels: number): unknown => (levels === 0 ? 1 : { a: options(levels - 1) });
  const read = (levels: number) => {
    const manifest = structuredClone<unknown>(makeTestManifest(program)) as {
      solvers: { entries: object[] };
    };
    Object.assign(manifest.solvers.entries[0] as object, { options: options(levels) });
    return parseRowsHeader('iklab rows 2', JSON.stringify(manifest), sampleCatalogue);
  };
  expect(read(32)).toMatchObject({ study: { cells: expect.any(Array) } });
  expect(read(33)).toContain('is damaged: its first lines do not identify its study');
});
