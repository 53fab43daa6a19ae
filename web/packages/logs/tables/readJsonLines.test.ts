import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogError } from './logError.ts';
import { encodeText, logRejectionReason, readTestTable, valuesByColumnName } from './testLogs.ts';

const { NaN: none } = Number;
const lines = (...objects: unknown[]) => objects.map((each) => JSON.stringify(each)).join('\n');

test('numbers, nested objects and arrays become columns', () => {
  const table = readTestTable(
    lines(
      { t: 0, header: { stamp: { sec: 5 } }, q: [1, 2], on: true, frame: 'base' },
      { t: 0.1, header: { stamp: { sec: 6 } }, q: [3, null] },
    ),
  );
  expect(valuesByColumnName(table)).toEqual({
    t: [0, 0.1],
    'header.stamp.sec': [5, 6],
    'q[0]': [1, 3],
    'q[1]': [2, none],
  });
  expect(table.format).toBe('JSON lines');
  expect(table.columns[3]).toMatchObject({ missing: 1, part: { array: 'q', index: 1 } });
});

test('arrays next to names become columns with these names, in any order', () => {
  const table = readTestTable(
    lines(
      { name: ['elbow', 'wrist'], position: [1, 2], velocity: [], effort: [8, 9] },
      { name: ['wrist', 'elbow'], position: [4, 3], velocity: [0, 0], effort: [8, 9] },
      { name: ['finger'], position: [5] },
    ),
  );
  expect(valuesByColumnName(table)).toEqual({
    'position.elbow': [1, 3, none],
    'position.wrist': [2, 4, none],
    'effort.elbow': [8, 9, none],
    'effort.wrist': [9, 8, none],
    'velocity.wrist': [none, 0, none],
    'velocity.elbow': [none, 0, none],
    'position.finger': [none, none, 5],
  });
});

test('names apply to nested arrays', () => {
  const state = {
    joint_names: ['a', 'b'],
    desired: { positions: [1, 2] },
    actual: { positions: [3, 4] },
  };
  expect(Object.keys(valuesByColumnName(readTestTable(lines({ msg: state }))))).toEqual([
    'msg.desired.positions.a',
    'msg.desired.positions.b',
    'msg.actual.positions.a',
    'msg.actual.positions.b',
  ]);
});

test('lines that are not objects are ignored and counted', () => {
  const table = readTestTable('\ufeff{"a":1}\n\n[2]\n{"a":3}\r\n{"a":4\n');
  expect(valuesByColumnName(table)).toEqual({ a: [1, 3] });
  expect(table.remarks).toEqual([
    'Ignored 2 lines that are not a JSON object, the first at line 3.',
  ]);
});

test('numbers are read exactly; numbers beyond all doubles are NaN', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
      const table = readTestTable(lines({ b: 1 }, ...values.map((a) => ({ a }))));
      const read = [...(table.columns[1]?.values ?? [])].slice(1);
      expect(read).toEqual(values.map((value) => value + 0));
    }),
  );
  expect(valuesByColumnName(readTestTable('{"a":1e999,"b":1}'))).toEqual({ a: [none], b: [1] });
});

test('rejects files without objects or numbers, and too many columns', () => {
  expect(logRejectionReason('{"a":\n{]\n')).toBe('1: no line contains a JSON object');
  expect(logRejectionReason('{"a":"x"}')).toBe('it has no column of numbers');
  expect(logRejectionReason(lines({ q: Array(1025).fill(0) }))).toBe(
    'more than 1\u202f024 columns',
  );
});

test('the number of lines without an object is limited', () => {
  const text = `{"a":1}\n${'\n'.repeat(3e6)}${' \n'.repeat(2_000_001)}`;
  expect(logRejectionReason(text)).toBe(
    'more than 2\u202f000\u202f000 lines without a JSON object',
  );
  expect(readTestTable(`{"a":1}\n${'\n'.repeat(3e6)}`).rows).toBe(1);
});

test('long names are truncated', () => {
  expect(Object.keys(valuesByColumnName(readTestTable(lines({ ['x'.repeat(1e5)]: 1 }))))).toEqual([
    'x'.repeat(400),
  ]);
});

test('hostile lines give a table or a LogError', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const named = fc.record({ name: value, position: value, __proto__: value });
  const line = fc.oneof(value, named).map((each) => JSON.stringify(each));
  const deep = fc.constantFrom('{"a":'.repeat(9000), `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string(), deep), { maxLength: 8 }), (all) => {
      try {
        const table = readTestTable(encodeText(`{"a":1}\n${all.join('\n')}`));
        for (const { values } of table.columns) expect(values).toHaveLength(table.rows);
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
      }
    }),
  );
});
