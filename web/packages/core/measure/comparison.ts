import type { InstanceStatus, StopReason } from '../engine/engine.ts';
import { csvCell } from '../format/csvCell.ts';
import {
  computedLengthText,
  fixedDecimalsText,
  lengthWithUnit,
  numberText,
  angleText as off,
  valueWithUnitText,
} from '../format/figures.ts';
import { unitNotation } from '../format/quantity.ts';
import type { LengthUnit } from '../scenario/types.ts';
import type { TrajectoryMeasures } from './trajectoryStats.ts';

export interface ComparisonRow {
  readonly slot: number;
  readonly label: string;
  readonly unit: LengthUnit;
  readonly status: Pick<InstanceStatus, 'error' | 'updates' | 'evaluations' | 'leak'>;
  /** Largest orientation error in radians; null if no target has an orientation. */
  readonly angle: number | null;
  readonly stop: StopReason | null;
  readonly measures: TrajectoryMeasures;
  /** Time of an update in microseconds, the best of several rounds; null if not measured. */
  readonly micros: number | null;
  readonly goal: boolean;
  /**
   * Deviation from the motion recorded in the robot's file, in radians; null if the file has no
   * motion.
   */
  readonly clip: number | null;
  /** ||theta - theta_comf|| over the revolute joints, in radians; null without comfort values. */
  readonly comfort: number | null;
  readonly observables: readonly ObservableValue[];
}

