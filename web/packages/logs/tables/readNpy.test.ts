import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { LogError } from './logError.ts';
import {
  encodeNpyElements,
  encodeText,
  logRejectionReason,
  makeTestNpyFile,
  readTestTable,
  valuesByColumnName,
} from './testLogs.ts';

const VALUES = [0, 1, 2, 3, 4, 100];
const COLUMNS = { '[0]': [0, 2, 4], '[1]': [1, 3, 100] };

describe('an NPY file', () => {
  test.each(['f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8'])(
    'is read with elements of type %s',
    (type) => {
      for (const little of [true, false]) {
        const descr = type.endsWith('1') ? `'|${type}'` : `'${little ? '<' : '>'}${type}'`;
        const table = readTestTable(
          makeTestNpyFile(descr, '(3, 2)', encodeNpyElements(type, VALUES, little)),
        );
        expect(valuesByColumnName(table)).toEqual(COLUMNS);
        expect(table).toMatchObject({ format: 'NPY', rows: 3 });
      }
    },
  );

  test.each([1, 2, 3])('is read in version %d, Fortran order and one dimension', (version) => {
    const data = encodeNpyElements('f8', [0, 2, 4, 1, 3, 100]);
    const options = { version, fortran: true };
    expect(
      valuesByColumnName(readTestTable(makeTestNpyFile("'<f8'", '(3, 2)', data, options))),
    ).toEqual(COLUMNS);
    expect(
      valuesByColumnName(readTestTable(makeTestNpyFile("'<f8'", '(6,)', data, { version }))),
    ).toEqual({
      'column 1': [0, 2, 4, 1, 3, 100],
    });
  });

  test('is read as numpy.save wrote it, byte by byte', () => {
    // numpy.save(file, numpy.array([[0.5, -1]], '>f4'))
    const header = "{'descr': '>f4', 'fortran_order': False, 'shape': (1, 2), }";
    const file = new Uint8Array([
      ...[0x93, 78, 85, 77, 80, 89, 1, 0, 118, 0],
      ...encodeText(`${header.padEnd(117)}\n`),
      ...[0x3f, 0, 0, 0, 0xbf, 0x80, 0, 0],
    ]);
    expect(valuesByColumnName(readTestTable(file))).toEqual({ '[0]': [0.5], '[1]': [-1] });
  });

  const f8 = (shape: string, count = 0) =>
    makeTestNpyFile("'<f8'", shape, new Uint8Array(8 * count));
  test.each([
    [
      'objects',
      makeTestNpyFile("'|O'", '(1,)', new Uint8Array(8)),
      'its elements are Python objects (type O), which only Python can read; save it as numbers',
    ],
    [
      'records',
      makeTestNpyFile("[('t', '<f8'), ('q', '<f8')]", '(1,)', new Uint8Array(16)),
      'its elements are records with several fields; save each field as a separate array',
    ],
    [
      'complex numbers',
      makeTestNpyFile("'<c16'", '(1,)', new Uint8Array(16)),
      'its elements have the type "<c16"; supported: f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1',
    ],
    ['missing elements', f8('(3, 2)', 5), 'it ends before all elements of its shape (3, 2)'],
    [
      'three dimensions',
      f8('(1, 2, 3)', 6),
      'its shape is (1, 2, 3); supported: one or two dimensions',
    ],
    ['too many columns', f8('(1, 1025)', 1025), '1025 columns; the maximum is 1024'],
    [
      'an unknown version',
      makeTestNpyFile("'<f8'", '(1,)', new Uint8Array(8), { version: 4 }),
      'its NPY version is 4; supported: 1, 2 and 3',
    ],
    [
      'no shape',
      makeTestNpyFile("'<f8'", 'None', new Uint8Array(8)),
      'its NPY header has no type, order and shape',
    ],
    ['a truncated header', f8('(1,)', 1).subarray(0, 40), 'its NPY header is truncated or damaged'],
    ['only the magic bytes', f8('(1,)', 1).subarray(0, 7), 'no NPY header'],
    ['no rows', f8('(0, 6)'), 'it has no row of numbers'],
    [
      'too many rows',
      makeTestNpyFile("'|u1'", '(2000001,)', new Uint8Array(2_000_001)),
      '2\u202f000\u202f001 rows; the maximum is 2\u202f000\u202f000',
    ],
    [
      'too many numbers',
      makeTestNpyFile("'|u1'", '(65537, 1024)', new Uint8Array(65_537 * 1024)),
      'more than 67\u202f108\u202f864 numbers',
    ],
  ])('with %s is rejected', (_, file, reason) => {
    expect(logRejectionReason(file)).toBe(reason);
  });
});

