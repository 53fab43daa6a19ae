import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTestTable } from '../tables/testLogs.ts';
import { readRowTimes, type TimeUnit } from './readRowTimes.ts';
import { findIncreasingTimeRows, selectRowsByTime } from './selectRowsByTime.ts';

const { NaN: none } = Number;

function timesOf(text: string, given: TimeUnit | null = null) {
  const read = readRowTimes(readTestTable(text), given);
  return read && { columns: read.columns.join('+'), unit: read.unit, seconds: [...read.seconds] };
}
const column = (name: string, ...values: (number | string)[]) =>
  `${name},q0\n${values.map((value) => `${value},1`).join('\n')}\n`;

describe('the time column', () => {
  test.each([
    't',
    'time',
    'Time',
    'stamp',
    'timestamp',
    'header.stamp',
    '%time',
    '__time',
    'field.header.stamp',
    'rosbagTimestamp',
    'time [s]',
    't_sec',
  ])('may be named %s', (name) => {
    expect(timesOf(column(name, 3, 3.5))).toEqual({
      columns: name,
      unit: 's',
      seconds: [0, 0.5],
    });
  });

  test.each([
    ['s', [0, 0.001]],
    ['s', [0, 1]],
    ['ms', [0, 2]],
    ['ms', [5, 105]],
    ['µs', [0, 1000]],
    ['µs', [0, 20_000]],
    ['ns', [0, 1e6]],
    ['s', [1.7e9, 1.7e9 + 1]],
    ['ms', [1.7e12, 1.7e12 + 1]],
    ['µs', [1.7e15, 1.7e15 + 125]],
    ['ns', [1.7e18, 1.7e18 + 125_056]],
  ] as const)('is recognized as %s by the values %j', (unit, values) => {
    const per = { s: 1, ms: 1e3, µs: 1e6, ns: 1e9 }[unit];
    const seconds = [0, (values[1] - values[0]) / per];
    expect(timesOf(column('t', ...values))).toEqual({ columns: 't', unit, seconds });
  });

  test('has the unit in its name, or the given one', () => {
    expect(timesOf(column('time_ms', 0, 0.5))?.seconds).toEqual([0, 0.0005]);
    expect(timesOf(column('t (µs)', 0, 1))?.seconds).toEqual([0, 1e-6]);
    expect(timesOf(column('t', 0, 1), 'ms')).toMatchObject({ unit: 'ms', seconds: [0, 0.001] });
  });

  test.each([
    ['header.stamp.sec', 'header.stamp.nanosec'],
    ['.header.stamp.secs', '.header.stamp.nsecs'],
    ['sec', 'nanosec'],
    ['secs', 'nsecs'],
  ])('may be split into %s and %s, with nanosecond precision', (sec, nano) => {
    const text = `${sec},${nano}\n1700000000,999999999\n1700000001,1\n1700000001,\n`;
    expect(timesOf(text)).toEqual({
      columns: `${sec}+${nano}`,
      unit: 's',
      seconds: [0, 2e-9, none],
    });
  });

  test('is not a velocity and not a column of words', () => {
    expect(timesOf('qd,time\n1,x\n')).toBeNull();
    expect(timesOf('tilt,q\n1,2\n')).toBeNull();
  });

  test('is reported with the reason for its unit', () => {
    expect(readRowTimes(readTestTable(column('t', 0, 8)), null)?.report).toEqual([
      'Time is "t", in ms: recognised by its steps of 8.',
    ]);
    expect(readRowTimes(readTestTable(column('t_ns', 0, 8)), null)?.report).toEqual([
      'Time is "t_ns", in ns: recognised by its name.',
    ]);
  });
});

describe('rows', () => {
  test('whose time does not increase are ignored, as few as possible', () => {
    const { times, rows, report } = selectRowsByTime(
      Float64Array.of(5, 6, 6, none, 900, 7, 6.5, 8),
    );
    expect([...(rows ?? [])]).toEqual([0, 1, 6, 7]);
    expect([...times]).toEqual([0, 1, 1.5, 3]);
    expect(report).toEqual(['4 rows ignored: their time does not increase.']);
  });

  test('that are kept are a longest increasing subsequence', () => {
    const times = fc.array(fc.oneof(fc.nat(9), fc.constant(none)), { maxLength: 10 });
    fc.assert(
      fc.property(times, (list) => {
        const rows =
          findIncreasingTimeRows(Float64Array.from(list)) ?? Int32Array.from(list.keys());
        const chosen = [...rows].map((row) => list[row] as number);
        expect(chosen.every((time, i) => i === 0 || time > (chosen[i - 1] as number))).toBe(true);
        let most = 0;
        for (let set = 0; set < 2 ** list.length; set++) {
          const some = list.filter((_, i) => set & (1 << i));
          if (
            some.every(
              (time, i) => !Number.isNaN(time) && (i === 0 || time > (some[i - 1] as number)),
            )
          )
            most = Math.max(most, some.length);
        }
        expect(rows).toHaveLength(most);
      }),
      { numRuns: 60 },
    );
  });

  test('have gaps where a step is more than 4 times the usual one', () => {
    const { gaps, report, step } = selectRowsByTime(
      Float64Array.of(0, 1, 2, 6, 7, 11.5, 12, 18.25),
    );
    expect(step).toBe(1);
    expect(selectRowsByTime(Float64Array.of(0, 1, 2, 3, 7)).gaps).toEqual([]);
    expect(gaps).toEqual([
      { row: 5, length: 4.5 },
      { row: 7, length: 6.25 },
    ]);
    expect(report).toEqual(['2 gaps, the longest 6.3 s at 12 s.']);
  });

  test('are sorted by time even with very large values', () => {
    const { times, rows } = selectRowsByTime(Float64Array.of(-1e24, 0, 1, 1e24));
    expect([[...times], [...(rows ?? [])]]).toEqual([
      [0, 1e24, 2e24],
      [0, 1, 3],
    ]);
  });

  test('may be a single one, or none', () => {
    expect(selectRowsByTime(Float64Array.of(3))).toMatchObject({
      ...{ step: none, gaps: [] },
      report: ['The log shows one pose: only one row has a time.'],
    });
    expect(selectRowsByTime(Float64Array.of(none)).times).toHaveLength(0);
  });
});
