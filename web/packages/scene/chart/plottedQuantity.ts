import {
  computedLengthText,
  largestReachedError,
  lengthWithUnit,
  numberText,
  toSubscript,
  valueWithUnitText,
} from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import {
  type AxisRange,
  chooseRoundTicks,
  computeWholeDecades,
  decadeTickText,
  errorAxisDecades,
  fitDecadesToData,
  lengthTickFormatter,
  listDecades,
  rangeFromZero,
} from './axisRange.ts';
import type { ChartContext } from './chart.ts';
import type { PlotAxis } from './plotArea.ts';
import type { ChartLine, RunAxisVariable, SampledCurves } from './sampledCurves.ts';

export interface PlottedQuantity {
  readonly name: string;
  readonly across: RunAxisVariable;
  /** True for a logarithmic y axis, or a function that decides by the values of the curves. */
  readonly log: boolean | ((curves: Pick<SampledCurves, 'smallest' | 'largest'>) => boolean);
  readonly tolerance: boolean;
  readonly missingText: string;
  readonly idleText?: string;
  lines(parts: ChartContext): ChartLine[];
  axis(curves: SampledCurves, parts: ChartContext): PlotAxis;
  valueText(value: number, parts: ChartContext): string;
  /**
   * Computes missing values of the history from entry `first`; returns false if values are still
   * missing.
   */
  fill?(parts: ChartContext, first: number): boolean;
}

const linePerPanel =
  (value: (parts: ChartContext, entry: number, panel: number) => number) =>
  (parts: ChartContext): ChartLine[] =>
    parts.scene().scenario.methods.map(({ slot, label }, panel) => ({
      slot,
      label,
      panel,
      value: (entry) => value(parts, entry, panel),
    }));

const unitOf = ({ scene }: ChartContext): LengthUnit => scene().scenario.unit;

const lengthText = (value: number, parts: ChartContext): string =>
  valueWithUnitText(lengthWithUnit(value, unitOf(parts)));

export function makeLogarithmicAxis(range: AxisRange, name: (power: number) => string): PlotAxis {
  const every = Math.ceil((range[1] - range[0] + 1) / 5);
  const named = (power: number) => ((power - range[0]) % every === 0 ? name(power) : null);
  return { range, ticks: listDecades(range).map((value) => ({ value, text: named(value) })) };
}

export const makeLinearAxis = (range: AxisRange, name: (value: number) => string): PlotAxis => ({
  range,
  ticks: chooseRoundTicks(range).map((value) => ({ value, text: name(value) })),
});

const lengthAxis = (range: AxisRange, parts: ChartContext): PlotAxis =>
  makeLinearAxis(range, lengthTickFormatter(range, unitOf(parts)));

const powerName = (power: number): string => numberText(10 ** power);

const startError = (parts: ChartContext): number => {
  const { history, scene } = parts;
  const { methods, run } = scene().scenario;
  const first = run.mode === 'converge' ? history.approachStart : history.first;
  return Math.max(...methods.map((_, panel) => errorAt(parts, first, panel)));
};

/**
 * Returns the error of a panel at a history entry. For fixed targets, the start error refers to the
 * current targets.
 */
const errorAt = ({ history, scene }: ChartContext, entry: number, panel: number): number =>
  scene().scenario.run.mode === 'converge' &&
  entry === history.approachStart &&
  entry < history.last
    ? history.startError(entry + 1, panel)
    : history.error(entry, panel);

/** Returns whether some method still approaches, or has reached, fixed targets. */
const isApproaching = ({ history, scene }: ChartContext): boolean => {
  const { run, methods } = scene().scenario;
  const stops = methods.map((_, panel) => history.stop(history.last, panel));
  return run.mode === 'converge' && stops.some((stop) => stop === null || stop === 'reached');
};

const errorQuantity = {
  name: 'Error',
  tolerance: true,
  missingText: '',
  lines: linePerPanel(errorAt),
  valueText: lengthText,
} as const;

