/** The table of all kinds of charts, from which the menus of the page are built. */
import type { RunSettings } from '@iklab/core/scenario';
import type { Chart, ChartContext } from './chart.ts';
import { JointChart } from './jointChart.ts';
import { JointStepChart } from './jointStepChart.ts';
import { JointWeightChart } from './jointWeightChart.ts';
import { observableQuantity } from './observableQuantity.ts';
import { ObservablesChart } from './observablesChart.ts';
import {
  clampDistanceQuantity,
  conditionNumberQuantity,
  dampingQuantity,
  errorByUpdateQuantity,
  errorOverTimeQuantity,
  manipulabilityQuantity,
  type PlottedQuantity,
  secondaryGoalDisturbanceQuantity,
} from './plottedQuantity.ts';
import { RunCurvesChart } from './runCurvesChart.ts';
import { SpectrumChart } from './spectrumChart.ts';

export type ChartSecondMenu = 'part' | 'panel';

export interface ChartKind {
  readonly id: string;
  readonly title: string;
  readonly tab: string;
  readonly group: string;
  readonly menu: ChartSecondMenu;
  readonly time?: boolean;
  /** True if the chart has a menu of singular directions. */
  readonly directions?: boolean;
  /** True if the chart has a menu of observables. */
  readonly numbers?: boolean;
  make(box: HTMLElement, parts: ChartContext): Chart;
}

const runChart = (
  id: string,
  title: string,
  tab: string,
  quantity: PlottedQuantity,
  more: Partial<ChartKind> = {},
): ChartKind => ({
  id,
  title,
  tab,
  group: 'Along the run',
  menu: 'part',
  make: (box, parts) => new RunCurvesChart(box, quantity, parts),
  ...more,
});

export const CHART_KINDS: readonly ChartKind[] = [
  runChart('error', 'Error', 'Error', errorByUpdateQuantity),
  runChart('error-time', 'Error over time', 'Over time', errorOverTimeQuantity, { time: true }),
  runChart('manipulability', 'Manipulability', 'Manip.', manipulabilityQuantity),
  runChart('condition', 'Condition', 'Cond.', conditionNumberQuantity),
  runChart('lambda', 'Damping λ', 'λ', dampingQuantity),
  runChart('clamps', 'Clamp distance', 'Clamp', clampDistanceQuantity, { menu: 'panel' }),
  runChart('leak', 'Disturbance', 'Disturb.', secondaryGoalDisturbanceQuantity),
  {
    id: 'numbers',
    title: 'Reported numbers',
    tab: 'Numbers',
    group: 'Along the run',
    menu: 'part',
    numbers: true,
    make: (box, parts) => new RunCurvesChart(box, observableQuantity(parts), parts),
  },
  {
    id: 'spectrum',
    title: 'Filter τ(σ)',
    tab: 'Filter',
    group: 'At one update',
    menu: 'panel',
    directions: true,
    make: (box, parts) => new SpectrumChart(box, parts),
  },
  {
    id: 'joints',
    title: 'Joint angles',
    tab: 'Joints',
    group: 'At one update',
    menu: 'panel',
    make: (box, parts) => new JointChart(box, parts),
  },
  {
    id: 'steps',
    title: 'Δθ per joint',
    tab: 'Δθ',
    group: 'At one update',
    menu: 'panel',
    make: (box, parts) => new JointStepChart(box, parts),
  },
  {
    id: 'weights',
    title: 'Weights λ(θ)',
    tab: 'Weights',
    group: 'At one update',
    menu: 'panel',
    make: (box, parts) => new JointWeightChart(box, parts),
  },
  {
    id: 'shown',
    title: 'Reported values',
    tab: 'Values',
    group: 'At one update',
    menu: 'panel',
    make: (box, parts) => new ObservablesChart(box, parts),
  },
];

const DEFAULT_CHARTS: readonly string[] = ['error', 'spectrum', 'joints'];

/**
 * Returns the chart kind with this id; for an unknown id, the default kind of chart area `cell`.
 */
export const chartKind = (id: string | undefined, cell: number): ChartKind =>
  CHART_KINDS.find((kind) => kind.id === id) ??
  (CHART_KINDS.find((kind) => kind.id === DEFAULT_CHARTS[cell]) as ChartKind);

const BY_UPDATE = ['by update', 'last 240 updates'];
const BY_FRAME = ['by frame', 'last 240 frames'];
const BY_TIME = ['entire run', 'last 4 s'];

export function runPartNames({ time }: ChartKind, mode: RunSettings['mode']): readonly string[] {
  if (mode === 'converge') return time ? ['entire run', 'last 240 updates'] : BY_UPDATE;
  if (time) return BY_TIME;
  return mode === 'hybrid' ? BY_FRAME : BY_UPDATE;
}

export const chartTitle = ({ time, title }: ChartKind, mode: RunSettings['mode']): string =>
  time && mode === 'converge' ? 'Error, linear' : title;
