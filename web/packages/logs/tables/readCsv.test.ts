import { runGeneratorToEnd } from '@iklab/core/time';
import { ExecutedBlockCounter } from '@iklab/robots/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogError } from './logError.ts';
import { readLogTable } from './readLogTable.ts';
import { encodeText, logRejectionReason, readTestTable, valuesByColumnName } from './testLogs.ts';

const { NaN: none } = Number;

describe('CSV', () => {
  test.each([
    ['commas', 't,q0,q1\n0,1,2\n0.5,-3,4e-1\n'],
    ['semicolons', 't;q0;q1\n0;1;2\n0.5;-3;4e-1\n'],
    ['decimal commas', 't;q0;q1\n0;1;2\n0,5;-3;4e-1\n'],
    ['tabs', 't\tq0\tq1\n0\t1\t2\n0.5\t-3\t4e-1\n'],
    ['tabs and decimal commas', 't\tq0\tq1\n0\t1\t2\n0,5\t-3\t4e-1\n'],
    ['spaces', '  t   q0 q1 \n0 1  2\n 0.5 -3 4e-1  \n'],
    ['carriage returns', 't,q0,q1\r\n0,1,2\r\n0.5,-3,4e-1\r\n'],
    ['a byte order mark', '\ufefft,q0,q1\n0,1,2\n0.5,-3,4e-1\n'],
    ['no line break at the end', 't,q0,q1\n0,1,2\n0.5,-3,4e-1'],
    ['comments and empty lines', '# made\n\nt,q0,q1\n# x\n0,1,2\n \n0.5,-3,4e-1\n#,,\n'],
    ['spaces around cells', ' t , q0,q1 \n0 , 1,2\n0.5,\t-3, 4e-1 \n'],
    ['quotes', '"t","q0","q1"\n"0",1," 2 "\n0.5,"-3","4e-1"\n'],
    ['column names in a comment', '# seed 3\n# t,q0,q1\n0,1,2\n0.5,-3,4e-1\n'],
  ])('is read with %s', (_, text) => {
    const table = readTestTable(text);
    expect(valuesByColumnName(table)).toEqual({ t: [0, 0.5], q0: [1, -3], q1: [2, 0.4] });
    expect(table).toMatchObject({ format: 'CSV', rows: 2, remarks: [] });
  });

  test('may have separators, quotes and line breaks in names', () => {
    const table = readTestTable('"a,b","say ""c""","d\ne"\n1,2,3\n');
    expect(valuesByColumnName(table)).toEqual({ 'a,b': [1], 'say "c"': [2], 'd\ne': [3] });
  });

  test('has numbered columns without a header', () => {
    const { columns } = readTestTable('0,1.5\n1,2.5\n');
    expect(columns.map(({ name, part }) => [name, part])).toEqual([
      ['column 1', { array: '', index: 0 }],
      ['column 2', { array: '', index: 1 }],
    ]);
  });

  test('has numbers as names if other names are words', () => {
    expect(valuesByColumnName(readTestTable('t,1,2\n0,5,6\n'))).toEqual({ t: [0], 1: [5], 2: [6] });
  });

  test('has NaN for cells that are not numbers, and counts them', () => {
    const table = readTestTable('t,a,b,frame\n0,,nan,base\n1,inf,2,base\n2,0x1F,x,base\n');
    expect(valuesByColumnName(table)).toEqual({
      t: [0, 1, 2],
      a: [none, none, none],
      b: [none, 2, none],
      frame: [none, none, none],
    });
    expect(table.columns.map(({ missing }) => missing)).toEqual([0, 3, 2, 3]);
  });

  test('reports how many rows are longer or shorter than the first', () => {
    const table = readTestTable('a,b\n1,2\n3\n4,5,6\n7,8,9\n');
    expect(valuesByColumnName(table)).toEqual({ a: [1, 3, 4, 7], b: [2, none, 5, 8] });
    expect(table.remarks).toEqual([
      '2 rows have more than the 2 cells of the first line; the extra cells are ignored.',
      '1 row has fewer than the 2 cells of the first line.',
    ]);
  });

  test('may have two columns with the same name', () => {
    const { columns } = readTestTable('a,a\n1,2\n');
    expect(columns.map(({ name, values }) => [name, values[0]])).toEqual([
      ['a', 1],
      ['a', 2],
    ]);
  });
});