export const errorByUpdateQuantity: PlottedQuantity = {
  ...errorQuantity,
  across: 'update',
  log: true,
  idleText: 'Drag a target in any view to see the error of every method here.',
  axis: ({ smallest, largest }, parts) => {
    const fullRange = errorAxisDecades(
      largestReachedError(parts.scene().scenario),
      startError(parts),
      largest,
    );
    const range = isApproaching(parts) ? fullRange : fitDecadesToData(fullRange, smallest, largest);
    return makeLogarithmicAxis(range, (power) => decadeTickText(power, unitOf(parts)));
  },
};

export const errorOverTimeQuantity: PlottedQuantity = {
  ...errorQuantity,
  across: 'time',
  log: false,
  axis: ({ largest }, parts) =>
    lengthAxis(rangeFromZero(largest, 4 * largestReachedError(parts.scene().scenario)), parts),
};

const diagnosticQuantity = {
  across: 'update',
  log: true,
  tolerance: false,
  missingText: '',
  valueText: numberText,
} as const;

export const manipulabilityQuantity: PlottedQuantity = {
  ...diagnosticQuantity,
  name: 'Manipulability',
  lines: linePerPanel(({ diagnostics }, entry, panel) => diagnostics.manipulability(entry, panel)),
  axis: ({ smallest, largest }) =>
    makeLogarithmicAxis(computeWholeDecades([smallest, largest], 'high'), powerName),
  fill: ({ diagnostics }, first) => diagnostics.fill(first),
};

export const conditionNumberQuantity: PlottedQuantity = {
  ...diagnosticQuantity,
  name: 'Condition',
  lines: linePerPanel(({ diagnostics }, entry, panel) => diagnostics.condition(entry, panel)),
  axis: ({ smallest, largest }) =>
    makeLogarithmicAxis(computeWholeDecades([smallest, largest], 'low'), powerName),
  fill: ({ diagnostics }, first) => diagnostics.fill(first),
};

export const dampingQuantity: PlottedQuantity = {
  name: 'Damping λ',
  across: 'update',
  log: false,
  tolerance: false,
  missingText: 'No method in this scene uses a damping λ.',
  lines: linePerPanel(({ history }, entry, panel) => history.lambda(entry, panel)),
  axis: ({ largest }, parts) => lengthAxis(rangeFromZero(largest, 1e-3), parts),
  valueText: lengthText,
};

/**
 * Distances D_i to which the chosen method clamps the errors of the targets, one curve per target.
 */
export const clampDistanceQuantity: PlottedQuantity = {
  name: 'Clamp distance',
  across: 'update',
  log: false,
  tolerance: false,
  missingText: 'No target clamp for this method.',
  lines: ({ scene, history, chosen }) => {
    const { methods, targets } = scene().scenario;
    const panel = chosen();
    const slot = methods[panel]?.slot ?? 1;
    return targets.map((_, target) => ({
      slot,
      label: `D${toSubscript(target + 1)}`,
      panel,
      value: (entry) => {
        const distance = history.clamps(entry, panel)[target] as number;
        return Number.isFinite(distance) ? distance : Number.NaN;
      },
    }));
  },
  axis: ({ largest }, parts) => lengthAxis(rangeFromZero(largest, 1e-3), parts),
  valueText: lengthText,
};

export const secondaryGoalDisturbanceQuantity: PlottedQuantity = {
  name: 'Disturbance by the secondary goal',
  across: 'update',
  log: true,
  tolerance: false,
  missingText: 'No method in this scene has a secondary goal.',
  lines: (parts) =>
    linePerPanel(({ history }, entry, panel) => history.leak(entry, panel))(parts).map((line) => ({
      ...line,
      value: parts.scene().scenario.methods[line.panel]?.secondary ? line.value : () => Number.NaN,
    })),
  axis: ({ smallest, largest }) =>
    makeLogarithmicAxis(
      computeWholeDecades([Math.max(smallest, 1e-20), Math.max(largest, 1e-20)], 'high'),
      powerName,
    ),
  valueText: (value, parts) => computedLengthText(value, unitOf(parts)),
};
