/** Charts of a run on canvas. */

export type { Chart, ChartContext, ExportedChart } from './chart.ts';
export { CHART_KINDS, type ChartKind, chartKind, chartTitle, runPartNames } from './chartKinds.ts';
export type { FilterChartLayout, FilterChartOverlay } from './filterLayer.ts';
export { observableTitles } from './observableSeries.ts';
export { toRgbColor } from './plainColor.ts';
export { chooseRoundTicks, decadeTickText } from './scale.ts';
export { type ChartTheme, readChartTheme } from './theme.ts';
