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
])('prefixes the formula %j with an apostrophe: %j', (text, wanted) => {
  expect(csvCell(text)).toBe(wanted);
});

test('writes numbers and plain text unchanged, booleans as 1 and 0, null as an empty cell', () => {
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

test('quotes cells that contain commas, quotes or line breaks', () => {
  expect(['a,b', 'a "b"', 'a\nb', 'a\r\nb'].map(csvCell)).toEqual([
    '"a,b"',
    '"a ""b"""',
    '"a\nb"',
    '"a\r\nb"',
  ]);
});
