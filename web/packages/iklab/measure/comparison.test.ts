import { describe, expect, test } from 'vitest';
import {
  bestSlots,
  COMPARISON_COLUMNS,
  type ComparisonColumn,
  type ComparisonRow,
  cellText,
  comparisonColumns,
  comparisonCsv,
  sortedRows,
} from './comparison.ts';
import type { Measures } from './measures.ts';

const measures: Measures = {
  updates: 120,
  error: 0.5,
  jitter: 0.2,
  shake: 0.01,
  travel: 3,
  slide: 0,
  limited: 0,
  jumps: 0,
  turn: 0,
  beyond: 0,
};

const row = (slot: number, error: number, changes: Partial<ComparisonRow> = {}): ComparisonRow => ({
  slot,
  label: `Method ${slot}`,
  unit: 'm',
  status: { error, updates: 9, evaluations: 9, leak: 1e-17 },
  angle: null,
  stop: null,
  measures,
  micros: null,
  goal: false,
  clip: null,
  comfort: null,
  shown: [],
  ...changes,
});

const by = (id: string): ComparisonColumn =>
  COMPARISON_COLUMNS.find((column) => column.id === id) as ComparisonColumn;
const slots = (rows: readonly ComparisonRow[]): number[] => rows.map(({ slot }) => slot);

describe('order', () => {
  const rows = [row(1, 0.3), row(2, 0.1), row(3, 0.2)];

  test('is that of the instances, or of a column, up and down', () => {
    expect(slots(sortedRows(rows, null))).toEqual([1, 2, 3]);
    expect(slots(sortedRows(rows, { column: 'error', falling: false }))).toEqual([2, 3, 1]);
    expect(slots(sortedRows(rows, { column: 'error', falling: true }))).toEqual([1, 3, 2]);
  });

  test('keeps rows without a number last, either way', () => {
    const some = [row(1, 1), row(2, 1, { micros: 8 }), row(3, 1, { micros: 5 })];
    expect(slots(sortedRows(some, { column: 'time', falling: false }))).toEqual([3, 2, 1]);
    expect(slots(sortedRows(some, { column: 'time', falling: true }))).toEqual([2, 3, 1]);
  });
});

describe('the best', () => {
  test('is the least, also when two share it', () => {
    expect(bestSlots([row(1, 0.3), row(2, 0.1), row(3, 0.2)], by('error'))).toEqual([2]);
    expect(bestSlots([row(1, 0.1), row(2, 0.1), row(3, 0.2)], by('error'))).toEqual([1, 2]);
  });

  test('is nobody where all are equal, alone, or where less is no better', () => {
    expect(bestSlots([row(1, 0.1), row(2, 0.1)], by('error'))).toEqual([]);
    expect(bestSlots([row(1, 0.1)], by('error'))).toEqual([]);
    expect(bestSlots([row(1, 0.1), row(2, 0.2)], by('updates'))).toEqual([]);
    expect(bestSlots([row(1, 0.1), row(2, 0.2)], by('time'))).toEqual([]);
  });
});

describe('a cell', () => {
  test('says its value in the unit of its column', () => {
    expect(cellText(row(1, 0.0053), by('error'), null)).toBe('5.3 mm');
    expect(cellText(row(1, 0), by('shake'), null)).toBe('0.573°');
    expect(cellText(row(1, 0), by('travel'), null)).toBe('172°');
    expect(cellText(row(1, 0), by('leak'), null)).toBe('–');
    expect(cellText(row(1, 0, { goal: true }), by('leak'), null)).toBe('10⁻¹⁷ m');
  });

  test('says how it compares with the baseline, which says its value', () => {
    const base = row(1, 0.2);
    expect(cellText(base, by('error'), base)).toBe('200 mm');
    expect(cellText(row(2, 0.1), by('error'), base)).toBe('× 0.5');
    expect(cellText(row(2, 0.2), by('error'), base)).toBe('=');
    expect(cellText(row(2, 8.2), by('error'), base)).toBe('× 41');
    const jumps = (count: number) => ({ measures: { ...measures, jumps: count } });
    expect(cellText(row(2, 1, jumps(3)), by('jumps'), base)).toBe('+3');
    expect(cellText(row(2, 1, jumps(0)), by('jumps'), row(1, 1, jumps(4)))).toBe('−4');
  });

  test('has nothing to say before the first update', () => {
    const none = { measures: { ...measures, updates: 0, error: Number.NaN } };
    for (const id of ['mean', 'jitter', 'shake', 'travel', 'limited', 'jumps'])
      expect(cellText(row(1, 1, none), by(id), null)).toBe('–');
  });
});