describe('a rosbag export', () => {
  test.each([
    ['.header.stamp.secs,.name[0],.name[1],.position[0],.position[1],.effort[0]', '.'],
    ['%time,field.name0,field.name1,field.position0,field.position1,field.effort0', 'field.'],
  ])('has a column per joint name: %s', (header, group) => {
    const rows = ['5,elbow,wrist,1,2,9', '6,elbow,wrist,3,4,9'];
    const columns = valuesByColumnName(readTestTable([header, ...rows].join('\n')));
    expect(columns).toMatchObject({
      [`${group}position.elbow`]: [1, 3],
      [`${group}position.wrist`]: [2, 4],
      [`${group}effort.elbow`]: [9, 9],
    });
    expect(Object.keys(columns)).toHaveLength(4);
  });

  test('finds joints in another order, and other joints', () => {
    const header = 't,.name[0],.name[1],.position[0],.position[1]';
    const rows = ['0,elbow,wrist,1,2', '1,wrist,elbow,4,3', '2,finger,,5,', '3,elbow,wrist,6,7'];
    expect(valuesByColumnName(readTestTable([header, ...rows].join('\n')))).toEqual({
      t: [0, 1, 2, 3],
      '.position.elbow': [1, 3, none, 6],
      '.position.wrist': [2, 4, none, 7],
      '.position.finger': [none, none, 5, none],
    });
  });
});

test('numbers are bit-identical to Number()', () => {
  const cell = fc.double({ noNaN: true, noDefaultInfinity: true });
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', ' '), (values, separator) => {
      const lines = values.map((row) => row.join(separator));
      const { columns } = readTestTable(
        `${['a', 'b', 'c'].join(separator)}\n${lines.join('\n')}\n`,
      );
      columns.forEach((column, at) => {
        expect([...column.values]).toEqual(
          values.map((row) => (row[at as 0 | 1 | 2] as number) + 0),
        );
      });
    }),
  );
});

test('reading yields after every 4096 rows with its progress', () => {
  const bytes = encodeText(`a\n${'1\n'.repeat(10_000)}`);
  const told = [...readLogTable(bytes, 'log')];
  expect(told).toEqual([
    { rows: 4096, read: 8194, bytes: 20_002 },
    { rows: 8192, read: 16_386, bytes: 20_002 },
  ]);
});

describe('rejects', () => {
  test.each([
    ['an empty file', '', 'it has no row of numbers'],
    ['only a header', 'a,b\n', 'it has no row of numbers'],
    ['only words', 'a,b\nc,d\n', 'it has no column of numbers'],
    ['an unterminated quote', 'a,b\n1,2\n3,"4\n5,6\n', '3: unterminated quoted cell'],
    ['too many columns', `${'a,'.repeat(1024)}b\n`, '1\u202f025 columns; the maximum is 1024'],
    ['too many rows', `a\n${'1\n'.repeat(2_000_001)}`, 'more than 2\u202f000\u202f000 rows'],
    [
      'too many numbers',
      `${'a,'.repeat(1023)}b\n${'1\n'.repeat(65_537)}`,
      'more than 67\u202f108\u202f864 numbers: 1\u202f024 columns of 65\u202f537 rows',
    ],
  ])('%s', (_, text, reason) => {
    expect(logRejectionReason(text)).toBe(reason);
  });

  test('UTF-16, and files above the maximum size', () => {
    expect(logRejectionReason(new Uint8Array([0xff, 0xfe, 97, 0]))).toBe(
      'its text is UTF-16; expected UTF-8',
    );
    expect(logRejectionReason(new Uint8Array(256 * 1024 * 1024 + 1))).toMatch(
      /MB; the maximum is 256 MB$/,
    );
  });
});

test.each([
  ['digits that end in a letter', `a,b\n1,${'1'.repeat(1e6)}x\n`],
  ['letters of a name', `${'a_'.repeat(5e5)}[0],name[0]\n1,2\n`],
  ['comments', `${'#\n'.repeat(2e6)}1,2\n`],
  ['empty lines', `a,b${'\n'.repeat(4e6)}1,2\n`],
  ['quotes', `a,b\n1,"${'""'.repeat(1e6)}"\n`],
  ['cells', `a,b\n1${',2'.repeat(1e6)}\n`],
])('reads a million %s in time proportional to their bytes', async (_, text) => {
  const work = new ExecutedBlockCounter();
  await work.start();
  try {
    await work.takeCount();
    expect(readTestTable(text).rows).toBe(1);
    // quadratic work would be a million times as much; in a regular expression, it would exceed the time limit
    expect(await work.takeCount()).toBeLessThan(100 * text.length);
  } finally {
    await work.stop();
  }
});

const BITS = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  ' ',
  '\n',
  '\r',
  '#',
  '1',
  '-2.5e3',
  'q0',
  '.name[0]',
  '\0',
];

test('hostile text gives a table or a LogError', () => {
  const noise = fc.array(fc.oneof(fc.constantFrom(...BITS), fc.string()), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.oneof(
        noise.map((bits) => encodeText(bits.join(''))),
        fc.uint8Array(),
      ),
      (bytes) => {
        try {
          const table = runGeneratorToEnd(readLogTable(bytes, 'log'));
          for (const { values } of table.columns) expect(values).toHaveLength(table.rows);
        } catch (error) {
          expect(error).toBeInstanceOf(LogError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
