/** Charts of a run on canvas. */

export { chooseRoundTicks, decadeTickText } from './axisRange.ts';
export type { Chart, ChartContext, ExportedChart } from './chart.ts';
export { CHART_KINDS, type ChartKind, chartKind, chartTitle, runPartNames } from './chartKinds.ts';
export { type ChartTheme, readChartTheme } from './chartTheme.ts';
export type { FilterChartLayout, FilterChartOverlay } from './filterChartOverlay.ts';
export { observableTitles } from './observableQuantity.ts';
export { toRgbColor } from './toRgbColor.ts';