describe('an NPZ archive', () => {
  const time = makeTestNpyFile("'<f8'", '(3,)', encodeNpyElements('f8', [0, 0.1, 0.2]));
  const matrix = makeTestNpyFile("'<f8'", '(3, 2)', encodeNpyElements('f8', VALUES));
  const text = (words: string[], size: number) =>
    makeTestNpyFile(
      `'<U${size}'`,
      `(${words.length},)`,
      encodeNpyElements(
        'u4',
        words.flatMap((word) => Array.from({ length: size }, (_, i) => word.codePointAt(i) ?? 0)),
      ),
    );

  test.each([0, 6] as const)(
    'has one column per column of each array, at compression level %d',
    (level) => {
      const table = readTestTable(
        zipSync({ 't.npy': time, 'q.npy': matrix, 'note.txt': encodeText('x') }, { level }),
      );
      expect(valuesByColumnName(table)).toEqual({
        t: [0, 0.1, 0.2],
        'q[0]': [0, 2, 4],
        'q[1]': [1, 3, 100],
      });
      expect(table.columns[1]?.part).toEqual({ array: 'q', index: 1 });
      expect(table).toMatchObject({ format: 'NPZ', remarks: [] });
    },
  );

  test('has the names in joint_names for the columns of joint values', () => {
    const files = { 'joint_names.npy': text(['elbow', 'wrist'], 5), 'q.npy': matrix };
    expect(valuesByColumnName(readTestTable(zipSync(files)))).toEqual({
      elbow: [0, 2, 4],
      wrist: [1, 3, 100],
    });
  });

  test('ignores arrays with another number of rows or unreadable ones, with a remark', () => {
    const table = readTestTable(
      zipSync({
        'q.npy': matrix,
        'dt.npy': makeTestNpyFile("'<f8'", '()', encodeNpyElements('f8', [0.1])),
        'joints.npy': makeTestNpyFile("'<f8'", '(2,)', encodeNpyElements('f8', [1, 2])),
        'meta.npy': makeTestNpyFile("'|O'", '(1,)', new Uint8Array(8)),
      }),
    );
    expect(Object.keys(valuesByColumnName(table))).toEqual(['q[0]', 'q[1]']);
    expect(table.remarks).toEqual([
      'Array meta was ignored: its elements are Python objects (type O), which only Python can read; save it as numbers.',
      'Ignored, because they do not have 3 rows: dt, joints.',
    ]);
  });

  test('with only objects, without arrays or damaged is rejected', () => {
    const objects = makeTestNpyFile("'|O'", '(1,)', new Uint8Array(8));
    expect(logRejectionReason(zipSync({ 'a.npy': objects }))).toMatch(
      /^Array a was ignored: its elements/,
    );
    expect(logRejectionReason(zipSync({ 'a.txt': objects }))).toBe(
      'no array (.npy) in the archive',
    );
    expect(logRejectionReason(zipSync({ 'q.npy': matrix }).subarray(0, 60))).toMatch(
      /not a zip archive/,
    );
  });

  test('with changed bytes gives a table or a LogError', () => {
    const whole = zipSync({ 't.npy': time, 'q.npy': [matrix, { level: 0 }] });
    const byte = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 6 }), fc.nat(whole.length), (changes, end) => {
        const file = whole.slice(0, Math.max(2, whole.length - (end % 40)));
        for (const [at, value] of changes) file[at] = value;
        try {
          const table = readTestTable(file);
          for (const { values } of table.columns) expect(values).toHaveLength(table.rows);
        } catch (error) {
          expect(error).toBeInstanceOf(LogError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('changed bytes in an NPY file give a table or a LogError', () => {
  const whole = makeTestNpyFile("'<i8'", '(3, 2)', encodeNpyElements('i8', VALUES));
  const change = fc.tuple(fc.integer({ min: 6, max: whole.length - 1 }), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
      const file = whole.slice();
      for (const [at, value] of changes) file[at] = value;
      try {
        readTestTable(file);
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
      }
    }),
    { numRuns: 2000 },
  );
});
