/** Charts of a run on canvas. */

export type { Chart, ChartContext, ExportedChart } from './chart.ts';
export { CHART_KINDS, type ChartKind, chartKind, chartTitle, runPartNames } from './chartKinds.ts';
export type { FilterChartOverlay, FilterLayout } from './filterLayer.ts';
export { observableTitles } from './observableSeries.ts';
export { toRgbColor } from './plainColor.ts';
export { decadeTickText, roundTicks } from './scale.ts';
export { type ChartTheme, readChartTheme } from './theme.ts';
