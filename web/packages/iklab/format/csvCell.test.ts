import { expect, test } from 'vitest';
import { csvCell } from './csvCell.ts';

test.each([
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+1', "'+1"],
  ['-1+2', "'-1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['=1,"2"', '"\'=1,""2"""'],
  ['＝1', "'＝1"],
])('%j is text in a spreadsheet: %j', (text, wanted) => {
  expect(csvCell(text)).toBe(wanted);
});

test('numbers, flags and plain words are as they are', () => {
  const cells = [-0.5, -1e-7, Number.NaN, true, false, null, 'DLS', 'a-b', 'a=b', "'", ''];
  expect(cells.map(csvCell)).toEqual([
    '-0.5',
    '-1e-7',
    'NaN',
    '1',
    '0',
    '',
    'DLS',
    'a-b',
    'a=b',
    "'",
    '',
  ]);
});

test('commas, quotes and ends of lines are quoted', () => {
  expect(['a,b', 'a "b"', 'a\nb', 'a\r\nb'].map(csvCell)).toEqual([
    '"a,b"',
    '"a ""b"""',
    '"a\nb"',
    '"a\r\nb"',
  ]);
});
