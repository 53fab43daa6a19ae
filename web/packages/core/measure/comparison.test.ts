import { describe, expect, test } from 'vitest';
import {
  bestComparisonSlots,
  COMPARISON_COLUMNS,
  type ComparisonColumn,
  type ComparisonRow,
  comparisonCellText,
  comparisonColumns,
  comparisonCsv,
  sortedRows,
} from './comparison.ts';
import type { TrajectoryMeasures } from './trajectoryStats.ts';

const measures: TrajectoryMeasures = {
  updates: 120,
  error: 0.5,
  jitter: 0.2,
  shake: 0.01,
  travel: 3,
  slide: 0,
  limited: 0,
  jumps: 0,
  maxStep: 0,
  limitExcess: 0,
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
  observables: [],
  ...changes,
});

const by = (id: string): ComparisonColumn =>
  COMPARISON_COLUMNS.find((column) => column.id === id) as ComparisonColumn;
const slots = (rows: readonly ComparisonRow[]): number[] => rows.map(({ slot }) => slot);

describe('sortedRows', () => {
  const rows = [row(1, 0.3), row(2, 0.1), row(3, 0.2)];

  test('keeps the order of the methods, or sorts by a column in either direction', () => {
    expect(slots(sortedRows(rows, null))).toEqual([1, 2, 3]);
    expect(slots(sortedRows(rows, { column: 'error', falling: false }))).toEqual([2, 3, 1]);
    expect(slots(sortedRows(rows, { column: 'error', falling: true }))).toEqual([1, 3, 2]);
  });

  test('keeps rows without a number last in either direction', () => {
    const some = [row(1, 1), row(2, 1, { micros: 8 }), row(3, 1, { micros: 5 })];
    expect(slots(sortedRows(some, { column: 'time', falling: false }))).toEqual([3, 2, 1]);
    expect(slots(sortedRows(some, { column: 'time', falling: true }))).toEqual([2, 3, 1]);
  });
});

describe('bestSlots', () => {
  test('returns the rows with the lowest value, also when two share it', () => {
    expect(bestComparisonSlots([row(1, 0.3), row(2, 0.1), row(3, 0.2)], by('error'))).toEqual([2]);
    expect(bestComparisonSlots([row(1, 0.1), row(2, 0.1), row(3, 0.2)], by('error'))).toEqual([
      1, 2,
    ]);
  });

  test('is empty for equal rows, a single row, no values, or a column without a best', () => {
    expect(bestComparisonSlots([row(1, 0.1), row(2, 0.1)], by('error'))).toEqual([]);
    expect(bestComparisonSlots([row(1, 0.1)], by('error'))).toEqual([]);
    expect(bestComparisonSlots([row(1, 0.1), row(2, 0.2)], by('updates'))).toEqual([]);
    expect(bestComparisonSlots([row(1, 0.1), row(2, 0.2)], by('time'))).toEqual([]);
  });
});

describe('cellText', () => {
  test('shows the value in the unit of its column', () => {
    expect(comparisonCellText(row(1, 0.0053), by('error'), null)).toBe('5.3 mm');
    expect(comparisonCellText(row(1, 0), by('shake'), null)).toBe('0.573°');
    expect(comparisonCellText(row(1, 0), by('travel'), null)).toBe('172°');
    expect(comparisonCellText(row(1, 0), by('leak'), null)).toBe('–');
    expect(comparisonCellText(row(1, 0, { goal: true }), by('leak'), null)).toBe('10⁻¹⁷ m');
  });

  test('shows a ratio or a difference to the baseline, and the baseline’s own value', () => {
    const base = row(1, 0.2);
    expect(comparisonCellText(base, by('error'), base)).toBe('200 mm');
    expect(comparisonCellText(row(2, 0.1), by('error'), base)).toBe('× 0.5');
    expect(comparisonCellText(row(2, 0.2), by('error'), base)).toBe('=');
    expect(comparisonCellText(row(2, 8.2), by('error'), base)).toBe('× 41');
    const jumps = (count: number) => ({ measures: { ...measures, jumps: count } });
    expect(comparisonCellText(row(2, 1, jumps(3)), by('jumps'), base)).toBe('+3');
    expect(comparisonCellText(row(2, 1, jumps(0)), by('jumps'), row(1, 1, jumps(4)))).toBe('−4');
  });

  test('shows a dash before the first update', () => {
    const none = { measures: { ...measures, updates: 0, error: Number.NaN } };
    for (const id of ['mean', 'jitter', 'shake', 'travel', 'limited', 'jumps'])
      expect(comparisonCellText(row(1, 1, none), by(id), null)).toBe('–');
  });
});