/** Value of an observable, in the unit that the catalogue gives; NaN if it has no value now. */
export interface ObservableValue {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

export interface ComparisonColumn {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  /**
   * True if the column's values cover the selected window of updates. False: the current state or
   * all updates since the start.
   */
  readonly windowed: boolean;
  /** True if the smallest value is the best; false: no value is better than another. */
  readonly least: boolean;
  /** True if the column is left out when no row has a value. */
  readonly rare: boolean;
  value(row: ComparisonRow): number | null;
  valueText(value: number, unit: LengthUnit): string;
}

const DEGREES = 180 / Math.PI;

const lengthText = (value: number, unit: LengthUnit): string =>
  valueWithUnitText(lengthWithUnit(value, unit));
const integerText = (value: number): string => fixedDecimalsText(value, 0);
const rotationText = (radians: number): string => `${numberText(radians * DEGREES)}°`;

const column = (
  id: string,
  name: string,
  help: string,
  value: ComparisonColumn['value'],
  valueText: ComparisonColumn['valueText'],
  more: Partial<ComparisonColumn> = {},
): ComparisonColumn => ({
  id,
  name,
  help,
  windowed: true,
  least: true,
  rare: false,
  value,
  valueText,
  ...more,
});

const SINCE_START = { windowed: false } as const;

const fromMeasures = (value: (measures: TrajectoryMeasures) => number) => (row: ComparisonRow) =>
  row.measures.updates > 0 ? value(row.measures) : null;

export const COMPARISON_COLUMNS: readonly ComparisonColumn[] = [
  column(
    'error',
    'error',
    'Current sum of the distances to the targets',
    ({ status }) => status.error,
    lengthText,
    {
      ...SINCE_START,
    },
  ),
  column(
    'angle',
    'angle',
    'Current largest orientation error',
    ({ angle }) => angle,
    (value) => off(value),
    { ...SINCE_START, rare: true },
  ),
  column(
    'mean',
    'mean error',
    'Mean of the error after each update',
    fromMeasures((m) => m.error),
    lengthText,
  ),
  column(
    'updates',
    'updates',
    'Updates since the start',
    ({ status }) => status.updates,
    integerText,
    {
      ...SINCE_START,
      least: false,
    },
  ),
  column(
    'evaluations',
    'evaluations',
    'Evaluations of the error since the start: one per update, and one per trial',
    ({ status }) => status.evaluations,
    integerText,
    SINCE_START,
  ),
  column(
    'time',
    'µs',
    'Time per update, best of several rounds, microseconds',
    ({ micros }) => micros,
    numberText,
    SINCE_START,
  ),
  column(
    'travel',
    'travel',
    'Sum of |Δθ| over the joints that turn',
    fromMeasures((m) => m.travel),
    rotationText,
  ),
  column(
    'jitter',
    'jitter',
    'How often joints reverse direction: mean over the joints of Σ|Δ²θ| / (Σ|Δθ| + 10⁻⁶ rad); 0: smooth, 2: at every update',
    fromMeasures((m) => m.jitter),
    (value) => fixedDecimalsText(value, 3),
  ),
  column(
    'shake',
    'shake',
    'How much the joint step changes: mean of ‖Δθₖ − Δθₖ₋₁‖₂, degrees per update',
    fromMeasures((m) => m.shake),
    rotationText,
  ),
  column(
    'limited',
    'at limits',
    'Share of updates that end with a joint at or beyond a limit',
    fromMeasures((m) => m.limited),
    (value) => `${numberText(100 * value)} %`,
  ),
  column(
    'jumps',
    'sudden turns',
    'Updates in which a joint moves by more than 15° and by more than 8 times the median of the previous 120',
    fromMeasures((m) => m.jumps),
    integerText,
  ),
  column(
    'leak',
    'disturbance',
    'Effector motion per update caused by the secondary goal, ‖J Δθ‖',
    ({ goal, status }) => (goal ? status.leak : null),
    computedLengthText,
    SINCE_START,
  ),
  column(
    'clip',
    'off the clip',
    'Current root-mean-square deviation of the joints from the recorded motion',
    ({ clip }) => clip,
    rotationText,
    { ...SINCE_START, rare: true },
  ),
  column(
    'comfort',
    'l_comf',
    'Distance from the comfort pose now, ‖θ − θ_comf‖₂ over the joints that turn: (15) of Na, Yang and Jia',
    ({ comfort }) => comfort,
    (radians) => `${fixedDecimalsText(radians * DEGREES, 1)}°`,
    { ...SINCE_START, rare: true },
  ),
];

function observableColumns(rows: readonly ComparisonRow[]): ComparisonColumn[] {
  const all = rows.flatMap(({ observables }) => observables);
  const keyOf = ({ name, unit }: ObservableValue) => `${name} ${unit}`;
  return [...new Map(all.map((each) => [keyOf(each), each])).values()].map((first) => {
    const { name, unit } = first;
    const clash = all.some((other) => other.name === name && other.unit !== unit);
    return column(
      `shown.${name}${clash ? ` ${unit}` : ''}`,
      name,
      'Values reported by the methods, after the last update',
      ({ observables }) => observables.find((each) => keyOf(each) === keyOf(first))?.value ?? null,
      (value, scene) => unitNotation(unit, { scene }).textWithUnit(value),
      { ...SINCE_START, least: false, rare: true },
    );
  });
}

export const comparisonColumns = (rows: readonly ComparisonRow[]): readonly ComparisonColumn[] => [
  ...COMPARISON_COLUMNS,
  ...observableColumns(rows),
];

export interface RowOrder {
  readonly column: string;
  readonly falling: boolean;
}

/**
 * Returns the rows sorted by a column, rows without a value last. `order` null: the order stays.
 */
export function sortedRows(
  rows: readonly ComparisonRow[],
  order: RowOrder | null,
): ComparisonRow[] {
  const sortColumn = order && comparisonColumns(rows).find(({ id }) => id === order.column);
  if (!sortColumn) return [...rows];
  const sign = order.falling ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [sortColumn.value(a), sortColumn.value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}

/**
 * Returns the slots of the rows with the smallest value of a column. Empty if all values are equal,
 * or if no value of the column is better than another.
 */
export function bestComparisonSlots(
  rows: readonly ComparisonRow[],
  { least, value }: ComparisonColumn,
): number[] {
  if (!least) return [];
  const values = rows.flatMap((row) => {
    const size = value(row);
    return size === null || Number.isNaN(size) ? [] : [{ slot: row.slot, size }];
  });
  const smallest = Math.min(...values.map(({ size }) => size));
  const best = values.filter(({ size }) => size <= smallest);
  return values.length < 2 || best.length === values.length ? [] : best.map(({ slot }) => slot);
}

/**
 * Formats a cell of the comparison table: the row's value, or its ratio or difference relative to
 * `baseline`.
 */
export function comparisonCellText(
  row: ComparisonRow,
  { value, valueText }: ComparisonColumn,
  baseline: ComparisonRow | null,
): string {
  const size = value(row);
  if (size === null || Number.isNaN(size)) return '–';
  const base = baseline && baseline.slot !== row.slot ? value(baseline) : null;
  if (base === null || Number.isNaN(base)) return valueText(size, row.unit);
  if (size === base) return '=';
  if (base > 0 && size > 0) return `× ${ratioText(size / base)}`;
  return `${size > base ? '+' : '−'}${valueText(Math.abs(size - base), row.unit)}`;
}

const ratioText = (value: number): string =>
  value >= 1000 ? fixedDecimalsText(value, 0) : numberText(value);

/**
 * Returns the comparison table as CSV, with numbers in the units of the module: metres, radians,
 * seconds.
 */
export function comparisonCsv(rows: readonly ComparisonRow[]): string {
  const columns = comparisonColumns(rows);
  const head = ['method', ...columns.map(({ id }) => csvCell(id))].join(',');
  const lines = rows.map((row) => {
    const numbers = columns.map(({ value }) => {
      const size = value(row);
      return csvCell(size === null || Number.isNaN(size) ? null : size);
    });
    return [csvCell(row.label), ...numbers].join(',');
  });
  return `${[head, ...lines].join('\n')}\n`;
}