test('as CSV: plain numbers, names quoted where they must be', () => {
  const [head, first] = comparisonCsv([row(1, 0.25, { label: 'DLS, "hard"', clip: 0.02 })]).split(
    '\n',
  );
  expect(head?.split(',').slice(0, 3)).toEqual(['method', 'error', 'angle']);
  expect(first).toMatch(/^"DLS, ""hard""",0\.25,,0\.5,9,9,,3,0\.2,0\.01,0,0,,0\.02,$/);
  const [, formula] = comparisonCsv([row(1, 0.25, { label: '=HYPERLINK("a")' })]).split('\n');
  expect(formula).toMatch(/^"'=HYPERLINK\(""a""\)",0\.25,/);
});

test('the angle of an oriented target, two digits and all whole degrees', () => {
  const { rare, value, valueText } = by('angle');
  expect(value(row(1, 0.25))).toBe(null);
  expect(rare).toBe(true);
  expect(valueText(value(row(1, 0.25, { angle: (170.4 * Math.PI) / 180 })) ?? 0, 'm')).toBe('170°');
  expect(valueText(0.02, 'm')).toBe('1.1°');
});

test('l_comf is shown where joints have comfort values, as Na, Yang and Jia print it', () => {
  const { rare, value, valueText } = by('comfort');
  expect([rare, value(row(1, 0.25))]).toEqual([true, null]);
  expect(valueText(value(row(1, 0.25, { comfort: (78.63 * Math.PI) / 180 })) ?? 0, 'm')).toBe(
    '78.6°',
  );
});

test('what methods show are columns of their own, by name and unit, in the unit of each', () => {
  const shown = (...all: readonly (readonly [string, string, number])[]) => ({
    shown: all.map(([name, unit, value]) => ({ name, unit, value })),
  });
  const rows = [
    row(1, 0.25, shown(['Damping', 'm', 0.3], ['Turn', 'rad', Math.PI / 2])),
    row(2, 0.25, shown(['Turn', 'rad', Math.PI], ['Damping', 'm', Number.NaN], ['k', '', 7])),
    row(3, 0.25),
  ];
  const own = comparisonColumns(rows).slice(COMPARISON_COLUMNS.length);
  expect(own.map(({ name }) => name)).toEqual(['Damping', 'Turn', 'k']);
  const said = own.map((column) => rows.map((each) => cellText(each, column, null)));
  expect(said).toEqual([
    ['0.3 m', '–', '–'],
    ['90°', '180°', '–'],
    ['–', '7', '–'],
  ]);
  expect(own.flatMap((column) => bestSlots(rows, column))).toEqual([]);
  expect(slots(sortedRows(rows, { column: 'shown.Turn', falling: true }))).toEqual([2, 1, 3]);
  const lines = comparisonCsv(rows).split('\n');
  expect(lines[0]).toMatch(/,clip,comfort,shown\.Damping,shown\.Turn,shown\.k$/);
  expect(lines[2]).toMatch(/,,,,3\.14159\d*,7$/);
  expect(comparisonColumns([row(1, 1)])).toEqual(COMPARISON_COLUMNS);
});