test('comparisonCsv writes plain numbers, quotes labels and defuses formulas', () => {
  const [head, first] = comparisonCsv([row(1, 0.25, { label: 'DLS, "hard"', clip: 0.02 })]).split(
    '\n',
  );
  expect(head?.split(',').slice(0, 3)).toEqual(['method', 'error', 'angle']);
  expect(first).toMatch(/^"DLS, ""hard""",0\.25,,0\.5,9,9,,3,0\.2,0\.01,0,0,,0\.02,$/);
  const [, formula] = comparisonCsv([row(1, 0.25, { label: '=HYPERLINK("a")' })]).split('\n');
  expect(formula).toMatch(/^"'=HYPERLINK\(""a""\)",0\.25,/);
});

test('the angle column is rare; it shows two digits, or whole degrees', () => {
  const { rare, value, valueText } = by('angle');
  expect(value(row(1, 0.25))).toBe(null);
  expect(rare).toBe(true);
  expect(valueText(value(row(1, 0.25, { angle: (170.4 * Math.PI) / 180 })) ?? 0, 'm')).toBe('170°');
  expect(valueText(0.02, 'm')).toBe('1.1°');
});

test('the comfort column is rare; it shows degrees, as Na, Yang and Jia print l_comf', () => {
  const { rare, value, valueText } = by('comfort');
  expect([rare, value(row(1, 0.25))]).toEqual([true, null]);
  expect(valueText(value(row(1, 0.25, { comfort: (78.63 * Math.PI) / 180 })) ?? 0, 'm')).toBe(
    '78.6°',
  );
});

test('the shown values of methods are separate columns, one per name, each cell in its own unit', () => {
  const shown = (...all: readonly (readonly [string, string, number])[]) => ({
    observables: all.map(([name, unit, value]) => ({ name, unit, value })),
  });
  const rows = [
    row(1, 0.25, shown(['Damping', 'm', 0.3], ['Turn', 'rad', Math.PI / 2])),
    row(2, 0.25, shown(['Turn', 'rad', Math.PI], ['Damping', 'm', Number.NaN], ['k', '', 7])),
    row(3, 0.25),
  ];
  const shownColumns = comparisonColumns(rows).slice(COMPARISON_COLUMNS.length);
  expect(shownColumns.map(({ name }) => name)).toEqual(['Damping', 'Turn', 'k']);
  const texts = shownColumns.map((column) =>
    rows.map((each) => comparisonCellText(each, column, null)),
  );
  expect(texts).toEqual([
    ['0.3 m', '–', '–'],
    ['90°', '180°', '–'],
    ['–', '7', '–'],
  ]);
  expect(shownColumns.flatMap((column) => bestComparisonSlots(rows, column))).toEqual([]);
  expect(slots(sortedRows(rows, { column: 'shown.Turn', falling: true }))).toEqual([2, 1, 3]);
  const lines = comparisonCsv(rows).split('\n');
  expect(lines[0]).toMatch(/,clip,comfort,shown\.Damping,shown\.Turn,shown\.k$/);
  expect(lines[2]).toMatch(/,,,,3\.14159\d*,7$/);
  expect(comparisonColumns([row(1, 1)])).toEqual(COMPARISON_COLUMNS);
});
